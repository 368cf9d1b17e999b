#include "lies.h"

#include <sstream>

namespace hostile {

// Words are read anew each time: lies are few, and constants of other files ask before any of this one's is
// there.
std::vector<std::vector<std::string>> lies(std::string_view name) {
    std::vector<std::vector<std::string>> all;
    std::istringstream text{std::string(environment("HOSTILE_LIE"))};
    for (std::string one; std::getline(text, one, ',');) {
        std::istringstream words(one);
        std::string word;
        words >> word;
        if (word != name) continue;
        for (all.emplace_back(); words >> word;) all.back().push_back(word);
    }
    return all;
}

} // namespace hostile
