// What is rejected in a results file while it is parsed.
#pragma once

#include <cstddef>
#include <set>
#include <string>
#include <vector>

#include "model/json_layout.h"

namespace vkperftest {

// Rejects what JSON leaves undefined (a key twice), and what no results file has: deep nesting, long texts,
// and so many values, keys or objects side by side that a small file would take much memory or time. Throws
// Wrong.
class JsonGuard {
public:
    // The library calls it; always true.
    bool operator()(int depth, Json::parse_event_t event, Json& parsed);

private:
    struct Open { // an object or a list
        std::set<std::string> keys;
        std::size_t objects = 0;
    };

    void count(Json::parse_event_t event, const Json& parsed);
    void addText(const std::string& text);
    void addKey(const std::string& key);

    std::vector<Open> open_;
    std::size_t numbers_ = 0, others_ = 0;
    std::size_t textBytes_ = 0;
};

} // namespace vkperftest
