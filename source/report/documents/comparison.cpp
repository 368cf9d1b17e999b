#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

#include <fmt/format.h>

#include "analysis/shown_changes.h"
#include "base/text.h"
#include "model/json_layout.h"
#include "report/documents.h"
#include "report/phrases.h"

namespace vkperftest {
namespace {

std::string percent(double change) {
    return fmt::format("{:+.1f} %", 100 * change);
}

std::string valueText(double value, Metric metric) {
    return metric == Metric::Time ? millisecondsText(value) : ratioText(value);
}

// What became of the code: told where it is another, and where the time changed although it is the same.
std::string codeText(const Change& change) {
    if (!change.sameCode) return {};
    if (*change.sameCode) return isChanged(change.verdict) ? "same code" : "";
    if (change.baseLoads == change.nowLoads)
        return change.nowLoads.empty() ? "other code" : fmt::format("{}, other code", change.nowLoads);
    return fmt::format("{} → {}", change.baseLoads, change.nowLoads);
}

Grid changesGrid(const Comparison& comparison, const std::vector<Change>& shown) {
    if (shown.empty()) return {};
    const std::string unit = comparison.metric == Metric::Time ? " ms" : " ratio";
    Grid grid{.columns = {{"row"},
                          {"strategy"},
                          {"BASE" + unit, Kind::Number, true, true},
                          {"NEW" + unit, Kind::Number, true, true},
                          {"change", Kind::Number}}};
    const bool repeated = comparison.repeated(), judged = comparison.judged();
    if (repeated) grid.columns.push_back({"95 %"});
    if (judged) grid.columns.push_back({"verdict", Kind::Verdict});
    const bool code = std::any_of(shown.begin(), shown.end(),
                                  [](const Change& change) { return change.sameCode.has_value(); });
    if (code) grid.columns.push_back({"code"});
    for (const Change& change : shown) {
        const std::string interval = change.interval ? fmt::format("[{}, {}]", percent(change.interval->low),
                                                                   percent(change.interval->high))
                                                     : "";
        std::vector<std::string>& cells = grid.rows.emplace_back(
            std::vector<std::string>{change.name, change.strategy, valueText(change.base, comparison.metric),
                                     valueText(change.now, comparison.metric),
                                     percent(change.change) + (change.caveat.empty() ? "" : " ~")});
        if (repeated) cells.push_back(interval);
        if (judged)
            cells.push_back(std::string(verdictName(change.verdict)) +
                            (change.kernelDiffers ? " (other SPIR-V)" : ""));
        if (code) cells.push_back(codeText(change));
    }
    return grid;
}

std::string metricLine(const Comparison& comparison) {
    const std::string what = comparison.metric == Metric::Time
                                 ? "Time of PerfTest's dispatch; smaller is faster"
                                 : "Ratio to each run's own baseline; bigger is faster";
    return fmt::format("{}. Threshold: a factor of {:.4g}, up or down.", what, 1 + comparison.threshold);
}

std::string moreOrLess(double change, const char* more, const char* less) {
    return fmt::format("{:.1f} % {}", 100 * std::abs(change), change > 0 ? more : less);
}

// What all rows did alike; empty if they did not.
std::string commonLine(const Comparison& comparison) {
    if (!comparison.commonChange) return {};
    const double change = *comparison.commonChange, baseline = comparison.baselineChange.value_or(0);
    return comparison.metric == Metric::Time
               ? fmt::format("Everything is {}, the baseline too ({}): the machine or its clocks changed, "
                             "not single rows. Verdicts count only what goes beyond that.",
                             moreOrLess(change, "slower", "faster"), percent(baseline))
               : fmt::format("Nearly all ratios are {} because the baseline itself took {}. Verdicts count "
                             "only what goes beyond that.",
                             moreOrLess(change, "higher", "lower"), moreOrLess(baseline, "longer", "less"));
}

// What stands below where nothing is judged; empty otherwise.
std::string largestFirst(const Comparison& comparison, std::size_t shown, bool all) {
    if (comparison.judged() || shown == 0 || all) return {};
    return shown < comparison.changes.size()
               ? fmt::format(" The {} largest differences (--all shows all):", shown)
               : " The largest differences first:";
}

// What would settle the UNCLEAR ones; empty if there are none.
std::string settlingRemark(const Comparison& comparison) {
    const std::optional<double> more = epochsToSettle(comparison);
    if (!more) return {};
    constexpr double kHopeless = 50;
    if (!comparison.whyNoVerdict.empty())
        return "UNCLEAR: a disturbed run settles nothing; measure it again on a quieter machine.";
    const std::string times =
        *more > kHopeless ? "far more" : fmt::format("about {:.0f} times as many", std::ceil(*more));
    return fmt::format(
        "UNCLEAR: the interval crosses the threshold. Settling half of them takes {} epochs: {}.", times,
        comparison.interleaved ? "give `ab` more --blocks"
                               : "measure both with --precise, or in turns with `ab`");
}

// "in NEW: failed (wrong values)"
std::string whyUncompared(const Uncompared& row) {
    const char* const side = row.byNow ? "NEW" : "BASE";
    if (!row.why) return fmt::format("not in {}", side);
    const bool published = row.why->status == Status::Measured;
    return fmt::format("in {}: {}", side, published ? "no milliseconds published" : unmeasuredText(*row.why));
}

// What must be known to read the verdicts.
std::vector<std::string> remarksOf(const Comparison& comparison) {
    std::vector<std::string> remarks;
    if (comparison.judged() && !comparison.sameRun) {
        remarks.push_back(
            "FASTER and SLOWER: by more than the threshold, at a false discovery rate of 5 % over these "
            "figures (Benjamini-Hochberg). SAME: the 95 % interval lies within the threshold.");
        const std::string settling = settlingRemark(comparison);
        if (!settling.empty()) remarks.push_back(settling);
    }
    for (const std::string& caution : comparison.cautions) remarks.push_back(caution + ".");
    std::map<std::string, std::vector<std::string>> reasons;
    for (const Uncompared& row : comparison.uncompared)
        reasons[whyUncompared(row)].push_back(fmt::format("{} ({})", row.name, row.strategy));
    for (const auto& [reason, names] : reasons) {
        constexpr std::size_t kNamed = 3;
        remarks.push_back(fmt::format("not compared, {}: {}.", reason,
                                      names.size() <= kNamed ? join(names, ", ")
                                                             : fmt::format("{} figures", names.size())));
    }
    return remarks;
}

void addRecords(Grid& records, const ComparedRuns& runs) {
    const std::string metric(metricName(runs.comparison.metric));
    for (const Change& change : runs.comparison.changes) {
        records.rows.push_back({runs.base, runs.now, metric, change.name, change.strategy,
                                numberCell(change.base), numberCell(change.now), numberCell(change.change),
                                change.interval ? numberCell(change.interval->low) : "",
                                change.interval ? numberCell(change.interval->high) : "",
                                std::string(verdictName(change.verdict)), flagCell(change.kernelDiffers),
                                change.sameCode ? flagCell(*change.sameCode) : "", change.baseLoads,
                                change.nowLoads, change.caveat});
    }
    for (const Uncompared& row : runs.comparison.uncompared) {
        std::vector<std::string>& cells = records.rows.emplace_back(
            std::vector<std::string>{runs.base, runs.now, metric, row.name, row.strategy});
        cells.resize(records.columns.size() - 1);
        cells.push_back(whyUncompared(row));
    }
}

Json changeJson(const Change& change) {
    const auto loads = [](const std::string& text) { return text.empty() ? Json(nullptr) : Json(text); };
    const auto bound = [&](double Interval::*end) {
        return change.interval ? jsonNumber((*change.interval).*end) : Json(nullptr);
    };
    return {{"name", change.name},
            {"strategy", change.strategy},
            {"base", jsonNumber(change.base)},
            {"new", jsonNumber(change.now)},
            {"change", jsonNumber(change.change)},
            {"low", bound(&Interval::low)},
            {"high", bound(&Interval::high)},
            {"verdict", verdictName(change.verdict)},
            {"kernel_differs", change.kernelDiffers},
            {"caveat", change.caveat},
            {"same_code", change.sameCode ? Json(*change.sameCode) : Json(nullptr)},
            {"base_loads", loads(change.baseLoads)},
            {"new_loads", loads(change.nowLoads)}};
}

Json comparisonJson(const ComparedRuns& runs) {
    const Comparison& comparison = runs.comparison;
    Json changes = Json::array(), uncompared = Json::array();
    for (const Change& change : comparison.changes) changes.push_back(changeJson(change));
    for (const Uncompared& row : comparison.uncompared)
        uncompared.push_back(
            {{"name", row.name}, {"strategy", row.strategy}, {"reason", whyUncompared(row)}});
    const VerdictCounts counts = countVerdicts(comparison);
    return {{"base", runs.base},
            {"base_device", runs.baseDevice},
            {"new", runs.now},
            {"new_device", runs.nowDevice},
            {"metric", metricName(comparison.metric)},
            {"threshold", jsonNumber(comparison.threshold)},
            {"interleaved", comparison.interleaved},
            {"same_run", comparison.sameRun},
            {"baseline_change", jsonNumber(comparison.baselineChange)},
            {"common_change", jsonNumber(comparison.commonChange)},
            {"different_devices", comparison.otherDevice},
            {"why_no_verdict",
             comparison.whyNoVerdict.empty() ? comparison.whyUnrepeated : comparison.whyNoVerdict},
            {"counts",
             {{"faster", counts.faster},
              {"slower", counts.slower},
              {"same", counts.same},
              {"unclear", counts.unclear}}},
            {"cautions", comparison.cautions},
            {"changes", std::move(changes)},
            {"uncompared", std::move(uncompared)}};
}

} // namespace

std::vector<std::string> comparisonOutcome(const Comparison& comparison) {
    const std::size_t all = comparison.changes.size();
    if (comparison.sameRun && !comparison.repeated())
        return {fmt::format("{} compared: BASE and NEW hold the same figures.", all)};
    if (!comparison.otherDevice.empty()) {
        const char* const meaning =
            comparison.metric == Metric::Ratio
                ? "ratios compare the pattern of rows, not speed"
                : "times compare devices; --metric ratio compares the pattern of rows";
        return {fmt::format("Different devices: {} ({}).", meaning, comparison.otherDevice),
                fmt::format("{} compared, none judged.", all)};
    }
    if (!comparison.repeated())
        return {fmt::format("{} compared, none judged: {}.", all, comparison.whyUnrepeated)};
    const VerdictCounts counts = countVerdicts(comparison);
    std::vector<std::string> lines = {fmt::format("{} compared: {} FASTER, {} SLOWER, {} SAME, {} UNCLEAR.",
                                                  all, counts.faster, counts.slower, counts.same,
                                                  counts.unclear)};
    if (comparison.sameRun) {
        lines.emplace_back("BASE and NEW hold the same samples: this is one run, compared with itself.");
        return lines;
    }
    if (!comparison.whyNoVerdict.empty())
        lines.push_back(
            fmt::format("Nothing is called FASTER or SLOWER: {}. Measure again.", comparison.whyNoVerdict));
    if (const std::string common = commonLine(comparison); !common.empty()) {
        lines.push_back(common);
    } else if (comparison.baselineChange) {
        lines.push_back(
            fmt::format("The baseline's own time changed by {}.", percent(*comparison.baselineChange)));
    }
    return lines;
}

Document comparisonDocument(std::span<const ComparedRuns> compared) {
    Document document{.heading = "What became faster or slower",
                      .records = {.columns = textColumns(
                                      "base,new,metric,name,strategy,base_value,new_value,change,change_low,"
                                      "change_high,verdict,kernel_differs,same_code,base_loads,new_loads,"
                                      "reason")},
                      .data = "["};
    for (const ComparedRuns& runs : compared) {
        std::vector<std::string> outcome = comparisonOutcome(runs.comparison);
        const std::vector<Change> shown = shownChanges(runs.comparison, runs.all);
        outcome.back() += largestFirst(runs.comparison, shown.size(), runs.all);
        std::vector<std::string> remarks = remarksOf(runs.comparison);
        for (const std::vector<std::string>* texts : {&std::as_const(outcome), &std::as_const(remarks)}) {
            for (const std::string& text : *texts)
                document.notes.push_back(compared.size() > 1 ? runs.now + ": " + text : text);
        }
        const std::size_t hidden = runs.comparison.changes.size() - shown.size();
        if (hidden > 0 && runs.comparison.judged() && !runs.comparison.sameRun)
            remarks.insert(remarks.begin(),
                           fmt::format("{} SAME or UNCLEAR rows not shown; --all shows them.", hidden));
        addRecords(document.records, runs);
        document.data += (document.sections.empty() ? "\n" : ",\n") + layOutJson(comparisonJson(runs), 0);
        document.sections.push_back({.labels = {{"BASE", runs.base + ": " + runs.baseDevice},
                                                {"NEW", runs.now + ": " + runs.nowDevice}},
                                     .subjects = outcome,
                                     .caption = shown.empty() ? "" : metricLine(runs.comparison),
                                     .grid = changesGrid(runs.comparison, shown),
                                     .remarks = std::move(remarks)});
    }
    document.data += "\n]\n";
    return document;
}

} // namespace vkperftest
