// The source lines of findings, in a file and its includes, and the comments there that ignore findings.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "frontend/shader_file.h"

namespace vkperftest {

// One rule of a comment `// vkperftest: ignore rule-a, rule-b reason` or `/* vkperftest: ignore rule-a */`, which
// stands in one line, beside code or alone before it.
struct IgnoreComment {
    std::uint32_t line = 0; // the line that it applies to
    std::string rule;
};

class SourceLines {
public:
    explicit SourceLines(const ShaderFile& file);

    // Lines are counted from 1. Empty if there is no such line or its file cannot be read.
    std::string line(const std::string& file, std::uint32_t number);

    // Sets the columns of the place, from the nth `.word` of its line to the end of the call's arguments there;
    // without such a word, as where a macro holds it, the columns remain unknown.
    void findColumns(Place& place, std::string_view word, std::uint32_t nth);

    // True if a comment ignores that rule on that line.
    bool ignored(const std::string& file, std::uint32_t line, std::string_view rule);

private:
    struct Source {
        std::vector<std::string> lines;
        std::vector<IgnoreComment> comments;
    };

    static Source sourceOf(const ShaderFile& file);
    Source& source(const std::string& file);

    ShaderLanguage language_;
    std::map<std::string, Source> sources_; // by file
};

// For any source language, even if the file cannot be scanned.
std::vector<IgnoreComment> ignoreComments(const ShaderFile& file);

} // namespace vkperftest
