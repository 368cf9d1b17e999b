#include "analysis/restarts.h"

#include <cmath>
#include <map>
#include <set>
#include <vector>

#include "stats/interval.h"
#include "stats/scatter.h"

namespace vkperftest {

double levelOf(const RunSettings& settings, std::span<const double> samples) {
    return settings.cpu ? undisturbedLevel(samples) : median({samples.begin(), samples.end()});
}

namespace {

struct Samples {
    std::vector<double> baseline, subject; // nanoseconds a load
};

// By restart; empty unless measured with samples.
std::map<std::size_t, Samples> samplesByRestart(const RowResult& row, std::size_t strategy) {
    std::map<std::size_t, Samples> restarts;
    const StrategyResult& result = row.strategies[strategy];
    if (result.status != Status::Measured) return restarts;
    for (std::size_t i = 0; i < result.nanoseconds.size(); ++i) {
        Samples& samples = restarts[row.restarts[i]];
        samples.baseline.push_back(row.baselineNanoseconds[i] / static_cast<double>(row.baselineLoads));
        samples.subject.push_back(result.nanoseconds[i] / static_cast<double>(result.loads));
    }
    return restarts;
}

// Adds how far each lies from their median.
void addDeviations(const std::vector<double>& logs, std::vector<double>& deviations) {
    const double middle = median(logs);
    for (const double each : logs) deviations.push_back(std::abs(each - middle));
}

} // namespace

Levels restartLevels(const RunSettings& settings, const RowResult& row, std::size_t strategy, Metric metric,
                     const Levels& baseline) {
    const double shown = std::log(shownLoads(settings) * 1e-6);
    // For times, undisturbed samples are selected in each restart by itself: a restart that was disturbed from
    // end to end must show in the scatter.
    Levels levels;
    for (const auto& [restart, samples] : samplesByRestart(row, strategy)) {
        const bool byPairs = metric == Metric::Ratio || !baseline.empty();
        const double level = std::log(byPairs ? pairedRatio(samples.baseline, samples.subject).median
                                              : levelOf(settings, samples.subject));
        levels[restart] = metric == Metric::Ratio ? level
                          : byPairs               ? baseline.at(restart) - level + shown
                                                  : level + shown;
    }
    return levels;
}

Levels baselineLevels(const RunResult& run) {
    if (run.settings.cpu) return {};
    std::map<std::size_t, std::vector<double>> baseline;
    std::vector<double> alone, paired; // deviations
    for (const RowResult& row : run.rows) {
        for (std::size_t strategy = 0; strategy < row.strategies.size(); ++strategy) {
            for (const auto& [restart, samples] : samplesByRestart(row, strategy)) {
                std::vector<double> logs, ratios;
                for (std::size_t i = 0; i < samples.subject.size(); ++i) {
                    baseline[restart].push_back(std::log(samples.baseline[i]));
                    logs.push_back(std::log(samples.subject[i]));
                    ratios.push_back(logs.back() - baseline[restart].back());
                }
                addDeviations(logs, alone);
                addDeviations(ratios, paired);
            }
        }
    }
    Levels levels;
    if (!alone.empty() && median(std::move(paired)) < median(std::move(alone)))
        for (const auto& [restart, logs] : baseline) levels[restart] = pseudomedian(logs);
    return levels;
}

Scatter restartScatter(const RunSettings& settings, const RowResult& row, std::size_t strategy) {
    constexpr std::size_t kFewest = 3;
    if (!settings.cpu || row.restarts.empty()) return {};
    const Levels levels = restartLevels(settings, row, strategy, Metric::Ratio);
    if (levels.size() < kFewest) return {};
    // For values of a normal distribution, 1.48 times their median absolute deviation shows the standard one as well as
    // 37 % of them would.
    constexpr double kOfNormal = 1.4826, kAsGoodAs = 0.37;
    std::vector<double> deviations = valuesOf(levels);
    const double middle = median(deviations);
    for (double& each : deviations) each = kOfNormal * std::abs(each - middle);
    const double deviation = median(std::move(deviations));
    return {deviation * deviation, kAsGoodAs * static_cast<double>(levels.size() - 1)};
}

double restartReach(const Scatter& own, const Scatter& ofRun, const RowResult& row) {
    constexpr double kRounding = 1e-18;       // equal samples must not make an interval
    constexpr double kOfMedian = 1.2533;      // standard error of a median over that of a mean
    constexpr Scatter kUsual{0.01 * 0.01, 4}; // as in runScatter, since a run of few rows shows little
    if (own.variance < kRounding) return 0;
    Scatter scatter = steadied(own, moderate(ofRun, kUsual));
    scatter.variance /= static_cast<double>(std::set(row.restarts.begin(), row.restarts.end()).size());
    return std::hypot(kOfMedian * marginOfError(scatter), 2 * kProcessScatter);
}

} // namespace vkperftest
