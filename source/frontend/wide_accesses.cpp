#include "frontend/wide_accesses.h"

#include <algorithm>
#include <map>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "frontend/alignment.h"
#include "frontend/symbolic_values.h"

namespace vkperftest {
namespace {

// A place in a buffer. Its byte offset from the buffer's base is `symbol + constant`, as in
// SymbolicValue.
struct BufferAddress {
    std::uint32_t variable = 0; // 0: no such buffer, or a place that is not understood
    std::uint32_t type = 0;     // id of the type there
    std::uint64_t symbol = 0;
    std::int64_t constant = 0;
    LowBits low = lowBits(0, 64); // of the offset from the base
    std::uint32_t arrays = 0;     // how many were indexed
    std::uint32_t stride = 0;     // of the array indexed in the last step; 0 if that was no array
    std::uint32_t indexRoot = 0;  // the index's id, without the constant that is added to it,
    std::int64_t behindRoot = 0;  // and that constant
};

// The addresses of all chains into storage buffers, found in one pass.
class BufferAddresses {
public:
    BufferAddresses(const SpirvModule& module, const AlignmentAnalysis& alignment,
                    const SymbolicValues& symbols);
    BufferAddress of(std::uint32_t pointer) const;

private:
    void readLayout();
    BufferAddress base(std::uint32_t pointer) const;
    BufferAddress indexed(BufferAddress address, std::uint32_t index) const;
    BufferAddress inArray(BufferAddress address, const SpirvInstruction& type, std::uint32_t index) const;

