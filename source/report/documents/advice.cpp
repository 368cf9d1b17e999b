#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "answers/advice.h"
#include "base/text.h"
#include "cases/binding.h"
#include "model/json_layout.h"
#include "report/documents.h"
#include "report/phrases.h"

namespace vkperftest {
namespace {

constexpr int kAdviceFormat = 1; // of the JSON (results/advice-1.schema.json)

Json timesJson(const PairedRatio& times) {
    Json json = {{"times", jsonNumber(times.median)}};
    if (times.interval) {
        json["times_low"] = jsonNumber(times.interval->low);
        json["times_high"] = jsonNumber(times.interval->high);
    }
    return json;
}

Json findingRows(const TopicFinding& finding) {
    Json rows = Json::array();
    for (const TopicClaim& claim : finding.claims) {
        Json row = timesJson(claim.times);
        row.update({{"name", claim.subject},
                    {"reference", claim.reference},
                    {"sense", kSenseNames[claim.sense]},
                    {"outcome", kOutcomeNames[claim.outcome]},
                    {"references", claim.count}});
        rows.push_back(std::move(row));
    }
    return rows;
}

Json findingJson(const TopicFinding& finding) {
    return {{"topic", finding.topic}, {"line", finding.line()}, {"rows", findingRows(finding)}};
}

Json findingsJson(const std::vector<TopicFinding>& findings) {
    Json all = Json::array();
    for (const TopicFinding& finding : findings) all.push_back(findingJson(finding));
    return all;
}

Json loadJson(const LoadChoice& choice) {
    Json costs = Json::array();
    for (const Alternative& each : choice.all) {
        Json cost = timesJson(each.cost.times);
        cost.update({{"kind", each.kind},
                     {"name", each.cost.subject.name()},
                     {"reference", each.cost.reference.name()},
                     {"sense", kSenseNames[each.cost.sense]},
                     {"rough", each.isRough}});
        costs.push_back(std::move(cost));
    }
    return {{"bytes", choice.bytes},
            {"pattern", patternName(choice.pattern)},
            {"fastest", choice.fastest()},
            {"costs", std::move(costs)}};
}

std::string_view againstSet(const StrategyRows& strategy) {
    constexpr auto kNames = enumTable<Verdict, std::string_view>({"faster", "same", "slower", "unknown"});
    const ReasonedVerdict mostly = strategy.mostly();
    return mostly.why.kind == Inconclusive::RowsDiffer ? "depends" : kNames[mostly.verdict];
}

Json bindingJson(const RunFigures& figures) {
    Json all = Json::array();
    for (const std::string& name : figures.run->settings.strategies) {
        const StrategyRows strategy = rowsUnder(figures, name);
        if (name == kSetName || strategy.rows.empty()) continue;
        all.push_back({{"strategy", name},
                       {"against_set", againstSet(strategy)},
                       {"faster", strategy.count(Verdict::Better)},
                       {"same", strategy.count(Verdict::Same)},
                       {"slower", strategy.count(Verdict::Worse)},
                       {"unclear", strategy.count(Verdict::Unknown)},
                       {"most_faster", jsonNumber(strategy.mostFaster())},
                       {"most_slower", jsonNumber(strategy.mostSlower())}});
    }
    return all;
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
                       {"avoid", findingsJson(advice.avoid)},
                       {"topics", findingsJson(advice.findings)},
                       {"silent", advice.silent},
                       {"binding", bindingJson(figures)},
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
                                          std::string(patternName(choice.pattern)), kindsText(choice)};
        for (const LoadKindChoice& kind : kLoadKinds) {
            const auto found = std::ranges::find(choice.all, kind.name, &Alternative::kind);
            const bool exists = hasSize(kind.kind, choice.bytes);
            cells.push_back(!exists ? "" : costText(found == choice.all.end() ? nullptr : &*found));
        }
        grid.rows.push_back(std::move(cells));
    }
    return grid;
}

std::vector<std::string> linesOf(const std::vector<TopicFinding>& findings) {
    std::vector<std::string> lines;
    for (const TopicFinding& finding : findings) lines.push_back(finding.line());
    return lines;
}

void append(std::vector<std::string>& all, const std::vector<std::string>& more) {
    all.insert(all.end(), more.begin(), more.end());
}

