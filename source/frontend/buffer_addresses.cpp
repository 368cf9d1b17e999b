#include "frontend/buffer_addresses.h"

#include <algorithm>
#include <bit>
#include <optional>

#include "frontend/access_origin.h"

namespace vkperftest {
namespace {

std::int64_t signed32(std::uint64_t value) {
    return static_cast<std::int32_t>(static_cast<std::uint32_t>(value));
}

// The same for both orders of the operands.
std::uint64_t ofEither(std::uint64_t opcode, std::uint64_t a, std::uint64_t b) {
    return mixed({opcode, std::min(a, b), std::max(a, b)});
}

// How many of its first words are ids whose values determine the result; the rest are literals. Nothing for
// instructions that depend on anything else.
std::optional<std::size_t> pureIds(const SpirvInstruction& instruction) {
    const auto opcode = instruction.opcode;
    if (opcode >= spv::OpConvertFToU && opcode <= spv::OpFwidthCoarse) // arithmetic and conversions
        return instruction.operands.size();
    switch (opcode) {
    case spv::OpCompositeConstruct:
    case spv::OpAccessChain:
    case spv::OpInBoundsAccessChain:
        return instruction.operands.size();
    case spv::OpCompositeExtract:
        return 1;
    case spv::OpVectorShuffle:
    case spv::OpCompositeInsert:
        return 2;
    default:
        return {};
    }
}

// After these, a variable may have changed without a store in this block.
bool forgets(spv::Op opcode) {
    constexpr spv::Op kForgets[] = {spv::OpLabel, spv::OpFunctionCall, spv::OpCopyMemory,
                                    spv::OpControlBarrier, spv::OpMemoryBarrier};
    return std::ranges::count(kForgets, opcode) > 0 ||
           (opcode >= spv::OpAtomicLoad && opcode <= spv::OpAtomicXor);
}

class Numbering {
public:
    explicit Numbering(const SpirvModule& module) : module_(module), values_(module.instructions().size()) {}

    std::vector<SymbolicValue> run() {
        for (const SpirvInstruction& instruction : module_.instructions()) {
            const auto opcode = instruction.opcode;
            if (forgets(opcode)) begin_ = ++moment_;
            if (opcode == spv::OpStore) store(instruction.operands[0], instruction.operands[1]);
            if (instruction.result == 0) continue;
            SymbolicValue value = valueOf(instruction);
            value.constant = signed32(static_cast<std::uint64_t>(value.constant));
            values_[module_.indexOf(instruction)] = value;
        }
        return std::move(values_);
    }

private:
    SymbolicValue of(std::uint32_t id) const {
        const SpirvInstruction* defined = module_.definition(id);
        return defined ? values_[module_.indexOf(*defined)] : SymbolicValue{mixed({id}), 0, id};
    }

    // The variable behind a pointer, followed through access chains.
    std::uint32_t rootOf(std::uint32_t pointer) const { return of(pointer).root; }

    static SymbolicValue opaque(const SpirvInstruction& instruction) {
        return {mixed({instruction.result}), 0, instruction.result};
    }

    SymbolicValue valueOf(const SpirvInstruction& instruction) {
        const auto operands = instruction.operands;
        switch (instruction.opcode) {
        case spv::OpConstant:
            return constant(instruction);
        case spv::OpCopyObject:
            return of(operands[0]);
        case spv::OpBitcast:
            return bitcast(instruction);
        case spv::OpLoad:
            return load(instruction);
        case spv::OpIAdd:
            return added(instruction, of(operands[0]), of(operands[1]));
        case spv::OpISub:
            return subtracted(instruction, of(operands[0]), of(operands[1]));
        case spv::OpIMul:
            return multiplied(instruction, of(operands[0]), of(operands[1]));
        case spv::OpShiftLeftLogical:
        case spv::OpShiftRightArithmetic:
        case spv::OpShiftRightLogical:
            return shifted(instruction, of(operands[0]), of(operands[1]));
        default:
            return pure(instruction);
        }
    }

