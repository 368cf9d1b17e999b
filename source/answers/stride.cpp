// The experiment "stride": what does the distance between the elements of a structured buffer cost, and what does
// splitting it in two? The claim: strides that do not divide a cache line (24 above all) are slower than those that
// do.
// Topics:
// - "inside L1, float" and so on: each stride that does not divide the line against the next larger one that does, if
// as many bytes of both are read.
// - "odd numbers of words": powers of two against one word more.
// - "the reason": whether NVIDIA's known rates give these times.
// - "two arrays": the split form against one array of stride 20.
// - "misses of L1": private working sets miss at strides that take kOtherKernel times as long there as inside L1,
// since the kernel is the same.
#include <array>
#include <bit>
#include <cmath>

#include <fmt/format.h>

#include "answers/experiment.h"
#include "answers/finding.h"
#include "cases/families/families.h"

namespace vkperftest {
namespace {

// The suite's strides that do not divide the line: padding leads to the next power of two, which does.
constexpr std::array<unsigned, 12> kStrides = {20, 24, 28, 36, 40, 44, 48, 52, 56, 60, 80, 96};
constexpr std::array<unsigned, 21> kAllStrides = {4,  8,  12, 16, 20, 24, 28, 32, 36,  40, 44,
                                                  48, 52, 56, 60, 64, 68, 80, 96, 128, 132};
constexpr unsigned kWhole = 20; // the stride without any padding
constexpr unsigned kWordBytes = 4;

struct Place {
    CachePlace place;
    std::string_view name;
};
constexpr Place kPlaces[] = {{CachePlace::InsideL1, "inside L1"},
                             {CachePlace::OwnWindow, "private working sets"}};

struct Members {
    Format format;
    std::string_view name;
    bool have(unsigned stride) const { return stride % traits(format).bytes() == 0; }
};
constexpr Members kMembers[] = {
    {Format::R32F, "float"}, {Format::RG32F, "float2"}, {Format::RGBA32F, "float4"}};

std::vector<Planned> plannedStrides() {
    std::vector<Planned> all;
    for (const Place& place : kPlaces) {
        for (const Members& members : kMembers) {
            for (const unsigned stride : kStrides) {
                if (!members.have(stride)) continue;
                const unsigned padded = std::bit_ceil(stride);
                all.push_back({.topic = fmt::format("{}, {}", place.name, members.name),
                               .subject = fmt::format("stride {}", stride),
                               .reference = "the next power of two",
                               .row = linearRow(stridedLoad(stride, place.place, members.format)),
                               .other = linearRow(stridedLoad(padded, place.place, members.format))});
            }
        }
    }
    for (const unsigned stride : {32u, 64u, 128u}) {
        const unsigned odd = stride + kWordBytes;
        all.push_back({.topic = "odd numbers of words",
                       .subject = fmt::format("stride {}", odd),
                       .reference = "a power of two",
                       .row = linearRow(stridedLoad(odd)),
                       .other = linearRow(stridedLoad(stride))});
    }
    for (const Place& place : kPlaces)
        all.push_back({.topic = "two arrays",
                       .subject = std::string(place.name),
                       .reference = fmt::format("one of stride {}", kWhole),
                       .row = linearRow(splitLoad(place.place)),
                       .other = linearRow(stridedLoad(kWhole, place.place))});
    return all;
}

// Judged as the claim that all strides miss.
std::vector<Planned> plannedMisses() {
    std::vector<Planned> all;
    for (const Members& members : kMembers)
        for (const unsigned stride : kAllStrides)
            if (members.have(stride))
                all.push_back({.topic = "misses of L1",
                               .subject = fmt::format("private working sets of {}", members.name),
                               .reference = "loads inside L1",
                               .row = linearRow(stridedLoad(stride, CachePlace::OwnWindow, members.format)),
                               .other = linearRow(stridedLoad(stride, CachePlace::InsideL1, members.format)),
                               .at = fmt::format("stride {}", stride),
                               .whateverLimits = true});
    return all;
}

// Whether NVIDIA's banks and tags (analysis/unit_rates.h) give the times of all strides of floats from kWhole on.
// Nothing if they do not, or of few strides.
std::vector<Finding> judgeReason(const RunFigures& figures, std::size_t strategy) {
    Finding finding{.topic = "the reason",
                    .subject = "strides of float inside L1",
                    .reference = "L1's banks (lanes that meet on one wait) and tags (four lines a clock)"};
    for (const unsigned stride : kAllStrides) {
        const RowFigures* const row = figures.find(linearRow(stridedLoad(stride)));
        const StrategyFigures* const its = row != nullptr ? row->under(strategy) : nullptr;
        const std::optional<double> times = its != nullptr ? its->overUnit() : std::nullopt;
        if (stride < kWhole || !times) continue;
        FoundRow& found = finding.rows.emplace_back(
            FoundRow{.name = row->row->name, .reference = fmt::format("{:g} clocks", its->unit->clocks)});
        found.at = fmt::format("stride {}", stride);
        found.value = PairedRatio{*times, {}};
        if (const std::optional<Interval>& ratio = its->ratio.interval)
            found.value->interval = {*times * its->ratio.median / ratio->high,
                                     *times * its->ratio.median / ratio->low};
        found.verdict = Verdict::Same;
        if (std::abs(std::log(*times)) > std::log(kOtherPromise)) return {};
    }
    constexpr std::size_t kFewest = 5; // that show conflicts and lines
    if (figures.run->device.vendorId != kVendorNvidia || finding.rows.size() < kFewest) return {};
    return {judgedByMost(std::move(finding))};
}

} // namespace

std::vector<Finding> judgeStride(const RunFigures& figures, std::size_t& strategy) {
    std::vector<Finding> findings = judgePlanned(figures, plannedStrides(), strategy);
    if (findings.empty()) return {};
    for (const auto& more :
         {judgeReason(figures, strategy), judgePlanned(figures, plannedMisses(), strategy, true)})
        findings.insert(findings.end(), more.begin(), more.end());
    return findings;
}

} // namespace vkperftest
