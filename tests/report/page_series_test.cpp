#include "report/page_charts.h"

#include <cmath>

#include <gmock/gmock.h>

namespace vkperftest {
namespace {

// As the page reads it.
std::vector<double> unpacked(const Json& packed) {
    const std::string digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    const double least = packed[0], most = packed[1];
    const std::string text = packed[2];
    std::vector<double> samples;
    for (std::size_t i = 0; i < text.size(); i += 2) {
        const auto step = static_cast<double>(64 * digits.find(text[i]) + digits.find(text[i + 1]));
        samples.push_back(least * std::pow(most / least, step / 4095));
    }
    return samples;
}

TEST(PackedSeries, TellsEachSampleClosely) {
    const std::vector<double> samples = {3, 1, 1.0007, 4, 2.5, 1};
    const std::vector<double> read = unpacked(packedSeries(samples));
    ASSERT_EQ(read.size(), samples.size());
    for (std::size_t i = 0; i < samples.size(); ++i) EXPECT_NEAR(read[i] / samples[i], 1, 0.0002) << i;
    EXPECT_EQ(packedSeries(samples)[2].get<std::string>().substr(2, 2), "AA"); // the least
    EXPECT_EQ(packedSeries(samples)[2].get<std::string>().substr(6, 2), "//"); // the most
}

TEST(PackedSeries, OfEqualSamplesIsThatSample) {
    EXPECT_THAT(unpacked(packedSeries(std::vector<double>(3, 0.25))), testing::ElementsAre(0.25, 0.25, 0.25));
}

TEST(PackedSeries, OfNoneIsNull) {
    EXPECT_EQ(packedSeries({}), nullptr);
}

TEST(RunLengths, CountsEqualNeighbours) {
    EXPECT_EQ(runLengths(std::vector<std::size_t>{0, 0, 1, 0, 2, 2, 2}), Json({2, 1, 1, 3}));
    EXPECT_EQ(runLengths({}), Json::array());
}

} // namespace
} // namespace vkperftest