    SymbolicValue pure(const SpirvInstruction& instruction) const {
        const auto ids = pureIds(instruction);
        if (!ids) return opaque(instruction);
        std::uint64_t symbol = mixed({instruction.opcode, instruction.type});
        for (std::size_t number = 0; number < instruction.operands.size(); ++number) {
            const std::uint32_t word = instruction.operands[number];
            const SymbolicValue value = number < *ids ? of(word) : SymbolicValue{0, word, 0};
            symbol = mixed({symbol, value.symbol, static_cast<std::uint64_t>(value.constant)});
        }
        const auto opcode = instruction.opcode;
        const bool chain = opcode == spv::OpAccessChain || opcode == spv::OpInBoundsAccessChain;
        return {symbol, 0, chain ? rootOf(instruction.operands[0]) : instruction.result};
    }

    // Constants that do not fit in 32 bits are opaque.
    static SymbolicValue constant(const SpirvInstruction& instruction) {
        const std::int64_t value = signed32(instruction.operands[0]);
        const std::uint32_t high = value < 0 ? 0xffffffff : 0;
        if (instruction.operands.size() > 1 && instruction.operands[1] != high) return opaque(instruction);
        return {0, value, instruction.result};
    }

    // Between integers of the same width, the value does not change.
    SymbolicValue bitcast(const SpirvInstruction& instruction) const {
        const SpirvInstruction* type = module_.definition(instruction.type);
        const SpirvInstruction* from = typeOf(module_, instruction.operands[0]);
        const bool integers =
            is(type, spv::OpTypeInt) && is(from, spv::OpTypeInt) && type->operands[0] == from->operands[0];
        return integers ? of(instruction.operands[0]) : pure(instruction);
    }

    void store(std::uint32_t pointer, std::uint32_t value) {
        const SpirvInstruction* defined = module_.definition(pointer);
        const bool whole = is(defined, spv::OpVariable);
        stored_[rootOf(pointer)] = {++moment_, whole ? std::optional(of(value)) : std::nullopt};
    }

    SymbolicValue load(const SpirvInstruction& instruction) const {
        const SpirvInstruction* pointer = module_.definition(instruction.operands[0]);
        const bool special = instruction.operands.size() > 1; // volatile, perhaps
        if (!pointer || special) return opaque(instruction);
        const SymbolicValue place = of(instruction.operands[0]);
        const auto found = stored_.find(place.root);
        const bool fresh = found != stored_.end() && found->second.moment > begin_;
        if (fresh && found->second.whole && pointer->opcode == spv::OpVariable) return *found->second.whole;
        return {mixed({instruction.opcode, place.symbol, fresh ? found->second.moment : begin_}), 0,
                instruction.result};
    }

    static SymbolicValue added(const SpirvInstruction& instruction, SymbolicValue a, SymbolicValue b) {
        const std::int64_t constant = a.constant + b.constant;
        if (b.symbol == 0) return {a.symbol, constant, a.root};
        if (a.symbol == 0) return {b.symbol, constant, b.root};
        return {ofEither(instruction.opcode, a.symbol, b.symbol), constant, instruction.result};
    }

    static SymbolicValue subtracted(const SpirvInstruction& instruction, SymbolicValue a, SymbolicValue b) {
        const std::int64_t constant = a.constant - b.constant;
        if (b.symbol == 0) return {a.symbol, constant, a.root};
        return {mixed({instruction.opcode, a.symbol, b.symbol}), constant, instruction.result};
    }

    static SymbolicValue multiplied(const SpirvInstruction& instruction, SymbolicValue a, SymbolicValue b) {
        if (a.symbol == 0) std::swap(a, b);
        if (a.symbol == 0) return {0, a.constant * b.constant, instruction.result};
        if (b.symbol == 0) return scaled(instruction, a, b.constant);
        const auto whole = [](SymbolicValue value) {
            return mixed({value.symbol, static_cast<std::uint64_t>(value.constant)});
        };
        return {ofEither(instruction.opcode, whole(a), whole(b)), 0, instruction.result};
    }

