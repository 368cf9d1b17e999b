#include "cli/completion.h"

#include <gmock/gmock.h>

#include "cli/command_line.h"

namespace vkperftest {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::Not;
using Words = std::vector<std::string>;

TEST(Completion, OffersWhatMayFollow) {
    EXPECT_THAT(completions({"li"}), ElementsAre("list", "lint"));
    EXPECT_THAT(completions({""}), Contains("help"));
    EXPECT_EQ(completions({"help", ""}), commandNames());
    EXPECT_THAT(completions({"run", "--suite", "mat"}), ElementsAre("matrix"));
    EXPECT_THAT(completions({"--suite", "=", "mat"}), ElementsAre("matrix")); // as bash splits it
    EXPECT_THAT(completions({"--suite=mat"}), ElementsAre("--suite=matrix")); // as others leave it
    EXPECT_THAT(completions({"--strategy", "set,push-"}), ElementsAre("set,push-template"));
    EXPECT_THAT(completions({"experiment", "un"}), ElementsAre("uniform"));
    EXPECT_THAT(completions({"list", "--wi"}), ElementsAre("--wide"));
    EXPECT_THAT(completions({"run", "--qu"}),
                Contains("--queue")); // of those that only --help --all shows, too
    EXPECT_THAT(completions({"run", "-"}), Not(Contains("--sizes")));
}

TEST(Completion, OffersNothingWhereAFileOrTextFollows) {
    for (const Words& words : {Words{"show", "old"},
                               {"run", "--output", ""},
                               {"run", "--seed", ""},
                               {"nonsense", ""},
                               {"run", "--nonsense=", "x"}})
        EXPECT_THAT(completions(words), IsEmpty());
}

} // namespace
} // namespace vkperftest
