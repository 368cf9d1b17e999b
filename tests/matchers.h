// What tests use often: matchers, and the values of results.
#pragma once

#include <utility>

#include <gmock/gmock.h>

#include "base/result.h"

namespace vkperftest {

using testing::AllOf;
using testing::Contains;
using testing::Each;
using testing::ElementsAre;
using testing::EndsWith;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::Optional;
using testing::Pair;
using testing::SizeIs;
using testing::StartsWith;
using testing::UnorderedElementsAre;

// The value. Without one, the test fails with the error's sentence, and ends.
template <class Value> Value valueOf(Result<Value> result) {
    EXPECT_TRUE(result.ok()) << result.error().sentence();
    return std::move(result).value();
}

} // namespace vkperftest
