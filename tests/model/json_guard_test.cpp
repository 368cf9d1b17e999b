#include "model/json_guard.h"

#include <gmock/gmock.h>

#include "model/json_node.h"

namespace vkperftest {
namespace {

using Event = Json::parse_event_t;
using testing::Pair;

constexpr std::size_t kEndless = 40'000'000; // more than any limit

// A list of the same thing again and again: how many times it is accepted, and why not once more.
std::pair<std::size_t, std::string> refusal(Json element, const std::vector<Event>& events) {
    JsonGuard guard;
    Json none;
    std::size_t accepted = 0;
    try {
        guard(0, Event::array_start, none);
        for (; accepted < kEndless; ++accepted) {
            for (const Event event : events) guard(1, event, element);
        }
    } catch (const Wrong& wrong) {
        return {accepted, wrong.what};
    }
    return {accepted, "nothing"};
}

TEST(JsonGuard, BoundsNumbersByTheMemoryThatTheyTake) {
    EXPECT_THAT(refusal(12.5, {Event::value}), Pair(32'000'000, "has more than 32 million numbers"));
}

TEST(JsonGuard, BoundsWhatTakesMoreMemoryThanANumber) {
    const char* const sentence = "has more than 4 million keys, texts, lists and objects";
    EXPECT_THAT(refusal("", {Event::value}), Pair(3'999'999, sentence)); // with the list that they are in
    EXPECT_THAT(refusal(Json(), {Event::array_start, Event::array_end}), Pair(3'999'999, sentence));
}

TEST(JsonGuard, BoundsTextsAsTheyAreShown) {
    const auto texts = [](char of) { return refusal(std::string(64'000, of), {Event::value}); };
    const char* const sentence = "has strings of more than 64000000 bytes together";
    EXPECT_THAT(texts('x'), Pair(1000, sentence));
    EXPECT_THAT(texts('\x7f'), Pair(166, sentence)); // six characters each
}

} // namespace
} // namespace vkperftest
