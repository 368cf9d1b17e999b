#include "cases/case.h"

#include <algorithm>
#include <cctype>
#include <vector>

#include <fmt/format.h>

#include "base/enum_table.h"
#include "base/text.h"

namespace vkperftest {
namespace {

// What a row's name adds to its operation's: "linear", "shuffle", "subgroup 16", "own window".
std::vector<std::string> additions(const Case& row) {
    std::vector<std::string> result = {std::string(patternName(row.pattern))};
    if (row.technique != Technique::Direct) result.emplace_back(techniqueName(row.technique));
    if (row.subgroupSize != 0) result.push_back(fmt::format("subgroup {}", row.subgroupSize));
    const Operation& operation = row.operation;
    if (operation.traversal && operation.byteOffset > 0) // PerfTest's rows call it unaligned
        result.push_back(fmt::format("offset {}", operation.byteOffset));
    if (operation.place == CachePlace::OutsideL1) result.emplace_back("outside L1");
    if (operation.place == CachePlace::OwnWindow) result.emplace_back("own window");
    return result;
}

// "subgroup 16" → "subgroup16", "own window" → "own-window".
std::string idOf(std::string_view words) {
    std::string id;
    for (const std::string& word : split(words, ' ')) {
        const bool number = std::isdigit(static_cast<unsigned char>(word.front())) != 0;
        id += (id.empty() || number ? "" : "-") + lowercase(word);
    }
    return id;
}

} // namespace

std::uint32_t loadsPerIteration(Technique technique, bool copies, std::uint32_t windowedBytes) {
    constexpr Technique kOneByOne[] = {Technique::Serial, Technique::Shuffle, Technique::Broadcast,
                                       Technique::Reduce};
    if (copies || std::ranges::count(kOneByOne, technique) > 0) return 1;
    constexpr std::uint32_t kWideBytes = 32; // shaders/traversal_loop.hlsli
    return windowedBytes > kWideBytes ? 2 : 4;
}

std::uint32_t loadsPerIteration(const Case& row) {
    const Operation& operation = row.operation;
    const std::uint32_t bytes = operation.width * traits(operation.source.format).bytesPerChannel;
    return loadsPerIteration(row.technique, operation.copies, operation.traversal ? bytes : 0);
}

std::string_view patternName(Pattern pattern) {
    constexpr auto kNames = enumTable<Pattern, std::string_view>({"uniform", "linear", "random"});
    return kNames[pattern];
}

std::string_view techniqueName(Technique technique) {
    constexpr auto kNames =
        enumTable<Technique, std::string_view>({"direct", "serial", "shuffle", "broadcast", "reduce",
                                                "perlane", "floor", "heavier", "heavier floor"});
    return kNames[technique];
}

bool isWithoutLoads(Technique technique) {
    return technique == Technique::Floor || technique == Technique::HeavierFloor;
}

std::string caseName(const Case& row) {
    return row.operation.name + " " + join(additions(row), ", ");
}

std::string shortName(const Case& row) {
    const Operation& operation = row.operation;
    return (operation.type.empty() ? operation.name : operation.type) + " " + join(additions(row), ", ");
}

std::string caseId(const Case& row) {
    std::string id = row.operation.id;
    for (const std::string& addition : additions(row)) id += "-" + idOf(addition);
    return id;
}

std::string kernelVariant(const Case& row) {
    if (row.operation.copies) return std::string(techniqueName(row.technique));
    std::string variant(patternName(row.pattern));
    if (row.technique != Technique::Direct) variant += fmt::format(".{}", techniqueName(row.technique));
    std::ranges::replace(variant, ' ', '_');
    return variant;
}

std::string kernelKey(const Case& row) {
    return fmt::format("{}.{}", row.operation.kernel, kernelVariant(row));
}

std::string sourceText(const Case& row) {
    const SourceResource& source = row.operation.source;
    const bool formatted = source.kind == ResourceKind::TexelBuffer || source.kind == ResourceKind::Texture;
    std::string text(resourceKindName(source.kind));
    if (formatted) text += fmt::format(" {}", traits(source.format).textureName);
    if (row.operation.sampler == Sampler::Nearest) text += ", nearest sampler";
    if (row.operation.sampler == Sampler::Linear) text += ", linear sampler";
    return text + fmt::format(", {} bytes", source.bytes());
}

} // namespace vkperftest
