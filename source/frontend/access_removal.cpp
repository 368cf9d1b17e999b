#include "frontend/access_removal.h"

#include <map>
#include <optional>
#include <utility>

#include "frontend/access_origin.h"
#include "frontend/module_edit.h"

namespace vkperftest {
namespace {

using Words = SpirvWords;

// Takes the place of loads in one module, and collects what these need beside them. All functions return ids,
// 0 if there is no such value.
class LoadReplacement {
public:
    explicit LoadReplacement(const SpirvModule& module) : module_(module), edit_(module) {
        for (const SpirvInstruction& one : module.instructions()) {
            if (is(&one, spv::OpDecorate) && one.operands[1] == spv::DecorationBuiltIn &&
                one.operands[2] == spv::BuiltInWorkgroupId)
                workgroup_ = one.operands[0];
        }
        uint_ = edit_.declared(spv::OpTypeInt, 0, {32, 0});
    }

    // The words of the instructions that define the load's result from its indices or coordinates and the
    // workgroup's number, times a large number. For loads through pointers, from the address. Nothing if the
    // load's type has no such value.
    std::optional<Words> of(const SpirvInstruction& load) {
        code_.clear();
        made_.clear();
        const std::uint32_t number = unknownOf(load);
        const std::uint32_t value = number != 0 ? made(load.type, number) : 0;
        if (value == 0) return std::nullopt;
        emit(code_, spv::OpCopyObject, Words{load.type, load.result, value});
        return code_;
    }

    // A barrier of the subgroup, which needs no instruction, but without which a compiler drops a loop that does nothing:
    // those behind it would have other numbers.
    Words keptLoop() {
        Words words;
        emit(words, spv::OpControlBarrier,
             Words{edit_.uintConstant(spv::ScopeSubgroup), edit_.uintConstant(spv::ScopeInvocation),
                   edit_.uintConstant(0)});
        return words;
    }

    ModuleEdit& edit() { return edit_; }

private:
    // A new instruction of the code: its result.
    std::uint32_t add(spv::Op opcode, std::uint32_t type, const Words& operands) {
        Words all = {type, edit_.newId()};
        all.insert(all.end(), operands.begin(), operands.end());
        emit(code_, opcode, all);
        return all[1];
    }

    // A scalar number as a uint.
    std::uint32_t asUint(std::uint32_t id, std::uint32_t type) {
        if (type == uint_) return id;
        const SpirvInstruction* const scalar = module_.definition(type);
        const bool real = is(scalar, spv::OpTypeFloat);
        if ((!is(scalar, spv::OpTypeInt) && !real) || (real && scalar->operands[0] != 32)) return 0;
        return add(scalar->operands[0] == 32 ? spv::OpBitcast : spv::OpUConvert, uint_, {id});
    }

    // `sum` and an index, or a coordinate's components, as a uint.
    std::uint32_t summed(std::uint32_t id, std::uint32_t sum) {
        const SpirvInstruction* const defined = module_.definition(id);
        if (defined == nullptr || isConstant(*defined)) return sum;
        const SpirvInstruction* const type = module_.definition(defined->type);
        const bool vector = is(type, spv::OpTypeVector);
        const std::uint32_t component = vector ? type->operands[0] : defined->type;
        for (std::uint32_t i = 0; i < (vector ? type->operands[1] : 1); ++i) {
            const std::uint32_t part = vector ? add(spv::OpCompositeExtract, component, {id, i}) : id;
            const std::uint32_t number = asUint(part, component);
            if (number != 0) sum = sum == 0 ? number : add(spv::OpIAdd, uint_, {sum, number});
        }
        return sum;
    }

    std::uint32_t workgroupNumber() {
        std::uint32_t type = 0, component = uint_;
        if (const SpirvInstruction* const pointer = typeOf(module_, workgroup_)) { // the module's own
            type = pointer->operands[1];
            component = module_.definition(type)->operands[0];
        } else {
            type = edit_.declared(spv::OpTypeVector, 0, {uint_, 3});
            if (workgroup_ == 0) {
                workgroup_ = edit_.newId();
                edit_.declareVariable(type, workgroup_, spv::StorageClassInput);
                edit_.decorate({workgroup_, spv::DecorationBuiltIn, spv::BuiltInWorkgroupId});
            }
        }
        const std::uint32_t loaded = add(spv::OpLoad, type, {workgroup_});
        return asUint(add(spv::OpCompositeExtract, component, {loaded, 0}), component);
    }

    // The low half of a pointer: what computes the pointer stays.
    std::uint32_t addressOf(std::uint32_t pointer) {
        edit_.require(spv::CapabilityInt64);
        const std::uint32_t whole =
            add(spv::OpConvertPtrToU, edit_.declared(spv::OpTypeInt, 0, {64, 0}), {pointer});
        return add(spv::OpUConvert, uint_, {whole});
    }

