#include "isa/compile_log.h"

#include <algorithm>
#include <set>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "base/cores.h"
#include "base/printable.h"
#include "base/text.h"

namespace vkperftest {
namespace {

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

Message compileLogDevice(std::string_view device, std::string_view driver) {
    return {"device", std::string(device), std::string(driver)};
}

Message compileLogBegin(std::string_view key) {
    return {"begin", std::string(key)};
}

// "end", the key, and what became of it: a word and why; or the size of subgroups, then names and texts in turns of
// all statistics, and of all representations.
Message compileLogEntry(const CompileLogEntry& entry) {
    if (!entry.code.ok()) {
        const bool unsupported = entry.code.error().kind == ErrorKind::Unsupported;
        return {"end", entry.key, unsupported ? "unsupported" : "failed", entry.code.error().cause};
    }
    const DriverCode& code = entry.code.value();
    Message statistics, texts;
    for (const auto& [name, value] : code.statistics) statistics.insert(statistics.end(), {name, value});
    for (const auto& [name, text] : code.representations) texts.insert(texts.end(), {name, text});
    return {"end", entry.key, std::to_string(code.subgroupSize), packed(statistics), packed(texts)};
}

void CompileLog::add(const Message& message) {
    const auto is = [&](std::string_view what, std::size_t texts) {
        return message.size() == texts && message[0] == what;
    };
    if (is("device", 3)) {
        device = message[1];
        driver = message[2];
    } else if (is("begin", 2)) {
        unfinished.push_back(message[1]);
    } else if (is("end", 4)) {
        const ErrorKind kind = message[2] == "unsupported" ? ErrorKind::Unsupported : ErrorKind::RowFailed;
        std::erase(unfinished, message[1]);
        entries.push_back({message[1], Error{kind, message[3], ""}});
    } else if (is("end", 5)) {
        const Message statistics = unpacked(message[3]).value_or(Message());
        const Message texts = unpacked(message[4]).value_or(Message());
        DriverCode code;
        code.subgroupSize = static_cast<std::uint32_t>(parseInteger(message[2]).value_or(0));
        for (std::size_t i = 0; i + 1 < statistics.size(); i += 2)
            code.statistics.push_back({statistics[i], statistics[i + 1]});
        for (std::size_t i = 0; i + 1 < texts.size(); i += 2)
            code.representations.push_back({texts[i], texts[i + 1]});
        std::erase(unfinished, message[1]);
        entries.push_back({message[1], std::move(code)});
    }
}

CodeCell unsupportedCell(const std::string& why) {
    return {.missing = "unsupported: " + why, .unsupported = why};
}

CodeCells cellsOf(const CompileLog& log) {
    std::vector<CodeCell> read(log.entries.size());
    onAllCores(read.size(), [&](std::size_t i) {
        const Result<DriverCode>& code = log.entries[i].code;
        read[i] = code.ok() ? CodeCell{.missing = "", .reading = interpret(code.value())}
                  : code.error().kind == ErrorKind::Unsupported
                      ? unsupportedCell(code.error().cause)
                      : CodeCell{.missing = "failed: " + code.error().cause};
    });
    CodeCells cells;
    for (std::size_t i = 0; i < read.size(); ++i) cells[log.entries[i].key] = std::move(read[i]);
    return cells;
}

DriverNames driverNames(std::span<const std::string> manifests, const DriverNames& versions) {
    DriverNames paths, names;
    std::set<std::string> different;
    for (const std::string& manifest : manifests) {
        paths[manifest] = printable(manifest);
        const auto version = versions.find(manifest);
        if (version == versions.end() || version->second.empty()) continue;
        names[manifest] = version->second;
        different.insert(version->second);
    }
    return different.size() == paths.size() ? names : paths;
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