    const SpirvModule* module_;
    const AlignmentAnalysis* alignment_;
    const SymbolicValues* symbols_;
    std::unordered_map<std::uint32_t, std::uint32_t> strides_; // of array types
    std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint32_t>
        memberOffsets_;                              // by structure and number
    std::unordered_set<std::uint32_t> bufferBlocks_; // structures of storage buffers of SPIR-V 1.0
    std::unordered_map<std::uint32_t, BufferAddress> addresses_; // by pointer
};

BufferAddresses::BufferAddresses(const SpirvModule& module, const AlignmentAnalysis& alignment,
                                 const SymbolicValues& symbols)
    : module_(&module), alignment_(&alignment), symbols_(&symbols) {
    readLayout();
    for (const SpirvInstruction& instruction : module.instructions()) {
        const auto opcode = instruction.opcode;
        if (opcode != spv::OpAccessChain && opcode != spv::OpInBoundsAccessChain) continue;
        BufferAddress address = base(instruction.operands[0]);
        for (const std::uint32_t index : instruction.operands.subspan(1))
            if (address.variable != 0) address = indexed(address, index);
        if (address.variable != 0) addresses_.emplace(instruction.result, address);
    }
}

BufferAddress BufferAddresses::of(std::uint32_t pointer) const {
    const auto found = addresses_.find(pointer);
    return found == addresses_.end() ? BufferAddress{} : found->second;
}

void BufferAddresses::readLayout() {
    for (const SpirvInstruction& instruction : module_->instructions()) {
        const auto operands = instruction.operands;
        if (instruction.opcode == spv::OpFunction) break; // decorations precede all code
        if (instruction.opcode == spv::OpDecorate) {
            const auto decoration = static_cast<spv::Decoration>(operands[1]);
            if (decoration == spv::DecorationArrayStride) strides_[operands[0]] = operands[2];
            if (decoration == spv::DecorationBufferBlock) bufferBlocks_.insert(operands[0]);
        }
        if (instruction.opcode == spv::OpMemberDecorate &&
            static_cast<spv::Decoration>(operands[2]) == spv::DecorationOffset)
            memberOffsets_[{operands[0], operands[1]}] = operands[3];
    }
}

// The buffer's own variable, which may be an array of buffers; otherwise what another chain has found.
BufferAddress BufferAddresses::base(std::uint32_t pointer) const {
    const SpirvInstruction* defined = module_->definition(pointer);
    if (!defined) return {};
    if (defined->opcode != spv::OpVariable) return of(pointer);
    const SpirvInstruction* type = module_->definition(defined->type);
    const auto storage = static_cast<spv::StorageClass>(type->operands[0]);
    const SpirvInstruction* structure = module_->definition(type->operands[1]);
    if (structure && isArray(*structure)) structure = module_->definition(structure->operands[0]);
    const bool buffer = storage == spv::StorageClassStorageBuffer ||
                        (storage == spv::StorageClassUniform && structure != nullptr &&
                         bufferBlocks_.contains(structure->result));
    if (!buffer || structure == nullptr) return {};
    BufferAddress address;
    address.variable = pointer;
    address.type = type->operands[1];
    return address;
}

BufferAddress BufferAddresses::indexed(BufferAddress address, std::uint32_t index) const {
    const SpirvInstruction* type = module_->definition(address.type);
    if (!type) return {};
    address.stride = 0;
    if (isArray(*type)) return inArray(address, *type, index);
    const SymbolicValue number = symbols_->of(index);
    if (number.symbol != 0) return {};
    const auto place = static_cast<std::uint32_t>(number.constant);
    if (type->opcode == spv::OpTypeVector) {
        const std::uint64_t skipped = std::uint64_t{place} * componentBits(*module_, type->result) / 8;
        address.type = type->operands[0];
        address.constant += static_cast<std::int64_t>(skipped);
        address.low = sum(address.low, lowBits(skipped, 64));
        return address;
    }
    if (type->opcode != spv::OpTypeStruct) return {};
    const auto offset = memberOffsets_.find({type->result, place});
    if (offset == memberOffsets_.end() || place >= type->operands.size()) return {};
    address.type = type->operands[place];
    address.constant += offset->second;
    address.low = sum(address.low, lowBits(offset->second, 64));
    return address;
}

BufferAddress BufferAddresses::inArray(BufferAddress address, const SpirvInstruction& type,
                                       std::uint32_t index) const {
    const SymbolicValue number = symbols_->of(index);
    address.type = type.operands[0];
    const auto stride = strides_.find(type.result);
    if (stride == strides_.end()) { // an array of buffers: the index does not change the offset within one
        const auto constant = static_cast<std::uint64_t>(number.constant);
        address.symbol = mixed({address.symbol, number.symbol, constant});
        return address;
    }
    if (number.symbol != 0) address.symbol = mixed({address.symbol, number.symbol, stride->second});
    address.constant += number.constant * stride->second;
    address.low = sum(address.low, product(alignment_->of(index), lowBits(stride->second, 64)));
    address.stride = stride->second;
    address.indexRoot = number.root;
    address.behindRoot = number.constant - symbols_->of(number.root).constant;
    ++address.arrays;
    return address;
}

// One load or store of a word in an array of words.
struct Word {
    const SpirvInstruction* instruction = nullptr;
    BufferAddress address;
    bool store = false;
    std::uint32_t block = 0;
    bool grouped = false;
};

bool sameBuffer(const Word& a, const Word& b) {
    return a.address.variable == b.address.variable && a.address.symbol == b.address.symbol &&
           a.store == b.store && a.block == b.block;
}

bool follows(const Word& next, const Word& word, std::size_t words) {
    return sameBuffer(next, word) &&
           next.address.constant == word.address.constant + 4 * static_cast<std::int64_t>(words);
}

bool samePlace(const SpirvInstruction& a, const SpirvInstruction& b) {
    return a.file == b.file && a.line == b.line && a.column == b.column;
}

std::optional<std::uint32_t> constantOffset(const BufferAddress& address) {
    if (address.symbol != 0) return {};
    return static_cast<std::uint32_t>(address.constant);
}

// The bytes of a vector of 64 or 128 bits, or of a matrix's columns; 0 for other types.
std::uint32_t wideBytes(const SpirvModule& module, std::uint32_t type) {
    const SpirvInstruction* found = module.definition(type);
    if (is(found, spv::OpTypeMatrix)) found = module.definition(found->operands[0]);
    if (!is(found, spv::OpTypeVector)) return 0;
    const std::uint32_t bytes = found->operands[1] * componentBits(module, found->result) / 8;
    return bytes == 8 || bytes == 16 ? bytes : 0;
}

class Collector {
public:
    explicit Collector(const SpirvModule& module)
        : module_(module), alignment_(module), symbols_(module), addresses_(module, alignment_, symbols_) {
        for (const SpirvInstruction& instruction : module.instructions()) {
            if (is(&instruction, spv::OpLabel)) ++block_;
            if (is(&instruction, spv::OpLoad) || is(&instruction, spv::OpStore)) take(instruction);
        }
    }

