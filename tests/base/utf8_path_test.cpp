// Names of files as text: UTF-8 on every system.
#include "base/utf8_path.h"

#include <gtest/gtest.h>

namespace vkperftest {
namespace {

TEST(Utf8Path, HoldsTheCharactersThatTheTextNames) {
    EXPECT_EQ(pathOf("größe 表 🙂.json").u32string(), U"größe 表 🙂.json");
    EXPECT_EQ(textOf(std::filesystem::path(U"größe 表 🙂.json")), "größe 表 🙂.json");
}

TEST(Utf8Path, PartsOfAPathAreTextsAgain) {
    EXPECT_EQ(textOf(pathOf("größe/表.json").filename()), "表.json");
    EXPECT_EQ(textOf(pathOf("größe/表.json").parent_path()), "größe");
    EXPECT_EQ(textOf(pathOf("")), "");
}

} // namespace
} // namespace vkperftest
