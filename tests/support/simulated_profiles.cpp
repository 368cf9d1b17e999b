#include "support/simulated_profiles.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <set>
#include <tuple>
#include <vector>

#include "base/enum_table.h"
#include "cases/cpu_model.h"
#include "model/device_record.h"

namespace vkperftest {
namespace {

// Units and clocks are those of the products; a unit holds as many workgroups as its lanes allow: 1,536 in an SM, 2,048
// in a CU with 64 lanes a subgroup, and in an Xe-core with 16. The rates of loads reproduce the shape of the ratios
// that PerfTest published for an RTX 3090, an RX 5700 XT and an Iris Plus (`vkperftest show perftest:NAME`). Latencies
// are of the size that microbenchmarks of L1 report; Intel's lets one load in flight run at 12 lanes a clock. The costs
// of launches and first dispatches, the wander of clocks and how the last wave is handed out are assumptions.
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

// The bytes that a lane loads at once: of raw loads a word, of structures (read whole, too) a member, of others the element.
std::uint32_t bytesAtOnce(const Operation& operation, std::uint32_t promised) {
    const FormatTraits& format = traits(operation.source.format);
    const std::uint32_t bytes = format.bytesOf(operation.width);
    const bool isRaw = (operation.kind == LoadKind::Raw && !operation.provable) ||
                       operation.kind == LoadKind::WritableRaw || operation.kind == LoadKind::RawVector ||
                       operation.kind == LoadKind::Split;
    const std::uint32_t most = promised > 0 ? promised
                               : isRaw      ? 4
                               : operation.kind == LoadKind::Strided || operation.kind == LoadKind::Struct
                                   ? format.bytes()
                                   : 16;
    return std::min(bytes, most);
}

// The lanes of a subgroup that wait for the banks, each with so many bytes at its address.
class Banks {
public:
    void wait(std::uint32_t address) { waiting_.push_back(address); }

    // Serves lanes in their order, as many as one clock takes: their words lie in different banks or are the same,
    // and together they get so many bytes at most. False if none waits.
    bool serve(std::uint32_t bytes, double most) {
        if (waiting_.empty()) return false;
        taken_ = {};
        std::erase_if(waiting_, [&](std::uint32_t address) {
            if (most < std::max(bytes, kWord)) return false;
            for (std::uint32_t byte = address; byte < address + bytes; byte += kWord)
                if (bank(byte) != 0 && bank(byte) != byte / kWord + 1) return false;
            for (std::uint32_t byte = address; byte < address + bytes; byte += kWord)
                bank(byte) = byte / kWord + 1;
            most -= std::max(bytes, kWord);
            return true;
        });
        return true;
    }

private:
    static constexpr std::uint32_t kBanks = 32, kWord = 4;
    std::uint32_t& bank(std::uint32_t byte) { return taken_[byte / kWord % kBanks]; }

    std::vector<std::uint32_t> waiting_;
    std::array<std::uint32_t, kBanks> taken_{}; // 0, or the number of a word and 1
};

// Clocks of one load instruction of a subgroup, on average. Banks and tags work at the same time; in one clock, the
// tags of an aligned block of four lines are looked up, wherever the lines begin.
double bankClocks(const Case& row, std::uint32_t bytes, double most) {
    constexpr std::uint32_t kLanes = 32, kLine = 128, kLines = 4;
    using Key = std::tuple<Pattern, std::uint32_t, std::uint32_t, std::uint32_t, double>;
    static std::map<Key, double> known;
    const Operation& operation = row.operation;
    const std::uint32_t whole = traits(operation.source.format).bytesOf(operation.width),
                        stride = operation.stride > 0 ? operation.stride : whole;
    double& clocks = known[{row.pattern, stride, operation.byteOffset, bytes, most}];
    if (clocks > 0) return clocks;
    double ofBanks = 0, ofTags = 0;
    for (std::uint32_t first = 0; first < kInvocationsPerGroup; first += kLanes) {
        Banks banks;
        std::set<std::uint32_t> blocks[kLines];
        for (std::uint32_t lane = first; lane < first + kLanes; ++lane) {
            const std::uint32_t address =
                firstLoadedElement(row.pattern, lane) * stride + operation.byteOffset;
            banks.wait(address);
            for (std::uint32_t line = 0; line < kLines; ++line)
                blocks[line].insert((address / kLine + line) / kLines);
        }
        while (banks.serve(bytes, most)) ++ofBanks;
        for (const auto& each : blocks) ofTags += static_cast<double>(each.size()) / kLines;
    }
    return clocks = std::max(ofBanks, ofTags) / (kInvocationsPerGroup / kLanes);
}

// Bytes of the sectors that a load of an own window touches, on average.
double touchedBytes(const Operation& operation) {
    constexpr double kSector = 32, kWord = 4;
    const double bytes = operation.width * kWord, stride = operation.stride > 0 ? operation.stride : bytes;
    const bool aligned = operation.stride % static_cast<std::uint32_t>(kSector) == 0;
    return aligned ? std::ceil(bytes / kSector) * kSector : std::min(stride, bytes + kSector - kWord);
}

// Of which each costs the instructions of an address: a shift, a mask and a conversion.
double unpackedValues(const Operation& operation) {
    const bool narrow = operation.kind == LoadKind::Unpacked || operation.kind == LoadKind::Narrow;
    return narrow ? operation.width : 0;
}

LoadCost costOfOneKind(const SimulatedProfile& profile, const BoundRow& bound) {
    constexpr double kSharingLanes = 32, kDescriptors = 8; // of an array: a pass of the load for each
    const Case& row = bound.row;
    const GpuProperties& gpu = profile.properties;
    const LoadPath& path = pathOf(profile, row.operation);
    const std::uint32_t promised = traits(bound.strategy).addressAlignment; // 0: as the resource does
    const bool banked = path.banked && accessOf(row.operation.kind) == RowAccess::Load;
    const std::uint32_t bytes = traits(row.operation.source.format).bytesOf(row.operation.width),
                        atOnce = bytesAtOnce(row.operation, promised);
    const std::uint32_t instructions = banked ? (bytes + atOnce - 1) / atOnce : 1;
    const double rate = banked ? path.linear / (instructions * bankClocks(row, atOnce, path.bytes))
                               : lanes(path, row.operation, row.pattern);
    const double send = path.send * instructions + path.address * unpackedValues(row.operation);
    Case direct = row;
    direct.technique = Technique::Direct;
    LoadCost cost{.issue = 1 / rate,
                  .arithmetic = path.address + send + row.operation.width,
                  .latency = path.latency,
                  .inFlight = static_cast<double>(loadsPerIteration(direct))};
    if (row.operation.place == CachePlace::OwnWindow && path.behind > 0)
        cost.issue = std::max(cost.issue, touchedBytes(row.operation) / path.behind);
    if (row.operation.index == DescriptorIndex::PerLane) cost.issue *= kDescriptors;
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

CacheLevel injectedLevel(const SimulatedProfile& profile, const WalkDispatch& dispatch) {
    const double window = static_cast<double>(dispatch.window);
    const double chained = dispatch.walk->chain ? dispatch.places() * double{kNodeBytes} : window;
    const bool again = dispatch.walk->chain && chained == window; // the chain goes through all of the window
    double latency = 0, clocks = 0, left = 1;                     // left: share of loads that no level had
    for (std::size_t i = 0; left > 0; ++i) {
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
