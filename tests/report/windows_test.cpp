// The plots of loads over the size of the window.
#include "report/documents.h"

#include <string>
#include <vector>

#include <gmock/gmock.h>

#include "answers/made_up_walks.h"

namespace vkperftest {
namespace windows_test {

using testing::ElementsAre;

// The names beside the plot's bars, from the top.
std::vector<std::string> namesIn(const Section& section) {
    std::vector<std::string> names;
    for (const std::vector<std::string>& cells : section.grid.rows) {
        const std::string& bar = cells.back();
        if (const std::size_t space = bar.find(' '); space != std::string::npos)
            names.push_back(cells.front() + " " + bar.substr(space + 1));
    }
    return names;
}

TEST(Windows, PlotsNameTheLevelsOfChainsAlone) {
    RunResult run = cacheRun();
    addWalk(run, "raw loads", {1, 1, 1, 2.6, 2.6, 2.6, 2.6, 5.2, 5.2, 5.2, 5.2});
    addWalk(run, "chain, one lane", {28, 28, 28, 28, 28, 28, 28, 28, 150, 150, 150});
    const std::vector<Section> sections = windowSections(analyse(run));
    ASSERT_EQ(sections.size(), 2u);
    EXPECT_THAT(namesIn(sections[0]), ElementsAre("128 KB L1"));
    EXPECT_THAT(namesIn(sections[1]), ElementsAre());
    RunResult noisy = cacheRun();
    addWalk(noisy, "chain, one lane", {28, 28, 28, 28, 150, 150, 150}, 0.3);
    EXPECT_THAT(namesIn(windowSections(analyse(noisy)).at(0)), ElementsAre());
}

TEST(Windows, NameTheLawThatASizeBreaks) {
    RunResult run = cacheRun();
    addWalk(run, "typed loads", {1, 1, 1, 1, 0.5, 2, 2});
    run.windows[5].twice = run.windows[5].nanoseconds;
    const std::vector<Section> sections = windowSections(analyse(run));
    ASSERT_EQ(sections.size(), 1u);
    EXPECT_EQ(sections[0].grid.rows[4], (std::vector<std::string>{"16 KB", "order", ""}));
    EXPECT_EQ(sections[0].grid.rows[5], (std::vector<std::string>{"32 KB", "< 1.5x", ""}));
    EXPECT_EQ(sections[0].remarks.size(), 2u);
}

} // namespace windows_test
} // namespace vkperftest
