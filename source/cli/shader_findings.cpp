#include "cli/shader_findings.h"

#include <vector>

#include <fmt/format.h>

#include "base/exit_code.h"
#include "base/printable.h"
#include "base/text.h"
#include "cli/console.h"
#include "isa/code_shift.h"
#include "report/shader_pairs.h"

namespace vkperftest {
namespace {

// One kind of finding, over all shaders.
struct Judged {
    bool found = false;
    std::size_t judged = 0;
    std::vector<std::string> unknown; // names of what cannot be judged
};

Judged judgeSpills(std::span<const ShaderCode> codes) {
    Judged result;
    for (const ShaderCode& code : codes) {
        const std::optional<bool> spills = spillsRegisters(code.cell.statistics);
        if (!spills) {
            result.unknown.push_back(
                fmt::format("{}, {} ({})", printable(code.file), printable(code.entryPoint), code.device));
            continue;
        }
        ++result.judged;
        result.found = result.found || *spills;
    }
    return result;
}

Judged judgeChanges(std::span<const ShaderCode> codes, const DriverNames& drivers) {
    Judged result;
    for (const ShaderPair& pair : shaderPairs(codes, drivers)) {
        const LoadVerdict verdict = judgeLoads(pair.before->cell.reading, pair.after->cell.reading,
                                               pair.before->operations, pair.after->operations);
        if (verdict == LoadVerdict::Unknown) {
            result.unknown.push_back(pair.name);
            continue;
        }
        ++result.judged;
        result.found = result.found || verdict == LoadVerdict::Worse;
    }
    return result;
}

// `why`: a clause about what is unknown.
Result<void> report(const Judged& judged, const char* option, const char* why, const char* remedy) {
    if (judged.judged == 0) {
        return Error{ErrorKind::RowFailed,
                     fmt::format("--fail-on {} could not check any shader: {}", option, why), remedy};
    }
    if (!judged.unknown.empty())
        printNote(fmt::format("--fail-on {} did not check {}: {}", option, join(judged.unknown, "; "), why));
    return {};
}

} // namespace

Result<int> shaderFindings(std::span<const ShaderCode> codes, const DriverNames& drivers,
                           const ShaderFailures& wanted) {
    const Judged spills = wanted.spills ? judgeSpills(codes) : Judged();
    const Judged loads = wanted.slowerLoads ? judgeChanges(codes, drivers) : Judged();
    if (spills.found || loads.found) return kExitFindings;
    if (wanted.spills)
        VKPERFTEST_TRY(report(spills, "spills", "the driver does not report whether registers are spilled",
                              "compile with a driver that reports spills"));
    if (!wanted.slowerLoads) return kExitDone;
    const char* const why = loads.unknown.empty()
                                ? "there are no two codes to compare"
                                : "the loads of two codes are unknown or cannot be compared";
    VKPERFTEST_TRY(
        report(loads, "slower-loads", why, "compare two drivers, or two files of one shader each"));
    return kExitDone;
}

std::string shaderTrouble(const std::string& path, const Error& error) {
    const std::string name = printable(path);
    const bool named =
        error.cause.find(path) != std::string::npos || error.cause.find(name) != std::string::npos;
    return (named ? error : error.about(name)).sentence();
}

void printShaderTrouble(const std::string& trouble) {
    for (const std::string& line : split(trouble, '\n'))
        printError({ErrorKind::Usage, std::string(trim(line)), ""});
}

void noteUnusedHlslVersion(const std::set<std::string>& files) {
    if (files.empty()) return;
    constexpr std::size_t kMostNames = 3;
    const std::string which = files.size() <= kMostNames
                                  ? printable(join(std::vector(files.begin(), files.end()), ", "))
                                  : fmt::format("{} files", files.size());
    printNote(fmt::format("--hlsl-version had no effect on {}: only dxc takes a version of HLSL, and dxc did "
                          "not compile {}",
                          which, files.size() == 1 ? "this file" : "these files"));
}

} // namespace vkperftest
