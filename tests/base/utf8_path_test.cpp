// Names of files and variables as text: UTF-8 on every system.
#include "base/utf8_path.h"

#ifdef _WIN32
#include <windows.h>
#endif

#include <gtest/gtest.h>

namespace vkperftest::utf8_path_test {

TEST(Utf8Path, HoldsTheCharactersThatTheTextNames) {
    EXPECT_EQ(pathOf("größe 表 🙂.json").u32string(), U"größe 表 🙂.json");
    EXPECT_EQ(textOf(std::filesystem::path(U"größe 表 🙂.json")), "größe 表 🙂.json");
    EXPECT_EQ(textOf(pathOf("größe/表.json").filename()), "表.json");
    EXPECT_EQ(textOf(pathOf("")), "");
}

TEST(Environment, IsUtf8) {
    EXPECT_EQ(environmentVariable("VKPERFTEST_NO_SUCH_VARIABLE"), "");
    setEnvironmentVariable("VKPERFTEST_TEST", "C:\\Jörg\\треба.json");
    EXPECT_EQ(environmentVariable("VKPERFTEST_TEST"), "C:\\Jörg\\треба.json");
#ifdef _WIN32
    wchar_t value[64] = {};
    GetEnvironmentVariableW(L"VKPERFTEST_TEST", value, 64);
    EXPECT_EQ(std::wstring(value), L"C:\\J\u00f6rg\\\u0442\u0440\u0435\u0431\u0430.json")
        << "as loaders read it";
#endif
    setEnvironmentVariable("VKPERFTEST_TEST", "");
}

} // namespace vkperftest::utf8_path_test
