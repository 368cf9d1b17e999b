#include "model/json_guard.h"

#include <gmock/gmock.h>

#include "model/json_node.h"

namespace vkperftest {
namespace {

using Event = Json::parse_event_t;

// A list of the same thing so many times; what is wrong with it, empty if nothing is.
std::string refusedList(std::size_t times, Json element, const std::vector<Event>& events) {
    JsonGuard guard;
    Json none;
    try {
        guard(0, Event::array_start, none);
        for (std::size_t i = 0; i < times; ++i) {
            for (const Event event : events) guard(1, event, element);
        }
    } catch (const Wrong& wrong) {
        return wrong.what;
    }
    return "";
}

TEST(JsonGuard, BoundsNumbersByTheMemoryThatTheyTake) {
    const std::vector<Event> value = {Event::value};
    EXPECT_EQ(refusedList(32'000'000, 12.5, value), "");
    EXPECT_EQ(refusedList(32'000'001, 12.5, value), "has more than 32 million numbers");
}

TEST(JsonGuard, BoundsWhatTakesMoreMemoryThanANumber) {
    const char* const refusal = "has more than 4 million keys, texts, lists and objects";
    EXPECT_EQ(refusedList(3'999'999, "", {Event::value}), ""); // with the list that they are in
    EXPECT_EQ(refusedList(4'000'000, "", {Event::value}), refusal);
    EXPECT_EQ(refusedList(3'999'999, Json(), {Event::array_start, Event::array_end}), "");
    EXPECT_EQ(refusedList(4'000'000, Json(), {Event::array_start, Event::array_end}), refusal);
}

TEST(JsonGuard, BoundsTextsAsTheyAreShown) {
    const auto texts = [](std::size_t times, char of) {
        return refusedList(times, std::string(64'000, of), {Event::value});
    };
    EXPECT_EQ(texts(1000, 'x'), "");
    EXPECT_EQ(texts(1001, 'x'), "has strings of more than 64000000 bytes together");
    EXPECT_EQ(texts(167, '\x7f'), "has strings of more than 64000000 bytes together"); // six characters each
}

} // namespace
} // namespace vkperftest
