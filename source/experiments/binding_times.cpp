// The table of the experiment "binding".
#include <cmath>
#include <map>
#include <optional>

#include "cases/strategy.h"
#include "experiments/binding.h"

namespace vkperftest {
namespace {

// Nothing for push constants, which no strategy binds, and for floors.
std::optional<BoundKind> boundKind(const std::optional<LoadFacts>& load) {
    if (!load || load->technique == Technique::Floor) return std::nullopt;
    if (load->copies) return BoundKind::Copies;
    switch (load->resource) {
    case ResourceKind::StorageBuffer:
        return BoundKind::Storage;
    case ResourceKind::TexelBuffer:
        return BoundKind::Typed;
    case ResourceKind::UniformBuffer:
        return BoundKind::Constants;
    case ResourceKind::Texture:
        return load->sampler == Sampler::None ? BoundKind::Texture : BoundKind::Sampled;
    case ResourceKind::PushConstants:
    case ResourceKind::StorageTexelBuffer: // no row of that experiment
    case ResourceKind::StorageImage:
    case ResourceKind::SpecializationConstants:
        break;
    }
    return std::nullopt;
}

PairedRatio geometricMean(const std::vector<PairedRatio>& ratios) {
    double median = 0, low = 0, high = 0;
    bool known = true;
    for (const PairedRatio& ratio : ratios) {
        const Interval interval = ratio.interval.value_or(Interval{ratio.median, ratio.median});
        known = known && ratio.interval.has_value();
        median += std::log(ratio.median);
        low += std::log(interval.low);
        high += std::log(interval.high);
    }
    const auto count = static_cast<double>(ratios.size());
    PairedRatio mean{.median = std::exp(median / count), .interval = {}, .ofFastest = {}};
    if (known) mean.interval = {std::exp(low / count), std::exp(high / count)};
    return mean;
}

} // namespace

std::vector<KindTime> timesByKind(const RunFigures& figures) {
    const std::vector<std::string>& strategies = figures.run->settings.strategies;
    const std::optional<std::size_t> set = strategyNumber(*figures.run, kSetName);
    std::vector<KindTime> all;
    for (std::size_t s = 0; set && s < strategies.size(); ++s) {
        if (s == *set) continue;
        std::map<BoundKind, std::vector<PairedRatio>> ratios;
        for (const RowFigures& row : figures.rows) {
            const std::optional<BoundKind> kind = boundKind(row.row->load);
            const std::optional<PairedRatio> time = row.timeOver(s, *set);
            if (kind && time) ratios[*kind].push_back(*time);
        }
        for (const auto& [kind, its] : ratios)
            all.push_back({strategies[s], kind, geometricMean(its), its.size()});
    }
    return all;
}

} // namespace vkperftest
