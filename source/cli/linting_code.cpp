#include "cli/linting_code.h"

#include <algorithm>
#include <map>
#include <tuple>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "cli/console.h"
#include "report/lint_report.h"
#include "vulkan/code_transcript.h"
#include "vulkan/target_compiler.h"

namespace vkperftest {
namespace {

// Rows of one suite under one strategy: what one child compiles.
struct Group {
    std::string_view suite;
    Strategy strategy = Strategy::Set;

    bool operator==(const Group&) const = default;
    bool operator<(const Group& other) const {
        return std::tie(suite, strategy) < std::tie(other.suite, other.strategy);
    }
};

struct Wanted {
    ReportedFinding* finding = nullptr;
    Group group;
    Case row;
};

std::vector<Wanted> wantedOf(LintReport& report) {
    std::vector<Wanted> all;
    for (ReportedFile& file : report.files) {
        for (ReportedFinding& finding : file.findings) {
            const Claim* const claim = findClaim(finding.rule);
            if (claim == nullptr) continue;
            const std::optional<BoundRow> bound = claim->row(claimPlaceOf(finding));
            if (bound) all.push_back({&finding, {claim->suite, bound->strategy}, bound->row});
        }
    }
    return all;
}

CompileRequest requestOf(const Group& group, const std::vector<std::string>& ids) {
    CompileRequest request;
    request.suite = group.suite;
    request.filters = ids;
    request.strategies = {group.strategy};
    return request;
}

std::string loadsOf(const CompiledSubject& compiled, const CodeCells& cells, const Wanted& wanted) {
    const CodeCell cell = cellAt(cells, {wanted.row, wanted.group.strategy});
    return cell.missing.empty() || compiled.trouble.empty() ? cell.loads() : "unknown: " + compiled.trouble;
}

} // namespace

Result<void> addCompiledLoads(LintReport& report, std::span<const Target* const> targets) {
    const std::vector<Wanted> all = wantedOf(report);
    if (targets.empty() || all.empty()) return {};
    ScratchFolder scratch;
    VKPERFTEST_TRY(scratch.create("lint"));
    CompileRequest request = requestOf(all.front().group, {});
    request.targets.assign(targets.begin(), targets.end());
    const Result<std::vector<CompiledSubject>> subjects = wantedSubjects(request, scratch);
    if (!subjects.ok()) return subjects.error();
    std::map<Group, std::vector<std::string>> ids;
    for (const Wanted& wanted : all) {
        std::vector<std::string>& its = ids[wanted.group];
        const std::string id = caseId(wanted.row);
        if (std::find(its.begin(), its.end(), id) == its.end()) its.push_back(id);
    }
    std::size_t children = 0;
    for (const CompiledSubject& subject : subjects.value()) {
        for (const auto& [group, its] : ids) {
            showStatusLine(fmt::format("compiling for {}", subject.subject.target->name));
            const CompiledSubject compiled = compileInChild(
                subject, requestOf(group, its), scratch.file(fmt::format("{}.transcript", children++)));
            const CodeCells cells = cellsOf(compiled.log);
            for (const Wanted& wanted : all) {
                if (wanted.group != group) continue;
                const std::string under = group.strategy == Strategy::Set
                                              ? ""
                                              : fmt::format(" under {}", strategyName(group.strategy));
                wanted.finding->compiled.push_back({std::string(subject.subject.target->name),
                                                    caseName(wanted.row) + under,
                                                    loadsOf(compiled, cells, wanted)});
            }
        }
    }
    showStatusLine("");
    return {};
}

} // namespace vkperftest
