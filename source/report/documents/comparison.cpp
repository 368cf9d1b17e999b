#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

#include <fmt/format.h>

#include "analysis/comparison.h"
#include "base/text.h"
#include "model/json_layout.h"
#include "report/documents.h"
#include "report/phrases.h"

namespace vkperftest {
namespace {

std::string valueText(double value, Metric metric) {
    return metric == Metric::Time ? millisecondsText(value) : ratioText(value);
}

// Whether the code changed: given if it did, or if the time changed although the code did not.
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
                          {"BASE" + unit, Kind::Number, true},
                          {"NEW" + unit, Kind::Number, true},
                          {"change", Kind::Number}}};
    const bool repeated = comparison.repeated(), judged = comparison.judged();
    if (repeated) grid.columns.push_back({"95 %"});
    if (judged) grid.columns.push_back({"verdict", Kind::Verdict});
    const bool code = std::any_of(shown.begin(), shown.end(),
                                  [](const Change& change) { return change.sameCode.has_value(); });
    if (code) grid.columns.push_back({"code"});
    for (const Change& change : shown) {
        const std::string interval = change.interval
                                         ? fmt::format("[{}, {}]", signedPercent(change.interval->low),
                                                       signedPercent(change.interval->high))
                                         : "";
        std::vector<std::string>& cells = grid.rows.emplace_back(
            std::vector<std::string>{change.name, change.strategy, valueText(change.base, comparison.metric),
                                     valueText(change.now, comparison.metric),
                                     signedPercent(change.change) + (change.footnote.empty() ? "" : " ~")});
        if (repeated) cells.push_back(interval);
        if (judged)
            cells.push_back(std::string(verdictName(change.verdict)) +
                            (change.kernelDiffers ? " (SPIR-V differs)" : ""));
        if (code) cells.push_back(codeText(change));
    }
    return grid;
}

std::string metricLine(const Comparison& comparison) {
    const std::string what = comparison.metric == Metric::Time
                                 ? "Time of PerfTest's dispatch; smaller is faster"
                                 : "Ratio to each run's own baseline; bigger is faster";
    return fmt::format("{}. Threshold: {:.4g} % (a factor of {:.4g}, up or down).", what,
                       100 * comparison.threshold, 1 + comparison.threshold);
}

// Introduces the rows below if none is judged; empty otherwise.
std::string largestFirst(const Comparison& comparison, std::size_t shown, bool all) {
    if (comparison.judged() || shown == 0 || all) return {};
    if (shown == comparison.changes.size()) return " The largest differences first:";
    if (shown == 1)
        return fmt::format(" The only difference above {:.4g} % (--all shows all):",
                           100 * comparison.threshold);
    return shown == kMostUnjudged
               ? fmt::format(" The {} largest differences (--all shows all):", shown)
               : fmt::format(" The {} differences above {:.4g} % (--all shows all):", shown,
                             100 * comparison.threshold);
}