    static SymbolicValue scaled(const SpirvInstruction& instruction, SymbolicValue value,
                                std::int64_t factor) {
        const auto product = mixed(
            {static_cast<std::uint64_t>(spv::OpIMul), value.symbol, static_cast<std::uint64_t>(factor)});
        return {product, value.constant * factor, instruction.result};
    }

    SymbolicValue shifted(const SpirvInstruction& instruction, SymbolicValue value, SymbolicValue by) const {
        if (by.symbol != 0 || by.constant < 0 || by.constant > 31 ||
            componentBits(module_, instruction.type) != 32)
            return pure(instruction);
        const std::int64_t factor = std::int64_t{1} << by.constant;
        if (instruction.opcode == spv::OpShiftLeftLogical) {
            if (value.symbol == 0) return {0, value.constant * factor, instruction.result};
            return scaled(instruction, value, factor);
        }
        const bool logical = instruction.opcode == spv::OpShiftRightLogical;
        if (value.symbol == 0 && logical)
            return {0, static_cast<std::uint32_t>(value.constant) >> by.constant, instruction.result};
        if (value.symbol == 0) return {0, value.constant >> by.constant, instruction.result};
        if (value.constant % factor != 0) return pure(instruction);
        return {mixed({instruction.opcode, value.symbol, static_cast<std::uint64_t>(factor)}),
                value.constant / factor, instruction.result};
    }

