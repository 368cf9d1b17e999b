// What verification makes of destinations that a simulated device has written, and of faults in them.
#include "cases/written_words.h"

#include <algorithm>
#include <bit>
#include <random>

#include <fmt/format.h>

#include "cases/every_row.h"
#include "cases/families/families.h"
#include "cases/suite.h"
#include "matchers.h"

namespace vkperftest::written_words_test {

constexpr std::uint32_t kGroups = 4;
constexpr std::size_t kWords = 262144, kHalf = kWords / 2;

std::vector<Case> rowsOf(RowAccess access) {
    std::vector<Case> rows;
    for (const Case& row : allRows())
        if (accessOf(row.operation.kind) == access) rows.push_back(row);
    return rows;
}

Result<void> judged(const Case& row, const std::vector<std::uint32_t>& words) {
    return compareWritten(row, writtenWords(row), words, kGroups);
}

std::uint32_t bitsOfValue(const Case& row) {
    return traits(row.operation.source.format).bits[0];
}

// Of values as they lie in memory.
Result<void> judgedValues(const Case& row, const std::vector<std::uint32_t>& values) {
    const std::uint32_t bits = bitsOfValue(row);
    std::vector<std::uint32_t> words(kWords);
    for (std::size_t i = 0; i < values.size(); ++i)
        words[i * bits / 32] |= (values[i] & kUntouched >> (32 - bits)) << (i * bits % 32);
    return judged(row, words);
}

// What the row's model says, four times, with any invocation's words where several store to one place.
std::vector<std::uint32_t> stored(const Case& row) {
    std::vector<std::uint32_t> words;
    const std::vector<float> window = writtenWords(row);
    for (std::uint32_t group = 0; group < kGroups; ++group) {
        for (const float word : window) {
            const std::uint32_t any = row.pattern == Pattern::Uniform ? words.size() % 256 * 4
                                      : strideOf(row.pattern) > 0     ? words.size() % 4 * 256
                                                                      : 0;
            words.push_back(word < 0 ? kUntouched : static_cast<std::uint32_t>(word) + any);
        }
    }
    return words;
}

TEST(WrittenWords, OfStoresAreThoseOfTheLastOnes) {
    for (const Case& row : rowsOf(RowAccess::Store))
        EXPECT_TRUE(judgedValues(row, stored(row)).ok()) << caseName(row);
}

TEST(WrittenWords, TellStoresThatWereDroppedOrWentElsewhere) {
    for (const Case& row : rowsOf(RowAccess::Store)) {
        SCOPED_TRACE(caseName(row));
        const std::vector<std::uint32_t> right = stored(row);
        const auto first = static_cast<std::size_t>(
            std::ranges::find_if(right, [](auto word) { return word != kUntouched; }) - right.begin());
        std::vector<std::uint32_t> words = right;
        words[first] = kUntouched;
        EXPECT_FALSE(judgedValues(row, words).ok()) << "dropped";
        const auto [ofInvocation, ofStore] =
            bitsOfValue(row) < 32 ? std::pair(5u, 1061u) : std::pair(4u, 1024u);
        words[first] = right[first] + ofStore;
        EXPECT_FALSE(judgedValues(row, words).ok()); // of another store of the invocation
        words[first] = right[first] + ofInvocation;
        EXPECT_EQ(judgedValues(row, words).ok(), row.pattern == Pattern::Uniform) << "of another invocation";
        words[first] = ((right[first] - 1) ^ 64 * ofInvocation) + 1;
        EXPECT_EQ(judgedValues(row, words).ok(), row.pattern == Pattern::Uniform || strideOf(row.pattern) > 0)
            << "of an invocation 64 away";
        words = right;
        words[first + 1] = 0;
        EXPECT_FALSE(judgedValues(row, words).ok()) << "by the neighbour, in too many bits";
        words = right;
        const auto untouched = std::ranges::find(words, kUntouched);
        if (untouched == words.end()) continue;
        *untouched = right[first];
        EXPECT_FALSE(judgedValues(row, words).ok()) << "elsewhere";
    }
}

bool isOfFloats(const Case& row) {
    return row.operation.source.format == Format::R32F;
}

// The invocations' numbers in a random order, each as often as it has operations: the same for all rows.
const std::vector<std::uint32_t>& turns() {
    static const std::vector<std::uint32_t> all = [] {
        std::vector<std::uint32_t> numbers;
        for (std::uint32_t turn = 0; turn < kGroups * 256 * 256; ++turn)
            numbers.push_back(turn % (kGroups * 256));
        std::mt19937 random(1);
        std::ranges::shuffle(numbers, random);
        return numbers;
    }();
    return all;
}

// Runs the row's operations, of all invocations in that order, on words as the executor prepares them.
class Device {
public:
    Device(const Case& row, std::uint32_t subgroup)
        : row_(row), subgroup_(subgroup), most_(row.operation.width == 2 ? ~std::uint64_t{0} : kUntouched),
          untouched_(isOfFloats(row) ? 0 : most_), words_(kWords / row.operation.width, untouched_) {
        std::vector<std::uint32_t> done(kGroups * 256, 0);
        std::vector<std::uint64_t> results(kGroups * 256, 0);
        for (const std::uint32_t invocation : turns())
            results[invocation] += operate(invocation, done[invocation]++);
        if (row.operation.usesResult)
            std::ranges::copy(results, std::span(words_).last(words_.size() / 2).begin());
    }

