#include "frontend/wide_accesses.h"

#include <algorithm>
#include <bit>
#include <map>
#include <numeric>
#include <tuple>
#include <unordered_map>
#include <utility>

#include "frontend/buffer_addresses.h"
#include "frontend/layouts.h"

namespace vkperftest {
namespace {

// One load or store of a word in an array of words.
struct Word {
    const SpirvInstruction* instruction = nullptr;
    BufferAddress address;
    bool store = false;
    std::uint32_t block = 0;
    bool grouped = false;
};

bool follows(const Word& next, const Word& word, std::size_t words) {
    const BufferAddress &a = next.address, &b = word.address;
    return a.variable == b.variable && a.symbol == b.symbol && next.store == word.store &&
           next.block == word.block && a.constant == b.constant + 4 * static_cast<std::int64_t>(words);
}

std::optional<std::uint32_t> constantOffset(const BufferAddress& address) {
    if (address.symbol != 0) return {};
    return static_cast<std::uint32_t>(address.constant);
}

std::uint64_t whereOf(const BufferAddress& address) {
    return mixed({address.symbol, static_cast<std::uint64_t>(address.constant)});
}

class Collector {
public:
    Collector(const SpirvModule& module, std::uint32_t assumedAlignment, LowBits invocation)
        : module_(module), addresses_(module, assumedAlignment, invocation) {
        for (const SpirvInstruction& instruction : module.instructions()) {
            if (is(&instruction, spv::OpLabel)) ++block_;
            if (is(&instruction, spv::OpLoad) || is(&instruction, spv::OpStore)) take(instruction);
        }
    }

    std::vector<WideAccess> ofOnePlace() const {
        std::vector<WideAccess> runs;
        const auto placeOf = [](const Word& word) {
            return std::tie(word.instruction->file, word.instruction->line, word.instruction->column);
        };
        for (std::size_t begin = 0, end = 1; begin < words_.size(); begin = end, end = begin + 1) {
            const Word& first = words_[begin];
            while (end < words_.size() && follows(words_[end], first, end - begin) &&
                   placeOf(words_[end]) == placeOf(first) && shiftOf(words_[end]) == shiftOf(first))
                ++end;
            std::vector<std::size_t> run(end - begin);
            std::iota(run.begin(), run.end(), begin);
            if (run.size() > 1) runs.push_back(accessOf(run));
        }
        return runs;
    }

    std::vector<WideAccess> neighbours() const {
        using Key = std::tuple<std::uint32_t, std::uint32_t, std::uint64_t, bool>;
        std::map<Key, std::map<std::int64_t, std::size_t>> groups; // words by their constant
        for (std::size_t i = 0; i < words_.size(); ++i) {
            const BufferAddress& address = words_[i].address;
            groups[{words_[i].block, address.variable, address.symbol, words_[i].store}].emplace(
                address.constant, i);
        }
        std::vector<WideAccess> runs;
        for (const auto& [key, words] : groups) {
            std::vector<std::size_t> run;
            const auto end = [&] {
                if (run.size() > 1) runs.push_back(accessOf(run));
                run.clear();
            };
            for (const auto& [constant, number] : words) {
                if (!run.empty() && !follows(words_[number], words_[run[0]], run.size())) end();
                run.push_back(number);
            }
            end();
        }
        return runs;
    }

    std::vector<WideAccess> wide() {
        groupByShift();
        groupByVectors();
        groupByComponents();
        groupByParts();
        std::ranges::sort(wide_, {}, &WideAccess::instruction);
        std::ranges::sort(three_, {}, &WideAccess::instruction);
        return std::move(wide_);
    }

    std::vector<WideAccess> three() { return std::move(three_); } // after wide()

private:
    // The bytes of a vector of 64 or 128 bits, of a matrix's columns, or of the widest of these in a structure or an
    // array that is read as a whole; 0 for other types.
    std::uint32_t wideBytes(std::uint32_t type) {
        const auto [known, isNew] = wideTypes_.emplace(type, 0);
        if (!isNew) return known->second;
        for (const SpirvInstruction* const one : typesIn(module_, type)) {
            if (!is(one, spv::OpTypeVector)) continue;
            const std::uint32_t bytes = one->operands[1] * componentBits(module_, one->result) / 8;
            if (bytes == 8 || bytes == 16) known->second = std::max(known->second, bytes);
        }
        return known->second;
    }

    void take(const SpirvInstruction& instruction) {
        const bool store = instruction.opcode == spv::OpStore;
        const std::uint32_t pointer = instruction.operands[0];
        const SpirvInstruction* type = typeOf(module_, pointer);
        if (!type) return;
        if (static_cast<spv::StorageClass>(type->operands[0]) == spv::StorageClassPhysicalStorageBuffer)
            return takeBehindAddress(instruction, type->operands[1], store);
        const BufferAddress address = addresses_.of(pointer);
        if (address.variable == 0 || address.part) return;
        const SpirvInstruction* what = module_.definition(address.type);
        const bool number = what && what->opcode != spv::OpTypeVector;
        if (number && address.stride == 4 && address.arrays == 1 &&
            componentBits(module_, address.type) == 32) {
            if (!store) loads_[instruction.result] = words_.size();
            words_.push_back({&instruction, address, store, block_, false});
        } else if (const std::uint32_t bytes = wideBytes(address.type); bytes != 0) {
            wide_.push_back({.instruction = &instruction,
                             .form = WideForm::Vector,
                             .store = store,
                             .bytes = bytes,
                             .variable = address.variable,
                             .low = address.low,
                             .offset = constantOffset(address),
                             .where = whereOf(address)});
        }
    }