    // The address, as a number. The workgroup's number keeps it unknown where inlining and unrolling make an
    // index constant: a constant would decide branches. Compilers know the ranges of indices, for example
    // that an invocation's is at least its workgroup's. They know nothing about a product that overflows.
    std::uint32_t unknownOf(const SpirvInstruction& load) {
        constexpr std::uint32_t kFactor = 0x9e3779b1; // odd: different numbers stay different
        std::uint32_t number = 0;
        if (storageOf(module_, load.operands[0]) == spv::StorageClassPhysicalStorageBuffer) {
            number = addressOf(load.operands[0]);
        } else {
            for (const std::uint32_t index : originOf(module_, load.operands[0]).indices)
                number = summed(index, number);
            if (readsImage(load.opcode)) number = summed(load.operands[1], number);
            const std::uint32_t workgroup = workgroupNumber();
            number = number == 0 ? workgroup : add(spv::OpIAdd, uint_, {number, workgroup});
        }
        if (number == 0) return 0;
        // Of equal members a compiler knows, for example, what comparing them gives.
        std::uint32_t members = 0;
        for (const std::uint32_t id : originOf(module_, load.operands[0]).path) members = members * 31 + id;
        if (members != 0) number = add(spv::OpIAdd, uint_, {number, edit_.uintConstant(members)});
        return add(spv::OpIMul, uint_, {number, edit_.uintConstant(kFactor)});
    }

    // A value of the type made of the number.
    std::uint32_t made(std::uint32_t type, std::uint32_t number) {
        if (type == uint_) return number;
        const auto [known, isNew] = made_.emplace(std::pair(type, number), 0);
        return isNew ? known->second = madeNew(type, number) : known->second;
    }

    std::uint32_t madeNew(std::uint32_t type, std::uint32_t number) {
        const SpirvInstruction* const defined = module_.definition(type);
        if (is(defined, spv::OpTypeInt)) {
            const bool isSigned = defined->operands[1] != 0;
            return add(defined->operands[0] == 32 ? spv::OpBitcast
                       : isSigned                 ? spv::OpSConvert
                                                  : spv::OpUConvert,
                       type, {number});
        }
        if (is(defined, spv::OpTypeFloat)) {
            // It may be negative, else a compiler knows comparisons with 0. Modules that only store small types
            // may only change their width.
            const bool small = defined->operands[0] < 32;
            const std::uint32_t isSigned =
                add(spv::OpBitcast, edit_.declared(spv::OpTypeInt, 0, {32, 1}), {number});
            const std::uint32_t wide =
                add(spv::OpConvertSToF, small ? edit_.declared(spv::OpTypeFloat, 0, {32}) : type, {isSigned});
            return small ? add(spv::OpFConvert, type, {wide}) : wide;
        }
        const std::optional<Words> members = membersOf(defined);
        if (!members) return 0;
        Words parts;
        for (std::uint32_t i = 0; i < members->size(); ++i) {
            // Of equal components a compiler knows, for example, their cross product.
            const bool other = i > 0 && !isArray(*defined);
            const std::uint32_t its =
                other ? add(spv::OpIAdd, uint_, {number, edit_.uintConstant(i)}) : number;
            parts.push_back(made((*members)[i], its));
            if (parts.back() == 0) return 0;
        }
        return add(spv::OpCompositeConstruct, type, parts);
    }

    // The types of a composite's parts; nothing for other types, and for long arrays.
    std::optional<Words> membersOf(const SpirvInstruction* type) const {
        constexpr std::uint32_t kMost = 4096;
        if (is(type, spv::OpTypeStruct)) return Words(type->operands.begin(), type->operands.end());
        if (is(type, spv::OpTypeVector) || is(type, spv::OpTypeMatrix))
            return Words(type->operands[1], type->operands[0]);
        if (!is(type, spv::OpTypeArray)) return std::nullopt;
        const SpirvInstruction* const length = module_.definition(type->operands[1]);
        if (!is(length, spv::OpConstant) || length->operands[0] > kMost) return std::nullopt;
        return Words(length->operands[0], type->operands[0]);
    }

    const SpirvModule& module_;
    ModuleEdit edit_;
    std::uint32_t uint_ = 0;
    std::uint32_t workgroup_ = 0; // its variable; 0: there is none yet
    Words code_;                  // of the load
    std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint32_t> made_; // its values, by type and number
};

} // namespace

std::vector<std::uint32_t> withoutAccesses(const SpirvModule& module, std::span<const SourceAccess> accesses,
                                           std::vector<SourceAccess>& removed) {
    removed.clear();
    LoadReplacement replacement(module);
    for (const SourceAccess& access : accesses) {
        const SpirvInstruction& instruction = module.instructions()[access.instruction];
        const bool stores = instruction.result == 0;
        std::optional<Words> words = stores ? Words() : replacement.of(instruction);
        if (!words) continue;
        if (access.loops > 0 && access.access != Access::Load) {
            const Words kept = replacement.keptLoop();
            words->insert(words->end(), kept.begin(), kept.end());
        }
        replacement.edit().replace(access.instruction, std::move(*words));
        removed.push_back(access);
    }
    return replacement.edit().words();
}

} // namespace vkperftest
