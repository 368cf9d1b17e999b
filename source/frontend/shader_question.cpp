#include "frontend/shader_question.h"

#include <vector>

#include "frontend/byte_fields.h"

namespace vkperftest {
namespace {

std::string taken(std::string_view& bytes) {
    return std::string(takeField(bytes).value());
}

std::string listBytes(const std::vector<std::string>& list) {
    std::string bytes;
    for (const std::string& each : list) appendField(bytes, each);
    return bytes;
}

std::vector<std::string> takenList(std::string_view& bytes) {
    std::vector<std::string> list;
    for (std::string_view left = takeField(bytes).value(); !left.empty();) list.push_back(taken(left));
    return list;
}

} // namespace

std::string toBytes(const ShaderQuestion& question) {
    const ShaderOptions& options = question.options;
    std::string bytes;
    bytes += static_cast<char>(question.file.language);
    for (const std::string* text :
         {&question.file.path, &question.file.bytes, &options.entry, &options.stage, &options.hlslVersion})
        appendField(bytes, *text);
    appendField(bytes, listBytes(options.defines));
    appendField(bytes, listBytes(options.includeFolders));
    std::vector<std::string> entries;
    for (const EntryPoint& entry : question.entries) entries.insert(entries.end(), {entry.name, entry.stage});
    appendField(bytes, listBytes(entries));
    return bytes;
}

ShaderQuestion shaderQuestion(std::string_view bytes) {
    ShaderQuestion question;
    ShaderOptions& options = question.options;
    question.file.language = static_cast<ShaderLanguage>(bytes.at(0));
    bytes.remove_prefix(1);
    for (std::string* text :
         {&question.file.path, &question.file.bytes, &options.entry, &options.stage, &options.hlslVersion})
        *text = taken(bytes);
    options.defines = takenList(bytes);
    options.includeFolders = takenList(bytes);
    const std::vector<std::string> entries = takenList(bytes);
    for (std::size_t i = 0; i + 1 < entries.size(); i += 2)
        question.entries.push_back({entries[i], entries[i + 1]});
    return question;
}

} // namespace vkperftest
