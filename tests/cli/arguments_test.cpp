// Arguments and names of files come through as they are, whatever the system does to them on the way.
#include <filesystem>

#include <gmock/gmock.h>

#include "base/utf8_path.h"
#include "program.h"

namespace vkperftest::arguments_test {

TEST(Arguments, ComeThroughWithBlanksQuotesBackslashesAndUtf8) {
    for (const std::string argument : {"two words", "a \"quoted\" word", "ends in \\", "ends in \\\\",
                                       "\\\" and \\\\\"", "größe 表 🙂", "*"})
        expectError(runProgram({"run", "--filter", argument, "--filter", "no such row"}), 2,
                    {argument == "*" ? "'no such row'" : "'" + argument + "'"});
}

TEST(Arguments, FilesHaveNamesInUtf8) {
    const std::string name = "größe-表.json", file = measuredFile("load | * | * | 0.01\n", name);
    bool found = false;
    for (const auto& entry : std::filesystem::directory_iterator(pathOf(file).parent_path()))
        found = found || textOf(entry.path().filename()) == name;
    EXPECT_TRUE(found) << name;
    EXPECT_EQ(countLines(outputOf("show {} --format csv", file)), 1u + 2u * 161u + 1u);
    expectError(runLine("show {}x", file), 2, {name + "x"});
}

} // namespace vkperftest::arguments_test
