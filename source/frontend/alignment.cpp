#include "frontend/alignment.h"

#include "frontend/access_origin.h"
#include "frontend/value_flow.h"

namespace vkperftest {
// Passes over all instructions until no value changes. A change loses at least one known bit, so this ends; a
// value needs another pass only if it flows backwards in the module, as through loops and into functions. What
// memory ever holds is the value of its variable's, or parameter's, instruction.
AlignmentAnalysis::AlignmentAnalysis(const SpirvModule& module)
    : module_(&module), values_(module.instructions().size()) {
    constexpr int kMostPasses = 200; // real shaders take fewer than ten
    const ValueFlow flow(module);
    bool changed = true;
    const auto take = [&](const SpirvInstruction& to, std::optional<LowBits> value) {
        if (!value) return;
        value = fitted(module, *value, to.type);
        std::optional<LowBits>& old = values_[module.indexOf(to)];
        if (old) value = join(*old, *value);
        changed = changed || old != value;
        old = value;
    };
    const auto takeAll = [&](const SpirvInstruction& to, const ValueFlow::Ids& ids) {
        for (const std::uint32_t id : ids) take(to, known(id));
    };
    for (int passes = 0; changed && passes < kMostPasses; ++passes) {
        changed = false;
        for (const SpirvInstruction& one : module.instructions()) {
            if (one.result == 0) continue;
            // What one workgroup shares may be seen as other types.
            if (is(&one, spv::OpLoad) && !isOwnMemory(module, one.operands[0])) {
                take(one, LowBits{});
            } else if (const ValueFlow::Memory* const memory = flow.memoryAt(one.result)) {
                for (const ValueFlow::Ids* ids : {&memory->stored, &memory->passed, &memory->passedTo})
                    takeAll(one, *ids);
            } else if (const ValueFlow::Ids* const sources = flow.sourcesOf(one)) {
                takeAll(one, *sources);
            } else {
                take(one, transfer(module, one, [this](std::uint32_t id) { return known(id); }));
            }
        }
    }
    if (changed) values_.assign(values_.size(), LowBits{}); // nothing is known
}

std::optional<LowBits> AlignmentAnalysis::known(std::uint32_t id) const {
    const SpirvInstruction* const defined = module_->definition(id);
    return defined ? values_[module_->indexOf(*defined)] : LowBits{};
}

} // namespace vkperftest
