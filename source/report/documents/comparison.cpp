#include <algorithm>
#include <map>
#include <utility>

#include <fmt/format.h>

#include "analysis/comparison.h"
#include "base/enum_table.h"
#include "base/text.h"
#include "model/json_layout.h"
#include "report/documents.h"
#include "report/phrases.h"

namespace vkperftest {
namespace {

constexpr std::size_t kMostListed = 9; // lines; of more, the first screen shows groups

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

std::string intervalText(const Interval& interval) {
    return fmt::format("[{}, {}]", signedPercent(interval.low), signedPercent(interval.high));
}

// Strategies of one row with one verdict and one remark share a line.
struct Line {
    const Change* first = nullptr;
    std::vector<std::string> strategies = {};
    Interval change;                       // the smallest and the largest
    std::optional<Interval> interval = {}; // that holds all of theirs
};

std::vector<Line> linesOf(const std::vector<Change>& shown) {
    std::vector<Line> lines;
    const auto joins = [](const Change& a, const Change& b) {
        return a.name == b.name && a.verdict == b.verdict && a.verdict != Verdict::Unknown &&
               codeText(a) == codeText(b) && a.kernelDiffers == b.kernelDiffers && a.footnote == b.footnote;
    };
    for (const Change& change : shown) {
        if (lines.empty() || !joins(*lines.back().first, change)) {
            lines.push_back({&change, {change.strategy}, {change.change, change.change}, change.interval});
            continue;
        }
        auto& [first, strategies, range, interval] = lines.back();
        strategies.push_back(change.strategy);
        range = {std::min(range.low, change.change), std::max(range.high, change.change)};
        if (interval && change.interval)
            interval = Interval{std::min(interval->low, change.interval->low),
                                std::max(interval->high, change.interval->high)};
    }
    return lines;
}

// "two levels in NEW, 1.10x"
std::string levelsText(const Change& change) {
    std::vector<std::string> sides;
    for (const auto& [side, step] : {std::pair("BASE", change.baseStep), {"NEW", change.nowStep}})
        if (step) sides.push_back(fmt::format("two levels in {}, {:.2f}x", side, *step));
    return sides.empty() ? "" : fmt::format(" ({})", join(sides, "; "));
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
    if (repeated) grid.columns.push_back({"interval"});
    if (judged) grid.columns.push_back({"verdict", Kind::Verdict});
    const bool code =
        std::ranges::any_of(shown, [](const Change& change) { return change.sameCode.has_value(); });
    if (code) grid.columns.push_back({"code"});
    for (const Line& line : linesOf(shown)) {
        const Change& change = *line.first;
        const std::string low = signedPercent(line.change.low), high = signedPercent(line.change.high);
        std::vector<std::string>& cells = grid.rows.emplace_back(std::vector<std::string>{
            change.name, join(line.strategies, ", "), valueText(change.base, comparison.metric),
            valueText(change.now, comparison.metric),
            (low == high ? low : fmt::format("{} to {}", low, high)) +
                (change.footnote.empty() ? "" : " ~")});
        if (repeated) cells.push_back(line.interval ? intervalText(*line.interval) : "");
        if (judged)
            cells.push_back(std::string(verdictName(change.verdict)) +
                            (change.kernelDiffers ? " (SPIR-V differs)" : "") + levelsText(change));
        if (code) cells.push_back(codeText(change));
    }
    return grid;
}

// What the loads of many changed figures have in common.
std::string_view groupOf(const std::optional<LoadKind>& kind) {
    static constexpr std::string_view kTyped = "typed loads", kRaw = "raw loads",
                                      kStructured = "structured loads", kConstants = "constants",
                                      kTextures = "texture loads", kSamples = "samples",
                                      kShared = "shared memory", kStores = "stores", kAtomics = "atomics",
                                      kOthers = "others";
    static constexpr auto kGroups = enumTable<LoadKind, std::string_view>(
        {kTyped,    kRaw,        kRaw,      kStructured, kStructured, kStructured, kConstants, kConstants,
         kTextures, kSamples,    kSamples,  kOthers,     kStores,     kStores,     kStores,    kStores,
         kStores,   kShared,     kAtomics,  kAtomics,    kAtomics,    kAtomics,    kShared,    kTyped,
         kRaw,      kStructured, kTextures, kShared,     kOthers,     kOthers,     kTextures,  kSamples,
         kOthers,   kOthers,     kOthers,   kConstants,  kStructured});
    return kind ? kGroups[*kind] : kOthers;
}

// FASTER and SLOWER, the most figures first: "SLOWER  typed loads  1.2 to 2.9  48 of 54".
Grid groupsGrid(const Comparison& comparison) {
    struct Group {
        std::size_t figures = 0;
        double least = 0, most = 0; // factors
    };
    std::map<std::string_view, std::size_t> all;
    std::map<std::pair<Verdict, std::string_view>, Group> groups;
    for (const Change& change : comparison.changes) {
        ++all[groupOf(change.kind)];
        if (!isChanged(change.verdict)) continue;
        Group& group = groups[{change.verdict, groupOf(change.kind)}];
        const double factor = 1 + change.change;
        group.least = group.figures == 0 ? factor : std::min(group.least, factor);
        group.most = std::max(group.most, factor);
        ++group.figures;
    }
    std::vector<std::pair<std::pair<Verdict, std::string_view>, Group>> sorted(groups.begin(), groups.end());
    std::ranges::stable_sort(sorted, std::ranges::greater{},
                             [](const auto& each) { return each.second.figures; });
    const char* const factor =
        comparison.metric == Metric::Time ? "NEW's time over BASE's" : "NEW's ratio over BASE's";
    Grid grid{.columns = {
                  {"verdict", Kind::Verdict}, {"loads"}, {factor, Kind::Number}, {"figures", Kind::Number}}};
    for (const auto& [key, group] : sorted) {
        const std::string least = fmt::format("{:.2f}x", group.least),
                          most = fmt::format("{:.2f}x", group.most);
        grid.rows.push_back({std::string(verdictName(key.first)), std::string(key.second),
                             least == most ? least : fmt::format("{} to {}", least, most),
                             fmt::format("{} of {}", group.figures, all.at(key.second))});
    }
    return grid;
}

std::string metricLine(const Comparison& comparison) {
    const char* const clock = comparison.clock == ReferenceClock::Core         ? ", in clocks of the cores"
                              : comparison.clock == ReferenceClock::NativeLoop ? ", in rounds of a fixed loop"
                                                                               : "";
    const std::string what = comparison.metric == Metric::Time
                                 ? fmt::format("Times{}; smaller is faster", clock)
                                 : "Ratio to each run's own baseline; bigger is faster";
    if (!comparison.judged() || comparison.decidable > kOtherRun)
        return what + "."; // the line on noise has the threshold
    return fmt::format("{}. Threshold: {:.4g} %.", what, 100 * comparison.threshold);
}

// "in NEW: failed (wrong values)"
std::string whyUncompared(const Uncompared& row) {
    const char* const side = row.byNow ? "NEW" : "BASE";
    if (!row.why) return fmt::format("not in {}", side);
    const bool published = row.why->status == Status::Measured;
    return fmt::format("in {}: {}", side, published ? "no milliseconds published" : unmeasuredText(*row.why));
}

// What readers need to understand the verdicts.
std::vector<std::string> remarksOf(const Comparison& comparison, bool all) {
    std::vector<std::string> remarks;
    if (all && comparison.judged()) {
        remarks.push_back(
            fmt::format("FASTER and SLOWER: the interval lies beyond the threshold. SAME: it lies "
                        "within {:.4g} %. UNCLEAR: neither.",
                        100 * comparison.threshold));
    }
    for (const std::string& caution : comparison.cautions) remarks.push_back(caution + ".");
    if (!all && !comparison.judged()) return remarks;
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
    return {{"name", change.name},
            {"strategy", change.strategy},
            {"base", jsonNumber(change.base)},
            {"new", jsonNumber(change.now)},
            {"change", jsonNumber(change.change)},
            {"change_low", endJson(change.interval, &Interval::low)},
            {"change_high", endJson(change.interval, &Interval::high)},
            {"verdict", verdictName(change.verdict)},
            {"base_levels", jsonNumber(change.baseStep)},
            {"new_levels", jsonNumber(change.nowStep)},
            {"kernel_differs", change.kernelDiffers},
            {"footnote", change.footnote},
            {"same_code", change.sameCode ? Json(*change.sameCode) : Json(nullptr)},
            {"base_loads", jsonText(change.baseLoads)},
            {"new_loads", jsonText(change.nowLoads)}};
}

Json uncomparedJson(const Uncompared& row) {
    return {{"name", row.name}, {"strategy", row.strategy}, {"reason", whyUncompared(row)}};
}

void addRecords(Grid& records, const ComparedRuns& runs) {
    const auto add = [&](Json record) {
        record["base_file"] = runs.base;
        record["new_file"] = runs.now;
        record["metric"] = kMetricNames[runs.comparison.metric];
        addRecord(record, records);
    };
    for (const Change& change : runs.comparison.changes) {
        Json record = changeJson(change);
        record["reason"] = change.footnote;
        record.erase("footnote");
        add(std::move(record));
    }
    for (const Uncompared& row : runs.comparison.uncompared) add(uncomparedJson(row));
}

Json comparisonJson(const ComparedRuns& runs) {
    const Comparison& comparison = runs.comparison;
    Json changes = Json::array(), uncompared = Json::array();
    for (const Change& change : comparison.changes) changes.push_back(changeJson(change));
    for (const Uncompared& row : comparison.uncompared) uncompared.push_back(uncomparedJson(row));
    constexpr auto kClocks = enumTable<ReferenceClock, const char*>({nullptr, "cores", "native loop"});
    return {
        {"base_file", runs.base},
        {"base_device", runs.baseDevice},
        {"new_file", runs.now},
        {"new_device", runs.nowDevice},
        {"metric", kMetricNames[comparison.metric]},
        {"threshold", jsonNumber(comparison.threshold)},
        {"reference_clock", comparison.clock == ReferenceClock::None ? Json() : kClocks[comparison.clock]},
        {"different_devices", comparison.otherDevice},
        {"why_no_verdict", comparison.whyUnjudged},
        {"counts",
         {{"faster", comparison.count(Verdict::Better)},
          {"slower", comparison.count(Verdict::Worse)},
          {"same", comparison.count(Verdict::Same)},
          {"unclear", comparison.count(Verdict::Unknown)}}},
        {"cautions", comparison.cautions},
        {"changes", std::move(changes)},
        {"uncompared", std::move(uncompared)}};
}

std::vector<Change> changedFirst(std::vector<Change> changes) {
    std::ranges::stable_sort(changes, {}, [](const Change& change) {
        return isChanged(change.verdict) ? 0 : change.verdict == Verdict::Unknown ? 1 : 2;
    });
    return changes;
}

// The first screen shows what changed, and of much of it only the groups, which stand above the whole table, too.
std::vector<Section> comparedSections(const ComparedRuns& runs, Extent extent) {
    const Comparison& comparison = runs.comparison;
    const bool all = extent != Extent::Answer;
    const std::vector<Change> changed = mainChanges(comparison),
                              shown = all ? changedFirst(comparison.changes) : changed;
    std::vector<std::string> outcome = comparisonOutcome(comparison), remarks = remarksOf(comparison, all);
    const bool grouped = comparison.judged() && linesOf(changed).size() > kMostListed;
    const std::size_t hidden = comparison.changes.size() - shown.size();
    if (!all && !comparison.judged() && !shown.empty())
        outcome.back() += " The largest differences (--all shows all):";
    if (grouped && !all)
        remarks.insert(remarks.begin(), "--all shows every row.");
    else if (hidden > 0 && comparison.judged())
        remarks.insert(remarks.begin(),
                       fmt::format("{} SAME or UNCLEAR figures not shown; --all shows them.", hidden));
    const bool oneDevice = runs.baseDevice == runs.nowDevice;
    if (oneDevice) outcome.insert(outcome.begin(), runs.baseDevice);
    std::vector<Section> sections = {
        {.labels = {{"BASE", oneDevice ? runs.base : runs.base + ": " + runs.baseDevice},
                    {"NEW", oneDevice ? runs.now : runs.now + ": " + runs.nowDevice}},
         .subjects = std::move(outcome),
         .caption = shown.empty() ? "" : metricLine(comparison),
         .grid = grouped ? groupsGrid(comparison) : changesGrid(comparison, shown)}};
    if (grouped && all) sections.push_back({.title = "Every row", .grid = changesGrid(comparison, shown)});
    sections.back().remarks = std::move(remarks);
    for (Section& section : sections) {
        section.from = extent;
        section.until = all ? Extent::Wide : Extent::Answer;
    }
    return sections;
}

} // namespace

Document comparisonDocument(std::span<const ComparedRuns> compared) {
    Document document{.records = {.columns = textColumns(
                                      "base_file,new_file,metric,name,strategy,base,new,change,change_low,"
                                      "change_high,verdict,kernel_differs,same_code,base_loads,new_loads,"
                                      "reason")},
                      .data = "["};
    for (const ComparedRuns& runs : compared) {
        for (const Extent extent : {Extent::Answer, Extent::All}) {
            for (Section& section : comparedSections(runs, extent)) {
                for (const auto* texts : {&section.subjects, &section.remarks})
                    for (const std::string& text : *texts)
                        if (extent == Extent::All && text != runs.baseDevice)
                            document.notes.push_back(compared.size() > 1 ? runs.now + ": " + text : text);
                document.sections.push_back(std::move(section));
            }
        }
        addRecords(document.records, runs);
        document.data += (&runs == compared.data() ? "\n" : ",\n") + layOutJson(comparisonJson(runs), 0);
    }
    document.data += "\n]\n";
    return document;
}

} // namespace vkperftest