    void takeBehindAddress(const SpirvInstruction& instruction, std::uint32_t type, bool store) {
        const auto access = instruction.operands.subspan(store ? 2 : 1);
        const std::uint32_t bytes = wideBytes(type);
        constexpr auto kAligned = static_cast<std::uint32_t>(spv::MemoryAccessAlignedMask);
        if (bytes == 0 || access.size() < 2 || (access[0] & kAligned) == 0) return;
        wide_.push_back({.instruction = &instruction,
                         .form = WideForm::Pointer,
                         .store = store,
                         .bytes = bytes,
                         .low = lowBits(access[1], 64) * LowBits(),
                         .where = instruction.operands[0]});
    }

    const SpirvInstruction* shiftOf(const Word& word) const {
        return addresses_.wordShift(word.address.indexRoot);
    }

    WideAccess accessOf(const std::vector<std::size_t>& run) const {
        const Word& first = words_[run[0]];
        const SpirvInstruction* shift = shiftOf(first);
        WideAccess access{.instruction = first.instruction,
                          .store = first.store,
                          .bytes = static_cast<std::uint32_t>(run.size() * 4),
                          .variable = first.address.variable,
                          .low = first.address.low,
                          .assumed = first.address.assumed,
                          .offset = constantOffset(first.address),
                          .where = whereOf(first.address),
                          .address = shift ? module_.definition(shift->operands[0]) : nullptr};
        for (const std::size_t number : run) access.words.push_back(words_[number].instruction);
        return access;
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
        return Part{addresses_.valueOf(value->operands[0]).symbol, value->operands[1]};
    }

    // The same for a vector in a variable.
    std::optional<Part> loadedPart(std::uint32_t pointer) const {
        const SpirvInstruction* chain = module_.definition(pointer);
        if (!is(chain, spv::OpAccessChain) || chain->operands.size() != 2) return {};
        const SpirvInstruction* type = typeOf(module_, chain->operands[0]);
        const SpirvInstruction* pointee = type ? module_.definition(type->operands[1]) : nullptr;
        const SymbolicValue component = addresses_.valueOf(chain->operands[1]);
        if (!is(pointee, spv::OpTypeVector) || component.symbol != 0) return {};
        return Part{addresses_.valueOf(chain->operands[0]).symbol,
                    static_cast<std::uint32_t>(component.constant)};
    }

    // Of vectors into whose components words are loaded: `v.x = words[i]`.
    void groupByComponents() {
        std::unordered_map<std::uint64_t, std::vector<std::size_t>> runs;
        for (const SpirvInstruction& instruction : module_.instructions()) {
            const std::optional<std::size_t> loaded =
                is(&instruction, spv::OpStore) ? loadedWord(instruction.operands[1]) : std::nullopt;
            const auto part = loaded ? loadedPart(instruction.operands[0]) : std::nullopt;
            if (!part) continue;
            const std::size_t word = *loaded;
            auto& run = runs[mixed({words_[word].block, words_[word].address.variable, part->vector})];
            const bool next = part->component == run.size() &&
                              (run.empty() || follows(words_[word], words_[run[0]], run.size()));
            if (!next) run.clear();
            if (next || part->component == 0) run.push_back(word);
            const SpirvInstruction& chain = *module_.definition(instruction.operands[0]);
            const std::uint32_t vector = typeOf(module_, chain.operands[0])->operands[1];
            if (run.size() > 1 && run.size() == module_.definition(vector)->operands[1])
                group(std::exchange(run, {}));
        }
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
        if (!run.empty()) (run.size() == 3 ? three_ : wide_).push_back(accessOf(run));
    }

    const SpirvModule& module_;
    BufferAddresses addresses_;
    std::uint32_t block_ = 0;
    std::vector<Word> words_;
    std::unordered_map<std::uint32_t, std::size_t> loads_; // result → its word
    std::vector<WideAccess> wide_, three_;
    std::unordered_map<std::uint32_t, std::uint32_t> wideTypes_; // what wideBytes has found
};

} // namespace

LowBits assumedOf(LowBits assumed, std::uint32_t bytes) {
    const unsigned known = static_cast<unsigned>(std::bit_width(bytes)) - 1;
    return lowBits(assumed.value, std::min(assumed.known, known));
}

std::uint64_t provableAlignment(const WideAccess& access, std::uint64_t base) {
    const std::uint64_t behindBase = alignmentOf(access.low);
    return access.form == WideForm::Pointer ? behindBase : std::min(behindBase, base);
}

ModuleAccesses accessesOf(const SpirvModule& module, std::uint32_t assumedAlignment, LowBits invocation) {
    Collector collector(module, assumedAlignment, invocation);
    return {.wide = collector.wide(),
            .three = collector.three(),
            .ofOnePlace = collector.ofOnePlace(),
            .neighbours = collector.neighbours()};
}

} // namespace vkperftest