    const SpirvModule& module_;
    std::vector<SymbolicValue> values_;
    struct Stored {
        std::uint64_t moment = 0;
        std::optional<SymbolicValue> whole; // nothing if only a part was stored
    };
    std::unordered_map<std::uint32_t, Stored> stored_; // by variable: its last store
    std::uint64_t moment_ = 0, begin_ = 0;             // since begin_, only stores changed variables
};

} // namespace

// The finalizer of MurmurHash3, after each number.
std::uint64_t mixed(std::initializer_list<std::uint64_t> numbers) {
    std::uint64_t state = 0x9e3779b97f4a7c15;
    for (std::uint64_t number : numbers) {
        state = (state ^ number) * 0xff51afd7ed558ccd;
        state = (state ^ (state >> 33)) * 0xc4ceb9fe1a85ec53;
        state ^= state >> 33;
    }
    return state == 0 ? 1 : state;
}

BufferAddresses::BufferAddresses(const SpirvModule& module, std::uint32_t assumedAlignment,
                                 LowBits invocation)
    : module_(&module), alignment_(module, invocation), values_(Numbering(module).run()),
      assumedAlignment_(assumedAlignment) {
    for (const SpirvInstruction& instruction : module.instructions()) {
        const auto opcode = instruction.opcode;
        const bool chain = opcode == spv::OpAccessChain || opcode == spv::OpInBoundsAccessChain;
        if (!chain && opcode != spv::OpCopyObject) continue;
        BufferAddress address = of(instruction.operands[0]);
        for (const std::uint32_t index : instruction.operands.subspan(1))
            if (address.variable != 0) address = indexed(address, index);
        if (address.variable != 0) addresses_.emplace(instruction.result, address);
    }
}

SymbolicValue BufferAddresses::valueOf(std::uint32_t id) const {
    const SpirvInstruction* const defined = module_->definition(id);
    return defined != nullptr ? values_[module_->indexOf(*defined)] : SymbolicValue{mixed({id}), 0, id};
}

const SpirvInstruction* BufferAddresses::wordShift(std::uint32_t id) const {
    const SpirvInstruction* const shift = module_->definition(id);
    if (!is(shift, spv::OpShiftRightLogical) && !is(shift, spv::OpShiftRightArithmetic)) return nullptr;
    const SymbolicValue by = valueOf(shift->operands[1]);
    return by.symbol == 0 && by.constant == 2 ? shift : nullptr;
}

BufferAddress BufferAddresses::of(std::uint32_t pointer) const {
    const SpirvInstruction* defined = module_->definition(pointer);
    if (!is(defined, spv::OpVariable)) {
        const auto found = addresses_.find(pointer);
        return found == addresses_.end() ? BufferAddress{} : found->second;
    }
    BufferAddress address;
    if (!isStorageBuffer(*module_, *defined)) return address;
    address.variable = pointer;
    address.type = module_->definition(defined->type)->operands[1];
    return address;
}

BufferAddress BufferAddresses::indexed(BufferAddress address, std::uint32_t index) const {
    const SpirvInstruction* type = module_->definition(address.type);
    if (!type) return {};
    address.stride = 0;
    if (isArray(*type)) return inArray(address, *type, index);
    if (type->opcode != spv::OpTypeStruct) return inMatrixOrVector(address, *type, index);
    const SymbolicValue number = valueOf(index);
    if (number.symbol != 0) return {};
    const auto member = static_cast<std::uint32_t>(number.constant);
    const auto offset = module_->decoration(type->result, member, spv::DecorationOffset);
    if (!offset || member >= type->operands.size()) return {};
    address.matrixStride = module_->decoration(type->result, member, spv::DecorationMatrixStride).value_or(0);
    address.rowMajor = module_->decoration(type->result, member, spv::DecorationRowMajor).has_value();
    address.type = type->operands[member];
    address.constant += *offset;
    address.low = address.low + lowBits(*offset, 64);
    address.assumed = address.assumed + lowBits(*offset, 64);
    return address;
}

BufferAddress BufferAddresses::inMatrixOrVector(BufferAddress address, const SpirvInstruction& type,
                                                std::uint32_t index) const {
    const bool matrix = type.opcode == spv::OpTypeMatrix;
    if (!matrix && type.opcode != spv::OpTypeVector) return {};
    if (matrix && address.matrixStride == 0) return {};
    const SymbolicValue number = valueOf(index);
    const std::uint32_t vector = matrix ? type.operands[0] : type.result;
    // The columns of a row-major matrix are neighbours, and a column's components a stride apart.
    const bool strided = address.matrixStride != 0 && matrix != address.rowMajor;
    const std::uint32_t step = strided ? address.matrixStride : componentBits(*module_, vector) / 8;
    const LowBits skipped = alignment_.of(index) * lowBits(step, 64);
    address.part = address.part || matrix || number.symbol != 0;
    address.type = type.operands[0];
    address.constant += number.constant * step;
    address.low = address.low + skipped;
    address.assumed = address.assumed + skipped;
    return address;
}

BufferAddress BufferAddresses::inArray(BufferAddress address, const SpirvInstruction& type,
                                       std::uint32_t index) const {
    const SymbolicValue number = valueOf(index);
    address.type = type.operands[0];
    const auto stride = module_->decoration(type.result, spv::DecorationArrayStride);
    if (!stride) { // an array of buffers: the index does not change the offset within one
        const auto constant = static_cast<std::uint64_t>(number.constant);
        address.symbol = mixed({address.symbol, number.symbol, constant});
        return address;
    }
    const LowBits proven = alignment_.of(index) * lowBits(*stride, 64);
    if (number.symbol != 0) address.symbol = mixed({address.symbol, number.symbol, *stride});
    address.constant += number.constant * *stride;
    address.low = address.low + proven;
    address.assumed = address.assumed + (*stride == 4 ? assumedOffset(number, proven) : proven);
    address.stride = *stride;
    address.indexRoot = number.root;
    address.behindRoot = number.constant - valueOf(number.root).constant;
    ++address.arrays;
    return address;
}

// What is proven otherwise, as by `address | 4`, holds whatever is assumed.
LowBits BufferAddresses::assumedOffset(SymbolicValue index, LowBits proven) const {
    const SpirvInstruction* shift = wordShift(index.root);
    if (assumedAlignment_ == 0 || shift == nullptr) return proven;
    if (valueOf(shift->operands[0]).constant % 4 != 0) return proven;
    const LowBits assumed = lowBits(static_cast<std::uint64_t>(index.constant) * 4,
                                    static_cast<unsigned>(std::countr_zero(assumedAlignment_)));
    const bool agrees = join(proven, assumed).known == proven.known;
    return proven.known < assumed.known && agrees ? assumed : proven;
}

} // namespace vkperftest