// What would settle UNCLEAR verdicts; empty if there are none.
std::string settlingRemark(const Comparison& comparison) {
    const std::optional<double> more = restartsToSettle(comparison);
    if (!more) return {};
    if (comparison.metric == Metric::Time && !comparison.interleaved)
        return "UNCLEAR: the interval crosses the threshold. In times, every interval includes the machine's "
               "own drift: compare ratios, or measure in turns with `ab`.";
    constexpr double kHopeless = 50;
    if (!comparison.noise.empty())
        return "UNCLEAR: the interval crosses the threshold. Measure the disturbed run again on a quieter "
               "machine.";
    const std::string times =
        *more > kHopeless ? "far more"
                          : fmt::format("about {:.0f} times as many", std::max(2.0, std::ceil(*more)));
    return fmt::format(
        "UNCLEAR: the interval crosses the threshold. Settling half of them takes {} restarts: {}.", times,
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

// What readers need to understand the verdicts.
std::vector<std::string> remarksOf(const Comparison& comparison) {
    std::vector<std::string> remarks;
    if (comparison.judged() && !comparison.sameRun) {
        remarks.push_back(
            "FASTER and SLOWER: the change exceeds the threshold. At most 5 % of these verdicts are expected "
            "to be false alarms (Benjamini-Hochberg). SAME: the 95 % interval lies within the threshold.");
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

Json endJson(const std::optional<Interval>& interval, double Interval::*end) {
    return interval ? jsonNumber((*interval).*end) : Json(nullptr);
}

Json changeJson(const Change& change) {
    const auto loads = [](const std::string& text) { return text.empty() ? Json(nullptr) : Json(text); };
    return {{"name", change.name},
            {"strategy", change.strategy},
            {"base", jsonNumber(change.base)},
            {"new", jsonNumber(change.now)},
            {"change", jsonNumber(change.change)},
            {"change_low", endJson(change.interval, &Interval::low)},
            {"change_high", endJson(change.interval, &Interval::high)},
            {"verdict", verdictName(change.verdict)},
            {"kernel_differs", change.kernelDiffers},
            {"footnote", change.footnote},
            {"same_code", change.sameCode ? Json(*change.sameCode) : Json(nullptr)},
            {"base_loads", loads(change.baseLoads)},
            {"new_loads", loads(change.nowLoads)}};
}

Json everythingJson(const std::optional<Everything>& everything) {
    if (!everything) return nullptr;
    Json conditions = Json::array();
    for (const ComparedCondition& condition : everything->conditions)
        conditions.push_back({{"name", conditionName(condition.what)},
                              {"base", jsonNumber(condition.base)},
                              {"new", jsonNumber(condition.now)},
                              {"differs", condition.differs}});
    return {{"change", jsonNumber(everything->change)},
            {"change_low", endJson(everything->interval, &Interval::low)},
            {"change_high", endJson(everything->interval, &Interval::high)},
            {"verdict", verdictName(everything->verdict)},
            {"cause", causeName(everything->cause)},
            {"same_driver", everything->sameDriver},
            {"conditions", std::move(conditions)}};
}

void addRecords(Grid& records, const ComparedRuns& runs) {
    const Json everything = everythingJson(runs.comparison.everything);
    const auto add = [&](Json record) {
        record["base_file"] = runs.base;
        record["new_file"] = runs.now;
        record["metric"] = metricName(runs.comparison.metric);
        for (const char* key : {"change", "change_low", "change_high", "verdict", "cause"})
            if (!everything.is_null()) record[std::string("everything_") + key] = everything.at(key);
        addRecord(record, records);
    };
    for (const Change& change : runs.comparison.changes) {
        Json record = changeJson(change);
        record["reason"] = change.footnote;
        record.erase("footnote");
        add(std::move(record));
    }
    for (const Uncompared& row : runs.comparison.uncompared)
        add({{"name", row.name}, {"strategy", row.strategy}, {"reason", whyUncompared(row)}});
}

Json comparisonJson(const ComparedRuns& runs) {
    const Comparison& comparison = runs.comparison;
    Json changes = Json::array(), uncompared = Json::array();
    for (const Change& change : comparison.changes) changes.push_back(changeJson(change));
    for (const Uncompared& row : comparison.uncompared)
        uncompared.push_back(
            {{"name", row.name}, {"strategy", row.strategy}, {"reason", whyUncompared(row)}});
    const VerdictCounts counts = countVerdicts(comparison);
    return {{"base_file", runs.base},
            {"base_device", runs.baseDevice},
            {"new_file", runs.now},
            {"new_device", runs.nowDevice},
            {"metric", metricName(comparison.metric)},
            {"threshold", jsonNumber(comparison.threshold)},
            {"interleaved", comparison.interleaved},
            {"same_run", comparison.sameRun},
            {"baseline_change", jsonNumber(comparison.baselineChange)},
            {"common_change", jsonNumber(comparison.commonChange)},
            {"everything", everythingJson(comparison.everything)},
            {"different_devices", comparison.otherDevice},
            {"why_no_verdict", comparison.whyUnjudged},
            {"noise", comparison.noise},
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

Document comparisonDocument(std::span<const ComparedRuns> compared) {
    Document document{.heading = "What became faster or slower",
                      .records = {.columns = textColumns(
                                      "base_file,new_file,metric,name,strategy,base,new,change,change_low,"
                                      "change_high,verdict,kernel_differs,same_code,base_loads,new_loads,"
                                      "reason,everything_change,everything_change_low,everything_change_high,"
                                      "everything_verdict,everything_cause")},
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
