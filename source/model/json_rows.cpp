#include <algorithm>
#include <set>

#include <fmt/format.h>

#include "model/json_fields.h"

namespace vkperftest {
template <>
inline constexpr auto kWords<LoadKind> = enumTable<LoadKind, Word>({"typed",
                                                                    "raw",
                                                                    "raw vector",
                                                                    "structured",
                                                                    "strided",
                                                                    "split",
                                                                    "constants",
                                                                    "push constants",
                                                                    "texture",
                                                                    "nearest",
                                                                    "bilinear",
                                                                    "mixed",
                                                                    "raw store",
                                                                    "structured store",
                                                                    "typed store",
                                                                    "texture store",
                                                                    "narrow store",
                                                                    "shared store",
                                                                    "raw atomic",
                                                                    "structured atomic",
                                                                    "typed atomic",
                                                                    "texture atomic",
                                                                    "shared atomic",
                                                                    "writable typed",
                                                                    "writable raw",
                                                                    "writable structured",
                                                                    "writable texture",
                                                                    "shared",
                                                                    "bindless",
                                                                    "other memory",
                                                                    "other texture",
                                                                    "other sample",
                                                                    "narrow",
                                                                    "unpacked",
                                                                    "64-bit integer",
                                                                    "specialized",
                                                                    "struct"});
template <> inline const auto kWords<DescriptorIndex> = namesBy(descriptorIndexName);
template <> inline const auto kWords<MemoryKind> = namesBy(memoryKindName);
template <>
inline constexpr auto kWords<Atomic> = enumTable<Atomic, Word>({"none", "add", "min", "exchange",
                                                                "compare exchange"});
template <> inline const auto kWords<ResourceKind> = namesBy(resourceKindName);
template <>
inline const auto kWords<Format> = namesBy<Format>([](Format format) { return traits(format).textureName; });
template <> inline const auto kWords<Pattern> = namesBy(patternName);
template <> inline const auto kWords<Technique> = namesBy(techniqueName);
template <>
inline constexpr auto kWords<FootnoteEffect> = enumTable<FootnoteEffect, Word>({"unknown", "slower",
                                                                                "faster"});
template <>
inline constexpr auto kWords<Sampler> = enumTable<Sampler, Word>({"none", "nearest", "linear",
                                                                  "linear between texels", "trilinear",
                                                                  "anisotropic 2", "anisotropic 4",
                                                                  "anisotropic 16", "gather"});
template <> inline const auto kWords<ImageShape> = namesBy(imageShapeName);
template <>
inline constexpr auto kWords<CachePlace> = enumTable<CachePlace, Word>({"inside L1", "own window"});

static std::vector<LoadFacts> mixedParts(const Node& node);

void jsonFields(auto& json, Of<LoadFacts> auto& load) {
    json("kind", load.kind);
    if (load.kind == LoadKind::Mixed) {
        json("parts", load.parts, mixedParts);
    } else {
        json("resource", load.resource);
        json("resource_bytes", load.resourceBytes, positiveCount);
        json("format", load.format);
        json("values", load.values, positiveCount);
        json("bytes", load.bytes, positiveCount);
        json("stride", load.stride, positiveCount);
        json("alignment", load.alignment, positiveCount);
        json.onlyIf(load.alignmentProvable, "alignment_provable", load.alignmentProvable);
        json.onlyIf(load.byteOffset != 0, "offset", load.byteOffset);
        json.onlyIf(load.secondArray != 0, "second_array", load.secondArray);
        json.onlyIf(load.sampler != Sampler::None, "sampler", load.sampler);
        json.onlyIf(load.image != ImageShape::Plane, "image", load.image);
        json.onlyIf(load.index != DescriptorIndex::None, "index", load.index);
        json.onlyIf(load.atomic != Atomic::None, "atomic", load.atomic);
        json.onlyIf(load.usesResult, "uses_result", load.usesResult);
    }
    json("place", load.place);
    json.onlyIf(load.memory != MemoryKind::DeviceLocal, "memory", load.memory);
    json("pattern", load.pattern);
    json("technique", load.technique);
    json.onlyIf(load.subgroupSize != 0, "subgroup_size", load.subgroupSize);
    json.onlyIf(load.robustness != Robustness::Off, "robustness", load.robustness);
}

std::vector<LoadFacts> mixedParts(const Node& node) {
    std::vector<LoadFacts> parts;
    readJson(node, parts);
    const bool mixed = std::ranges::count(parts, LoadKind::Mixed, &LoadFacts::kind) > 0;
    if (parts.size() < 2 || mixed) node.wrong("must hold several loads, none of them mixed");
    return parts;
}

void jsonFields(auto& json, Of<PrintedFigures> auto& printed) {
    json.orNull("milliseconds", printed.milliseconds, &Node::positive);
    json("ratio", printed.ratio, &Node::positive);
    json("footnote", printed.footnote);
    json.onlyIf(printed.effect != FootnoteEffect::Unknown, "footnote_effect", printed.effect);
}

void jsonFields(auto& json, Of<StrategyResult> auto& result) {
    json("strategy", result.strategy);
    outcomeFields(json, result);
    json("loads", result.loads, atMost(kMostLoads));
    json("nanoseconds", result.nanoseconds);
    json.onlyIf(!result.kernel.empty(), "kernel", result.kernel);
    json.onlyIf(!result.code.empty(), "code", result.code);
    json.onlyIf(result.printed.has_value(), "printed", result.printed);
}

void jsonFields(auto& json, Of<RowResult> auto& row) {
    json("name", row.name, textNotEmpty);
    json("operation", row.operation);
    json("pattern", row.pattern);
    json.onlyIf(!row.id.empty(), "id", row.id);
    json.onlyIf(!row.kernel.empty(), "kernel", row.kernel);
    json.onlyIf(!row.noLoads.empty(), "no_loads", row.noLoads);
    json.onlyIf(!row.dependent.empty(), "dependent", row.dependent);
    json.orNull("stopped", row.stopped);
    json.onlyIf(row.load.has_value(), "load", row.load);
    json("baseline_loads", row.baselineLoads, atMost(kMostLoads));
    json("baseline_nanoseconds", row.baselineNanoseconds);
    json("restarts", row.restarts);
    json("strategies", row.strategies);
}

namespace {

void expectLength(const Node& node, std::size_t length) {
    if (node.size() != length)
        node.wrong(fmt::format("has {} elements, but the row has {} samples", node.size(), length));
}

// `samples`: of the row.
void checkStrategy(const Node& node, const StrategyResult& result, std::size_t samples) {
    if (result.printed) {
        if (!result.nanoseconds.empty()) node["printed"].wrong("cannot be given with samples");
        return;
    }
    expectSamples(node["nanoseconds"], result.status, result.nanoseconds.empty());
    if (result.status != Status::Measured) return;
    if (result.loads == 0) node["loads"].wrong("must be greater than zero");
    expectLength(node["nanoseconds"], samples);
}

void checkStrategies(const Node& node, RowResult& row) {
    if (row.strategies.empty()) node.wrong("must hold at least one strategy");
    std::set<std::uint64_t> loads; // of a dispatch, whatever binds its resources
    auto strategy = row.strategies.begin();
    node.each([&](const Node& element) {
        settleOutcome(element, *strategy);
        checkStrategy(element, *strategy, row.baselineNanoseconds.size());
        if (!strategy->nanoseconds.empty()) loads.insert(strategy->loads);
        ++strategy;
    });
    if (loads.size() > 1) node.wrong("must have equal loads");
}

} // namespace

Json rowToJson(const RowResult& row) {
    return toJson(row);
}

RowResult rowFromJson(const Node& node) {
    RowResult row;
    readJson(node, row);
    const std::size_t samples = row.baselineNanoseconds.size();
    if (samples > 0 && row.baselineLoads == 0) node["baseline_loads"].wrong("must be greater than zero");
    expectLength(node["restarts"], samples);
    if (!std::ranges::is_sorted(row.restarts)) node["restarts"].wrong("must not descend");
    checkStrategies(node["strategies"], row);
    return row;
}

} // namespace vkperftest
