// The rule about buffer references that promise more alignment than the arithmetic of their addresses keeps.
#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include <fmt/format.h>

#include "frontend/access_origin.h"
#include "frontend/alignment.h"
#include "frontend/spirv_module.h"
#include "lint/rule.h"

namespace vkperftest {
namespace {

// By pointer type: the largest alignment that an access through such a reference promises.
std::map<std::uint32_t, std::uint32_t> promisesOf(const SpirvModule& module) {
    constexpr auto kAligned = static_cast<std::uint32_t>(spv::MemoryAccessAlignedMask);
    std::map<std::uint32_t, std::uint32_t> promises;
    for (const SpirvInstruction& one : module.instructions()) {
        const bool store = is(&one, spv::OpStore);
        if (!store && !is(&one, spv::OpLoad)) continue;
        if (storageOf(module, one.operands[0]) != spv::StorageClassPhysicalStorageBuffer) continue;
        const auto access = one.operands.subspan(store ? 2 : 1);
        const SpirvInstruction* const begin = chainBegin(module, one.operands[0]);
        if (begin == nullptr || access.size() < 2 || (access[0] & kAligned) == 0) continue;
        std::uint32_t& promise = promises[begin->type];
        promise = std::max(promise, access[1]);
    }
    return promises;
}

// The smallest multiple, but for 1, that a term of the sum is known to be. 1 is also an address that was loaded.
std::uint64_t smallestStep(const SpirvModule& module, const AlignmentAnalysis& alignment, std::uint32_t sum) {
    const SpirvInstruction* const defined = module.definition(sum);
    constexpr std::uint64_t kNone = ~std::uint64_t{0};
    if (defined == nullptr || isConstant(*defined)) return kNone;
    std::uint64_t least = kNone;
    if (is(defined, spv::OpIAdd) || is(defined, spv::OpISub)) {
        for (const std::uint32_t term : defined->operands)
            least = std::min(least, smallestStep(module, alignment, term));
        return least;
    }
    const std::uint64_t known = alignmentOf(alignment.of(sum));
    return known > 1 ? known : kNone;
}

LintFinding stepFinding(const SpirvModule& module, const SpirvInstruction& made, std::uint64_t step,
                        std::uint64_t promise) {
    return {
        .place = module.placeOf(made),
        .entryPoint = module.entryPoint(),
        .message = fmt::format(
            "Adds a multiple of {} bytes to the address of a reference that promises a multiple of "
            "{}: where the sum is none, the behaviour is undefined.",
            step, promise),
        .remedies = {fmt::format(
                         "Promise what holds: buffer_reference_align = {0}, or {0} as vk::RawBufferLoad's "
                         "alignment.",
                         step),
                     fmt::format("Add multiples of {} bytes.", promise)},
        .details = {{"step", step}, {"promise", promise}},
        .undefined = true};
}

std::vector<LintFinding> checkSteps(const LintSubject& subject, const RuleSettings&) {
    std::vector<LintFinding> findings;
    if (!subject.module) return findings;
    const SpirvModule& module = *subject.module;
    const std::map<std::uint32_t, std::uint32_t> promises = promisesOf(module);
    if (promises.empty()) return findings;
    const AlignmentAnalysis alignment(module);
    std::set<std::pair<std::uint32_t, std::uint32_t>> told; // files and lines
    for (const SpirvInstruction& one : module.instructions()) {
        if (!is(&one, spv::OpConvertUToPtr) && !is(&one, spv::OpBitcast)) continue;
        const auto promise = promises.find(one.type);
        if (promise == promises.end()) continue;
        const std::uint64_t step = smallestStep(module, alignment, one.operands[0]);
        if (step >= promise->second || !told.emplace(one.file, one.line).second) continue;
        findings.push_back(stepFinding(module, one, step, promise->second));
    }
    return findings;
}

} // namespace

extern const Rule kReferenceStep{
    .id = "buffer-reference-step-misaligned",
    .sentence = "The address of a buffer reference is stepped by less than the alignment that the reference "
                "promises.",
    .severity = Severity::Error,
    .check = checkSteps,
};

} // namespace vkperftest
