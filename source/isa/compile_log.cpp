#include "isa/compile_log.h"

#include <algorithm>
#include <filesystem>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "base/cores.h"
#include "base/printable.h"
#include "base/text.h"
#include "base/utf8_path.h"

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

namespace fs = std::filesystem;

std::vector<std::string> partsOf(const std::string& manifest) {
    std::error_code failed;
    fs::path path = fs::absolute(pathOf(manifest), failed).lexically_normal();
    if (failed) path = pathOf(manifest);
    std::vector<std::string> parts;
    for (const fs::path& part : path.parent_path().relative_path()) parts.push_back(textOf(part));
    parts.push_back(textOf(path.stem()));
    return parts;
}

// The last `count` parts.
std::string endOf(const std::vector<std::string>& parts, std::size_t count) {
    fs::path end;
    for (std::size_t i = parts.size() - std::min(count, parts.size()); i < parts.size(); ++i)
        end /= pathOf(parts[i]);
    return printable(textOf(end.generic_u8string()));
}

DriverNames endsOf(std::span<const std::string> manifests) {
    std::map<std::string, std::vector<std::string>> parts;
    for (const std::string& manifest : manifests) parts[manifest] = partsOf(manifest);
    std::set<std::vector<std::string>> different;
    std::size_t longest = 1;
    for (const auto& [manifest, own] : parts) {
        different.insert(own);
        longest = std::max(longest, own.size());
    }
    DriverNames names;
    for (std::size_t count = 1; count <= longest; ++count) {
        std::set<std::string> ends;
        for (const auto& [manifest, own] : parts) ends.insert(names[manifest] = endOf(own, count));
        if (ends.size() == different.size()) break;
    }
    return names;
}

// "2 of 40 kernels were rejected, the first because: out of registers"; empty if none was.
std::string refusals(const CompileLog& log) {
    std::size_t count = 0;
    std::string first;
    for (const CompileLogEntry& entry : log.entries) {
        if (entry.code.ok() || entry.code.error().kind == ErrorKind::Unsupported) continue;
        if (count++ == 0) first = entry.code.error().cause;
    }
    if (count == 0) return {};
    return fmt::format("{} of {} kernels were rejected, the first because: {}", count, log.entries.size(),
                       first);
}

} // namespace

std::string compileLogDevice(std::string_view device, std::string_view driver) {
    return field("device", device) + field("driver", driver);
}

std::string compileLogBegin(std::string_view key) {
    return field("begin", key);
}

std::string compileLogEntry(const CompileLogEntry& entry) {
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

CompileLog parseCompileLog(std::string_view text) {
    CompileLog log;
    DriverCode code;
    std::optional<Error> trouble;
    while (const std::optional<Field> next = takeField(text)) {
        const std::string value(next->value);
        if (next->name == "device") {
            log.device = value;
        } else if (next->name == "driver") {
            log.driver = value;
        } else if (next->name == "begin") {
            log.unfinished.push_back(value);
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
            std::erase(log.unfinished, value);
            Result<DriverCode> result = trouble ? Result<DriverCode>(*trouble) : std::move(code);
            log.entries.push_back({value, std::move(result)});
            code = {};
            trouble.reset();
        }
    }
    return log;
}

CodeCell unsupportedCell(const std::string& why) {
    return {.missing = "unsupported: " + why, .unsupported = why};
}

CodeCells cellsOf(const CompileLog& log) {
    std::vector<CodeCell> read(log.entries.size());
    onAllCores(read.size(), [&](std::size_t i) { read[i] = cellOf(log.entries[i].code); });
    CodeCells cells;
    for (std::size_t i = 0; i < read.size(); ++i) cells[log.entries[i].key] = std::move(read[i]);
    return cells;
}

DriverNames driverNames(std::span<const std::string> manifests, const DriverNames& versions) {
    DriverNames names;
    std::set<std::string> different;
    for (const std::string& manifest : manifests) {
        const auto version = versions.find(manifest);
        if (version == versions.end() || version->second.empty()) return endsOf(manifests);
        names[manifest] = version->second;
        different.insert(version->second);
    }
    return different.size() == names.size() ? names : endsOf(manifests);
}

DriverNames driverNames(std::span<const std::string> manifests, std::span<const CompiledSubject> compiled) {
    DriverNames versions;
    for (const CompiledSubject& one : compiled) {
        if (!one.log.driver.empty()) versions[one.subject.driver] = one.log.driver;
    }
    return driverNames(manifests, versions);
}

std::string subjectName(const IsaSubject& subject, const DriverNames& drivers) {
    const auto driver = drivers.find(subject.driver);
    if (subject.target == nullptr) return driver == drivers.end() ? "loads in the loop" : driver->second;
    return drivers.size() > 1 && driver != drivers.end()
               ? fmt::format("{} {}", subject.target->name, driver->second)
               : std::string(subject.target->name);
}

std::vector<std::string> subjectLines(std::span<const CompiledSubject> compiled, const DriverNames& drivers) {
    std::vector<std::string> lines;
    for (const CompiledSubject& one : compiled) {
        if (one.log.device.empty()) continue;
        const bool named = one.subject.target != nullptr || drivers.size() > 1;
        const Target* const target = one.subject.target;
        const std::string what = target != nullptr ? fmt::format(" ({})", target->what) : "";
        lines.push_back(named
                            ? fmt::format("{}{}: {}", subjectName(one.subject, drivers), what, one.log.device)
                            : one.log.device);
    }
    return lines;
}

Result<void> driverWorks(std::span<const CompiledSubject> targets) {
    const auto closed = [&](const CompiledSubject& one) {
        return one.kind == ErrorKind::NoDevice && one.trouble == targets[0].trouble;
    };
    const bool none = !targets.empty() && !targets[0].trouble.empty() && !mayBeUnknown(targets[0].trouble) &&
                      std::ranges::all_of(targets, closed);
    if (none) return Error{ErrorKind::NoDevice, targets[0].trouble, ""};
    return {};
}

std::vector<Error> troublesOf(std::span<const CompiledSubject> compiled, const DriverNames& drivers) {
    std::vector<Error> troubles;
    for (const CompiledSubject& one : compiled) {
        const bool named = one.subject.target != nullptr || drivers.size() > 1;
        const std::string name = named ? subjectName(one.subject, drivers) : "the driver";
        if (const std::string refused = refusals(one.log); !refused.empty())
            troubles.push_back({ErrorKind::RowFailed, fmt::format("{}: {}", name, refused), ""});
        if (one.trouble.empty()) continue;
        // A device that cannot be opened has its driver's name in the trouble.
        const bool told = !named && one.kind != ErrorKind::RowFailed;
        std::string remedy;
        if (mayBeUnknown(one.trouble)) {
            remedy =
                fmt::format("Mesa {} supports it; --driver takes another version's manifest (docs/isa.md)",
                            one.subject.target->mesa);
        }
        troubles.push_back({one.kind, told ? one.trouble : fmt::format("{}: {}", name, one.trouble), remedy});
    }
    return troubles;
}

} // namespace vkperftest