// The whole answer: the table, its signs, and what to avoid.
Section choiceSection(const Advice& advice) {
    Section section{.title = "Fastest loads, and how many times as long the others take"};
    section.grid = choiceGrid(advice.choices);
    if (advice.choices.empty()) {
        section.grid = {};
        if (!advice.empty())
            section.remarks = {"Too few kinds of load could be compared to name the fastest."};
    } else if (const std::string signs = signsIn(advice.choices); !signs.empty()) {
        section.remarks.push_back(signs + ".");
    }
    append(section.remarks, linesOf(advice.avoid));
    for (const TopicFinding& finding : advice.findings) // only if the run demanded sizes
        if (finding.topic == "subgroups") section.remarks.push_back(finding.line());
    append(section.remarks, advice.notes);
    return section;
}

Section topicsSection(const std::vector<TopicFinding>& findings) {
    return {.title = "By topic: factor, 95 % interval, rows", .remarks = linesOf(findings)};
}

// The rows behind a line.
Section whySection(const TopicFinding& finding) {
    Section section{.title = fmt::format("{}: {}", finding.topic, finding.line()),
                    .grid = {.columns = {{"row"}, {"against"}, {"times as long"}, {"outcome"}}}};
    for (const TopicClaim& claim : finding.claims) {
        const std::string sense =
            claim.sense == Sense::Exact ? "" : fmt::format(", {}", kSenseNames[claim.sense]);
        section.grid.rows.push_back({claim.subject, claim.reference,
                                     fmt::format("{:.2f}{}", claim.times.median, sense),
                                     std::string(kOutcomeNames[claim.outcome])});
    }
    return section;
}

void addRecords(Grid& records, const TopicFinding& finding) {
    for (Json record : findingRows(finding)) {
        record.erase("references");
        record["topic"] = finding.topic;
        record["subject"] = finding.title;
        addRecord(record, records);
    }
}

} // namespace

std::vector<std::string> choiceRemarks(std::string_view structured) {
    std::vector<std::string> kinds, patterns;
    for (const LoadKindChoice& each : kLoadKinds)
        kinds.push_back(
            fmt::format("{}: {}", each.name == "structured" ? structured : each.name, each.loads));
    for (const Pattern pattern : kEveryPattern)
        patterns.push_back(fmt::format("{}: {}", patternName(pattern), patternMeaning(pattern)));
    return {join(kinds, "; ") + ".", join(patterns, "; ") + ". All loads hit L1."};
}

std::vector<Section> shortAdvice(const Advice& advice, std::string_view suite) {
    std::vector<Section> sections;
    if (hasChoices(suite)) sections.push_back(choiceSection(advice));
    const std::vector<TopicFinding> findings = advice.findingsOf(suite);
    if (!hasChoices(suite) && !findings.empty()) sections.push_back(topicsSection(findings));
    return sections;
}

Document adviceDocument(const RunFigures& figures, AdviceView view) {
    const Advice advice = advise(figures);
    Document document{
        .heading = "Advice for " + figures.run->device.name,
        .records = {.columns =
                        textColumns("topic,subject,outcome,name,reference,times,times_low,times_high,sense")},
        .data = adviceData(figures, advice)};
    const bool matrix = hasChoices(figures.run->settings.suite);
    const bool table = matrix || !advice.choices.empty() || advice.empty();
    const bool topics = view != AdviceView::Answer || !matrix;
    if (table) document.sections.push_back(choiceSection(advice));
    if (topics && !advice.findings.empty()) document.sections.push_back(topicsSection(advice.findings));
    Section& last = document.sections.back();
    if (!topics && !advice.findings.empty())
        last.remarks.push_back(
            fmt::format("`--all` adds {} topics, `--why` the rows.", advice.findings.size()));
    if (topics && table) append(last.remarks, choiceRemarks(titleOf("structured")));
    document.sections[0].subjects = {deviceLine(*figures.run)};
    std::vector<TopicFinding> all = advice.avoid;
    all.insert(all.end(), advice.findings.begin(), advice.findings.end());
    for (const TopicFinding& finding : all) {
        addRecords(document.records, finding);
        if (view == AdviceView::Why && !finding.claims.empty())
            document.sections.push_back(whySection(finding));
    }
    if (view == AdviceView::Why && !advice.silent.empty())
        document.sections.push_back({.title = "Topics whose rows are missing or inconclusive",
                                     .remarks = {join(advice.silent, ", ") + "."}});
    return document;
}

} // namespace vkperftest