    std::vector<WideAccess> ofOnePlace() const {
        std::vector<WideAccess> runs;
        for (std::size_t begin = 0, end = 1; begin < words_.size(); begin = end, end = begin + 1) {
            const Word& first = words_[begin];
            while (end < words_.size() && follows(words_[end], first, end - begin) &&
                   samePlace(*words_[end].instruction, *first.instruction) &&
                   shiftOf(words_[end]) == shiftOf(first))
                ++end;
            if (end - begin > 1) runs.push_back(accessOf(first, end - begin));
        }
        return runs;
    }

    std::vector<WideAccess> wide() {
        groupByShift();
        groupByVectors();
        groupByParts();
        std::ranges::sort(wide_, {}, &WideAccess::instruction);
        return std::move(wide_);
    }

private:
    void take(const SpirvInstruction& instruction) {
        const bool store = instruction.opcode == spv::OpStore;
        const std::uint32_t pointer = instruction.operands[0];
        const SpirvInstruction* type = typeOf(module_, pointer);
        if (!type) return;
        if (static_cast<spv::StorageClass>(type->operands[0]) == spv::StorageClassPhysicalStorageBuffer)
            return takeBehindAddress(instruction, type->operands[1], store);
        const BufferAddress address = addresses_.of(pointer);
        if (address.variable == 0) return;
        const SpirvInstruction* what = module_.definition(address.type);
        const bool number = what && what->opcode != spv::OpTypeVector;
        if (number && address.stride == 4 && address.arrays == 1 &&
            componentBits(module_, address.type) == 32) {
            if (!store) loads_[instruction.result] = words_.size();
            words_.push_back({&instruction, address, store, block_, false});
        } else if (const std::uint32_t bytes = wideBytes(module_, address.type); bytes != 0) {
            wide_.push_back({&instruction, WideForm::Vector, store, bytes, address.variable, address.low,
                             constantOffset(address), nullptr});
        }
    }

    void takeBehindAddress(const SpirvInstruction& instruction, std::uint32_t type, bool store) {
        const auto access = instruction.operands.subspan(store ? 2 : 1);
        const std::uint32_t bytes = wideBytes(module_, type);
        constexpr auto kAligned = static_cast<std::uint32_t>(spv::MemoryAccessAlignedMask);
        if (bytes == 0 || access.size() < 2 || (access[0] & kAligned) == 0) return;
        const LowBits promised = product(lowBits(access[1], 64), {});
        wide_.push_back({&instruction, WideForm::Pointer, store, bytes, 0, promised, {}, nullptr});
    }

    // The `address >> 2` that the word's index begins with; null if there is none.
    const SpirvInstruction* shiftOf(const Word& word) const {
        const SpirvInstruction* root = module_.definition(word.address.indexRoot);
        if (!is(root, spv::OpShiftRightLogical) && !is(root, spv::OpShiftRightArithmetic)) return nullptr;
        const SymbolicValue by = symbols_.of(root->operands[1]);
        return by.symbol == 0 && by.constant == 2 ? root : nullptr;
    }

    WideAccess accessOf(const Word& first, std::size_t words) const {
        const SpirvInstruction* shift = shiftOf(first);
        return {first.instruction,
                WideForm::Words,
                first.store,
                static_cast<std::uint32_t>(words * 4),
                first.address.variable,
                first.address.low,
                constantOffset(first.address),
                shift ? module_.definition(shift->operands[0]) : nullptr};
    }

    // Load4 and its like begin at the shifted address itself. First words that are unused are not loaded.
    void groupByShift() {
        std::unordered_map<std::uint64_t, std::vector<std::size_t>> runs;
        const auto end = [this](std::vector<std::size_t>& run) {
            if (run.size() > 1 && words_[run[0]].address.behindRoot == 0) group(run);
            run.clear();
        };
        for (std::size_t number = 0; number < words_.size(); ++number) {
            const Word& word = words_[number];
            if (!shiftOf(word)) continue;
            auto& run = runs[mixed({word.block, word.address.variable, word.address.indexRoot, word.store})];
            if (!run.empty() && !follows(word, words_[run[0]], run.size())) end(run);
            run.push_back(number);
        }
        for (auto& [key, run] : runs) end(run);
    }

