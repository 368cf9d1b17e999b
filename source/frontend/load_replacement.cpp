#include "frontend/load_replacement.h"

#include "frontend/access_origin.h"

namespace vkperftest {

LoadReplacement::LoadReplacement(const SpirvModule& module) : module_(module), bound_(module.words()[3]) {
    for (const SpirvInstruction& one : module.instructions()) {
        if (is(&one, spv::OpTypeInt) && one.operands[0] == 32 && one.operands[1] == 0) uint_ = one.result;
        if (is(&one, spv::OpDecorate) && one.operands.size() == 3 &&
            static_cast<spv::Decoration>(one.operands[1]) == spv::DecorationBuiltIn &&
            static_cast<spv::BuiltIn>(one.operands[2]) == spv::BuiltInWorkgroupId)
            workgroup_ = one.operands[0];
    }
    declareUint();
}

std::optional<LoadReplacement::Words> LoadReplacement::of(const SpirvInstruction& load) {
    Words words;
    std::map<std::uint32_t, std::uint32_t> known;
    const std::uint32_t number = unknownOf(words, load);
    if (number == 0) return std::nullopt;
    const std::uint32_t value = made(words, load.type, number, known);
    if (value == 0) return std::nullopt;
    emit(words, spv::OpCopyObject, {load.type, load.result, value});
    return words;
}

void LoadReplacement::emit(Words& words, spv::Op opcode, std::initializer_list<std::uint32_t> fixed,
                           std::span<const std::uint32_t> more) {
    const auto count = static_cast<std::uint32_t>(1 + fixed.size() + more.size());
    words.push_back(count << 16U | static_cast<std::uint32_t>(opcode));
    words.insert(words.end(), fixed);
    words.insert(words.end(), more.begin(), more.end());
}

void LoadReplacement::declareUint() {
    if (uint_ != 0) return;
    uint_ = newId();
    emit(types_, spv::OpTypeInt, {uint_, 32, 0});
}

// Of 32 bits.
std::uint32_t LoadReplacement::floatType() {
    for (const SpirvInstruction& one : module_.instructions()) {
        if (is(&one, spv::OpTypeFloat) && one.operands[0] == 32) float_ = one.result;
    }
    if (float_ == 0) {
        float_ = newId();
        emit(types_, spv::OpTypeFloat, {float_, 32});
    }
    return float_;
}

// Of 64 bits, as addresses have.
std::uint32_t LoadReplacement::ulongType() {
    if (ulong_ != 0) return ulong_;
    bool capable = false;
    for (const SpirvInstruction& one : module_.instructions()) {
        if (is(&one, spv::OpTypeInt) && one.operands[0] == 64 && one.operands[1] == 0) ulong_ = one.result;
        capable = capable || (is(&one, spv::OpCapability) &&
                              static_cast<spv::Capability>(one.operands[0]) == spv::CapabilityInt64);
    }
    if (!capable) emit(capabilities_, spv::OpCapability, {static_cast<std::uint32_t>(spv::CapabilityInt64)});
    if (ulong_ == 0) {
        ulong_ = newId();
        emit(types_, spv::OpTypeInt, {ulong_, 64, 0});
    }
    return ulong_;
}

// The variable of WorkgroupId, and what is needed to load its first component.
void LoadReplacement::declareWorkgroup() {
    if (workgroupType_ != 0) return;
    if (workgroup_ != 0) {
        const SpirvInstruction* const type = module_.definition(module_.definition(workgroup_)->type);
        workgroupType_ = is(type, spv::OpTypePointer) ? type->operands[1] : 0;
        if (workgroupType_ != 0) return;
    }
    for (const SpirvInstruction& one : module_.instructions()) {
        if (is(&one, spv::OpTypeVector) && one.operands[0] == uint_ && one.operands[1] == 3)
            workgroupType_ = one.result;
    }
    if (workgroupType_ == 0) {
        workgroupType_ = newId();
        emit(types_, spv::OpTypeVector, {workgroupType_, uint_, 3});
    }
    std::uint32_t pointer = 0;
    for (const SpirvInstruction& one : module_.instructions()) {
        if (is(&one, spv::OpTypePointer) && one.operands[1] == workgroupType_ &&
            static_cast<spv::StorageClass>(one.operands[0]) == spv::StorageClassInput)
            pointer = one.result;
    }
    constexpr auto kInput = static_cast<std::uint32_t>(spv::StorageClassInput);
    if (pointer == 0) {
        pointer = newId();
        emit(types_, spv::OpTypePointer, {pointer, kInput, workgroupType_});
    }
    workgroup_ = newId();
    addedInput_ = true;
    emit(types_, spv::OpVariable, {pointer, workgroup_, kInput});
    emit(decorations_, spv::OpDecorate,
         {workgroup_, static_cast<std::uint32_t>(spv::DecorationBuiltIn),
          static_cast<std::uint32_t>(spv::BuiltInWorkgroupId)});
}

// A scalar number as a uint; 0 if it is none.
std::uint32_t LoadReplacement::asUint(Words& words, std::uint32_t id, std::uint32_t type) {
    const SpirvInstruction* const scalar = module_.definition(type);
    if (type == uint_) return id;
    const bool integer = is(scalar, spv::OpTypeInt), real = is(scalar, spv::OpTypeFloat);
    if (!integer && !real) return 0;
    const std::uint32_t bits = scalar->operands[0];
    if (real && bits != 32) return 0;
    const std::uint32_t result = newId();
    emit(words, bits == 32 ? spv::OpBitcast : spv::OpUConvert, {uint_, result, id});
    return result;
}

// The sum of an index, or of a coordinate's components, as a uint; 0 if it has none.
std::uint32_t LoadReplacement::summed(Words& words, std::uint32_t id, std::uint32_t sum) {
    const SpirvInstruction* const defined = module_.definition(id);
    if (defined == nullptr || isConstant(*defined)) return sum;
    const SpirvInstruction* const type = module_.definition(defined->type);
    const bool vector = is(type, spv::OpTypeVector);
    const std::uint32_t count = vector ? type->operands[1] : 1;
    for (std::uint32_t i = 0; i < count; ++i) {
        std::uint32_t part = id;
        if (vector) {
            part = newId();
            emit(words, spv::OpCompositeExtract, {type->operands[0], part, id, i});
        }
        const std::uint32_t number = asUint(words, part, vector ? type->operands[0] : defined->type);
        if (number == 0) continue;
        if (sum == 0) {
            sum = number;
            continue;
        }
        const std::uint32_t next = newId();
        emit(words, spv::OpIAdd, {uint_, next, sum, number});
        sum = next;
    }
    return sum;
}

std::uint32_t LoadReplacement::workgroupNumber(Words& words) {
    declareWorkgroup();
    const std::uint32_t loaded = newId(), number = newId();
    emit(words, spv::OpLoad, {workgroupType_, loaded, workgroup_});
    const SpirvInstruction* const vector = module_.definition(workgroupType_);
    const std::uint32_t component = vector != nullptr ? vector->operands[0] : uint_;
    emit(words, spv::OpCompositeExtract, {component, number, loaded, 0});
    return asUint(words, number, component);
}

// The low half of a pointer: what computes the pointer stays.
std::uint32_t LoadReplacement::addressOf(Words& words, std::uint32_t pointer) {
    const std::uint32_t whole = newId(), low = newId();
    emit(words, spv::OpConvertPtrToU, {ulongType(), whole, pointer});
    emit(words, spv::OpUConvert, {uint_, low, whole});
    return low;
}

// The address, as a number.
std::uint32_t LoadReplacement::unknownOf(Words& words, const SpirvInstruction& load) {
    if (storageOf(module_, load.operands[0]) == spv::StorageClassPhysicalStorageBuffer)
        return scrambled(words, addressOf(words, load.operands[0]));
    std::uint32_t sum = 0;
    for (const std::uint32_t index : originOf(module_, load.operands[0]).indices)
        sum = summed(words, index, sum);
    if (readsImage(opcodeOf(load))) sum = summed(words, load.operands[1], sum);
    const std::uint32_t number = sum != 0 ? sum : workgroupNumber(words);
    return number != 0 ? scrambled(words, number) : 0;
}

// Compilers know the ranges of indices, for example that an invocation's is at least its workgroup's. They
// know nothing about a product that overflows.
std::uint32_t LoadReplacement::scrambled(Words& words, std::uint32_t number) {
    constexpr std::uint32_t kFactor = 0x9e3779b1; // odd: different numbers stay different
    if (factor_ == 0) {
        factor_ = newId();
        emit(types_, spv::OpConstant, {uint_, factor_, kFactor});
    }
    const std::uint32_t product = newId();
    emit(words, spv::OpIMul, {uint_, product, number, factor_});
    return product;
}

// A value of the type made of the number; 0 if there is none.
std::uint32_t LoadReplacement::made(Words& words, std::uint32_t type, std::uint32_t number,
                                    std::map<std::uint32_t, std::uint32_t>& known) {
    if (type == uint_) return number;
    if (const auto found = known.find(type); found != known.end()) return found->second;
    const std::uint32_t value = madeNew(words, type, number, known);
    known[type] = value;
    return value;
}

std::uint32_t LoadReplacement::madeNew(Words& words, std::uint32_t type, std::uint32_t number,
                                       std::map<std::uint32_t, std::uint32_t>& known) {
    const SpirvInstruction* const defined = module_.definition(type);
    if (is(defined, spv::OpTypeInt)) {
        const bool isSigned = defined->operands[1] != 0;
        const spv::Op opcode = defined->operands[0] == 32 ? spv::OpBitcast
                               : isSigned                 ? spv::OpSConvert
                                                          : spv::OpUConvert;
        const std::uint32_t value = newId();
        emit(words, opcode, {type, value, number});
        return value;
    }
    if (is(defined, spv::OpTypeFloat)) {
        // Modules that only store small types may only change their width.
        const bool small = defined->operands[0] < 32;
        const std::uint32_t value = newId();
        emit(words, spv::OpConvertUToF, {small ? floatType() : type, value, number});
        if (!small) return value;
        const std::uint32_t narrow = newId();
        emit(words, spv::OpFConvert, {type, narrow, value});
        return narrow;
    }
    const std::optional<Words> members = membersOf(defined);
    if (!members) return 0;
    Words parts;
    for (const std::uint32_t member : *members) {
        parts.push_back(made(words, member, number, known));
        if (parts.back() == 0) return 0;
    }
    const std::uint32_t value = newId();
    emit(words, spv::OpCompositeConstruct, {type, value}, parts);
    return value;
}

// The types of a composite's parts; nothing for other types, and for long arrays.
std::optional<LoadReplacement::Words> LoadReplacement::membersOf(const SpirvInstruction* type) const {
    constexpr std::uint32_t kMost = 4096;
    if (is(type, spv::OpTypeStruct)) return Words(type->operands.begin(), type->operands.end());
    if (is(type, spv::OpTypeVector) || is(type, spv::OpTypeMatrix))
        return Words(type->operands[1], type->operands[0]);
    if (!is(type, spv::OpTypeArray)) return std::nullopt;
    const SpirvInstruction* const length = module_.definition(type->operands[1]);
    if (!is(length, spv::OpConstant) || length->operands[0] > kMost) return std::nullopt;
    return Words(length->operands[0], type->operands[0]);
}

} // namespace vkperftest
