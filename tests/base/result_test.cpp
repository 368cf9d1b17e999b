#include "base/result.h"

#include <vector>

#include <gmock/gmock.h>

namespace vkperftest::result_test {

Result<std::vector<std::string>> someTexts() {
    return std::vector<std::string>(2, std::string(100, 'x')); // longer than a text's own small storage
}

// A loop's range keeps a value alive, but not what a reference into a temporary refers to.
TEST(Result, TheValueOfATemporaryOutlivesIt) {
    std::string all;
    for (const std::string& text : someTexts().value()) all += text;
    EXPECT_EQ(all, std::string(200, 'x'));
    static_assert(!std::is_reference_v<decltype(someTexts().value())>);
    static_assert(!std::is_reference_v<decltype(someTexts().error())>);
    static_assert(!std::is_reference_v<decltype(Result<void>().error())>);
}

TEST(Result, HoldsAValueOrAnError) {
    EXPECT_TRUE(someTexts().ok());
    EXPECT_TRUE(Result<void>().ok());
    const Result<int> failed = Error{ErrorKind::Io, "it broke", "mend it"};
    EXPECT_FALSE(failed.ok());
    EXPECT_EQ(failed.error().sentence(), "it broke; mend it");
    EXPECT_EQ((Error{ErrorKind::Io, "it broke", ""}).sentence(), "it broke");
}

} // namespace vkperftest::result_test
