#include "lint/source_lines.h"

#include "base/atomic_file.h"
#include "base/text.h"

namespace vkperftest {

SourceLines::SourceLines(const ShaderFile& file) : own_(file.path), language_(file.language) {
    sources_[own_] = sourceOf(file);
}

SourceLines::Source SourceLines::sourceOf(const ShaderFile& file) {
    if (file.language == ShaderLanguage::SpirvBinary) return {};
    Source source{.lines = split(file.bytes, '\n'), .comments = ignoreComments(file), .used = {}};
    source.used.resize(source.comments.size());
    return source;
}

SourceLines::Source& SourceLines::source(const std::string& file) {
    const auto [found, added] = sources_.try_emplace(file);
    if (!added) return found->second;
    // SPIR-V that somebody else compiled may name any file of this machine as its source.
    if (language_ == ShaderLanguage::SpirvBinary || language_ == ShaderLanguage::SpirvAssembly) {
        if (const Result<ShaderFile> read = readShaderFile(file); read.ok())
            found->second = sourceOf(read.value());
        return found->second;
    }
    Result<std::string> included = readFile(file); // its name may have any ending
    if (included.ok()) found->second = sourceOf({file, language_, std::move(included).value()});
    return found->second;
}

std::string SourceLines::line(const std::string& file, std::uint32_t number) {
    const std::vector<std::string>& lines = source(file).lines;
    if (number == 0 || number > lines.size()) return {};
    std::string line = lines[number - 1];
    while (line.ends_with('\r')) line.pop_back();
    return line;
}

bool SourceLines::ignored(const std::string& file, std::uint32_t line, std::string_view rule) {
    Source& its = source(file);
    bool any = false;
    for (std::size_t i = 0; i < its.comments.size(); ++i) {
        if (its.comments[i].line != line || its.comments[i].rule != rule) continue;
        any = its.used[i] = true;
    }
    return any;
}

std::vector<IgnoreComment> SourceLines::unusedIgnores() const {
    const Source& its = sources_.at(own_);
    std::vector<IgnoreComment> unused;
    for (std::size_t i = 0; i < its.comments.size(); ++i) {
        if (!its.used[i]) unused.push_back(its.comments[i]);
    }
    return unused;
}

} // namespace vkperftest
