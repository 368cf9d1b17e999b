#include <algorithm>

#include <fmt/format.h>

#include "answers/advice.h"
#include "base/text.h"
#include "model/json_layout.h"
#include "report/devices.h"
#include "report/documents.h"
#include "report/findings.h"
#include "report/phrases.h"

namespace vkperftest {
namespace {

constexpr int kAdviceFormat = 1; // of the JSON (results/advice-1.schema.json)

constexpr auto kOutcomes = enumTable<Verdict, std::string_view>({"faster", "as fast", "slower", "unclear"});

std::vector<std::string> linesOf(const std::vector<Finding>& findings, bool brief) {
    std::vector<std::string> lines;
    for (const Finding& finding : findings) lines.push_back(lineOf(finding, brief));
    return lines;
}

Json rowJson(const FoundRow& row) {
    Json json = {{"name", row.name},
                 {"strategy", row.strategy},
                 {"reference", row.reference},
                 {"reference_strategy", row.referenceStrategy},
                 {"times", jsonNumber(row.value->median)},
                 {"outcome", kOutcomes[row.verdict]}};
    if (const std::optional<Interval>& interval = row.value->interval) {
        json["times_low"] = jsonNumber(interval->low);
        json["times_high"] = jsonNumber(interval->high);
    }
    if (row.clocks) {
        json["clocks"] = jsonNumber(row.clocks->subject);
        json["reference_clocks"] = jsonNumber(row.clocks->reference);
    }
    return json;
}

Json adviceJson(const std::vector<Finding>& findings) {
    Json all = Json::array();
    for (const Finding& finding : findings) {
        Json rows = Json::array();
        for (const FoundRow& row : finding.rows) rows.push_back(rowJson(row));
        all.push_back({{"topic", finding.topic},
                       {"subject", finding.subject},
                       {"scope", finding.scope},
                       {"line", lineOf(finding, false)},
                       {"rows", std::move(rows)}});
    }
    return all;
}

Json loadJson(const LoadChoice& choice) {
    Json costs = Json::array();
    for (const Alternative& each : choice.all) {
        Json cost = rowJson(each.cost);
        if (!each.isComparable()) cost.erase("times");
        cost["kind"] = each.kind->name;
        if (each.row.figures->limiter.value_or(Limiter::Unknown) != Limiter::Unknown)
            cost["limiter"] = each.row.figures->limiterName();
        costs.push_back(std::move(cost));
    }
    return {{"bytes", choice.bytes},
            {"pattern", patternName(choice.pattern)},
            {"fastest", choice.fastest()},
            {"costs", std::move(costs)}};
}

std::string adviceData(const RunFigures& figures, const Advice& advice) {
    const RunResult& run = *figures.run;
    const DeviceRecord& device = run.device;
    Json loads = Json::array();
    for (const LoadChoice& choice : advice.choices) loads.push_back(loadJson(choice));
    return layOutJson({{"format", "vkperftest advice"},
                       {"format_version", kAdviceFormat},
                       {"device",
                        {{"name", device.name},
                         {"vendor_id", device.vendorId},
                         {"device_id", device.deviceId},
                         {"driver_id", device.driverId},
                         {"driver_version", device.driverVersion},
                         {"driver_name", device.driverName},
                         {"driver_info", device.driverInfo}}},
                       {"measured",
                        {{"suite", run.settings.suite},
                         {"started", run.started},
                         {"source", run.source},
                         {"version", run.tool.version},
                         {"commit", run.tool.commit}}},
                       {"loads", std::move(loads)},
                       {"avoid", adviceJson(advice.avoid)},
                       {"topics", adviceJson(advice.topics)},
                       {"notes", advice.notes}});
}

// Short, so that the column `fastest` has room for two or three kinds.
std::string_view titleOf(std::string_view kind) {
    return kind == "structured" ? "struct" : kind;
}

Grid choiceGrid(const std::vector<LoadChoice>& choices) {
    Grid grid{.columns = {{"bytes", Kind::Number}, {"addresses"}, {"fastest"}}};
    for (const LoadKindChoice& kind : kLoadKinds)
        grid.columns.push_back({std::string(titleOf(kind.name)), Kind::Number});
    for (const LoadChoice& choice : choices) {
        const bool begins = &choice == &choices.front() || choice.bytes != (&choice)[-1].bytes;
        std::vector<std::string> cells = {begins ? std::to_string(choice.bytes) : "",
                                          std::string(patternName(choice.pattern)),
                                          kindsText(choice, choice.fastest(), ", ")};
        for (const LoadKindChoice& kind : kLoadKinds) {
            const auto found = std::ranges::find(choice.all, &kind, &Alternative::kind);
            const bool exists = hasSize(kind.kind, choice.bytes);
            cells.push_back(!exists ? "" : found == choice.all.end() ? "-" : costText(*found));
        }
        grid.rows.push_back(std::move(cells));
    }
    return grid;
}

// What the signs in the cells mean: "? instructions may explain it."; empty if there are none.
std::string signsIn(const Grid& grid) {
    constexpr std::pair<std::string_view, std::string_view> kSigns[] = {
        {"≤", "≤ instructions limit it: the loads themselves may be faster"},
        {"?", "? unclear: instructions or scatter may explain it"},
        {"~", "~ not comparable"},
        {"-", "- not measured"},
        {"unclear", "unclear: another load may be faster than was measured"}};
    std::vector<std::string> found;
    for (const auto& each : kSigns) {
        const auto has = [&](const std::string& cell) {
            return cell.starts_with(each.first) || cell.ends_with(each.first);
        };
        if (std::ranges::any_of(grid.rows,
                                [&](const auto& cells) { return std::ranges::any_of(cells, has); }))
            found.emplace_back(each.second);
    }
    return join(found, ", ") + (found.empty() ? "" : ".");
}

// Of what was measured, what readers would take for what they write: PerfTest's raw loads and addresses.
std::string legendOf(const std::vector<LoadChoice>& choices) {
    bool raw = false, random = false;
    for (const LoadChoice& choice : choices) {
        for (const Alternative& each : choice.all) {
            if (each.row.result->strategies.front().printed) continue; // PerfTest's own table
            random = random || choice.pattern == Pattern::Random;
            raw = raw || (each.kind->kind == LoadKind::Raw && !scopeOf(each.row.load()).empty());
        }
    }
    std::vector<std::string> found;
    if (raw) found.emplace_back("raw: PerfTest's (alignment unprovable)");
    if (random) found.emplace_back("random: 16 neighbouring elements");
    return join(found, "; ") + (found.empty() ? "" : ".");
}

// The whole answer: the table, its signs and names, and what to avoid. `all`: also why there is no table.
Section choiceSection(const Advice& advice, bool all) {
    Section section{.title = "Fastest loads, and how many times as long the others take"};
    if (advice.choices.empty()) {
        if (all && !advice.empty())
            section.remarks = {"Too few kinds of load could be compared to name the fastest."};
    } else {
        section.grid = choiceGrid(advice.choices);
        addText(section.remarks, signsIn(section.grid));
        addText(section.remarks, legendOf(advice.choices));
    }
    append(section.remarks, linesOf(advice.avoid, true));
    append(section.remarks, advice.notes);
    return section;
}

Section topicsSection(const std::vector<Finding>& findings, bool brief) {
    return {.title = "By topic: factor, 95 % interval, rows", .remarks = linesOf(findings, brief)};
}

// The rows behind a line.
Section whySection(const Finding& finding) {
    Section section{.title = fmt::format("{}: {}", finding.topic, lineOf(finding, false)),
                    .grid = {.columns = {{"row"}, {"against"}, {"times as long"}, {"outcome"}}}};
    for (const FoundRow& row : finding.rows)
        section.grid.rows.push_back({row.name, row.reference, fmt::format("{:.2f}", row.value->median),
                                     std::string(kOutcomes[row.verdict])});
    return section;
}

void addRecords(Grid& records, const Finding& finding) {
    for (const FoundRow& row : finding.rows) {
        Json record = rowJson(row);
        record["topic"] = finding.topic;
        record["subject"] = finding.subject;
        record["scope"] = finding.scope;
        addRecord(record, records);
    }
}

} // namespace

std::string costText(const Alternative& each) {
    if (!each.isComparable()) return "~";
    const bool isAtMost = !each.isClear() && each.isAtMost;
    const double times = each.cost.value->median;
    return fmt::format("{}{:.{}f}{}", isAtMost ? "≤" : "", times, times >= 9.95 ? 0 : 1,
                       each.isClear() || isAtMost ? "" : "?");
}

std::vector<std::string> choiceRemarks(std::string_view structured) {
    constexpr std::pair<Pattern, std::string_view> kMeanings[] = {
        {Pattern::Uniform, "all lanes read one element"},
        {Pattern::Linear, "neighbouring lanes read neighbouring elements"},
        {Pattern::Hashed, "each lane reads one of 512 elements"},
        {Pattern::Random, "neighbouring lanes read 16 neighbouring elements in mixed order"}};
    std::vector<std::string> kinds, patterns;
    for (const LoadKindChoice& each : kLoadKinds)
        kinds.push_back(
            fmt::format("{}: {}", each.name == "structured" ? structured : each.name, each.loads));
    for (const auto& [pattern, meaning] : kMeanings)
        patterns.push_back(fmt::format("{}: {}", patternName(pattern), meaning));
    return {join(kinds, "; ") + ".", join(patterns, "; ") + ". All loads hit the nearest cache."};
}

std::vector<Section> shortAdvice(const Advice& advice, std::string_view suite) {
    if (hasChoices(suite)) {
        Section section = choiceSection(advice, false);
        if (section.grid.rows.empty() && section.remarks.empty()) return {};
        return {std::move(section)};
    }
    std::vector<Finding> topics = advice.topics; // of the suite, and of strategies
    std::erase_if(topics, [&](const Finding& finding) {
        const auto topic = std::ranges::find(vkperftest::topics(), finding.topic, &Topic::name);
        return topic != vkperftest::topics().end() && topic->suite != suite;
    });
    return topics.empty() ? std::vector<Section>() : std::vector{topicsSection(topics, true)};
}

Document adviceDocument(const RunFigures& figures, bool why) {
    const Advice advice = advise(figures);
    Document document{
        .records = {.columns = textColumns("topic,subject,scope,outcome,name,strategy,reference,reference_"
                                           "strategy,times,times_low,times_high")},
        .data = adviceData(figures, advice)};
    const std::string& suite = figures.run->settings.suite;
    const bool table = hasChoices(suite) || !advice.choices.empty() || advice.empty();
    std::vector<Section> answer = shortAdvice(advice, suite), all;
    if (answer.empty()) answer.push_back(choiceSection(advice, true));
    if (table) all.push_back(choiceSection(advice, true));
    if (!advice.topics.empty()) all.push_back(topicsSection(advice.topics, false));
    if (!advice.choices.empty()) append(all.back().remarks, choiceRemarks(titleOf("structured")));
    if (!advice.topics.empty())
        document.more = fmt::format("`--all` prints {} in full, `--why` the rows.",
                                    counted(advice.topics.size(), "topic"));
    answer[0].subjects = {deviceLine(*figures.run, true)};
    all[0].subjects = {deviceLine(*figures.run)};
    for (const std::vector<Finding>& findings : {advice.avoid, advice.topics}) {
        for (const Finding& finding : findings) {
            addRecords(document.records, finding);
            if (why) all.push_back(whySection(finding));
        }
    }
    for (Section& section : all) section.from = Extent::All;
    for (Section& section : answer) section.until = Extent::Answer;
    document.sections = std::move(answer);
    std::ranges::move(all, std::back_inserter(document.sections));
    return document;
}

} // namespace vkperftest
