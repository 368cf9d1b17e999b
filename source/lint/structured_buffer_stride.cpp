#include <optional>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "base/text.h"
#include "frontend/reflection.h"
#include "frontend/shader_file.h"
#include "frontend/spirv_module.h"
#include "lint/rule.h"

namespace vkperftest {
namespace {

bool fits(std::uint32_t stride, std::uint32_t target) {
    return stride <= 4 || stride % 4 != 0 || target % stride == 0 || stride % target == 0;
}

// The arguments of an indirect draw, whose layout the API fixes: "indexCount" or, in Direct3D,
// "IndexCountPerInstance", then "instanceCount".
bool isIndirectDraw(const StructuredBuffer& buffer) {
    std::string before;
    for (const ReflectedMember& member : buffer.members) {
        std::string name = lowercase(member.name);
        std::erase(name, '_');
        if (name == "instancecount" && (before.ends_with("count") || before.ends_with("countperinstance")))
            return true;
        before = std::move(name);
    }
    return false;
}

// "float3 position at 0, float2 uv at 12, 4 bytes of padding at 20, float w at 24"
std::string layoutOf(const StructuredBuffer& buffer) {
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

struct NameFound {
    Place place;
    bool declares = false;
};

// Where the name follows "Buffer<…>" or, in GLSL, a block's closing brace or "buffer"; otherwise where it
// appears first, if anywhere.
std::optional<NameFound> nameIn(std::string_view text, const std::string& file, const std::string& name) {
    std::optional<NameFound> found;
    std::uint32_t number = 0;
    for (const std::string& line : split(text, '\n')) {
        ++number;
        for (std::size_t at = 0; (at = line.find(name, at)) != std::string::npos; at += name.size()) {
            const std::size_t end = at + name.size();
            if ((at > 0 && isWord(line[at - 1])) || (end < line.size() && isWord(line[end]))) continue;
            const std::string_view before = trim(std::string_view(line).substr(0, at));
            const bool declares =
                before.ends_with('>') || before.ends_with('}') || before.ends_with("buffer");
            if (found && !declares) continue;
            const auto begin = static_cast<std::uint32_t>(at + 1);
            found = {{file, number, begin, static_cast<std::uint32_t>(end + 1)}, declares};
            if (declares) return found;
        }
    }
    return found;
}

// Looks in the file, then in its includes. Macros may hide the declaration.
Place declaration(const LintSubject& subject, const StructuredBuffer& buffer) {
    const ShaderFile& file = *subject.file;
    const bool text = file.language == ShaderLanguage::Hlsl || file.language == ShaderLanguage::Glsl;
    if (!text || buffer.name.empty()) return {.file = file.path, .line = text ? 1U : 0U};
    std::optional<NameFound> best = nameIn(file.bytes, file.path, buffer.name);
    if (subject.module && !(best && best->declares)) {
        for (const auto& [path, bytes] : subject.module->sources()) {
            const auto included = nameIn(bytes, path, buffer.name);
            if (included && (!best || (included->declares && !best->declares))) best = included;
        }
    }
    return best ? best->place : Place{.file = file.path, .line = 1};
}

// Padding comes last: elements a power of two apart may meet on the same banks of L1.
std::vector<std::string> remediesFor(const StructuredBuffer& buffer, std::uint32_t good) {
    std::vector<std::string> remedies;
    if (buffer.members.size() > 1) {
        std::uint32_t bytes = 0;
        for (const ReflectedMember& member : buffer.members) bytes += member.size;
        remedies.emplace_back("Split it into buffers whose members are read together.");
        remedies.emplace_back(bytes < buffer.stride
                                  ? "Reorder its members or use smaller types, to save padding and bytes."
                                  : "Use smaller types, to save bytes.");
    }
    remedies.push_back(fmt::format("Pad it to {} bytes only if that is faster on your GPU "
                                   "(`vkperftest try A B`): bank conflicts may cost more.",
                                   good));
    return remedies;
}

LintFinding strideFinding(const StructuredBuffer& buffer, const Place& place, std::uint32_t target) {
    std::uint32_t good = buffer.stride;
    while (!fits(good, target)) good += 4; // ends: divisors and multiples of the target, a power of two, fit
    const std::string layout = layoutOf(buffer);
    return {.place = place,
            .message = fmt::format("Elements of '{}' ({}) lie {} bytes apart{}{}{}, so some cross a {}-byte "
                                   "boundary, and a load of these may take two cache lines or sectors.",
                                   buffer.name, buffer.element, buffer.stride, layout.empty() ? "" : " (",
                                   layout, layout.empty() ? "" : ")", target),
            .remedies = remediesFor(buffer, good),
            .details = {{"buffer", buffer.name},
                        {"stride", buffer.stride},
                        {"memberBytes", buffer.memberBytes},
                        {"target", target},
                        {"nextGoodStride", good},
                        {"layout", layout}}};
}

std::vector<LintFinding> checkStrides(const LintSubject& subject, const RuleSettings& settings) {
    std::vector<LintFinding> findings;
    for (const StructuredBuffer& buffer : subject.buffers) {
        if (buffer.indexed && !fits(buffer.stride, settings.cacheLineTarget) && !isIndirectDraw(buffer))
            findings.push_back(strideFinding(buffer, declaration(subject, buffer), settings.cacheLineTarget));
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
