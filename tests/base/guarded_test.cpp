#include "base/guarded.h"

#include <new>
#include <stdexcept>

#include <gmock/gmock.h>

#include "base/exit_code.h"

namespace vkperftest {
namespace {

using testing::HasSubstr;

TEST(Guarded, HandsOnWhatTheWorkGives) {
    EXPECT_EQ(guarded([]() -> Result<int> { return kExitFindings; }).value(), kExitFindings);
    const Result<int> refused = guarded([]() -> Result<int> {
        return Error{ErrorKind::NoDevice, "there is none", ""};
    });
    ASSERT_FALSE(refused.ok());
    EXPECT_EQ(exitCode(refused.error()), kExitNoDevice);
}

TEST(Guarded, MakesAnErrorOfWhatIsThrown) {
    const Result<int> full = guarded([]() -> Result<int> { throw std::bad_alloc(); });
    ASSERT_FALSE(full.ok());
    EXPECT_EQ(exitCode(full.error()), kExitUsage);
    EXPECT_THAT(full.error().sentence(), HasSubstr("out of memory; "));
    const Result<int> mistake = guarded([]() -> Result<int> { throw std::out_of_range("at 3"); });
    ASSERT_FALSE(mistake.ok());
    EXPECT_EQ(exitCode(mistake.error()), kExitUsage);
    EXPECT_THAT(mistake.error().sentence(), HasSubstr("internal error: at 3; "));
}

} // namespace
} // namespace vkperftest
