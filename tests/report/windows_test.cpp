// Loads over the size of the window.
#include "report/documents.h"

#include <string>
#include <vector>

#include <gmock/gmock.h>

#include "answers/made_up_walks.h"

namespace vkperftest::windows_test {

TEST(Windows, NameTheLawThatASizeBreaks) {
    RunResult run = cacheRun();
    addWalk(run, "typed loads", {1, 1, 1, 1, 0.5, 2, 2});
    run.windows[5].twice = run.windows[5].nanoseconds;
    const std::vector<Section> sections = windowSections(analyse(run));
    ASSERT_EQ(sections.size(), 1u);
    EXPECT_EQ(sections[0].grid.rows[4], (std::vector<std::string>{"16 KB", "order"}));
    EXPECT_EQ(sections[0].grid.rows[5], (std::vector<std::string>{"32 KB", "< 1.5x"}));
    EXPECT_EQ(sections[0].remarks.size(), 2u);
}

} // namespace vkperftest::windows_test
