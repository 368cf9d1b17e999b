#include "model/baseline_series.h"

#include <fmt/format.h>

namespace vkperftest {
namespace {

constexpr double kUnclaimed = 0; // no sample is

} // namespace

void BaselineSeries::add(const Node& node, const RowResult& row) {
    constexpr std::size_t kMostPlaces = std::size_t{1} << 24; // weeks of measuring
    for (std::size_t i = 0; i < row.sequence.size(); ++i) {
        const std::size_t place = row.sequence[i];
        if (place >= kMostPlaces) node["sequence"].wrong(fmt::format("{} is past the end of any run", place));
        if (i > 0 && place <= row.sequence[i - 1]) {
            node["sequence"].wrong(fmt::format("{} does not come after {}", place, row.sequence[i - 1]));
        }
        if (i > 0 && row.epochs[i] < row.epochs[i - 1]) {
            node["epochs"].wrong(fmt::format("{} comes after {}", row.epochs[i], row.epochs[i - 1]));
        }
        if (place >= values_.size()) values_.resize(place + 1, kUnclaimed);
        if (values_[place] != kUnclaimed) {
            node["sequence"].wrong(fmt::format("{} also belongs to another row", place));
        }
        values_[place] = row.baselineNanoseconds[i] / static_cast<double>(row.baselineLoads);
    }
}

void BaselineSeries::finish(RunResult& run) const {
    std::vector<std::size_t> dense(values_.size());
    for (std::size_t place = 0; place < values_.size(); ++place) {
        dense[place] = run.baselineSeries.size();
        if (values_[place] != kUnclaimed) run.baselineSeries.push_back(values_[place]);
    }
    const auto renumber = [&](RowResult& row) {
        for (std::size_t& place : row.sequence) place = dense[place];
    };
    for (RowResult& row : run.rows) renumber(row);
    for (RowResult& twin : run.twins) renumber(twin);
    renumber(run.nullRow);
}

} // namespace vkperftest
