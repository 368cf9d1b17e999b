#include "model/json_node.h"

namespace vkperftest {
namespace {

// More than 64 MB of samples, each of which takes 16 bytes of memory; everything else takes several times as much.
constexpr std::size_t kMostMemory = 8'000'000;
constexpr std::size_t kMostMembers = 10'000; // of a list or an object; rows and codes are a few hundred

[[noreturn]] void refuse(const std::string& what) {
    throw Wrong{"the text", what};
}

} // namespace

bool JsonGuard::operator()(int depth, Json::parse_event_t event, Json& parsed) {
    using Event = Json::parse_event_t;
    constexpr int kDeepest = 32;
    if (depth > kDeepest) refuse("is nested too deeply");
    if (event == Event::object_end || event == Event::array_end) {
        open_.pop_back();
        return true;
    }
    memory_ += event == Event::value && !parsed.is_string() ? 1u : 2u;
    if (memory_ > kMostMemory) refuse("has too many values");
    // The library searches all objects before it.
    if (event == Event::object_start && !open_.empty() && ++open_.back().objects > kMostMembers)
        refuse(fmt::format("has more than {} objects side by side", kMostMembers));
    if (event == Event::object_start || event == Event::array_start) open_.emplace_back();
    if (!parsed.is_string()) return true;
    const std::string& text = parsed.get_ref<const std::string&>();
    if (text.size() > kLongestText) refuse(fmt::format("has a string of more than {} bytes", kLongestText));
    if (event != Event::key) return true;
    std::set<std::string>& keys = open_.back().keys;
    if (!keys.insert(text).second) throw Wrong{"the key " + jsonString(text), "appears twice in one object"};
    if (keys.size() > kMostMembers) refuse(fmt::format("has more than {} keys side by side", kMostMembers));
    return true;
}

} // namespace vkperftest
