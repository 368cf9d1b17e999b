// `try` without times: what compilers for GPUs, present or not, make of a shader's variants.
#include "cli/trying.h"

#include <algorithm>
#include <set>

#include <fmt/format.h>

#include "base/cores.h"
#include "base/printable.h"
#include "base/process.h"
#include "cli/console.h"
#include "cli/isa_compiling.h"
#include "frontend/compile.h"
#include "run/optional_readings.h"

namespace vkperftest {
namespace {

// One child a variant, since each has settings and bindings of its own. What is wrong with a variant alone becomes its
// entry's error.
CompiledSubject compileVariants(const CompiledSubject& subject, const Trial& trial,
                                const CompileRequest& request) {
    std::vector<CompiledSubject> each(trial.shaders.size());
    onAllCores(each.size(), [&](std::size_t i) {
        const TrialShader& shader = trial.shaders[i];
        const std::string key = codeKey({trialRow(shader.name), Strategy::Set});
        const std::string words = spirvBytes(shader.shader.words);
        CompileRequest own = request;
        own.compiled = shader.shader.compiled;
        Message layout;
        layout.emplace_back(strategyName(shader.shader.strategy));
        for (const ShaderBinding& one : shader.shader.bindings)
            layout.push_back(
                fmt::format("{},{},{},{}", one.set, one.binding, static_cast<int>(one.kind), one.count));
        own.shaders = {shader.shader.entryPoint, packed(layout), words, key, words};
        each[i] = compileInChild(subject, own);
        const std::string trouble = each[i].trouble;
        if (trouble.empty() || each[i].kind == ErrorKind::NoDevice) return;
        each[i].trouble.clear();
        const bool lacking = each[i].kind == ErrorKind::Unsupported;
        each[i].log.entries = {
            {key, Error{lacking ? ErrorKind::Unsupported : ErrorKind::RowFailed, trouble, ""}}};
    });
    CompiledSubject all = std::move(each.front());
    for (std::size_t i = 1; i < each.size(); ++i)
        std::ranges::move(each[i].log.entries, std::back_inserter(all.log.entries));
    return all;
}

} // namespace

Result<int> showVariantCode(const TryRequest& given, const Trial& trial) {
    CompileRequest request = given.compile;
    const bool newest = request.targets.empty(); // of each vendor, that an installed driver knows
    if (newest) VKPERFTEST_TRY(addTargets("all", request));
    std::vector<CompiledSubject> subjects, compiled;
    VKPERFTEST_TRY(assign(subjects, openSubjects(request)));
    if (newest) std::ranges::reverse(subjects);
    std::set<std::string_view> vendors;
    std::size_t leftOut = 0;
    for (const CompiledSubject& subject : subjects) {
        const std::string_view vendor = subject.subject.target->driver->vendor;
        if (wasInterrupted() || (newest && vendors.contains(vendor))) continue;
        showStatusLine(fmt::format("compiling {} for {}", printable(trial.described.file),
                                   subject.subject.target->name));
        CompiledSubject one = compileVariants(subject, trial, request);
        if (isLeftOut(one, request) || (newest && !one.trouble.empty())) {
            ++leftOut;
            continue;
        }
        vendors.insert(vendor);
        compiled.push_back(std::move(one));
    }
    showStatusLine("");
    if (wasInterrupted()) return kExitInterrupted;
    VKPERFTEST_TRY(noteLeftOut(newest ? 0 : leftOut, compiled.size()));
    for (const TrialShader& shader : trial.shaders) request.rows.push_back(trialRow(shader.name));
    const CompiledCode code = codeOf(compiled, request);
    if (!code.subjects.empty())
        VKPERFTEST_TRY(printDocument(
            triedCodeDocument(subjectLines(compiled, code.drivers), code, trial.described, given.output.all),
            given.output));
    return isaOutcome(compiled, code.drivers);
}

} // namespace vkperftest
