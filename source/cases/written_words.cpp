#include "cases/written_words.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <string>

#include <fmt/format.h>

namespace vkperftest {
namespace {

constexpr std::uint32_t kOfInvocation = 4, kOfStore = 4 * kInvocationsPerGroup; // apart, of the first values
constexpr std::uint32_t kOfInvocationOfNarrow = 5, kOfNarrowStore = 1061;
constexpr float kLeftAlone = -1;

std::uint32_t bitsOfValue(const Operation& operation) {
    return traits(operation.source.format).bits[0];
}

Result<void> wrongWord(const std::string& what) {
    return Error{ErrorKind::WrongValues, "wrong values: " + what, ""};
}

// The element that an invocation stores to first.
std::uint32_t firstElement(Pattern pattern, std::uint32_t invocation) {
    constexpr std::uint32_t kFar = 11 * 1024; // elements from one invocation to the next
    return pattern == Pattern::Uniform  ? 0
           : pattern == Pattern::Linear ? invocation
           : strideOf(pattern) > 0      ? invocation % kPatternSpan * strideOf(pattern)
                                        : invocation + kFar * invocation;
}

// The bits of a stored word, less 1, in which invocations differ that store to the same elements. The word of
// any of them may be the last.
std::uint32_t bitsOfSharers(Pattern pattern) {
    constexpr std::uint32_t kOfAll = kOfStore - kOfInvocation;
    if (pattern == Pattern::Uniform) return kOfAll;
    return strideOf(pattern) > 0 ? kOfAll - (kOfInvocation * kPatternSpan - kOfInvocation) : 0;
}

std::vector<float> storedWords(const Case& row) {
    const Operation& operation = row.operation;
    const std::uint32_t bits = bitsOfValue(operation), most = kUntouched >> (32 - bits);
    const bool isNarrow = operation.kind == LoadKind::NarrowStore;
    const std::uint32_t ofInvocation = isNarrow ? kOfInvocationOfNarrow : kOfInvocation,
                        ofStore = isNarrow ? kOfNarrowStore : kOfStore;
    std::vector<float> values(kLoadsPerGroup * 32 / bits, kLeftAlone);
    const std::uint32_t window = operation.traversal->window / operation.traversal->unit;
    const std::uint32_t step = operation.traversal->step / operation.traversal->unit;
    for (std::uint32_t store = 0; store < kLoadsPerInvocation; ++store) {
        for (std::uint32_t invocation = 0; invocation < kInvocationsPerGroup; ++invocation) {
            const std::uint32_t first = firstElement(row.pattern, invocation);
            const std::uint32_t element = operation.kind == LoadKind::SharedStore
                                              ? first + store * step % window // its own window
                                              : (first + store * step) % window;
            const std::uint32_t own = ofInvocation * invocation & ~bitsOfSharers(row.pattern);
            for (std::uint32_t value = 0; value < operation.width; ++value)
                values[element * operation.stride * 8 / bits + value] =
                    static_cast<float>((1 + own + ofStore * store + value) & most);
        }
    }
    return values;
}

Result<void> compareStored(const Case& row, std::span<const float> expected,
                           std::span<const std::uint32_t> words) {
    const std::uint32_t ofSharers = bitsOfSharers(row.pattern);
    const std::uint32_t bits = bitsOfValue(row.operation), most = kUntouched >> (32 - bits);
    for (std::size_t i = 0; i < words.size() * 32 / bits; ++i) {
        const float wanted = expected[i % expected.size()];
        const std::uint32_t value = words[i * bits / 32] >> (i * bits % 32) & most;
        const std::uint32_t unshared = (((value - 1) & ~ofSharers) + 1) & most;
        if (wanted == kLeftAlone ? value == most : static_cast<float>(unshared) == wanted) continue;
        return wrongWord(fmt::format("value {} of the stores is {}, must be {}", i, value,
                                     wanted == kLeftAlone ? "left alone" : fmt::format("{}", wanted)));
    }
    return {};
}

std::uint32_t firstValue(Atomic operation, std::uint32_t invocation) {
    constexpr std::uint32_t kLargest = 4 * kLoadsPerInvocation - 3; // of min, which goes down by 4
    switch (operation) {
    case Atomic::Add:
        return 1 + invocation % 4;
    case Atomic::Min:
        return kLargest + invocation % 4;
    default:
        return 1 + invocation;
    }
}

std::vector<float> operands(Atomic operation) {
    constexpr std::uint32_t kLater = kLoadsPerInvocation - 1;
    std::vector<float> all;
    for (std::uint32_t invocation = 0; invocation < kInvocationsPerGroup; ++invocation) {
        const std::uint32_t first = firstValue(operation, invocation);
        all.push_back(static_cast<float>(operation == Atomic::Add        ? kLoadsPerInvocation * first
                                         : operation == Atomic::Min      ? first - 4 * kLater
                                         : operation == Atomic::Exchange ? first + 256 * kLater
                                                                         : first));
    }
    return all;
}

bool addsFloats(const Operation& operation) {
    return traits(operation.source.format).numeric == Numeric::Float;
}

// What a word or a sum of results may hold: all arithmetic is modulo one more.
std::uint64_t mostOf(const Operation& operation) {
    constexpr std::uint64_t kMost = ~std::uint64_t{0};
    return operation.width == 2 ? kMost : kMost >> 32;
}

std::uint64_t untouchedValue(const Operation& operation) {
    return addsFloats(operation) ? 0 : mostOf(operation);
}

// The whole number that a float is; one that no word holds if it is none.
std::uint64_t wholeNumber(std::uint32_t word) {
    constexpr float kTooLarge = 4294967296.0f;
    const auto number = std::bit_cast<float>(word);
    const bool whole = number >= 0 && number < kTooLarge && number == std::floor(number);
    return whole ? static_cast<std::uint64_t>(number) : std::uint64_t{1} << 63;
}

// The words that are operated on, then as many sums of results.
std::vector<std::uint64_t> valuesOf(const Operation& operation, std::span<const std::uint32_t> words) {
    std::vector<std::uint64_t> values;
    for (std::size_t i = 0; i < words.size(); i += operation.width) {
        const std::uint64_t upper = operation.width == 2 ? words[i + 1] : 0;
        const bool isNumber = addsFloats(operation) && i < words.size() / 2;
        values.push_back(isNumber ? wholeNumber(words[i]) : upper << 32 | words[i]);
    }
    return values;
}

// The invocations of one word; everything modulo 2^64.
struct Sharers {
    std::uint32_t word = 0;
    std::uint64_t operations = 0;
    std::uint64_t added = 0;   // all that they add
    std::uint64_t squares = 0; // the sum of the squares of the terms
    std::uint64_t put = 0;     // the sum of all values that they exchange for others
    std::uint64_t least = ~std::uint64_t{0};
    bool mayEnd = false;        // the word may end as it did
    std::uint64_t results = 0;  // the sum of their results
    std::uint64_t weighted = 0; // the same, each times the term that its invocation adds

