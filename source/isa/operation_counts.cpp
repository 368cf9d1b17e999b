#include "isa/operation_counts.h"

#include <algorithm>

namespace vkperftest {

const std::string& CodeOperations::loopOf(const MemoryOperation& operation) const {
    static const std::string kOutside;
    return operation.loop != kNoLoop ? loops[operation.loop] : kOutside;
}

std::string CodeOperations::placeOf(const MemoryOperation& operation) const {
    return loopOf(operation) + " " + familyOf(operation.load.name, operation.load.scalar);
}

CodeOperations codeOperations(const Listing& listing) {
    return {memoryOperations(listing), loopNumbers(listing)};
}

OperationCounts::OperationCounts(const CodeOperations& code, Access access, bool byLoop, const Places* places)
    : code_(code), byLoop_(byLoop) {
    for (const MemoryOperation& one : code.operations) {
        const bool counts =
            one.access == access && (places == nullptr || places->contains(code.placeOf(one)));
        if (counts) counts_[kindOf(one)][one.load.source] += one.count;
    }
}

OperationKind OperationCounts::kindOf(const MemoryOperation& operation) const {
    const Load& load = operation.load;
    return {byLoop_ ? code_.loopOf(operation) : "", load.name, load.bits, load.scalar, load.surely};
}

std::size_t OperationCounts::of(const OperationKind& kind) const {
    std::size_t count = 0;
    for (std::size_t i = 0; i < enumeratorCount<LoadSource>(); ++i)
        count += of(kind, static_cast<LoadSource>(i));
    return count;
}

std::size_t OperationCounts::of(const OperationKind& kind, LoadSource source) const {
    const auto found = counts_.find(kind);
    if (found == counts_.end()) return 0;
    const auto its = found->second.find(source);
    return its == found->second.end() ? 0 : its->second;
}

std::map<std::string, std::size_t> OperationCounts::beyond(const OperationCounts& other) const {
    std::map<std::string, std::size_t> bits;
    for (const auto& [kind, bySource] : counts_) {
        const std::size_t count = of(kind), theirs = other.of(kind);
        const auto& [loop, name, width, scalar, surely] = kind;
        if (count > theirs) bits[familyOf(name, scalar)] += (count - theirs) * std::max(width, 1U);
    }
    return bits;
}

std::string familyOf(const std::string& name, bool scalar) {
    std::string family = name.substr(0, name.find_first_of(".0123456789"));
    while (family.ends_with('x') || family.ends_with(' ')) family.pop_back();
    return scalar ? "scalar " + family : family;
}

} // namespace vkperftest
