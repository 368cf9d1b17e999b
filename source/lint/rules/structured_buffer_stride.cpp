#include <fmt/format.h>

#include "base/text.h"
#include "frontend/reflection.h"
#include "frontend/shader_file.h"
#include "lint/rule.h"

namespace vkperftest {
namespace {

bool fits(std::uint32_t stride, std::uint32_t target) {
    return stride <= 4 || stride % 4 != 0 || target % stride == 0 || stride % target == 0;
}

// Terminates: divisors and multiples of the target, a power of two, fit.
std::uint32_t nextGood(std::uint32_t stride, std::uint32_t target) {
    while (!fits(stride, target)) stride += 4;
    return stride;
}

// "float3 position at 0, float2 uv at 12, 4 bytes of padding at 20, float w at 24"
std::string layoutOf(const ReflectedBuffer& buffer) {
    std::vector<std::string> parts;
    std::uint32_t end = 0;
    const auto addPadding = [&](std::uint32_t next) {
        if (next > end) parts.push_back(fmt::format("{} bytes of padding at {}", next - end, end));
    };
    for (const ReflectedMember& member : buffer.members) {
        addPadding(member.offset);
        parts.push_back(fmt::format("{} {} at {}", member.type, member.name, member.offset));
        end = member.offset + member.size;
    }
    if (!parts.empty()) addPadding(buffer.stride);
    return join(parts, ", ");
}

bool isWord(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

// Where the name follows "Buffer<…>" or, in GLSL, a block's closing brace; otherwise where it appears first.
Place declaration(const ShaderFile& file, const std::string& name) {
    Place place = {.file = file.path, .line = 1};
    const bool text = file.language == ShaderLanguage::Hlsl || file.language == ShaderLanguage::Glsl;
    if (!text || name.empty()) return place;
    bool found = false;
    std::uint32_t number = 0;
    for (const std::string& line : split(file.bytes, '\n')) {
        ++number;
        for (std::size_t at = 0; (at = line.find(name, at)) != std::string::npos; at += name.size()) {
            const std::size_t end = at + name.size();
            if ((at > 0 && isWord(line[at - 1])) || (end < line.size() && isWord(line[end]))) continue;
            const std::string_view before = trim(std::string_view(line).substr(0, at));
            const bool declares =
                before.ends_with('>') || before.ends_with('}') || before.ends_with("buffer");
            if (found && !declares) continue;
            place.line = number;
            place.column = static_cast<std::uint32_t>(at + 1);
            place.endColumn = static_cast<std::uint32_t>(end + 1);
            if (declares) return place;
            found = true;
        }
    }
    return place;
}

LintFinding strideFinding(const ReflectedBuffer& buffer, const ShaderFile& file, std::uint32_t target) {
    const std::uint32_t good = nextGood(buffer.stride, target);
    const std::string layout = layoutOf(buffer);
    return {.place = declaration(file, buffer.name),
            .message = fmt::format("Elements of '{}' ({}) lie {} bytes apart{}{}{}, so some cross a {}-byte "
                                   "boundary. The next stride that fits is {}.",
                                   buffer.name, buffer.element, buffer.stride, layout.empty() ? "" : " (",
                                   layout, layout.empty() ? "" : ")", target, good),
            .remedies = {fmt::format("Pad the element to {} bytes.", good),
                         "Reorder its members or use smaller types, to save padding and bytes.",
                         "Split it into buffers whose members are read together."},
            .details = {{"buffer", buffer.name},
                        {"stride", std::to_string(buffer.stride)},
                        {"target", std::to_string(target)},
                        {"nextGoodStride", std::to_string(good)},
                        {"layout", layout}}};
}

std::vector<LintFinding> checkStrides(const LintSubject& subject, const RuleSettings& settings) {
    std::vector<LintFinding> findings;
    if (subject.reflection == nullptr) return findings;
    for (const ReflectedBuffer& buffer : subject.reflection->structuredBuffers) {
        if (!fits(buffer.stride, settings.cacheLineTarget))
            findings.push_back(strideFinding(buffer, *subject.file, settings.cacheLineTarget));
    }
    return findings;
}

} // namespace

extern const Rule kStructuredBufferStride{
    .id = "structured-buffer-stride-not-cache-aligned",
    .sentence = "Some elements of a structured buffer cross the boundary between two cache lines.",
    .severity = Severity::Suggestion,
    .check = checkStrides,
    .hasCacheLineTarget = true,
};

} // namespace vkperftest
