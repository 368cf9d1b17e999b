#include "advice/advice.h"

#include <algorithm>
#include <set>

#include <fmt/format.h>

#include "base/enum_table.h"
#include "cases/suite.h"

namespace vkperftest {
namespace {

constexpr std::string_view kCaveat = "PerfTest measured some raw rows differently from all other rows (~ in "
                                     "`show`). The advice uses such a row "
                                     "only if this difference cannot explain the result.";

constexpr std::string_view kRemoved =
    "In other shaders, uniform loads may be less fast than here: the compiler may have removed additions, "
    "not only loads, from PerfTest's kernels for uniform loads.";

std::vector<Row> rowsOf(const Told& told) {
    std::vector<Row> rows;
    const auto add = [&](const Row& row) {
        if (std::ranges::count(rows, row.name, &Row::name) == 0) rows.push_back(row);
    };
    for (const CostClaim& claim : told.claims) {
        add(claim.cost.reference);
        add(claim.cost.subject);
    }
    for (const Row& row : told.others) add(row);
    return rows;
}

bool hasCaveats(const RunFigures& figures) {
    return std::ranges::any_of(figures.rows, [](const RowFigures& row) {
        return std::ranges::any_of(row.strategies,
                                   [](const auto& each) { return each && each->incomparable; });
    });
}

// Printed figures have no floor, which could show that a compiler removed the additions of uniform rows, too.
bool gainsMuch(const Reading& reading) {
    constexpr double kMuch = 5;
    for (const std::uint32_t bytes : {4u, 8u, 16u}) {
        for (const Candidate& each : candidateRows(reading, bytes, Pattern::Uniform)) {
            if (each.kind == "constant" || each.row.figures->loadsPerNanosecond) continue;
            const Row linear = reading.row(each.operation, Pattern::Linear),
                      random = reading.row(each.operation, Pattern::Random);
            const double other = std::max(linear.figures == nullptr ? 0 : linear.ratio(),
                                          random.figures == nullptr ? 0 : random.ratio());
            if (other > 0 && each.row.ratio() > kMuch * other) return true;
        }
    }
    return false;
}

// How many of the rows behind the advice are represented by their serial twins.
std::size_t fasterAlone(const std::vector<Advice>& said) {
    std::set<std::string> names;
    for (const Advice& advice : said) {
        for (const Row& row : advice.rows)
            if (row.figures->alone) names.insert(row.name);
    }
    return names.size();
}

// Why nothing was said, and what to do.
std::string whyNone(const RunFigures& figures) {
    const std::string& suite = figures.run->settings.suite;
    if (!suite.empty() && suite != kDefaultSuite) {
        return fmt::format(
            "No advice: the rows of the suite '{}' give none, and other advice needs those of the "
            "suite '{}'. Measure these: `vkperftest run --output FILE.json`.",
            suite, kDefaultSuite);
    }
    const std::size_t all = findSuite(kDefaultSuite).value()->rows().size();
    if (figures.rows.size() < all) {
        return fmt::format(
            "No advice: {} of {} rows are too few to compare. Measure all rows: omit --filter.",
            figures.rows.size(), all);
    }
    return "No advice: the intervals are too wide to distinguish loads. Measure again with nothing else "
           "running, or with --precise.";
}

} // namespace

std::string_view headingText(Heading heading) {
    constexpr auto kTexts = enumTable<Heading, std::string_view>(
        {"What to use: the fastest load, and how many times as long the others take",
         "What to avoid: the slowest load of each kind", "Which buffer",
         "One wide load or several narrow ones", "Uniform addresses and constant buffers",
         "Textures and samplers", "Patterns of addresses, and shared memory", "Bindings and bytes",
         "Stores and atomic operations", "Subgroup sizes"});
    return kTexts[heading];
}

AdviceList advise(const RunFigures& figures) {
    AdviceList list;
    const Reading reading(figures);
    list.choices = choicesOf(reading);
    const auto say = [&](const AdviceRule& rule, std::vector<Told> told) {
        for (Told& each : told) {
            std::vector<Row> rows = rowsOf(each);
            list.said.push_back({std::string(rule.name), rule.suite, rule.heading, each.text + ".",
                                 std::move(each.claims), std::move(rows)});
        }
    };
    say({"use", Heading::Use, nullptr}, tellFastest(list.choices));
    for (const AdviceRule* rule : adviceRules()) {
        std::vector<Told> told = rule->tell(reading);
        if (told.empty())
            list.unsaid.push_back({std::string(rule->name), "its rows are missing or inconclusive"});
        say(*rule, std::move(told));
    }
    std::ranges::stable_sort(list.said, {}, &Advice::heading);
    if (hasCaveats(figures)) list.notes.emplace_back(kCaveat);
    if (gainsMuch(reading)) list.notes.emplace_back(kRemoved);
    if (const std::size_t rows = fasterAlone(list.said); rows > 0) {
        list.notes.push_back(fmt::format(
            "Of the rows behind this advice, {} faster with one load in flight than with several "
            "(^ in `show`). The advice uses {} with one load in flight.",
            rows == 1 ? "one is" : fmt::format("{} are", rows), rows == 1 ? "its time" : "their times"));
    }
    if (list.empty()) list.notes = {whyNone(figures)};
    return list;
}

} // namespace vkperftest