    // The word from which a vector's component was loaded.
    std::optional<std::size_t> loadedWord(std::uint32_t id) const {
        const SpirvInstruction* defined = module_.definition(id);
        if (is(defined, spv::OpBitcast)) id = defined->operands[0];
        const auto found = loads_.find(id);
        if (found == loads_.end() || words_[found->second].grouped) return {};
        return found->second;
    }

    void groupByVectors() {
        for (const SpirvInstruction& instruction : module_.instructions()) {
            if (!is(&instruction, spv::OpCompositeConstruct)) continue;
            if (!is(module_.definition(instruction.type), spv::OpTypeVector)) continue;
            std::vector<std::size_t> run;
            for (const std::uint32_t component : instruction.operands) {
                const auto word = loadedWord(component);
                if (!word || (!run.empty() && !follows(words_[*word], words_[run[0]], run.size()))) break;
                run.push_back(*word);
            }
            if (run.size() == instruction.operands.size()) group(run);
        }
    }

    // Which component of which vector is stored; nothing if it does not come from a vector.
    struct Part {
        std::uint64_t vector = 0;
        std::uint32_t component = 0;
    };
    std::optional<Part> storedPart(const Word& word) const {
        const SpirvInstruction* value = module_.definition(word.instruction->operands[1]);
        if (is(value, spv::OpBitcast)) value = module_.definition(value->operands[0]);
        if (is(value, spv::OpLoad)) return loadedPart(value->operands[0]);
        if (!is(value, spv::OpCompositeExtract) || value->operands.size() != 2) return {};
        return Part{symbols_.of(value->operands[0]).symbol, value->operands[1]};
    }

    // The same for a vector in a variable.
    std::optional<Part> loadedPart(std::uint32_t pointer) const {
        const SpirvInstruction* chain = module_.definition(pointer);
        if (!is(chain, spv::OpAccessChain) || chain->operands.size() != 2) return {};
        const SpirvInstruction* type = typeOf(module_, chain->operands[0]);
        const SpirvInstruction* pointee = type ? module_.definition(type->operands[1]) : nullptr;
        const SymbolicValue component = symbols_.of(chain->operands[1]);
        if (!is(pointee, spv::OpTypeVector) || component.symbol != 0) return {};
        return Part{symbols_.of(chain->operands[0]).symbol, static_cast<std::uint32_t>(component.constant)};
    }

    void groupByParts() {
        std::unordered_map<std::uint64_t, std::vector<std::size_t>> runs;
        const auto end = [this](std::vector<std::size_t>& run) {
            if (run.size() > 1) group(run);
            run.clear();
        };
        for (std::size_t number = 0; number < words_.size(); ++number) {
            const Word& word = words_[number];
            if (!word.store || word.grouped) continue;
            const auto part = storedPart(word);
            if (!part) continue;
            auto& run = runs[mixed({word.block, word.address.variable, word.address.symbol, part->vector})];
            if (!run.empty() && (part->component != run.size() || !follows(word, words_[run[0]], run.size())))
                end(run);
            if (part->component == run.size()) run.push_back(number);
        }
        for (auto& [key, run] : runs) end(run);
    }

    void group(const std::vector<std::size_t>& run) {
        for (const std::size_t number : run) words_[number].grouped = true;
        if (run.size() == 3 || run.empty()) return;
        wide_.push_back(accessOf(words_[run[0]], run.size()));
    }

    const SpirvModule& module_;
    AlignmentAnalysis alignment_;
    SymbolicValues symbols_;
    BufferAddresses addresses_;
    std::uint32_t block_ = 0;
    std::vector<Word> words_;
    std::unordered_map<std::uint32_t, std::size_t> loads_; // result → its word
    std::vector<WideAccess> wide_;
};

} // namespace

ModuleAccesses accessesOf(const SpirvModule& module) {
    Collector collector(module);
    return {.wide = collector.wide(), .ofOnePlace = collector.ofOnePlace()};
}

} // namespace vkperftest
