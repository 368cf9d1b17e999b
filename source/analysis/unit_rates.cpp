#include "analysis/unit_rates.h"

#include <algorithm>
#include <array>
#include <bit>
#include <map>
#include <set>

#include "cases/cpu_model.h"

namespace vkperftest {
namespace {

// An entry needs a source that shows the rate itself, or says what it is inferred from. Loads of 4 bytes do not show
// L1's: gpu-benches measured 64 bytes a clock with them on an L40 (Ada), but also on an A40, whose limit is 128;
// float4 loads reach 81 on an RTX 3090 (PerfTest). L1's rate is unknown of Maxwell, Pascal, Ada, Blackwell, RDNA 3 and
// 4, CDNA 4. Intel's drivers do not report the number of cores.
constexpr std::string_view kNvidia = "Volta (7.0)|Turing (7.5)|Ampere (8.0)|Ampere (8.6)|Hopper (9.0)";
constexpr UnitRate kRates[] = {
    {"Volta (7.0)", Unit::L1, 128, "gpu-benches: 126 on a V100"},
    {"Turing (7.5)", Unit::L1, 64, "NVIDIA's white paper on GA102"},
    {"Ampere (8.0)", Unit::L1, 128, "gpu-benches: 126 on an A100"},
    {"Ampere (8.6)", Unit::L1, 128, "NVIDIA's white paper on GA102"},
    {"Hopper (9.0)", Unit::L1, 128, "inferred: one unit with shared memory (NVIDIA's tuning guide)"},
    {"RDNA 1", Unit::L1, 128,
     "PerfTest's RX 5700 XT: loads of 16 bytes reach 97 % of 8 lanes (8 × 16 = 128)"},
    {"RDNA 2", Unit::L1, 128, "inferred from RDNA 1; gpu-benches: over 64 on an RX 6900 XT"},
    {"CDNA 1 to 3", Unit::L1, 64, "gpu-benches: 58 to 61 on MI100 to MI300X"},
    {"GCN 1 to 5", Unit::L1, 64, "AMD's 'Understanding Memory Coalescing on GCN'"},
    {"Volta (7.0)|Turing (7.5)", Unit::TextureLoads, 4, "PerfTest's Titan V and RTX 2080 Ti"},
    {"Ampere (8.0)|Ampere (8.6)|Hopper (9.0)", Unit::TextureLoads, 8,
     "inferred from PerfTest's RTX 3090: all have 4 texture units (NVIDIA's white papers)"},
    {"GCN 1 to 5", Unit::TextureLoads, 4, "AMD's 'Understanding Memory Coalescing on GCN'"},
    {kNvidia, Unit::TextureSamples, 4, "NVIDIA's white papers: 4 texture units"},
    {"GCN 1 to 5", Unit::TextureSamples, 4, "AMD's 'Understanding Memory Coalescing on GCN'"},
    {kNvidia, Unit::SharedMemory, 128, "NVIDIA's CUDA programming guide: 32 banks of 4 bytes"},
    {kNvidia, Unit::Shuffle, 32, "NVIDIA's CUDA programming guide: throughput of warp shuffles"},
    {"Hopper (9.0)", Unit::Constants, 0.25,
     "no public source; on an H200, cbuffer{float4[16]} load linear takes 64.1 clocks for 16 addresses"},
};

constexpr std::uint32_t kBanks = 32, kWord = 4, kLanesOfNvidia = 32, kLine = 128;

// Clocks that NVIDIA's banks and tags need while each lane of a subgroup loads so many bytes: the lanes of one
// group after the other, each group at least `least`; on average over a workgroup.
double bankClocks(const LoadFacts& load, std::uint32_t bytes, std::uint32_t group, double least,
                  bool hasTags) {
    double clocks = 0;
    for (std::uint32_t first = 0; first < kInvocationsPerGroup; first += kLanesOfNvidia) {
        std::set<std::uint32_t> lines;
        double data = 0;
        for (std::uint32_t begin = first; begin < first + kLanesOfNvidia; begin += group) {
            std::set<std::uint32_t> words;
            std::array<std::uint32_t, kBanks> ofBank{};
            for (std::uint32_t lane = begin; lane < begin + group; ++lane) {
                const std::uint32_t element =
                    load.byteOffset + firstLoadedElement(load.pattern, lane) * load.stride;
                for (std::uint32_t byte = element; byte < element + bytes; byte += kWord) {
                    lines.insert(byte / kLine);
                    if (words.insert(byte / kWord).second) ++ofBank[byte / kWord % kBanks];
                }
            }
            data += std::max<double>(least, std::ranges::max(ofBank));
        }
        clocks += std::max(data, hasTags ? (static_cast<double>(lines.size()) + 3) / 4 : 0);
    }
    return clocks * kLanesOfNvidia / kInvocationsPerGroup;
}

double l1Clocks(const LoadFacts& load, std::uint32_t promised, double bytesPerClock) {
    constexpr LoadKind kWholeElements[] = {LoadKind::Structured, LoadKind::WritableStructured,
                                           LoadKind::Narrow,     LoadKind::Unpacked,
                                           LoadKind::Long,       LoadKind::Bindless};
    constexpr std::uint32_t kMost = 16;
    const bool whole = std::ranges::count(kWholeElements, load.kind) > 0 || load.alignmentProvable;
    const std::uint32_t most = promised > 0                    ? promised
                               : load.kind == LoadKind::Struct ? std::min(load.alignment, kMost)
                               : whole                         ? kMost
                                                               : std::max(traits(load.format).bytes(), kWord);
    const std::uint32_t bytes = std::bit_floor(std::min(load.bytes, most));
    const std::uint32_t loads = (load.bytes + bytes - 1) / bytes;
    const std::uint32_t group = kLanesOfNvidia * kWord / std::max(bytes, kWord);
    return loads * bankClocks(load, bytes, group, kLine / bytesPerClock, true);
}

// Bilinear samples of one sample; 1 without a filter.
double samplesOf(const LoadFacts& load) {
    const bool layers = load.image == ImageShape::Volume && load.sampler == Sampler::Linear;
    return std::max(anisotropyOf(load.sampler), load.sampler == Sampler::Trilinear || layers ? 2u : 1u);
}

// Of each unit that the load uses and whose rate is known.
using UnitClocks = std::map<Unit, double>;

void addClocks(const DeviceRecord& device, const LoadFacts& load, std::uint32_t promised,
               UnitClocks& clocks) {
    const double lanes = lanesOf(device, load);
    const auto add = [&](Unit unit, const auto& workAt) {
        if (const UnitRate* rate = rateOf(device, unit))
            clocks[unit] += workAt(rate->perClock) / rate->perClock;
    };
    const auto addWork = [&](Unit unit, double work) { add(unit, [&](double) { return work; }); };
    const bool isPerLane =
        load.index == DescriptorIndex::PerLane || load.index == DescriptorIndex::PerSubgroup;
    const bool isTexel = isImage(load.resource) || isTexelBuffer(load.resource),
               isSampled = load.sampler != Sampler::None;
    const Unit texture = isSampled ? Unit::TextureSamples : Unit::TextureLoads;
    if (isPerLane || onlyWrites(load.kind)) return;
    // Lanes hand one another words as loaded, and unpack them afterwards.
    const bool isPacked = load.kind == LoadKind::Unpacked;
    const std::uint32_t words = isPacked ? std::max(load.bytes / kWord, 1u) : load.values;
    if (load.technique == Technique::Shuffle) return addWork(Unit::Shuffle, lanes * words);
    if (load.technique > Technique::Dependent && load.technique != Technique::PerLane) return;
    if (device.vendorId == kVendorAmd) {
        const bool isScalar = !isTexel && sharesAddress(load.pattern);
        if (isScalar || load.kind == LoadKind::Shared) return;
        addWork(Unit::L1, lanes * std::max(load.bytes, kWord));
        const bool isCoalesced =
            !isImage(load.resource) && load.values == 1 && load.pattern == Pattern::Linear;
        if (!isCoalesced) addWork(texture, lanes * samplesOf(load));
    } else if (load.kind == LoadKind::Shared) {
        addWork(Unit::SharedMemory, kBanks * kWord * bankClocks(load, load.bytes, kLanesOfNvidia, 1, false));
    } else if (load.resource == ResourceKind::StorageBuffer && load.secondArray == 0) {
        add(Unit::L1, [&](double rate) { return rate * l1Clocks(load, promised, rate); });
    } else if (isTexel) {
        constexpr std::uint32_t kAtFullRate = 8; // bytes of a load
        addWork(texture, lanes * (!isSampled && load.bytes > kAtFullRate ? 2 : samplesOf(load)));
    } else if (load.resource != ResourceKind::StorageBuffer && !sharesAddress(load.pattern)) {
        std::set<std::uint32_t> addresses; // of one alone, no rate is known
        for (std::uint32_t lane = 0; lane < kLanesOfNvidia; ++lane)
            addresses.insert(firstLoadedElement(load.pattern, lane) % (load.resourceBytes / load.stride));
        addWork(Unit::Constants, static_cast<double>(addresses.size()));
    }
}

} // namespace

std::span<const UnitRate> unitRates() {
    return kRates;
}

const UnitRate* rateOf(const DeviceRecord& device, Unit unit) {
    const Architecture* const architecture = architectureOf(device);
    if (architecture == nullptr) return nullptr;
    const auto found = std::ranges::find_if(kRates, [&](const UnitRate& each) {
        return each.unit == unit && matchesAny(architecture->name, each.architectures);
    });
    return found != std::end(kRates) ? &*found : nullptr;
}

std::vector<const UnitRate*> ratesOf(const DeviceRecord& device) {
    std::vector<const UnitRate*> rates;
    for (std::size_t unit = 0; unit < enumeratorCount<Unit>(); ++unit)
        rates.push_back(rateOf(device, static_cast<Unit>(unit)));
    std::erase(rates, nullptr);
    return rates;
}

std::string_view coreName(const DeviceRecord& device) {
    return device.vendorId == kVendorNvidia ? "multiprocessor"
           : device.vendorId == kVendorArm  ? "shader core"
                                            : "compute unit";
}

std::uint32_t lanesOf(const DeviceRecord& device, const LoadFacts& load) {
    if (load.subgroupSize > 0) return load.subgroupSize;
    return device.measuredSubgroupSize > 0 ? device.measuredSubgroupSize : device.subgroupSize;
}

std::optional<UnitTime> unitTime(const DeviceRecord& device, const LoadFacts& load, std::uint32_t promised) {
    UnitClocks clocks;
    for (const LoadFacts& part : load.parts) addClocks(device, part, promised, clocks);
    if (load.parts.empty()) addClocks(device, load, promised, clocks);
    const auto most = std::ranges::max_element(clocks, {}, [](const auto& each) { return each.second; });
    if (most == clocks.end()) return std::nullopt;
    // Loads of writable buffers take longer on an H100, whatever their addresses, and it is not known why. Raw loads
    // and structures whose alignment is provable may still go word by word.
    const bool isWritable = load.kind == LoadKind::WritableRaw || load.kind == LoadKind::WritableStructured;
    const bool isWhole = most->first == Unit::L1 && device.vendorId == kVendorNvidia && load.parts.empty() &&
                         load.place == CachePlace::InsideL1 && load.index == DescriptorIndex::None &&
                         !isWritable && !load.alignmentProvable && load.kind != LoadKind::Struct;
    return UnitTime{most->first,
                    most->second / static_cast<double>(std::max<std::size_t>(load.parts.size(), 1)), isWhole};
}

} // namespace vkperftest
