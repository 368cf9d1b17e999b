// Which lines of a shader's source its memory instructions come from, found from outside: by compiling the
// shader without some of its accesses, and looking at what is missing then.
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "isa/operation_counts.h"
#include "isa/variant_answers.h"
#include "isa/variant_evidence.h"

namespace vkperftest {

// Finds the lines with few variants. The stores to the only variable that is stored to need none. If all that
// a variable's accesses became is one kind of instruction in one loop, they all belong to it. Else the search
// compiles the shader with one unit alone of this variable: the instructions that this unit needs show their
// loop, and how wide they are at least. If several kinds fit, the shader without this unit shows which of
// them it loses, unless the loop has just what its units need. Units that are accessed in just the same lines
// are treated as one. One variant serves several units, of one variable or of several, if their instructions
// are of different kinds or in different loops.
class LineSearch {
public:
    LineSearch(const Listing& whole, std::vector<AccessGroup> groups);
    LineSearch(const LineSearch&) = delete;
    LineSearch& operator=(const LineSearch&) = delete;

    // The variants that are needed next; none when the search is done.
    std::vector<ShaderVariant> next();

    // What the compiler made of a variant; null if it failed, or was not tried.
    void add(ShaderVariant variant, const Listing* code);

    // The shader's operations, with the lines that are known. What looked like a descriptor is data if it is
    // all that disappears with a variable's loads.
    const std::vector<MemoryOperation>& operations() const { return operations_; }

private:
    struct Lost : LostAccesses {
        std::size_t number; // of the group
    };
    using Sets = AccessGroup::Sets;
    using Needs = std::optional<std::vector<NeededInstruction>>; // nothing: not known

    std::optional<Places> placesOf(const Lost& lost, const OperationIndexes& operations) const;
    Needs needed(const Lost& lost, const Sets& sets, const OperationIndexes& among);
    void searchGroup(std::size_t group);
    bool assignAlike(std::size_t group);
    void findUnmerged(const Lost& lost, const std::vector<Sets>& parts,
                      const std::vector<std::size_t>& counts);
    void resolve(const Lost& lost, const Sets& sets, const OperationIndexes& among);
    void assign(const Lost& lost, const Sets& sets, const OperationIndexes& to);
    void placeHidden(const Lost& lost);
    // In constant_search.cpp.
    void eraseDriversOwn(OperationIndexes& found, const CodeOperations& none) const;
    bool findLoaded(const Lost& lost, const std::vector<Sets>& units, std::size_t count);
    void findByLoss(const Lost& lost, const std::vector<Sets>& parts);

    const CodeOperations whole_;
    const std::vector<AccessGroup> groups_;
    VariantAnswers answers_;
    // Of the last step.
    std::vector<MemoryOperation> operations_;
    std::vector<std::size_t> traced_; // by operation: instructions with a known variable
    std::vector<std::set<std::pair<std::size_t, std::size_t>>> found_; // by operation: groups' sets
    std::vector<bool> unsure_;       // by operation: some lines may be missing
    bool pushedKnown_ = true;        // every variable's loads were looked for
    std::set<std::size_t> assigned_; // operations that have lines of the group
    std::set<std::size_t> unmerged_; // operations of the group that are what their units need alone
    std::vector<std::pair<Sets, OperationIndexes>>
        hidden_; // sets that lose no instruction alone, and where they fit
};

} // namespace vkperftest
