#include <gmock/gmock.h>

#include "cases/suite.h"
#include "cases/twins.h"

namespace vkperftest {
namespace {

using testing::ElementsAre;

std::vector<std::string> textsOf(const std::vector<Case>& rows, std::string (*text)(const Case&)) {
    std::vector<std::string> texts;
    for (const Case& row : rows) texts.push_back(text(row));
    return texts;
}

TEST(IntegerSuite, HasBothTypesUnderEveryPattern) {
    EXPECT_THAT(textsOf(integerRows(), caseName),
                ElementsAre("Buffer<RGBA8>.Load random", "Buffer<R32ui>.Load uniform",
                            "Buffer<R32ui>.Load linear", "Buffer<R32ui>.Load random",
                            "Buffer<R32i>.Load uniform", "Buffer<R32i>.Load linear",
                            "Buffer<R32i>.Load random"));
    EXPECT_EQ(caseId(integerRows().back()), "typed-r32i-random");
}

// Rows of one type only can share a floor: its loop adds whole numbers, and holds one of its own type.
TEST(IntegerSuite, HasTwinsOfItsOwn) {
    EXPECT_THAT(textsOf(missingTwins(integerRows()), kernelKey),
                ElementsAre("typed_buffer.4.linear.floor", "integer_buffer.uint.uniform.floor",
                            "integer_buffer.uint.linear.floor", "integer_buffer.int.uniform.floor",
                            "integer_buffer.int.linear.floor", "typed_buffer.4.random.serial",
                            "integer_buffer.uint.uniform.serial", "integer_buffer.uint.linear.serial",
                            "integer_buffer.uint.random.serial", "integer_buffer.int.uniform.serial",
                            "integer_buffer.int.linear.serial", "integer_buffer.int.random.serial"));
}

} // namespace
} // namespace vkperftest
