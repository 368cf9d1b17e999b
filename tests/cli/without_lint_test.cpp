// `lint` and `isa FILE` of a program that was built without its libraries.
#include <gmock/gmock.h>

#include "program.h"

namespace vkperftest::without_lint_test {

TEST(WithoutLint, ItSaysWhatItNeeds) {
    for (const char* line : {"lint a.hlsl", "isa a.comp"})
        expectError(runProgram(shellWords(line)), 2, {"built without"});
}

} // namespace vkperftest::without_lint_test
