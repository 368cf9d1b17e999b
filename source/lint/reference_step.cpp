// The rule about buffer references that promise more alignment than the arithmetic of their addresses keeps.
#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include <fmt/format.h>

#include "frontend/access_origin.h"
#include "frontend/low_bits.h"
#include "frontend/spirv_module.h"
#include "frontend/value_flow.h"
#include "lint/rule.h"

namespace vkperftest {
namespace {

// What accesses promise of the address that becomes a reference.
struct Promises {
    std::map<const SpirvInstruction*, std::uint32_t> ofReference; // the most
    std::map<std::uint32_t, std::uint32_t> ofType; // the least, for references that are kept somewhere
};

Promises promisesOf(const SpirvModule& module) {
    constexpr auto kAligned = static_cast<std::uint32_t>(spv::MemoryAccessAlignedMask);
    Promises promises;
    for (const SpirvInstruction& one : module.instructions()) {
        const bool store = is(&one, spv::OpStore);
        if (!store && !is(&one, spv::OpLoad)) continue;
        if (storageOf(module, one.operands[0]) != spv::StorageClassPhysicalStorageBuffer) continue;
        const auto access = one.operands.subspan(store ? 2 : 1);
        const SpirvInstruction* const begin = chainBegin(module, one.operands[0]);
        if (begin == nullptr || access.size() < 2 || (access[0] & kAligned) == 0) continue;
        std::uint32_t& most = promises.ofReference[begin];
        most = std::max(most, access[1]);
        const auto [least, isNew] = promises.ofType.emplace(begin->type, access[1]);
        if (!isNew) least->second = std::min(least->second, access[1]);
    }
    return promises;
}

// The smallest multiple, but for 1, that a term of the sum is known to be. 1 is also an address that was loaded.
// `seen`: what was looked at, which sums may hold many times.
std::uint64_t smallestStep(const SpirvModule& module, const AlignmentAnalysis& alignment,
                           const ValueFlow& flow, std::uint32_t sum, std::set<std::uint32_t>& seen) {
    const SpirvInstruction* const defined = module.definition(sum);
    constexpr std::uint64_t kNone = ~std::uint64_t{0};
    if (defined == nullptr || isConstant(*defined) || !seen.insert(sum).second) return kNone;
    std::uint64_t least = kNone;
    if (is(defined, spv::OpIAdd) || is(defined, spv::OpISub)) {
        for (const std::uint32_t term : defined->operands)
            least = std::min(least, smallestStep(module, alignment, flow, term, seen));
        return least;
    }
    const std::uint64_t known = alignmentOf(alignment.of(sum));
    const bool kept = is(defined, spv::OpLoad) && isOwnMemory(module, defined->operands[0]);
    const ValueFlow::Memory* const memory = kept ? flow.memoryAt(defined->operands[0]) : nullptr;
    if (memory != nullptr && memory->stored.size() == 1)
        return smallestStep(module, alignment, flow, memory->stored.front(), seen);
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
    const Promises promises = promisesOf(module);
    if (promises.ofType.empty()) return findings;
    const AlignmentAnalysis alignment(module);
    const ValueFlow flow(module);
    std::set<std::pair<std::uint32_t, std::uint32_t>> told; // files and lines
    for (const SpirvInstruction& one : module.instructions()) {
        if (!is(&one, spv::OpConvertUToPtr) && !is(&one, spv::OpBitcast)) continue;
        const auto own = promises.ofReference.find(&one);
        const auto ofType = promises.ofType.find(one.type);
        const std::uint32_t promise = own != promises.ofReference.end() ? own->second
                                      : ofType != promises.ofType.end() ? ofType->second
                                                                        : 0; // none is known
        std::set<std::uint32_t> seen;
        const std::uint64_t step =
            promise > 1 ? smallestStep(module, alignment, flow, one.operands[0], seen) : promise;
        if (step >= promise || !told.emplace(one.file, one.line).second) continue;
        findings.push_back(stepFinding(module, one, step, promise));
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
