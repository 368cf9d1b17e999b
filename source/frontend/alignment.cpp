#include "frontend/alignment.h"

#include <optional>

#include "frontend/access_origin.h"
#include "frontend/value_flow.h"

namespace vkperftest {
namespace {

// Passes over all instructions until no value changes. A change loses at least one known bit, so this ends; a
// value needs another pass only if it flows backwards in the module, as through loops and into functions. What
// memory ever holds is the value of its variable's, or parameter's, instruction.
class Propagation {
public:
    explicit Propagation(const SpirvModule& module)
        : module_(module), flow_(module), values_(module.instructions().size()) {}

    std::vector<LowBits> run() {
        constexpr int kMostPasses = 200; // real shaders take fewer than ten
        std::vector<LowBits> result(values_.size());
        int passes = 0;
        do {
            if (++passes > kMostPasses) return result; // nothing is known
            changed_ = false;
            for (const SpirvInstruction& one : module_.instructions()) look(one);
        } while (changed_);
        for (std::size_t i = 0; i < result.size(); ++i) result[i] = values_[i].value_or(LowBits{});
        return result;
    }

private:
    std::optional<LowBits> known(std::uint32_t id) const {
        const SpirvInstruction* defined = module_.definition(id);
        return defined ? values_[module_.indexOf(*defined)] : LowBits{};
    }

    void flow(const SpirvInstruction& to, std::optional<LowBits> value) {
        if (!value) return;
        value = fitted(module_, *value, to.type);
        std::optional<LowBits>& old = values_[module_.indexOf(to)];
        if (old) value = join(*old, *value);
        if (old == value) return;
        old = value;
        changed_ = true;
    }

    void look(const SpirvInstruction& one) {
        if (one.result == 0) return;
        const ValueFlow::Memory* const memory = flow_.memoryAt(one.result);
        // What one workgroup shares may be seen as other types.
        if (is(&one, spv::OpLoad) && !isOwnMemory(module_, one.operands[0])) {
            flow(one, LowBits{});
        } else if (memory != nullptr) {
            for (const ValueFlow::Ids* ids : {&memory->stored, &memory->passed, &memory->passedTo})
                for (const std::uint32_t id : *ids) flow(one, known(id));
        } else if (const ValueFlow::Ids* const sources = flow_.sourcesOf(one)) {
            for (const std::uint32_t id : *sources) flow(one, known(id));
        } else {
            flow(one, transfer(module_, one, [this](std::uint32_t id) { return known(id); }));
        }
    }

    const SpirvModule& module_;
    ValueFlow flow_;
    std::vector<std::optional<LowBits>> values_; // by instruction; nothing until it is reached
    bool changed_ = false;
};

} // namespace

AlignmentAnalysis::AlignmentAnalysis(const SpirvModule& module)
    : module_(&module), values_(Propagation(module).run()) {}

LowBits AlignmentAnalysis::of(std::uint32_t id) const {
    const SpirvInstruction* defined = module_->definition(id);
    return defined ? values_[module_->indexOf(*defined)] : LowBits{};
}

} // namespace vkperftest