    // As it lies in memory.
    std::vector<std::uint32_t> words() const {
        std::vector<std::uint32_t> all;
        for (std::size_t i = 0; i < words_.size(); ++i) {
            const bool isFloat = isOfFloats(row_) && i < words_.size() / 2;
            all.push_back(isFloat ? std::bit_cast<std::uint32_t>(static_cast<float>(words_[i]))
                                  : static_cast<std::uint32_t>(words_[i]));
            if (row_.operation.width == 2) all.push_back(static_cast<std::uint32_t>(words_[i] >> 32));
        }
        return all;
    }

private:
    std::uint64_t operate(std::uint32_t invocation, std::uint32_t number) {
        const std::uint32_t lane = invocation % 256;
        const bool shared = row_.operation.kind == LoadKind::SharedAtomic;
        const bool one = row_.pattern == Pattern::Uniform || row_.pattern == Pattern::Coinciding;
        const std::uint32_t place = one                               ? (shared ? invocation - lane : 0)
                                    : row_.pattern == Pattern::Linear ? invocation
                                                                      : invocation / subgroup_ * subgroup_;
        std::uint64_t& word = words_[place];
        const std::uint64_t before = word;
        switch (row_.operation.atomic) {
        case Atomic::Add:
            word = (word + 1 + lane % 4) & most_;
            return before;
        case Atomic::Min:
            word = std::min<std::uint64_t>(word, 1 + lane % 4 + 4 * (255 - number));
            return before - word;
        case Atomic::Exchange:
            word = 1 + lane + 256 * number;
            return before;
        default:
            if (word == untouched_) word = 1 + lane;
            return before;
        }
    }

    Case row_;
    std::uint32_t subgroup_;
    std::uint64_t most_, untouched_;
    std::vector<std::uint64_t> words_; // that are operated on, then the sums of results
};

TEST(WrittenWords, OfAtomicOperationsMayComeFromAnyOrder) {
    for (const Case& row : rowsOf(RowAccess::Atomic)) {
        for (const std::uint32_t subgroup : {4u, 32u}) {
            if (subgroup != 32 && row.pattern != Pattern::PerSubgroup) continue;
            const Result<void> right = judged(row, Device(row, subgroup).words());
            EXPECT_TRUE(right.ok()) << caseName(row) << ": " << right.error().cause;
        }
    }
}

TEST(WrittenWords, TellWrongAtomicOperations) {
    for (const Case& row : rowsOf(RowAccess::Atomic)) {
        SCOPED_TRACE(caseName(row));
        const std::vector<std::uint32_t> right = Device(row, 32).words();
        std::vector<std::uint32_t> words = right;
        words[0] = 0;
        EXPECT_THAT(judged(row, words).error().cause, HasSubstr("ends as 0, "));
        words[0] = kUntouched;
        EXPECT_FALSE(judged(row, words).ok());
        words = right;
        words[kHalf - 1] = 7;
        EXPECT_THAT(judged(row, words).error().cause, HasSubstr("left alone"));
        words = right;
        words[kHalf + 300] += 1;
        EXPECT_EQ(judged(row, words).ok(), !row.operation.usesResult);
        if (row.pattern != Pattern::Uniform) continue;
        if (row.operation.atomic == Atomic::Add) {
            const bool shared = row.operation.kind == LoadKind::SharedAtomic;
            const std::uint32_t must = (shared ? 163840u : 655360u) - (isOfFloats(row) ? 0u : 1u);
            words = right;
            words[0] =
                isOfFloats(row) ? std::bit_cast<std::uint32_t>(static_cast<float>(must - 1)) : must - 1;
            EXPECT_THAT(judged(row, words).error().cause,
                        HasSubstr(fmt::format("{}, must be {}", must - 1, must)));
        }
    }
}

// Operations on half of each word would leave the other one as it was.
TEST(WrittenWords, TellOperationsOfTooFewBits) {
    for (const Case& row : rowsOf(RowAccess::Atomic)) {
        if (row.operation.width != 2) continue;
        std::vector<std::uint32_t> words = Device(row, 32).words();
        words[1] = kUntouched;
        EXPECT_FALSE(judged(row, words).ok()) << caseName(row);
    }
}

} // namespace vkperftest::written_words_test
