// Command lines that are refused.
#pragma once

#include <string>
#include <vector>

#include <gmock/gmock.h>

#include "program.h"

namespace vkperftest {

// The program printed one error that holds these parts, and nothing else.
inline void expectError(const Outcome& outcome, int exitCode, const std::vector<std::string>& parts) {
    EXPECT_EQ(outcome.exitCode, exitCode);
    EXPECT_EQ(outcome.out, "");
    EXPECT_EQ(countLines(outcome.err), 1u) << outcome.err;
    for (const std::string& part : parts) EXPECT_THAT(outcome.err, testing::HasSubstr(part));
}

} // namespace vkperftest
