#include "support/simulated_profiles.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "base/enum_table.h"
#include "model/device_record.h"

namespace vkperftest {
namespace {

// Units and clocks are those of the products; a unit holds as many workgroups as its lanes allow: 1,536 in an
// SM, 2,048 in a CU with 64 lanes a subgroup, and in an Xe-core with 16. The rates of loads reproduce the
// shape of the ratios that PerfTest published for an RTX 3090, an RX 5700 XT and an Iris Plus (`vkperftest
// show perftest:NAME`). Latencies are of the size that microbenchmarks of L1 report; Intel's lets one load in
// flight run at 12 lanes a clock. The costs of launches and first dispatches, the wander of clocks and how
// the last wave is handed out are assumptions.
constexpr SimulatedProfile kNvidia{
    .name = "nvidia",
    .device = "Simulated GPU shaped like a GeForce RTX 4090",
    .vendorId = kVendorNvidia,
    .subgroupSize = 32,
    .properties = {.units = 128,
                   .groupsPerUnit = 6,
                   .arithmeticLanes = 128,
                   .boostGhz = 2.52,
                   .idleShare = 0.1,
                   .rampMs = 250,
                   .wander = 0.015,
                   .launchUs = 3,
                   .firstUs = 12,
                   .clump = 1},
    .texelBuffer = {64, 8, 5.7, 64, 0, 90, 2, 1},
    .storageBuffer = {32, 32, 32, 128, 0, 33, 2, 3, true,
                      15}, // its 64-bit addresses are no part of a no-load control
    .uniformBuffer = {64, 0.21, 0.6, 0, 0, 30, 2, 1},
    .texelFetch = {64, 8, 6, 32, 0, 90, 3, 1},
    .nearest = {4.8, 4.8, 4.6, 36, 0, 100, 3, 1},
    .bilinear = {4.8, 4.8, 3.2, 19, 0, 100, 3, 1},
    .levels = {{{128 << 10, 33, 8}, {72 << 20, 273, 2.5}, {0, 600, 0.2}}},
};

// Rates and instructions of loads are those measured on an H100.
constexpr SimulatedProfile kHopper{
    .name = "hopper",
    .device = "Simulated GPU shaped like an H100",
    .vendorId = kVendorNvidia,
    .subgroupSize = 32,
    .properties = {.units = 132,
                   .groupsPerUnit = 8,
                   .arithmeticLanes = 128,
                   .boostGhz = 1.98,
                   .idleShare = 0.2,
                   .rampMs = 250,
                   .wander = 0.002,
                   .launchUs = 3,
                   .firstUs = 10,
                   .clump = 1},
    .texelBuffer = {8, 8, 5.33, 64, 0, 90, 2, 1},
    .storageBuffer = {32, 32, 32, 128, 0, 33, 1.2, 3.5, true, 21},
    .uniformBuffer = {7.3, 0.25, 0.14, 0, 0, 30, 2, 1},
    .texelFetch = {8, 8, 8, 24, 0, 90, 3, 1},
    .nearest = {4, 4, 4, 32, 0, 100, 3, 1},
    .bilinear = {4, 4, 4, 14, 0, 100, 3, 1},
    .levels = {{{256 << 10, 40, 8}, {50 << 20, 263, 2.4}, {0, 700, 0.8}}},
};

constexpr SimulatedProfile kRdna3{
    .name = "rdna3",
    .device = "Simulated GPU shaped like a Radeon RX 7900 XTX",
    .vendorId = kVendorAmd,
    .subgroupSize = 64,
    .properties = {.units = 96,
                   .groupsPerUnit = 8,
                   .arithmeticLanes = 64,
                   .boostGhz = 2.5,
                   .idleShare = 0.05,
                   .rampMs = 400,
                   .wander = 0.02,
                   .launchUs = 4,
                   .firstUs = 25,
                   .clump = 0.5,
                   .tickNanoseconds = 10},
    .texelBuffer = {32, 32, 32, 0, 32, 120, 2, 0},
    .storageBuffer = {32, 32, 32, 128, 0, 120, 2, 0, false, 16},
    .uniformBuffer = {32, 32, 32, 128, 0, 120, 1, 0},
    .texelFetch = {16, 16, 16, 0, 32, 200, 2, 0},
    .nearest = {4, 4, 4, 0, 0, 200, 3, 0},
    .bilinear = {4, 4, 4, 16, 0, 200, 3, 0},
    .levels = {{{32 << 10, 92, 4},
                {256 << 10, 150, 2.6},
                {6 << 20, 260, 1.5},
                {96 << 20, 430, 0.8},
                {0, 800, 0.25}}},
    .oneUnit = true,
};

constexpr SimulatedProfile kArc{
    .name = "arc",
    .device = "Simulated GPU shaped like an Arc A770",
    .vendorId = kVendorIntel,
    .subgroupSize = 16,
    .properties = {.units = 32,
                   .groupsPerUnit = 8,
                   .arithmeticLanes = 128,
                   .boostGhz = 2.4,
                   .idleShare = 0.25,
                   .rampMs = 200,
                   .wander = 0.01,
                   .launchUs = 6,
                   .firstUs = 40,
                   .clump = 0,
                   .tickNanoseconds = 52.083},
    .texelBuffer = {35, 3.5, 3, 0, 0, 170, 2, 1},
    .storageBuffer = {24, 8, 5.4, 37, 0, 170, 2, 1, false, 24},
    .uniformBuffer = {32, 8, 5.4, 37, 0, 170, 1, 1},
    .texelFetch = {34, 8.8, 8.8, 64, 0, 170, 3, 1},
    .nearest = {8.8, 8.8, 8.8, 64, 0, 170, 3, 1},
    .bilinear = {8.8, 8.8, 8.8, 36, 0, 170, 3, 1},
    .levels = {{{192 << 10, 130, 4}, {16 << 20, 290, 1.8}, {0, 900, 0.4}}},
    .otherStrategies = 1.06,
};

constexpr auto kProfiles = std::to_array<SimulatedProfile>({kNvidia, kHopper, kRdna3, kArc});

const LoadPath& pathOf(const SimulatedProfile& profile, const Operation& operation) {
    switch (operation.source.kind) {
    case ResourceKind::StorageBuffer:
        return profile.storageBuffer;
    case ResourceKind::UniformBuffer:
    case ResourceKind::PushConstants:
    case ResourceKind::SpecializationConstants:
        return profile.uniformBuffer;
    case ResourceKind::Texture:
    case ResourceKind::StorageImage:
        return operation.sampler == Sampler::None      ? profile.texelFetch
               : operation.sampler == Sampler::Nearest ? profile.nearest
                                                       : profile.bilinear;
    case ResourceKind::TexelBuffer:
    case ResourceKind::StorageTexelBuffer:
        break;
    }
    return profile.texelBuffer;
}

double lanes(const LoadPath& path, const Operation& operation, Pattern pattern) {
    double narrowed = path.linear;
    const double width = operation.width;
    if (path.channels > 0) narrowed = std::min(narrowed, path.channels / width);
    if (path.bytes > 0) {
        narrowed = std::min(narrowed, path.bytes / traits(operation.source.format).bytesOf(operation.width));
    }
    const bool neighbours = pattern == Pattern::Linear || pattern == Pattern::Reversed;
    const double one = sharesAddress(pattern) ? path.uniform : neighbours ? path.linear : path.random;
    return one * narrowed / path.linear;
}

std::uint32_t wordsOf(const Operation& operation) {
    return (traits(operation.source.format).bytesOf(operation.width) + 3) / 4;
}

bool isByWord(const LoadPath& path, const Operation& operation) {
    const bool floats = operation.kind == LoadKind::Split ||
                        (operation.kind == LoadKind::Strided && operation.source.format == Format::R32F);
    const bool raw = operation.kind == LoadKind::Raw && !operation.provable;
    return path.rawByWord && (raw || operation.kind == LoadKind::WritableRaw ||
                              operation.kind == LoadKind::RawVector || floats);
}

// Lanes a clock of loads that go word by word. The lines' share reproduces an H100's times of strides of 20
// to 96 bytes.
double lanesByWord(const LoadPath& path, const Operation& operation, Pattern pattern) {
    constexpr std::uint32_t kBanks = 32, kFewLines = 4;
    const std::uint32_t words = wordsOf(operation);
    const std::uint32_t elements = pattern == Pattern::Linear ? 1 : strideOf(pattern); // from lane to lane
    if (elements == 0) return (sharesAddress(pattern) ? path.uniform : path.linear) / words;
    const std::uint32_t apart =
        elements * (operation.stride > 0 ? operation.stride / 4 : words); // lines of 32 lanes, too
    const std::uint32_t meeting = std::min(apart & (~apart + 1), kBanks); // 4: all on one bank of four
    const double lines = apart > kFewLines ? 0.75 + 0.25 * apart : 1;
    return path.linear / (words * std::max<double>(meeting, lines));
}

// Bytes of the sectors that a load of an own window touches, on average.
double touchedBytes(const Operation& operation) {
    constexpr double kSector = 32, kWord = 4;
    const double bytes = operation.width * kWord, stride = operation.stride > 0 ? operation.stride : bytes;
    const bool aligned = operation.stride % static_cast<std::uint32_t>(kSector) == 0;
    return aligned ? std::ceil(bytes / kSector) * kSector : std::min(stride, bytes + kSector - kWord);
}

LoadCost costOfOneKind(const SimulatedProfile& profile, const BoundRow& bound) {
    constexpr double kSharingLanes = 32;
    const Case& row = bound.row;
    const GpuProperties& gpu = profile.properties;
    const LoadPath& path = pathOf(profile, row.operation);
    const std::uint32_t promised = traits(bound.strategy).addressAlignment; // 0: as the resource does
    const bool byWord = promised == 0 ? isByWord(path, row.operation)
                                      : path.rawByWord && promised == 4 && !row.operation.copies;
    const double rate =
        byWord ? lanesByWord(path, row.operation, row.pattern) : lanes(path, row.operation, row.pattern);
    const double send = path.send * (byWord ? wordsOf(row.operation) : 1);
    Case direct = row;
    direct.technique = Technique::Direct;
    LoadCost cost{.issue = 1 / rate,
                  .arithmetic = path.address + send + row.operation.width,
                  .latency = path.latency,
                  .inFlight = static_cast<double>(loadsPerIteration(direct))};
    if (row.operation.place == CachePlace::OwnWindow && path.behind > 0)
        cost.issue = std::max(cost.issue, touchedBytes(row.operation) / path.behind);
    switch (row.technique) {
    case Technique::Direct:
        break;
    case Technique::Dependent:
        cost.inFlight = 1;
        break;
    case Technique::NoLoads:
        cost = {.arithmetic = cost.arithmetic - send};
        break;
    case Technique::PerLane:
        cost.arithmetic += 1;
        break;
    case Technique::Shuffle:
    case Technique::Broadcast:
        cost.issue /= kSharingLanes;
        cost.arithmetic += 1; // the exchange in place of the load
        break;
    case Technique::Reduce:
        cost.issue /= kSharingLanes;
        cost.arithmetic /= kSharingLanes;
        break;
    }
    cost.arithmetic /= gpu.arithmeticLanes;
    const bool slower =
        bound.strategy != Strategy::Set && row.operation.source.kind == ResourceKind::StorageBuffer;
    return slower ? scaled(cost, profile.otherStrategies) : cost;
}

// Numbers of the units that load (support/simulated_profiles.h).
constexpr std::size_t kOfStorage = 0, kOfTextures = 1, kOfConstants = 2;

std::size_t unitOf(ResourceKind kind) {
    constexpr auto kUnits =
        enumTable<ResourceKind, std::size_t>({kOfTextures, kOfStorage, kOfConstants, kOfTextures,
                                              kOfConstants, kOfTextures, kOfTextures, kOfConstants});
    return kUnits[kind];
}

} // namespace

std::span<const SimulatedProfile> simulatedProfiles() {
    return kProfiles;
}

LoadCost injectedCost(const SimulatedProfile& profile, const BoundRow& bound) {
    const std::vector<Case> parts = partsOf(bound.row);
    const auto count = static_cast<double>(parts.size());
    std::array<double, 3> busy{}; // units
    double total = 0;
    LoadCost cost;
    for (const Case& part : parts) {
        const LoadCost its = costOfOneKind(profile, {part, bound.strategy});
        const std::size_t unit = unitOf(part.operation.source.kind);
        busy[profile.oneUnit && unit == kOfTextures ? kOfStorage : unit] += its.issue / count;
        cost.arithmetic += its.arithmetic / count;
        total += (its.issue + its.arithmetic) / count;
        cost.latency = std::max(cost.latency, its.latency);
        cost.inFlight = its.inFlight;
    }
    cost.issue = *std::ranges::max_element(busy);
    const double busiest = std::max(cost.issue, cost.arithmetic), share = profile.properties.addsUp;
    if (share > 0) cost.issue = busiest + share * (total - busiest);
    return cost;
}

CacheLevel injectedLevel(const SimulatedProfile& profile, const WalkDispatch& dispatch, bool loaded) {
    const double window = static_cast<double>(dispatch.window);
    const double chained = dispatch.walk->chain ? dispatch.places() * double{kNodeBytes} : window;
    const bool again = dispatch.walk->chain && chained == window; // the chain goes through all of the window
    double latency = 0, clocks = 0, left = 1;                     // left: share of loads that no level had
    for (std::size_t i = loaded ? 0 : 1; left > 0; ++i) {
        const auto& [bytes, its, lanes] = profile.levels[i];
        const double held = bytes == 0 ? 1 : std::clamp((bytes - (window - chained)) / chained, 0.0, 1.0);
        const double hits = left * (again && held < 1 ? 0 : held);
        latency += hits * its;
        clocks += hits / lanes;
        left -= hits;
    }
    return {0, latency, 1 / clocks};
}

} // namespace vkperftest
