// Comments that silence rules.
#include "lint/source_lines.h"

#include <gmock/gmock.h>

#include "golden.h"
#include "isa/stored_text.h"

namespace vkperftest::ignore_comments_test {

// As "line rule".
std::string ignores(const std::string& text) {
    std::vector<std::string> result;
    for (const IgnoreComment& comment : ignoreComments({.path = "a", .bytes = text}))
        result.push_back(fmt::format("{} {}", comment.line, comment.rule));
    return join(result, ", ");
}

TEST(LintIgnoreComments, ApplyToTheirLineOrTheNext) {
    for (const auto& [name, text] : casesIn("lint/ignore_comments.txt")) {
        if (!name.starts_with("each")) expectGolden(fmt::format("{} | {}", name, ignores(text)));
        for (const std::string& line : split(name.starts_with("each") ? text : "", '\n'))
            if (!line.empty()) expectGolden(fmt::format("{} | {}", line, ignores(line)));
    }
    EXPECT_EQ(ignores("a;\r\n\n// vkperftest: ignore a\r\n\nb;"), "5 a");
}

} // namespace vkperftest::ignore_comments_test
