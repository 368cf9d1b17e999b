#include "cli/help.h"

#include <gmock/gmock.h>

#include "cli/command_line.h"

namespace vkperftest {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::Not;
using Words = std::vector<std::string>;

std::vector<std::string> offered(const std::vector<std::string>& words) {
    return completions(words, commandNames(), optionsOf);
}

TEST(Completion, OffersWhatMayFollow) {
    EXPECT_THAT(offered({"li"}), ElementsAre("list", "lint"));
    EXPECT_THAT(offered({""}), Contains("help"));
    EXPECT_EQ(offered({"help", ""}), commandNames());
    EXPECT_THAT(offered({"run", "--suite", "mat"}), ElementsAre("matrix"));
    EXPECT_THAT(offered({"--suite", "=", "mat"}), ElementsAre("matrix")); // as bash splits it
    EXPECT_THAT(offered({"--suite=mat"}), ElementsAre("--suite=matrix")); // as others leave it
    EXPECT_THAT(offered({"--strategy", "set,push-"}), ElementsAre("set,push-template"));
    EXPECT_THAT(offered({"experiment", "un"}), ElementsAre("uniform"));
    EXPECT_THAT(offered({"list", "--wi"}), ElementsAre("--wide"));
    EXPECT_THAT(offered({"run", "--qu"}),
                Contains("--queue")); // of those that only --help --all shows, too
    EXPECT_THAT(offered({"run", "-"}), Not(Contains("--sizes")));
}

TEST(Completion, OffersNothingWhereAFileOrTextFollows) {
    for (const Words& words : {Words{"show", "old"},
                               {"run", "--output", ""},
                               {"run", "--seed", ""},
                               {"nonsense", ""},
                               {"run", "--nonsense=", "x"}})
        EXPECT_THAT(offered(words), IsEmpty());
}

} // namespace
} // namespace vkperftest
