#include "isa/dialect.h"

#include <algorithm>
#include <bit>
#include <charconv>
#include <optional>

#include <fmt/format.h>

#include "base/text.h"

namespace vkperftest {
namespace {

// The words of a message descriptor: "load_cmask", "a32", "d32", "xyzw", …; Gfx8 writes none of the commas'
// meaning.
std::vector<std::string> wordsOf(std::string_view text) {
    std::string plain(text);
    std::replace_if(
        plain.begin(), plain.end(), [](char c) { return c == ',' || c == '(' || c == ')'; }, ' ');
    std::vector<std::string> words = split(plain, ' ');
    std::erase(words, "");
    return words;
}

bool contains(const std::vector<std::string>& words, std::string_view word) {
    return std::find(words.begin(), words.end(), word) != words.end();
}

// "rlen 8" → 8, "SIMD16" → 16.
std::uint32_t numberAfter(std::string_view text, std::string_view mark) {
    const std::size_t at = text.find(mark);
    std::uint32_t number = 0;
    if (at == std::string_view::npos) return number;
    const std::string_view rest = trim(text.substr(at + mark.size()));
    std::from_chars(rest.data(), rest.data() + rest.size(), number, rest.starts_with("0x") ? 16 : 10);
    return number;
}

// Mask bits are set for the channels that are left out.
std::uint32_t channelsBesideMask(std::string_view message) {
    const std::size_t at = message.find("Mask = 0x");
    std::uint32_t mask = 0;
    if (at == std::string_view::npos) return 0;
    std::from_chars(message.data() + at + 9, message.data() + message.size(), mask, 16);
    return 4 - static_cast<std::uint32_t>(std::popcount(mask & 15));
}

// Xe's load/store unit: "( load_cmask, a32, d32, xyzw, … )", "( load, a32, d32, V8, transpose, … )".
std::optional<Load> unitLoad(std::string_view unit, const std::vector<std::string>& words) {
    if (words.empty() || !words[0].starts_with("load")) return std::nullopt;
    Load load{.name = fmt::format("{} {}", unit, words[0]),
              .scalar = contains(words, "transpose"),
              .source = unit == "slm" ? LoadSource::Shared : LoadSource::Data};
    std::uint32_t elementBits = 0, elements = 0;
    for (const std::string& word : words) {
        const bool size = word.size() > 1 && word[0] == 'd' && word[1] >= '0' && word[1] <= '9';
        if (size) std::from_chars(word.data() + 1, word.data() + word.size(), elementBits);
        if (word[0] == 'V') std::from_chars(word.data() + 1, word.data() + word.size(), elements);
        if (std::string_view("xyzw").starts_with(word)) elements = static_cast<std::uint32_t>(word.size());
        if (size || word[0] == 'V' || std::string_view("xyzw").starts_with(word)) load.name += "." + word;
    }
    load.bits = elementBits * elements;
    return load;
}

// The data port before Xe-HPG: "( DC untyped surface read, Surface = 1, SIMD16, Mask = 0x0)".
std::optional<Load> dataPortLoad(std::string_view message) {
    const std::string_view body = message.substr(std::min(message.find('('), message.size()));
    const std::string_view action =
        trim(body.substr(1, body.find(',') == std::string_view::npos ? 0 : body.find(',') - 1));
    if (!action.ends_with("read")) return std::nullopt;
    Load load{.name = std::string(action), .scalar = action.find("block read") != std::string_view::npos};
    if (const std::uint32_t channels = channelsBesideMask(message); channels > 0) {
        load.bits = 32 * channels;
        load.name += fmt::format(" x{}", channels);
    }
    if (action.find("scattered read") != std::string_view::npos) load.bits = 32;
    if (load.scalar) load.bits = 256 * numberAfter(message, "rlen"); // registers of 256 bits
    return load;
}

// "sampler MsgDesc: ld_lz SIMD16 Surface = 1 Sampler = 0 mlen 6 rlen 8": as many registers come back as lanes
// and channels fill.
std::optional<Load> samplerLoad(std::string_view message) {
    const std::vector<std::string> words = wordsOf(message);
    constexpr std::string_view kNoTexels[] = {"resinfo", "sampleinfo", "lod", "cache_flush"};
    if (words.empty() ||
        std::find(std::begin(kNoTexels), std::end(kNoTexels), words[0]) != std::end(kNoTexels))
        return std::nullopt;
    Load load{.name = "sampler " + words[0]};
    const std::uint32_t lanes = numberAfter(message, "SIMD");
    if (lanes > 0) load.bits = 256 * numberAfter(message, "rlen") / lanes;
    return load;
}

// What a send loads, as far as its message descriptor tells.
std::optional<Load> loadOf(std::string_view send) {
    const std::size_t at = send.find(" MsgDesc:");
    if (at == std::string_view::npos) return std::nullopt;
    const std::string_view message = trim(send.substr(at + 9));
    // The unit's name follows the send's last number, after a wide gap that was a new line.
    const std::string_view before = send.substr(0, at);
    const std::string_view unit = trim(before.substr(std::min(before.rfind("  "), before.size())));
    if (unit == "ugm" || unit == "tgm" || unit == "slm" || unit == "urb")
        return unitLoad(unit, wordsOf(message));
    if (unit == "sampler") return samplerLoad(message);
    if (unit.find("data") != std::string_view::npos || unit.starts_with("dp") || unit.starts_with("hdc") ||
        unit == "const")
        return dataPortLoad(message);
    return std::nullopt;
}

// "(+f0.0) while(16)  JIP:  LABEL2" and "break(8)  JIP: LABEL1  UIP: LABEL0".
Instruction instructionOf(std::string_view statement) {
    std::string_view rest = statement;
    if (rest.starts_with("(")) rest = trim(rest.substr(std::min(rest.find(')') + 1, rest.size())));
    const std::size_t end = std::min(rest.find_first_of(" ("), rest.size());
    Instruction instruction{.opcode = std::string(rest.substr(0, end)),
                            .operands = std::string(trim(rest.substr(end)))};
    for (const std::string& word : split(instruction.operands, ' ')) {
        if (word.starts_with("LABEL")) instruction.jumps.push_back(word);
    }
    if (instruction.opcode.starts_with("send")) instruction.load = loadOf(rest);
    instruction.fallsThrough = instruction.operands.find(" EOT ") == std::string::npos;
    return instruction;
}

// A send's descriptor stands on a line of its own.
bool beginsSend(std::string_view line) {
    return line.starts_with("send") ||
           (line.starts_with("(") && line.find(") send") != std::string_view::npos);
}

// Marks of basic blocks, headings and labels stand alone on their lines; an instruction ends with "};".
Result<Listing> parse(std::string_view text) {
    Listing listing;
    std::string statement;
    for (const std::string& raw : split(text, '\n')) {
        const std::string_view line = trim(raw);
        if (line.starts_with("LABEL") && line.ends_with(":")) {
            listing.labels[std::string(line.substr(0, line.size() - 1))] = listing.instructions.size();
        } else if (statement.empty() && line.find('{') == std::string_view::npos && !beginsSend(line)) {
            continue;
        } else {
            statement += (statement.empty() ? "" : "   ") + std::string(line);
            if (!line.ends_with(";")) continue;
            listing.instructions.push_back(instructionOf(statement));
            const bool jumpsByNumber =
                statement.find("JIP: ") != std::string::npos && listing.instructions.back().jumps.empty();
            if (jumpsByNumber) return Error{ErrorKind::Unsupported, "jumps are printed without labels", ""};
            statement.clear();
        }
    }
    VKPERFTEST_TRY(findLoops(listing));
    return listing;
}

bool recognizes(const Representation& text) {
    return text.text.find("{ align1") != std::string::npos && text.text.find("EOT") != std::string::npos;
}

} // namespace

const Dialect kIntelAssembly = {"Intel assembly", recognizes, parse};

} // namespace vkperftest
