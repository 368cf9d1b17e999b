#include "cli/isa_outcome.h"

#include <string>

#include <fmt/format.h>

#include "cli/console.h"
#include "cli/exit_code.h"

namespace vkperftest {
namespace {

// "2 of 40 kernels were refused, the first since: out of registers"; empty if none was.
std::string refusals(const Transcript& transcript) {
    std::size_t count = 0;
    std::string first;
    for (const TranscriptEntry& entry : transcript.entries) {
        if (entry.code.ok() || entry.code.error().kind == ErrorKind::Unsupported) continue;
        if (count++ == 0) first = entry.code.error().cause;
    }
    if (count == 0) return {};
    return fmt::format("{} of {} kernels were refused, the first since: {}", count, transcript.entries.size(),
                       first);
}

} // namespace

int isaOutcome(std::span<const CompiledSubject> compiled, const DriverNames& names) {
    int code = kExitDone;
    bool any = false;
    for (const CompiledSubject& one : compiled) {
        any = any || one.kind == ErrorKind::RowFailed || one.trouble.empty();
        const bool named = one.subject.target != nullptr || names.size() > 1;
        const std::string name = named ? subjectName(one.subject, names) : "the driver";
        if (const std::string refused = refusals(one.transcript); !refused.empty()) {
            code = kExitRowsFailed;
            printError({ErrorKind::RowFailed, fmt::format("{}: {}", name, refused), ""});
        }
        if (one.trouble.empty()) continue;
        code = kExitRowsFailed;
        // A device that cannot be opened has its driver's name in the trouble.
        const bool told = !named && one.kind != ErrorKind::RowFailed;
        std::string remedy;
        if (mayBeUnknown(one.trouble)) {
            remedy = fmt::format("Mesa {} knows it; --driver takes another version's manifest (docs/isa.md)",
                                 one.subject.target->mesa);
        }
        printError({one.kind, told ? one.trouble : fmt::format("{}: {}", name, one.trouble), remedy});
    }
    return any ? code : exitCode({compiled.front().kind, "", ""});
}

} // namespace vkperftest
