// HLSL in tests: the accesses in a text.
#pragma once

#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "lint/hlsl_accesses.h"

namespace vkperftest {

// Their methods point into the text.
inline std::vector<HlslAccess> accessesIn(const std::string& text, bool sixteenBitTypes = false) {
    std::optional<std::vector<HlslAccess>> found = hlslAccesses(text, "test.hlsl", sixteenBitTypes);
    EXPECT_TRUE(found) << text;
    return found ? *std::move(found) : std::vector<HlslAccess>();
}

} // namespace vkperftest
