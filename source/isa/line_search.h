// Which lines of a shader's source its memory instructions come from, found from outside: by compiling
// variants of the shader that lack some of its accesses, and looking at what is missing then.
//
// The accesses to one variable are a group. Those that compilers probably treat alike are a unit: they are
// removed together. For each group, the search takes these steps, and stops as soon as all lines are found:
//
//  1. The shader without the group: the instructions that are missing are the group's. If they are one kind of
//     instruction in one loop, and just its accesses by number or by bits, all lines belong to it, unless some
//     accesses may be repeated. A group's only line belongs to all of them. If no other line has such accesses,
//     one kind of instruction needs no variant: drivers add only loads of their own.
//  2. The shader with one unit alone of the group: what it has beyond step 1 shows in which loop the unit's
//     instructions are, and how wide they are at least. In a loop that has just what its units need, nothing was
//     merged, and each unit's instructions are those of just its kind. Of a unit with other numbers of accesses
//     than of instructions, or repeated ones, each line is asked: a compiler may know that one is never reached.
//  3. Where several instructions fit, the shader without the unit shows which of them it loses. A unit of
//     several lines that still fits several instructions is asked again line by line, from step 2.
//  4. A unit that loses nothing is served by an instruction that serves others, too, probably the widest.
//  5. What needs nothing alone may be loaded beside others: constants can be operands of instructions (NVIDIA)
//     or be passed in registers (AMD). So those are loaded without which there are fewer loads, if that adds up.
//  6. What the units access must add up to what the group does; else it is not certain which lines belong where:
//     one load may serve several units, but of stores, one overwrites another.
//     An instruction in a loop has no lines of two loops beside each other.
//  7. An instruction accesses one variable (AMD's of two addresses two). If more variables than that have
//     them, those have them that have no others; if that does not settle it, lines may be missing.
//
// Units with just the same lines are one question. Each question is answered by one variant.
//
// Example: a shader loads two neighbouring words of a buffer and four words elsewhere in it.
//
//     11  float a = table[i].x;       The code: load_x2, load_x4
//     12  float b = table[i].y;       Step 1, without `table`: no load, so both are table's
//     13  vec4 c = rest[j];           Step 2, line 11 alone: load_x1; 12 alone: load_x1; 13 alone: load_x4
//                                     Step 3, without line 11: load_x1, load_x4; without 12: the same
//
// Line 13 fits only load_x4. Line 11 fits both, and load_x2 is missing without it; so does line 12. The
// result is load_x2: 11, 12; load_x4: 13.
#pragma once

#include <cstddef>
#include <memory>
#include <set>
#include <tuple>
#include <vector>

#include "isa/memory_operations.h"

namespace vkperftest {

enum class AccessedMemory {
    Buffer, // storage and uniform buffers, push constants, addresses, tables of constants
    Image,
    Texels, // texel buffers, and what is not known: any instruction may access them
    Shared, // the workgroup's memory
};

struct AccessKind {
    Access access = Access::Load;
    AccessedMemory memory = AccessedMemory::Texels;

    bool operator==(const AccessKind&) const = default;
};

// A shader's accesses of one kind to one variable: a buffer, an image, the push constants, a shared array.
struct AccessGroup {
    // The accesses of one line in one unit. A unit holds, for example, the loads of one member of a uniform
    // buffer, which a compiler merges.
    struct Set {
        SourceLine line;
        std::size_t unit = 0;
        std::size_t accesses = 1;         // how many they are in the source
        std::size_t bits = 0;             // of the widest of them; 0: not known
        bool repeats = false;             // each may become several instructions: a loop is unrolled, say
        std::size_t branch = 0;           // that the last of them is in: another one's are another number
        std::set<std::size_t> loops = {}; // outermost, that they are in: a number each; 0: not known
    };

    using Sets = std::vector<std::size_t>; // some of its sets

    AccessKind kind;
    bool pushConstants = false;
    std::vector<Set> sets;
    // The shader has no other accesses of this kind that are in no group: without a line, or not removable.
    bool complete = true;
};

// The shader without some of its accesses.
struct ShaderVariant {
    std::size_t group = 0;
    std::vector<bool> removed; // by set of the group

    bool operator<(const ShaderVariant& other) const {
        return std::tie(group, removed) < std::tie(other.group, other.removed);
    }
};

class LineSearch {
public:
    LineSearch(const Disassembly& whole, std::vector<AccessGroup> groups);
    ~LineSearch();

    // The variants that are needed next; none when the search is done.
    std::vector<ShaderVariant> next();

    // What the compiler made of a variant; null if it failed, or was not tried.
    void add(ShaderVariant variant, const Disassembly* code);

    // The shader's operations, with the lines that are known. What looked like a descriptor is data if it is
    // all that disappears with a variable's loads.
    const std::vector<MemoryOperation>& operations() const;

private:
    class Steps;
    std::unique_ptr<Steps> steps_;
};

} // namespace vkperftest
