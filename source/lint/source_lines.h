// The lines that findings lie in, of a file and of those that it includes, and the comments there that ignore
// findings.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "frontend/shader_file.h"

namespace vkperftest {

// `// vkperftest: ignore rule-id reason`: on the line itself or alone on the line before.
struct IgnoreComment {
    std::uint32_t line = 0; // the line that it speaks of
    std::uint32_t column = 0;
    std::string rule;
    bool used = false; // by SourceLines::ignored
};

class SourceLines {
public:
    explicit SourceLines(const ShaderFile& file);

    // Counted from 1; empty where there is no such line or its file cannot be read.
    std::string line(const std::string& file, std::uint32_t number);

    // Whether a comment ignores that rule there; the comment is then used.
    bool ignored(const std::string& file, std::uint32_t line, std::string_view rule);

    // Of the file itself.
    std::vector<IgnoreComment> unusedIgnores() const;

private:
    struct Source {
        std::vector<std::string> lines;
        std::vector<IgnoreComment> comments;
    };

    static Source sourceOf(const ShaderFile& file);
    Source& source(const std::string& file);

    std::string own_;
    ShaderLanguage language_;
    std::map<std::string, Source> sources_; // by file
};

// Of any source language; needs no scan to succeed.
std::vector<IgnoreComment> ignoreComments(const ShaderFile& file);

} // namespace vkperftest
