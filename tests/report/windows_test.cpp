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

// As raw loads of 16 bytes on an H200: banks of L1 conflict in windows of 2 KB and more.
TEST(Windows, PlotsNameOnlyTheLevelsThatTheChainHas) {
    RunResult run = cacheRun();
    addWalk(run, "raw, shared window", {1, 1, 1, 2.6, 2.6, 2.6, 2.6, 5.2, 5.2, 5.2, 5.2});
    addWalk(run, "chain, one lane", {28, 28, 28, 28, 28, 28, 28, 28, 150, 150, 150});
    const std::vector<Section> sections = windowSections(analyse(run));
    ASSERT_EQ(sections.size(), 2u);
    EXPECT_THAT(namesIn(sections[0]), ElementsAre("32 KB L1"));
    EXPECT_THAT(namesIn(sections[1]), ElementsAre("1 KB step", "16 KB L1"));
}

TEST(Windows, PlotsNameNoLevelThatNoChainAndNoSharedWindowShows) {
    RunResult run = cacheRun();
    addWalk(run, "raw, own windows", {1, 1, 1, 2.6, 2.6, 2.6});
    const std::vector<Section> sections = windowSections(analyse(run));
    ASSERT_EQ(sections.size(), 1u);
    EXPECT_THAT(namesIn(sections[0]), ElementsAre("1 KB step"));
}

} // namespace windows_test
} // namespace vkperftest
