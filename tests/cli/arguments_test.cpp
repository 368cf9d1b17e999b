// Arguments and names of files come through as they are, whatever the system does to them on the way.
#include <filesystem>

#include <gmock/gmock.h>

#include "base/utf8_path.h"
#include "program.h"

namespace vkperftest {
namespace {

using testing::HasSubstr;

TEST(Arguments, ComeThroughWithBlanksQuotesBackslashesAndUtf8) {
    for (const std::string argument : {"two words", "a \"quoted\" word", "ends in \\", "ends in \\\\",
                                       "\\\" and \\\\\"", "größe 表 🙂", "*"}) {
        const Outcome outcome = runProgram({"run", "--filter", argument, "--filter", "no such row"});
        EXPECT_EQ(outcome.exitCode, 2);
        EXPECT_THAT(outcome.err, HasSubstr(argument == "*" ? "'no such row'" : "'" + argument + "'"));
    }
}

TEST(Arguments, FilesHaveNamesInUtf8) {
    const std::string name = "größe 表.json";
    const std::string file = measuredFile("load | * | * | 0.01\n", name);
    bool found = false;
    for (const auto& entry : std::filesystem::directory_iterator(pathOf(file).parent_path()))
        found = found || textOf(entry.path().filename()) == name;
    EXPECT_TRUE(found) << name;
    const Outcome shown = runProgram({"show", file, "--format", "csv"});
    EXPECT_EQ(shown.exitCode, 0) << shown.err;
    EXPECT_EQ(countLines(shown.out), 1u + 2u * 138u + 1u);
    EXPECT_THAT(runProgram({"show", file + "x"}).err, HasSubstr(name + "x"));
}

} // namespace
} // namespace vkperftest
