#include "frontend/compiled_shader.h"

#include <algorithm>
#include <cstring>
#include <optional>

#include <fmt/format.h>

#include "base/text.h"

namespace vkperftest {
namespace {

constexpr std::uint32_t kMagic = 0x07230203;
constexpr std::string_view kMark = "vkperftest shaders\n"; // before all that toBytes writes

std::uint32_t swapped(std::uint32_t word) {
    return word >> 24U | (word >> 8U & 0xff00U) | (word << 8U & 0xff0000U) | word << 24U;
}

std::vector<std::uint32_t> wordsIn(std::string_view bytes) {
    std::vector<std::uint32_t> words(bytes.size() / sizeof(std::uint32_t));
    if (!words.empty()) std::memcpy(words.data(), bytes.data(), words.size() * sizeof(std::uint32_t));
    return words;
}

} // namespace

bool turnSpirv(std::vector<std::uint32_t>& words) {
    if (!words.empty() && words[0] == swapped(kMagic))
        std::transform(words.begin(), words.end(), words.begin(), swapped);
    return !words.empty() && words[0] == kMagic;
}

Result<std::vector<std::uint32_t>> spirvWords(std::string_view bytes) {
    std::vector<std::uint32_t> words = wordsIn(bytes);
    if (!turnSpirv(words))
        return Error{ErrorKind::Usage, "it is not SPIR-V: the magic number is missing", ""};
    if (words.size() < kSpirvHeaderWords || bytes.size() % sizeof(std::uint32_t) != 0)
        return Error{ErrorKind::Usage, "the SPIR-V is truncated", ""};
    return words;
}

Error firstErrors(std::vector<std::string> errors, std::string_view compiler) {
    constexpr std::size_t kMost = 5;
    if (errors.empty()) errors.push_back(fmt::format("{} failed without an error message", compiler));
    errors.resize(std::min(errors.size(), kMost));
    return {ErrorKind::Usage, join(errors, "\n"), ""};
}

void appendField(std::string& bytes, std::string_view field) {
    const auto length = static_cast<std::uint32_t>(field.size());
    bytes.append(reinterpret_cast<const char*>(&length), sizeof(length));
    bytes.append(field);
}

std::optional<std::string_view> takeField(std::string_view& bytes) {
    std::uint32_t length = 0;
    if (bytes.size() < sizeof(length)) return std::nullopt;
    std::memcpy(&length, bytes.data(), sizeof(length));
    if (bytes.size() - sizeof(length) < length) return std::nullopt;
    const std::string_view taken = bytes.substr(sizeof(length), length);
    bytes.remove_prefix(sizeof(length) + length);
    return taken;
}

std::string toBytes(const std::vector<CompiledShader>& shaders) {
    std::string bytes(kMark);
    for (const CompiledShader& shader : shaders) {
        for (const std::string* text : {&shader.entryPoint, &shader.stage, &shader.compiler, &shader.trouble})
            appendField(bytes, *text);
        appendField(bytes, {reinterpret_cast<const char*>(shader.words.data()),
                            shader.words.size() * sizeof(std::uint32_t)});
    }
    return bytes;
}

Result<std::vector<CompiledShader>> compiledShaders(std::string_view bytes) {
    const Error foreign{ErrorKind::Usage, "it does not hold shaders that this program compiled", ""};
    if (!bytes.starts_with(kMark)) return foreign;
    bytes.remove_prefix(kMark.size());
    std::vector<CompiledShader> shaders;
    while (!bytes.empty()) {
        CompiledShader& shader = shaders.emplace_back();
        for (std::string* text : {&shader.entryPoint, &shader.stage, &shader.compiler, &shader.trouble}) {
            const std::optional<std::string_view> taken = takeField(bytes);
            if (!taken) return foreign;
            *text = *taken;
        }
        const std::optional<std::string_view> words = takeField(bytes);
        if (!words) return foreign;
        shader.words = wordsIn(*words);
    }
    return shaders;
}

} // namespace vkperftest
