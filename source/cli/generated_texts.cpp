#include "cli/generated_texts.h"

#include <algorithm>

namespace vkperftest {

Completes completes(const OptionFacts& facts) {
    const std::string& placeholder = facts.placeholder;
    if (!facts.words.empty()) return placeholder.ends_with(",…") ? Completes::List : Completes::Words;
    if (placeholder == "DIR" || placeholder == "FOLDER") return Completes::Folders;
    for (const char* file : {"FILE", "ICD.json", "PROGRAM", "PREFIX"}) {
        if (placeholder.starts_with(file)) return Completes::Files;
    }
    return Completes::Nothing;
}

std::string briefly(std::string_view what) {
    std::size_t end = what.size();
    for (const std::string_view mark : {": ", " (", "; "}) end = std::min(end, what.find(mark));
    return std::string(what.substr(0, end));
}

std::string filled(std::string text, const std::vector<std::pair<std::string, std::string>>& values) {
    for (const auto& [mark, value] : values) {
        for (std::size_t at = text.find(mark); at != std::string::npos;
             at = text.find(mark, at + value.size()))
            text.replace(at, mark.size(), value);
    }
    return text;
}

} // namespace vkperftest
