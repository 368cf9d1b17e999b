#include "frontend/low_bits.h"

#include <functional>

#include <gmock/gmock.h>

namespace vkperftest::low_bits_test {

constexpr unsigned kWidth = 4; // integers of four bits, so that all can be tried

std::vector<LowBits> everyKnowledge() {
    std::vector<LowBits> all;
    for (unsigned known = 0; known <= kWidth; ++known)
        for (std::uint64_t value = 0; value < 1u << known; ++value) all.push_back({known, value});
    return all;
}

bool fits(LowBits bits, std::uint64_t value) {
    return lowBits(value, bits.known) == bits;
}

// Every pair of values that fits the operands must fit the result, as far as four bits tell.
void expectSound(const std::function<LowBits(LowBits, LowBits)>& abstract,
                 const std::function<std::uint64_t(std::uint64_t, std::uint64_t)>& concrete) {
    for (const LowBits a : everyKnowledge())
        for (const LowBits b : everyKnowledge()) {
            LowBits result = abstract(a, b);
            result = lowBits(result.value, std::min(result.known, kWidth));
            for (std::uint64_t x = 0; x < 16; ++x)
                for (std::uint64_t y = 0; y < 16; ++y)
                    if (fits(a, x) && fits(b, y)) {
                        ASSERT_TRUE(fits(result, concrete(x, y)))
                            << a.known << ":" << a.value << " " << b.known << ":" << b.value << " at " << x
                            << ", " << y;
                    }
        }
}

TEST(LintLowBits, HoldsForEveryValue) {
    expectSound(std::plus(), std::plus());
    expectSound(std::minus(), std::minus());
    expectSound(std::multiplies(), std::multiplies());
    expectSound(std::bit_and(), std::bit_and());
    expectSound(std::bit_or(), std::bit_or());
    expectSound(std::bit_xor(), std::bit_xor());
    expectSound([](LowBits a, LowBits) { return ~a; }, [](auto x, auto) { return ~x; });
    expectSound([](LowBits a, LowBits b) { return join(a, b); }, [](auto x, auto) { return x; });
    expectSound([](LowBits a, LowBits b) { return join(a, b); }, [](auto, auto y) { return y; });
    expectSound(std::modulus(), [](auto x, auto y) { return y == 0 ? x : x % y; });
    for (unsigned bits = 0; bits < kWidth; ++bits) {
        expectSound([&](LowBits a, LowBits) { return a << bits; }, [&](auto x, auto) { return x << bits; });
        expectSound([&](LowBits a, LowBits) { return a >> bits; }, [&](auto x, auto) { return x >> bits; });
    }
}

TEST(LintLowBits, KnowsWhatIsNeeded) {
    const LowBits anything;
    const auto exactly = [](std::uint64_t value) { return lowBits(value, 32); };
    EXPECT_EQ(alignmentOf(anything), 1u);
    EXPECT_EQ(alignmentOf(anything * exactly(64)), 64u);
    EXPECT_EQ(alignmentOf(anything * exactly(12)), 4u);
    for (const LowBits& each : {anything << 4, anything & exactly(0xfffffff0), join(exactly(0), exactly(48))})
        EXPECT_EQ(alignmentOf(each), 16u);
    EXPECT_EQ(alignmentOf((anything * exactly(16)) | anything), 1u);
    EXPECT_EQ(alignmentOf((anything * exactly(16)) | exactly(4)), 4u);
    EXPECT_EQ(join(exactly(20), exactly(4)), lowBits(4, 4));
    EXPECT_EQ(alignmentOf((anything * exactly(16)) % exactly(48)), 16u);
    EXPECT_EQ(alignmentOf(lowBits(0, 64)), 1ull << 63);
}

} // namespace vkperftest::low_bits_test