    void add(std::uint64_t operand, std::uint64_t end, std::uint64_t result) {
        const std::uint64_t term = operand / kLoadsPerInvocation;
        // Of an exchange, whose values go up by 256 to the last one.
        constexpr std::uint64_t kLoads = kLoadsPerInvocation, kBefore = 256 * (kLoads * (kLoads - 1) / 2);
        operations += kLoadsPerInvocation;
        added += operand;
        squares += operand * term;
        put += kLoadsPerInvocation * operand - kBefore;
        least = std::min(least, operand);
        mayEnd = mayEnd || end == operand;
        results += result;
        weighted += result * term;
    }
};

std::string whyWrongEnd(const Operation& operation, const Sharers& its, std::uint64_t end) {
    const bool adds = operation.atomic == Atomic::Add, exact = adds || operation.atomic == Atomic::Min;
    const std::uint64_t must = adds ? (untouchedValue(operation) + its.added) & mostOf(operation) : its.least;
    if (exact ? end == must : its.mayEnd) return {};
    const std::string wanted = exact ? fmt::format("must be {}", must) : "which none of its invocations left";
    return fmt::format("word {} of the atomic operations ends as {}, {}", its.word, end, wanted);
}

// By how much the results differ from what they must add up to. Of additions: a term times what was there
// before it, summed up over all, is half the square of their sum without the squares of the terms, besides
// what was there at first. The others are sums of differences, of which all but the first and last value
// cancel.
std::uint64_t excess(Atomic operation, const Sharers& its, std::uint64_t end, std::uint64_t untouched) {
    switch (operation) {
    case Atomic::Add:
        return 2 * its.weighted - (its.added * its.added - its.squares + 2 * untouched * its.added);
    case Atomic::Min:
        return its.results - (untouched - end);
    case Atomic::Exchange:
        return its.results + end - (untouched + its.put);
    default:
        return its.results - (untouched + (its.operations - 1) * end);
    }
}

// For each invocation of a workgroup, the number of its word. Subgroups are read off the words that are
// touched, and are equal in size.
std::vector<std::uint32_t> wordsOfSubgroups(std::span<const std::uint64_t> words, std::uint64_t untouched) {
    constexpr std::uint32_t kMostLanes = 128; // that Vulkan allows
    std::vector<std::uint32_t> all;
    std::uint32_t lanes = 1;
    while (lanes < kMostLanes && words[lanes] == untouched) lanes *= 2;
    for (std::uint32_t i = 0; i < kInvocationsPerGroup; ++i) all.push_back(i / lanes * lanes);
    return all;
}

Result<void> compareAtomic(const Case& row, std::span<const float> expected,
                           std::span<const std::uint32_t> memory, std::uint32_t workgroups) {
    const Operation& operation = row.operation;
    const bool shared = operation.kind == LoadKind::SharedAtomic;
    const std::vector<std::uint64_t> words = valuesOf(operation, memory);
    const std::uint64_t untouched = untouchedValue(operation);
    const std::size_t half = words.size() / 2;
    std::vector<Sharers> all(half);
    for (std::uint32_t group = 0; group < workgroups; ++group) {
        const std::uint32_t first = group * kInvocationsPerGroup;
        std::vector<std::uint32_t> ofSubgroups;
        if (row.pattern == Pattern::PerSubgroup)
            ofSubgroups = wordsOfSubgroups(std::span(words).subspan(first), untouched);
        for (std::uint32_t invocation = 0; invocation < kInvocationsPerGroup; ++invocation) {
            const bool one = row.pattern == Pattern::Uniform || row.pattern == Pattern::Coinciding;
            const std::uint32_t word = one                              ? (shared ? first : 0)
                                       : row.pattern == Pattern::Linear ? first + invocation
                                                                        : first + ofSubgroups[invocation];
            all[word].word = word;
            all[word].add(static_cast<std::uint64_t>(expected[invocation]), words[word],
                          words[half + first + invocation]);
        }
    }
    for (std::uint32_t word = 0; word < half; ++word) {
        const Sharers& its = all[word];
        if (its.operations == 0 && words[word] != untouched)
            return wrongWord(fmt::format("word {} is {}, must be left alone", word, words[word]));
        if (its.operations == 0) continue;
        if (const std::string why = whyWrongEnd(operation, its, words[word]); !why.empty())
            return wrongWord(why);
        const std::uint64_t off = excess(operation.atomic, its, words[word], untouched);
        if (operation.usesResult && (off & mostOf(operation)) != 0)
            return wrongWord(
                fmt::format("the results of the atomic operations on word {} do not add up", word));
    }
    return {};
}

} // namespace

std::uint32_t untouchedWord(const Operation& operation) {
    return addsFloats(operation) ? 0 : kUntouched;
}

std::vector<float> writtenWords(const Case& row) {
    return accessOf(row.operation.kind) == RowAccess::Store ? storedWords(row)
                                                            : operands(row.operation.atomic);
}

Result<void> compareWritten(const Case& row, std::span<const float> expected,
                            std::span<const std::uint32_t> words, std::uint32_t workgroups) {
    return accessOf(row.operation.kind) == RowAccess::Store ? compareStored(row, expected, words)
                                                            : compareAtomic(row, expected, words, workgroups);
}

} // namespace vkperftest
