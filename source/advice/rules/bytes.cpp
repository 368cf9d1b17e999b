// Most bytes: the load that delivers most bytes, per clock if the clock is known.
#include <algorithm>

#include <fmt/format.h>

#include "advice/wording.h"
#include "analysis/l1_limit.h"

namespace vkperftest {
namespace {

constexpr double kBaselineBytes = 4; // of RGBA8

struct Delivered {
    Row row;
    std::string name;
    double bytes = 0; // relative to the baseline
    std::uint32_t each = 0;
    Pattern pattern = Pattern::Linear;
};

// "126 of 128 bytes per clock and multiprocessor"; empty where the clock or the units are not known.
std::string perClock(const RunResult& run, const Delivered& best) {
    const std::optional<double> loads = best.row.figures->loadsPerClock;
    if (!loads) return {};
    const double fastest = *loads * best.row.ratio() / best.row.figures->ratio.median;
    const double bytes = fastest * best.each;
    const std::optional<L1Limit> limit = l1Limit(run);
    // Lanes at random read the same bytes many times over.
    const bool limited = limit && best.pattern == Pattern::Linear && bytes <= limit->bytesPerClock;
    const std::string of = limited ? fmt::format(" of {:g}", limit->bytesPerClock) : "";
    return fmt::format("{:.0f}{} bytes per clock and {}", bytes, of, unitName(run.device));
}

// The widest first.
std::vector<Delivered> delivered(const Reading& reading) {
    std::vector<Delivered> all;
    for (const std::uint32_t bytes : {16u, 8u, 4u}) {
        for (const Pattern pattern : {Pattern::Linear, Pattern::Random}) {
            const std::vector<Candidate> rows = candidateRows(reading, bytes, pattern);
            if (rows.size() < candidatesOf(bytes).size()) return {};
            for (const Candidate& each : rows)
                all.push_back({each.row, shortName({each.operation, pattern}),
                               each.row.ratio() * bytes / kBaselineBytes, bytes, pattern});
        }
    }
    return all;
}

// "Buffer<RGBA8> random"
std::string baselineName(const RunSettings& settings) {
    const Result<const Suite*> suite = findSuite(settings.suite);
    const Result<Case> row = findRow(suite.ok() ? suite.value()->rows() : matrixRows(), settings.baseline);
    return row.ok() ? shortName(row.value()) : settings.baseline;
}

std::vector<Told> tellBytes(const Reading& reading) {
    const std::vector<Delivered> all = delivered(reading);
    double most = 0;
    for (const Delivered& each : all) most = std::max(most, each.bytes);
    const auto best = std::find_if(all.begin(), all.end(), [&](const Delivered& each) {
        const bool known = each.row.showsLoads() && !each.row.figures->incomparable;
        return known && each.bytes * kDiffers >= most;
    });
    if (best == all.end()) return {};
    const std::string clock = perClock(*reading.figures().run, *best);
    const std::string amount = clock.empty() ? fmt::format("{:.1f} times those of {}", best->bytes,
                                                           baselineName(reading.figures().run->settings))
                                             : clock;
    return {{fmt::format("{} delivers as many bytes as any load: {}", best->name, amount), {}, {best->row}}};
}

} // namespace

extern const AdviceRule kBytesRule{"bytes", Heading::Other, tellBytes};

} // namespace vkperftest
