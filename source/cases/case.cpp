#include "cases/case.h"

#include <algorithm>
#include <cctype>

#include <fmt/format.h>

#include "base/enum_table.h"
#include "base/text.h"

namespace vkperftest {
namespace {

// What a row's name adds to its operation's: "linear", "shuffle", "subgroup 16", "own window".
std::vector<std::string> additions(const Case& row) {
    if (row.operation.foreign) return {};
    std::vector<std::string> result = {std::string(patternName(row.pattern))};
    if (row.technique != Technique::Direct) result.emplace_back(techniqueName(row.technique));
    const Operation& operation = row.operation;
    if (operation.traversal && operation.byteOffset > 0 &&
        !operation.provable) // PerfTest's rows call it unaligned, and a compiler knows the others
        result.push_back(fmt::format("offset {}", operation.byteOffset));
    if (operation.place == CachePlace::OwnWindow) result.emplace_back("own window");
    if (operation.source.memory != MemoryKind::DeviceLocal)
        result.push_back(fmt::format("{} memory", memoryKindName(operation.source.memory)));
    for (std::string& word : settingWords({row.robustness, row.subgroupSize}))
        result.push_back(std::move(word));
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

std::string textOfOne(const Operation& operation) {
    constexpr auto kSamplers =
        enumTable<Sampler, std::string_view>({"", "nearest", "linear", "linear", "trilinear", "anisotropic",
                                              "anisotropic", "anisotropic", "nearest"});
    const SourceResource& source = operation.source;
    std::string text(resourceKindName(source.kind));
    if (isTexelBuffer(source.kind) || isImage(source.kind))
        text += fmt::format(" {}", traits(source.format).textureName);
    if (source.shape != ImageShape::Plane) text += fmt::format(", {}", imageShapeName(source.shape));
    if (operation.sampler != Sampler::None) text += fmt::format(", {} sampler", kSamplers[operation.sampler]);
    if (source.descriptors > 1) text += fmt::format(", {} descriptors", source.descriptors);
    return text + fmt::format(", {} bytes", source.bytes());
}

} // namespace

std::uint32_t loadsPerIteration(Technique technique, std::uint32_t windowedBytes) {
    constexpr Technique kOneByOne[] = {Technique::Dependent, Technique::Shuffle, Technique::Broadcast,
                                       Technique::Reduce};
    if (std::ranges::count(kOneByOne, technique) > 0) return 1;
    constexpr std::uint32_t kWideBytes = 32; // shaders/traversal_loop.hlsli
    return windowedBytes > kWideBytes ? 2 : 4;
}

std::uint32_t loadsPerIteration(const Case& row) {
    const Operation& operation = row.operation;
    const std::uint32_t bytes = traits(operation.source.format).bytesOf(operation.width);
    return loadsPerIteration(row.technique, operation.traversal ? bytes : 0);
}

std::vector<Case> partsOf(const Case& row) {
    std::vector<Case> parts;
    for (const Operation& part : row.operation.parts)
        parts.push_back({part, row.pattern, row.technique, row.subgroupSize, row.robustness});
    return parts.empty() ? std::vector<Case>{row} : parts;
}

Case underSettings(Case row, const CompileSettings& all) {
    if (row.robustness == Robustness::Off) row.robustness = all.robustness;
    if (row.subgroupSize == 0) row.subgroupSize = all.subgroupSize;
    return row;
}

std::vector<std::string> settingWords(const CompileSettings& settings) {
    std::vector<std::string> words;
    if (settings.robustness == Robustness::Forbidden) words.emplace_back("no checks");
    if (settings.robustness > Robustness::Off)
        words.push_back(fmt::format("robustness {}", robustnessName(settings.robustness)));
    if (settings.subgroupSize != 0) words.push_back(fmt::format("subgroup {}", settings.subgroupSize));
    return words;
}

std::string_view patternName(Pattern pattern) {
    constexpr auto kNames = enumTable<Pattern, std::string_view>(
        {"uniform",      "linear",    "random",    "stride 2",  "stride 4",     "stride 8",  "stride 16",
         "stride 32",    "stride 64", "reversed",  "hashed",    "per subgroup", "scattered", "coinciding",
         "loop counter", "stride 5",  "stride 6",  "stride 9",  "stride 10",    "stride 11", "stride 12",
         "stride 17",    "stride 18", "stride 20", "stride 22", "stride 24",    "stride 33"});
    return kNames[pattern];
}

std::uint32_t strideOf(Pattern pattern) {
    constexpr auto kStrides = enumTable<Pattern, std::uint32_t>(
        {0, 0, 0, 2, 4, 8, 16, 32, 64, 0, 0, 0, 0, 0, 0, 5, 6, 9, 10, 11, 12, 17, 18, 20, 22, 24, 33});
    return kStrides[pattern];
}

std::string_view techniqueName(Technique technique) {
    constexpr auto kNames = enumTable<Technique, std::string_view>(
        {"direct", "dependent", "shuffle", "broadcast", "reduce", "perlane", "no loads"});
    return kNames[technique];
}

std::string_view descriptorIndexName(DescriptorIndex index) {
    constexpr auto kNames = enumTable<DescriptorIndex, std::string_view>(
        {"none", "constant", "uniform", "per subgroup", "per lane"});
    return kNames[index];
}

bool isWithoutLoads(Technique technique) {
    return technique == Technique::NoLoads;
}

std::string caseName(const Case& row) {
    const std::string added = join(additions(row), ", ");
    return row.operation.name + (added.empty() ? "" : " ") + added;
}

std::string caseId(const Case& row) {
    std::string id = row.operation.id;
    for (const std::string& addition : additions(row)) id += "-" + idOf(addition);
    return id;
}

std::string kernelVariant(const Case& row) {
    std::string variant(patternName(row.pattern));
    if (row.technique != Technique::Direct) variant += fmt::format(".{}", techniqueName(row.technique));
    std::ranges::replace(variant, ' ', '_');
    return variant;
}

std::string kernelKey(const Case& row) {
    if (row.operation.foreign) return row.operation.kernel;
    return fmt::format("{}.{}", row.operation.kernel, kernelVariant(row));
}

std::string sourceText(const Case& row) {
    std::vector<std::string> texts;
    for (const Case& part : partsOf(row)) {
        std::string text = textOfOne(part.operation);
        if (std::ranges::count(texts, text) == 0) texts.push_back(std::move(text));
    }
    return join(texts, "; ");
}

} // namespace vkperftest
