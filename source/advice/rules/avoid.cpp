// What to avoid: loads that are far slower than the fastest that fetches as much. The price of divergent constants is a
// topic of its own.
#include <algorithm>

#include <fmt/format.h>

#include "advice/candidates.h"
#include "advice/wording.h"
#include "base/text.h"

namespace vkperftest {
namespace {

constexpr double kWorthAvoiding = 1.5;
constexpr std::size_t kMostNamed = 3;

struct Loss {
    std::string what; // "Load4"
    std::vector<Pattern> patterns;
    Span slowdown;
    std::vector<Row> rows;
};

// Without what every load has in its name: "Texture2D<R32F>", "Load4".
std::string shortName(const Operation& operation) {
    const std::size_t dot = operation.name.rfind('.');
    const std::string resource = operation.name.substr(0, dot);
    return resource.ends_with(">") ? resource : operation.name.substr(dot + 1);
}

// Linear and random, against the fastest of the rows that fetch so many bytes.
void addLoss(const Reading& reading, const Operation& operation, std::uint32_t bytes,
             std::vector<Loss>& all) {
    Loss loss{.what = shortName(operation), .patterns = {}, .slowdown = {}, .rows = {}};
    for (const Pattern pattern : {Pattern::Linear, Pattern::Random}) {
        const std::vector<CandidateRow> rows = candidateRows(reading, bytes, pattern);
        if (rows.empty()) continue;
        const Row& best = fastestOf(rows).row;
        const Row row = reading.row(operation, pattern);
        if (row.figures == nullptr || row.figures->incomparable) continue;
        const Contrast against = contrast(best, row, kWorthAvoiding);
        if (against.outcome != Outcome::Faster) continue;
        loss.patterns.push_back(pattern);
        loss.slowdown.add(against.factor, against.atLeast);
        loss.rows.push_back(row);
        loss.rows.push_back(best);
    }
    if (!loss.patterns.empty()) all.push_back(std::move(loss));
}

std::vector<Told> tell(const Reading& reading) {
    std::vector<Loss> all;
    for (const std::uint32_t bytes : {4u, 8u, 16u}) {
        for (const Candidate& each : candidatesOf(bytes)) {
            if (each.operation != constantLoad()) addLoss(reading, each.operation, bytes, all);
        }
    }
    addLoss(reading, rawLoad(3), 16, all); // others fetch more in less time
    if (all.empty()) return {};
    std::stable_sort(all.begin(), all.end(),
                     [](const Loss& a, const Loss& b) { return a.slowdown.high > b.slowdown.high; });
    if (all.size() > kMostNamed) all.resize(kMostNamed);
    std::vector<std::string> texts;
    std::vector<Row> rows;
    for (const Loss& loss : all) {
        const std::string pattern =
            loss.patterns.size() == 1 ? fmt::format(" {}", patternName(loss.patterns[0])) : "";
        texts.push_back(fmt::format("{}{} ({}{})", loss.what, pattern, factorText(loss.slowdown),
                                    texts.empty() ? " times slower than the fastest as wide" : ""));
        rows.insert(rows.end(), loss.rows.begin(), loss.rows.end());
    }
    return {{"Avoid: " + join(texts, ", "), std::move(rows), 82}};
}

} // namespace

extern const AdviceRule kAvoidRule{"avoid", "loads far slower than the fastest that fetches as much", true,
                                   tell};

} // namespace vkperftest
