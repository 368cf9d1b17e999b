#include "model/json_node.h"

#include <fmt/format.h>

#include "base/printable.h"

namespace vkperftest {
namespace {

// More numbers than 64 MB of samples hold. Each takes 16 bytes; everything else takes several times as much.
constexpr std::size_t kMostNumbers = 8'000'000;
constexpr std::size_t kMostOthers = 4'000'000;
constexpr std::size_t kMostMembers = 10'000;       // rows and codes are a few hundred
constexpr std::size_t kMostTextBytes = 64'000'000; // of all texts together, as they are shown

[[noreturn]] void refuse(const std::string& what) {
    throw Wrong{"the text", what};
}

[[noreturn]] void tooMany(const char* what) {
    refuse(fmt::format("has more than {} {} side by side", kMostMembers, what));
}

} // namespace

bool JsonGuard::operator()(int depth, Json::parse_event_t event, Json& parsed) {
    constexpr int kDeepest = 32;
    if (depth > kDeepest) refuse("is nested too deeply");
    count(event, parsed);
    switch (event) {
    case Json::parse_event_t::object_start:
        // The library searches all objects before it.
        if (!open_.empty() && ++open_.back().objects > kMostMembers) tooMany("objects");
        [[fallthrough]];
    case Json::parse_event_t::array_start:
        open_.emplace_back();
        break;
    case Json::parse_event_t::object_end:
    case Json::parse_event_t::array_end:
        open_.pop_back();
        break;
    case Json::parse_event_t::key:
        addKey(parsed.get_ref<const std::string&>());
        break;
    case Json::parse_event_t::value:
        if (parsed.is_string()) addText(parsed.get_ref<const std::string&>());
        break;
    }
    return true;
}

void JsonGuard::count(Json::parse_event_t event, const Json& parsed) {
    if (event == Json::parse_event_t::value && !parsed.is_string()) {
        if (++numbers_ > kMostNumbers) refuse("has more than 8 million numbers");
    } else if (event != Json::parse_event_t::object_end && event != Json::parse_event_t::array_end) {
        if (++others_ > kMostOthers) refuse("has more than 4 million keys, texts, lists and objects");
    }
}

void JsonGuard::addText(const std::string& text) {
    if (text.size() > kLongestText) refuse(fmt::format("has a string of more than {} bytes", kLongestText));
    textBytes_ += printable(text, Keep::Lines).size();
    if (textBytes_ > kMostTextBytes)
        refuse(fmt::format("has strings of more than {} bytes together", kMostTextBytes));
}

void JsonGuard::addKey(const std::string& key) {
    addText(key);
    std::set<std::string>& keys = open_.back().keys;
    if (!keys.insert(key).second) throw Wrong{"the key " + jsonString(key), "appears twice in one object"};
    if (keys.size() > kMostMembers) tooMany("keys");
}

} // namespace vkperftest
