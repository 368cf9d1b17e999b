#include "isa/transcript.h"

#include <optional>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "base/all_cores.h"
#include "base/text.h"

namespace vkperftest {
namespace {

// A field is "NAME BYTES\n", the bytes, "\n": any text fits in.
std::string field(std::string_view name, std::string_view value) {
    return fmt::format("{} {}\n{}\n", name, value.size(), value);
}

struct Field {
    std::string_view name;
    std::string_view value;
};

// Takes one field off the text; nothing if it is incomplete.
std::optional<Field> takeField(std::string_view& text) {
    const std::size_t line = text.find('\n');
    const std::size_t blank = text.substr(0, line).find(' ');
    if (line == std::string_view::npos || blank == std::string_view::npos) return std::nullopt;
    const std::optional<long long> bytes = parseInteger(text.substr(blank + 1, line - blank - 1));
    if (!bytes || *bytes < 0) return std::nullopt;
    const auto size = static_cast<std::size_t>(*bytes);
    if (size >= text.size() || text.size() - size < line + 2) return std::nullopt;
    const Field taken{text.substr(0, blank), text.substr(line + 1, size)};
    text.remove_prefix(line + size + 2);
    return taken;
}

CodeCell cellOf(const Result<DriverCode>& code) {
    if (code.ok()) {
        return {.missing = "",
                .unsupported = "",
                .subgroupSize = code.value().subgroupSize,
                .statistics = code.value().statistics,
                .reading = interpret(code.value())};
    }
    if (code.error().kind == ErrorKind::Unsupported) return unsupportedCell(code.error().cause);
    CodeCell failed;
    failed.missing = "failed: " + code.error().cause;
    return failed;
}

} // namespace

std::string transcriptDevice(std::string_view device, std::string_view driver) {
    return field("device", device) + field("driver", driver);
}

std::string transcriptBegin(std::string_view key) {
    return field("begin", key);
}

std::string transcriptEntry(const TranscriptEntry& entry) {
    std::string text;
    if (entry.code.ok()) {
        const DriverCode& code = entry.code.value();
        text += field("subgroup", std::to_string(code.subgroupSize));
        for (const Statistic& statistic : code.statistics)
            text += field("statistic", statistic.name) + field("value", statistic.value);
        for (const Representation& representation : code.representations)
            text += field("name", representation.name) + field("text", representation.text);
    } else {
        const bool unsupported = entry.code.error().kind == ErrorKind::Unsupported;
        text += field(unsupported ? "unsupported" : "failed", entry.code.error().cause);
    }
    return text + field("end", entry.key);
}

Transcript parseTranscript(std::string_view text) {
    Transcript transcript;
    DriverCode code;
    std::optional<Error> trouble;
    while (const std::optional<Field> next = takeField(text)) {
        const std::string value(next->value);
        if (next->name == "device") {
            transcript.device = value;
        } else if (next->name == "driver") {
            transcript.driver = value;
        } else if (next->name == "begin") {
            transcript.unfinished.push_back(value);
        } else if (next->name == "subgroup") {
            code.subgroupSize = static_cast<std::uint32_t>(parseInteger(value).value_or(0));
        } else if (next->name == "statistic") {
            code.statistics.push_back({value, ""});
        } else if (next->name == "value" && !code.statistics.empty()) {
            code.statistics.back().value = value;
        } else if (next->name == "name") {
            code.representations.push_back({value, ""});
        } else if (next->name == "text" && !code.representations.empty()) {
            code.representations.back().text = value;
        } else if (next->name == "unsupported") {
            trouble = Error{ErrorKind::Unsupported, value, ""};
        } else if (next->name == "failed") {
            trouble = Error{ErrorKind::RowFailed, value, ""};
        } else if (next->name == "end") {
            std::erase(transcript.unfinished, value);
            Result<DriverCode> result = trouble ? Result<DriverCode>(*trouble) : std::move(code);
            transcript.entries.push_back({value, std::move(result)});
            code = {};
            trouble.reset();
        }
    }
    return transcript;
}

CodeCell unsupportedCell(const std::string& why) {
    return {.missing = "unsupported: " + why, .unsupported = why};
}

CodeCells cellsOf(const Transcript& transcript) {
    std::vector<CodeCell> read(transcript.entries.size());
    onAllCores(read.size(), [&](std::size_t i) { read[i] = cellOf(transcript.entries[i].code); });
    CodeCells cells;
    for (std::size_t i = 0; i < read.size(); ++i) cells[transcript.entries[i].key] = std::move(read[i]);
    return cells;
}

} // namespace vkperftest
