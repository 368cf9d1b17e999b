#include "advice/reading.h"

#include <algorithm>
#include <utility>

namespace vkperftest {
namespace {

// Nothing if the interval, or the fastest samples, do not decide.
std::optional<bool> decided(const PairedRatio& ratio, double bound, bool printed) {
    return printed ? std::optional(ratio.median >= bound) : isAtLeast(ratio, bound);
}

} // namespace

bool Row::showsLoads() const {
    return !figures->loadsPerNanosecond || isOfLoads(figures->bound);
}

Contrast contrast(const Row& first, const Row& second, double bound) {
    if (first.figures == nullptr || second.figures == nullptr) return {};
    const bool printed = !first.figures->loadsPerNanosecond || !second.figures->loadsPerNanosecond;
    const PairedRatio speed = quotient(first.figures->best(), second.figures->best());
    const std::optional<bool> faster = decided(speed, bound, printed);
    const std::optional<bool> notSlower = decided(speed, 1 / bound, printed);
    if (faster == true && second.showsLoads()) return {Outcome::Faster, speed.median, !first.showsLoads()};
    if (notSlower == false && first.showsLoads())
        return {Outcome::Slower, 1 / speed.median, !second.showsLoads()};
    if (faster == false && notSlower == true)
        return {Outcome::Same, 1, !first.showsLoads() || !second.showsLoads()};
    return {};
}

bool areSame(const Row& first, const Row& second) {
    const Contrast against = contrast(first, second, kDiffers);
    return against.outcome == Outcome::Same && !against.atLeast;
}

Reading::Reading(const RunFigures& figures) : figures_(&figures) {
    const std::size_t all = figures.run->settings.strategies.size();
    const auto measured = [&](std::size_t strategy) {
        return std::ranges::any_of(
            figures.rows, [&](const RowFigures& row) { return row.strategies[strategy].has_value(); });
    };
    while (strategy_ + 1 < all && !measured(strategy_)) ++strategy_;
}

Row Reading::row(const Operation& operation, Pattern pattern) const {
    Row row{.name = caseName({operation, pattern})};
    for (const RowFigures& each : figures_->rows) {
        if (each.row->name == row.name) row.figures = each.under(strategy_);
    }
    return row;
}

std::vector<Candidate> candidatesOf(std::uint32_t bytes) {
    const std::uint32_t width = bytes / 4;
    const Format format = width == 1 ? Format::R32F : width == 2 ? Format::RG32F : Format::RGBA32F;
    std::vector<Candidate> candidates = {{"structured", structuredLoad(width)},
                                         {"raw", rawLoad(width)},
                                         {"typed", typedLoad(format)},
                                         {"texture", textureLoad(format)}};
    if (bytes == 16) candidates.push_back({"cbuffer", constantLoad()});
    return candidates;
}

std::vector<Candidate> candidateRows(const Reading& reading, std::uint32_t bytes, Pattern pattern) {
    std::vector<Candidate> rows;
    for (Candidate& candidate : candidatesOf(bytes)) {
        candidate.row = reading.row(candidate.operation, pattern);
        if (candidate.row.figures == nullptr) return {};
        if (!candidate.row.figures->incomparable) rows.push_back(std::move(candidate));
    }
    return rows;
}

const Candidate& fastestOf(const std::vector<Candidate>& rows) {
    return *std::ranges::max_element(rows, {}, [](const Candidate& each) { return each.row.ratio(); });
}

} // namespace vkperftest
