// What to avoid: the load that is slowest against the fastest that fetches as much. The price of divergent constants is a
// topic of its own.
#include <algorithm>

#include <fmt/format.h>

#include "advice/wording.h"

namespace vkperftest {
namespace {

constexpr double kWorthAvoiding = 1.5;

struct Loss {
    std::string what; // "Load4"
    std::vector<Pattern> patterns;
    Span slowdown;
    std::vector<Row> rows;
};

// Linear and random, against the fastest of the rows that fetch so many bytes.
void addLoss(const Reading& reading, const Operation& operation, std::uint32_t bytes,
             std::vector<Loss>& all) {
    Loss loss{.what = operation.type.empty() ? numbered("Load", operation.width) : operation.type};
    for (const Pattern pattern : {Pattern::Linear, Pattern::Random}) {
        const std::vector<Candidate> rows = candidateRows(reading, bytes, pattern);
        if (rows.empty()) continue;
        const Row& best = fastestOf(rows).row;
        const Row row = reading.row(operation, pattern);
        if (row.figures == nullptr || row.figures->incomparable) continue;
        const Contrast against = contrast(best, row, kWorthAvoiding);
        if (against.outcome != Outcome::Faster) continue;
        loss.patterns.push_back(pattern);
        loss.slowdown.add(against);
        loss.rows.push_back(row);
        loss.rows.push_back(best);
    }
    if (!loss.patterns.empty()) all.push_back(std::move(loss));
}

std::vector<Told> tellAvoid(const Reading& reading) {
    std::vector<Loss> all;
    for (const std::uint32_t bytes : {4u, 8u, 16u}) {
        for (const Candidate& each : candidatesOf(bytes)) {
            if (each.operation != constantLoad()) addLoss(reading, each.operation, bytes, all);
        }
    }
    addLoss(reading, rawLoad(3), 16, all); // others fetch more in less time
    if (all.empty()) return {};
    // One alone fits into a line, and is the first to be avoided.
    Loss& worst = *std::ranges::max_element(all, {}, [](const Loss& each) { return each.slowdown.high; });
    const std::string pattern =
        worst.patterns.size() == 1 ? fmt::format(" {}", patternName(worst.patterns[0])) : "";
    return {{fmt::format("Avoid: {}{} ({} times slower than the fastest as wide)", worst.what, pattern,
                         factorText(worst.slowdown)),
             std::move(worst.rows), 84}};
}

} // namespace

extern const AdviceRule kAvoidRule{"avoid", true, tellAvoid};

} // namespace vkperftest
