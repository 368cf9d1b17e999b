// What takes the place of a load that is left out of a module: a value that a compiler cannot know.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <map>
#include <optional>
#include <span>
#include <vector>

#include "frontend/opcodes.h"

namespace vkperftest {

// Makes the replacements in one module, and collects what they need beside them.
class LoadReplacement {
public:
    using Words = std::vector<std::uint32_t>;

    explicit LoadReplacement(const SpirvModule& module);

    // The words of the instructions that define the load's result from its indices or coordinates, or from
    // the workgroup's number if these are constant, times a large number. For loads through pointers, from
    // the address. Nothing if the load's type has no such value: pointers, booleans, and arrays that are long
    // or sized by a specialization constant.
    std::optional<Words> of(const SpirvInstruction& load);

    // What the module must get, too.
    std::uint32_t bound() const { return bound_; } // of its ids
    const Words& capabilities() const { return capabilities_; }
    const Words& decorations() const { return decorations_; }
    const Words& types() const { return types_; }                        // with variables
    std::uint32_t input() const { return addedInput_ ? workgroup_ : 0; } // of its entry points; 0: none

private:
    static void emit(Words& words, spv::Op opcode, std::initializer_list<std::uint32_t> fixed,
                     std::span<const std::uint32_t> more = {});
    std::uint32_t newId() { return bound_++; }
    void declareUint();
    std::uint32_t floatType();
    std::uint32_t ulongType();
    void declareWorkgroup();

    // All return ids, 0 if there is no such value.
    std::uint32_t asUint(Words& words, std::uint32_t id, std::uint32_t type);
    std::uint32_t summed(Words& words, std::uint32_t id, std::uint32_t sum);
    std::uint32_t workgroupNumber(Words& words);
    std::uint32_t scrambled(Words& words, std::uint32_t number);
    std::uint32_t addressOf(Words& words, std::uint32_t pointer);
    std::uint32_t unknownOf(Words& words, const SpirvInstruction& load);
    std::uint32_t made(Words& words, std::uint32_t type, std::uint32_t number,
                       std::map<std::uint32_t, std::uint32_t>& known);
    std::uint32_t madeNew(Words& words, std::uint32_t type, std::uint32_t number,
                          std::map<std::uint32_t, std::uint32_t>& known);
    std::optional<Words> membersOf(const SpirvInstruction* type) const;

    const SpirvModule& module_;
    std::uint32_t bound_;
    std::uint32_t uint_ = 0;
    std::uint32_t factor_ = 0;        // a constant; 0: not asked for yet
    std::uint32_t float_ = 0;         // 0: not asked for yet
    std::uint32_t ulong_ = 0;         // the same
    std::uint32_t workgroup_ = 0;     // its variable
    std::uint32_t workgroupType_ = 0; // of its value; 0: not asked for yet
    bool addedInput_ = false;
    Words types_, decorations_, capabilities_; // to be added
};

} // namespace vkperftest
