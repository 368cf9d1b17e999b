// Variants of a shader that lack some of its accesses, and how few of them answer several questions.
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

#include "isa/operation_counts.h"

namespace vkperftest {

// A shader's accesses to one variable: a buffer, an image, the push constants, a shared array.
struct AccessGroup {
    // The accesses of one line in one unit. A unit holds accesses that compilers probably treat alike, such
    // as the loads of one member of a uniform buffer: a compiler merges these, so they are removed together.
    struct Set {
        SourceLine line;
        std::size_t unit = 0;
        std::size_t accesses = 1; // how many they are in the source
        std::size_t bits = 0;     // of the widest of them; 0: not known
    };

    using Sets = std::vector<std::size_t>; // some of its sets

    Access access = Access::Load;
    bool shared = false; // in the workgroup's shared memory
    bool pushConstants = false;
    std::vector<Set> sets;
    // The shader has no other accesses of this kind that are in no group: without a line, or not removable.
    bool complete = true;
};

// The sets, or some of them, by unit.
std::vector<AccessGroup::Sets> unitsOf(const AccessGroup& group, const AccessGroup::Sets& among);
std::vector<AccessGroup::Sets> unitsOf(const AccessGroup& group);

// The shader without some of its accesses.
struct ShaderVariant {
    std::map<std::size_t, std::vector<bool>> removed; // by group: by set of the group

    bool operator<(const ShaderVariant& other) const { return removed < other.removed; }
};

// True if nothing else has such accesses to such memory, so that all of these instructions are probably its
// own. False for loads that are not from shared memory: drivers add some.
bool isOnlyOfItsKind(std::size_t group, const std::vector<AccessGroup>& groups);

// The variants without any access to one variable, for each group but those that are the only ones of their
// kind: what a search needs first.
std::vector<ShaderVariant> firstVariants(const std::vector<AccessGroup>& groups);

// What some accesses to one variable became: the shader without them shows it, or the shader without all
// others to this variable.
struct AccessQuestion {
    std::size_t group = 0;
    bool alone = false;            // without the others
    std::vector<std::size_t> sets; // of the group

    bool operator==(const AccessQuestion&) const = default;
    bool operator<(const AccessQuestion& other) const {
        return std::tie(group, alone, sets) < std::tie(other.group, other.alone, other.sets);
    }
};

// Where the answers to questions show. Nothing: everywhere.
using QuestionPlaces = std::map<AccessQuestion, std::optional<Places>>;

struct PlannedVariant {
    ShaderVariant variant;
    std::vector<AccessQuestion> questions; // that it answers
};

// One question's variant.
ShaderVariant variantFor(const AccessQuestion& question, const std::vector<AccessGroup>& groups);

// Variants that answer all questions. Several questions share one if their answers show in different places;
// they must be about the same kind of access to the same kind of memory, because without a store, loads of
// what it stores may go, too.
std::vector<PlannedVariant> planVariants(const QuestionPlaces& questions,
                                         const std::vector<AccessGroup>& groups);

} // namespace vkperftest
