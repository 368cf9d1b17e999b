#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "advice/binding_preference.h"
#include "advice/preference.h"
#include "base/text.h"
#include "cases/suite.h"
#include "model/json_layout.h"
#include "report/documents.h"
#include "report/phrases.h"

namespace vkperftest {
namespace {

std::string_view senseName(Sense sense) {
    switch (sense) {
    case Sense::Exact:
        return "exact";
    case Sense::AtLeast:
        return "at least";
    case Sense::AtMost:
        return "at most";
    case Sense::Unknown:
        break;
    }
    return "as measured";
}

Json advisedJson(const Row& row) {
    const PairedRatio& ratio = row.figures->best();
    Json json = {{"name", row.name}, {"ratio", jsonNumber(ratio.median)}};
    if (ratio.interval) {
        json["ratio_low"] = jsonNumber(ratio.interval->low);
        json["ratio_high"] = jsonNumber(ratio.interval->high);
        json["bound"] = boundName(row.figures->bound);
    }
    return json;
}

Json costJson(const Cost& cost) {
    Json json = {{"name", cost.subject.name},
                 {"times", jsonNumber(cost.times.median)},
                 {"sense", senseName(cost.sense)},
                 {"reference", cost.reference.name}};
    if (cost.times.interval) {
        json["times_low"] = jsonNumber(cost.times.interval->low);
        json["times_high"] = jsonNumber(cost.times.interval->high);
    }
    return json;
}

Json choicesJson(const std::vector<LoadChoice>& choices) {
    Json all = Json::array();
    for (const LoadChoice& choice : choices) {
        Json costs = Json::array();
        for (const Alternative& each : choice.all) {
            Json cost = costJson(each.cost);
            cost["kind"] = each.kind;
            cost["shown"] = costText(&each);
            costs.push_back(std::move(cost));
        }
        all.push_back({{"bytes", choice.bytes},
                       {"pattern", patternName(choice.pattern)},
                       {"fastest", choice.fastest()},
                       {"costs", std::move(costs)}});
    }
    return all;
}

Json rowNames(const std::vector<Row>& rows) {
    Json names = Json::array();
    for (const Row& row : rows) names.push_back(row.name);
    return names;
}

// `prefer` is null if nothing is.
template <class Choice> Json preferenceJson(const Preference<Choice>& preference) {
    return {{"prefer", preference.best.empty() ? Json(nullptr) : Json(preference.best[0])},
            {"as_fast", preference.best},
            {"not_measured", preference.missing},
            {"confidence", kConfidenceNames[preference.confidence]},
            {"reason", preference.reason}};
}

template <class Choice> Json withRows(const Preference<Choice>& preference) {
    Json json = preferenceJson(preference);
    json["rows"] = rowNames(preference.rows);
    return json;
}

Json strategyJson(const StrategyRows& strategy) {
    Json json = {{"strategy", strategy.strategy},
                 {"against_set", kAgainstSetNames[strategy.mostly()]},
                 {"most_faster", jsonNumber(strategy.mostFaster())},
                 {"most_slower", jsonNumber(strategy.mostSlower())}};
    constexpr std::array<std::pair<AgainstSet, const char*>, 4> kLists = {
        {{AgainstSet::Faster, "faster_rows"},
         {AgainstSet::Same, "same_rows"},
         {AgainstSet::Slower, "slower_rows"},
         {AgainstSet::Unknown, "unclear_rows"}}};
    for (const auto& [verdict, key] : kLists) {
        json[key] = Json::array();
        for (const JudgedRow& row : strategy.rows)
            if (row.verdict == verdict) json[key].push_back(row.name);
    }
    return json;
}

Json deviceJson(const DeviceRecord& device) {
    return {{"name", device.name},
            {"vendor_id", device.vendorId},
            {"device_id", device.deviceId},
            {"driver_id", device.driverId},
            {"driver_version", device.driverVersion},
            {"driver_name", device.driverName},
            {"driver_info", device.driverInfo},
            {"api_version", device.apiVersion}};
}

Json measuredJson(const RunResult& run) {
    return {{"suite", run.settings.suite},
            {"started", run.started},
            {"source", run.source},
            {"version", run.tool.version},
            {"commit", run.tool.commit}};
}

std::string adviceData(const RunFigures& figures, const AdviceList& list) {
    Json said = Json::array(), unsaid = Json::array();
    for (const Advice& advice : list.said) {
        Json rows = Json::array(), claims = Json::array();
        for (const Row& row : advice.rows) rows.push_back(advisedJson(row));
        for (const CostClaim& claim : advice.claims) claims.push_back(costJson(claim.cost));
        said.push_back({{"rule", advice.rule},
                        {"heading", headingText(advice.heading)},
                        {"sentence", advice.sentence},
                        {"claims", std::move(claims)},
                        {"rows", std::move(rows)}});
    }
    for (const Unsaid& each : list.unsaid) unsaid.push_back({{"rule", each.rule}, {"reason", each.reason}});
    Json loads = Json::array();
    for (const LoadPreference& load : loadPreferences(figures))
        loads.push_back({{"bytes", load.bytes},
                         {"pattern", patternName(load.pattern)},
                         {"kind", withRows(load.kind)},
                         {"width", withRows(load.width)}});
    const BindingPreference strategies = bindingPreference(figures);
    Json binding = preferenceJson(strategies);
    binding["compared"] = Json::array();
    for (const StrategyRows& strategy : strategies.compared)
        binding["compared"].push_back(strategyJson(strategy));
    return layOutJson({{"format", "vkperftest advice"},
                       {"format_version", 1},
                       {"device", deviceJson(figures.run->device)},
                       {"measured", measuredJson(*figures.run)},
                       {"loads", std::move(loads)},
                       {"binding", std::move(binding)},
                       {"choices", choicesJson(list.choices)},
                       {"advice", said},
                       {"unsaid", unsaid}});
}

// Short, so that the column `fastest` has room for two or three kinds.
std::string_view titleOf(std::string_view kind) {
    return kind == "structured" ? "struct" : kind;
}

Grid choiceGrid(const std::vector<LoadChoice>& choices) {
    Grid grid{.columns = {{"bytes", Kind::Number}, {"addresses"}, {"fastest"}}};
    const std::vector<Candidate> kinds = candidatesOf(16); // the only size with constants
    for (const Candidate& kind : kinds)
        grid.columns.push_back({std::string(titleOf(kind.kind)), Kind::Number});
    for (const LoadChoice& choice : choices) {
        const bool begins = &choice == &choices.front() || choice.bytes != (&choice)[-1].bytes;
        std::vector<std::string> cells = {begins ? std::to_string(choice.bytes) : "",
                                          std::string(patternName(choice.pattern)), kindsText(choice, ", ")};
        for (const Candidate& kind : kinds) {
            const auto found = std::ranges::find(choice.all, kind.kind, &Alternative::kind);
            const bool exists = kind.operation.kind != LoadKind::Constants || choice.bytes == 16;
            cells.push_back(!exists ? "" : costText(found == choice.all.end() ? nullptr : &*found));
        }
        grid.rows.push_back(std::move(cells));
    }
    return grid;
}

// The rows behind the sentence, each row after its reference.
Section whySection(const Advice& advice) {
    Section section{.title = fmt::format("{}: {}", advice.rule, advice.sentence),
                    .grid = {.columns = {{"row"}, {"ratio"}, {"bound"}, {"times as long"}}}};
    const auto add = [&](const Row& row, std::string times) {
        const StrategyFigures& figures = *row.figures;
        section.grid.rows.push_back({row.name, ratioWithInterval(figures.best()) + marks(figures),
                                     figures.loadsPerNanosecond ? std::string(boundName(figures.bound)) : "",
                                     std::move(times)});
    };
    std::string reference;
    for (const CostClaim& claim : advice.claims) {
        if (claim.cost.reference.name != reference) add(claim.cost.reference, "1");
        reference = claim.cost.reference.name;
        const std::string sense =
            claim.cost.sense == Sense::Exact ? "" : ", " + std::string(senseName(claim.cost.sense));
        add(claim.cost.subject, fmt::format("{:.2f}{}", claim.cost.times.median, sense));
    }
    if (advice.claims.empty()) {
        for (const Row& row : advice.rows) add(row, "");
    }
    return section;
}

Section unsaidSection(const std::vector<Unsaid>& unsaid) {
    Section section{.title = "Rules that said nothing"};
    for (const Unsaid& each : unsaid) section.labels.push_back({each.rule + ":", each.reason});
    return section;
}

void addRatio(std::vector<std::string>& cells, const PairedRatio& ratio) {
    cells.push_back(numberCell(ratio.median));
    cells.push_back(ratio.interval ? numberCell(ratio.interval->low) : "");
    cells.push_back(ratio.interval ? numberCell(ratio.interval->high) : "");
}

// A record for each claim on the row, or one record if there is none.
void addRecords(Grid& records, const Advice& advice, const Row& row) {
    std::vector<std::string> cells = {advice.rule, advice.sentence, row.name};
    addRatio(cells, row.figures->best());
    cells.push_back(row.figures->best().interval ? std::string(boundName(row.figures->bound)) : "");
    const std::size_t before = records.rows.size();
    for (const CostClaim& claim : advice.claims) {
        if (claim.cost.subject.name != row.name) continue;
        std::vector<std::string>& record = records.rows.emplace_back(cells);
        record.push_back(claim.cost.reference.name);
        addRatio(record, claim.cost.times);
        record.emplace_back(senseName(claim.cost.sense));
    }
    if (records.rows.size() == before) records.rows.push_back(std::move(cells));
}

// Of every suite, or of the rules on one.
std::vector<std::string> sentencesOf(const AdviceList& list, Heading heading, std::string_view suite = {}) {
    std::vector<std::string> sentences;
    for (const Advice& advice : list.said) {
        if (advice.heading == heading && (suite.empty() || advice.suite == suite))
            sentences.push_back(advice.sentence);
    }
    return sentences;
}

// Nothing if there are no sentences.
void addSentences(std::vector<Section>& sections, Heading heading, std::vector<std::string> sentences) {
    if (!sentences.empty())
        sections.push_back({.title = std::string(headingText(heading)), .remarks = std::move(sentences)});
}

Section choiceSection(const AdviceList& list) {
    Section section{.title = std::string(headingText(Heading::Use))};
    if (!list.choices.empty()) {
        section.grid = choiceGrid(list.choices);
        for (std::string& sign : signsIn(list.choices)) section.remarks.push_back(std::move(sign) + ".");
        for (std::string& remark : choiceRemarks(titleOf("structured")))
            section.remarks.push_back(std::move(remark));
    } else if (!list.empty()) {
        section.remarks = {"Too few kinds of load could be compared to name the fastest."};
    }
    section.remarks.insert(section.remarks.end(), list.notes.begin(), list.notes.end());
    return section;
}

bool isOfMatrix(std::string_view suite) {
    return suite.empty() || suite == kDefaultSuite || suite == kAllSuites; // printed tables have no suite
}

constexpr std::array kFurtherHeadings = {Heading::Buffers,  Heading::Widths,   Heading::Uniform,
                                         Heading::Textures, Heading::Patterns, Heading::Other,
                                         Heading::Writes};

} // namespace

std::vector<std::string> choiceRemarks(std::string_view structured) {
    std::vector<std::string> kinds, patterns;
    for (const Candidate& each : candidatesOf(16))
        kinds.push_back(
            fmt::format("{}: {}", each.kind == "structured" ? structured : each.kind, each.loads));
    for (const Pattern pattern : kEveryPattern)
        patterns.push_back(fmt::format("{}: {}", patternName(pattern), patternMeaning(pattern)));
    return {join(kinds, "; ") + ".", join(patterns, "; ") + ". All loads hit L1."};
}

std::vector<Section> shortAdvice(const AdviceList& list, std::string_view suite) {
    std::vector<Section> sections;
    if (isOfMatrix(suite)) {
        sections.push_back(choiceSection(list));
        addSentences(sections, Heading::Avoid, sentencesOf(list, Heading::Avoid));
    } else {
        for (const Heading heading : kFurtherHeadings)
            addSentences(sections, heading, sentencesOf(list, heading, suite));
    }
    addSentences(sections, Heading::Subgroups, sentencesOf(list, Heading::Subgroups));
    return sections;
}

std::vector<std::string> adviceSentences(const AdviceList& list) {
    std::vector<std::string> sentences = sentencesOf(list, Heading::Use);
    for (std::string& each : sentencesOf(list, Heading::Avoid)) sentences.push_back(std::move(each));
    sentences.insert(sentences.end(), list.notes.begin(), list.notes.end());
    return sentences;
}

Document adviceDocument(const RunFigures& figures, bool why) {
    const AdviceList list = advise(figures);
    Document document{
        .heading = "Advice for " + figures.run->device.name,
        .records = {.columns = textColumns("rule,sentence,name,ratio,ratio_low,ratio_high,bound,"
                                           "reference,times,times_low,times_high,sense")},
        .data = adviceData(figures, list)};
    const bool general = isOfMatrix(figures.run->settings.suite) || !list.choices.empty() || list.empty();
    if (general) document.sections.push_back(choiceSection(list));
    addSentences(document.sections, Heading::Avoid, sentencesOf(list, Heading::Avoid));
    addSentences(document.sections, Heading::Subgroups, sentencesOf(list, Heading::Subgroups));
    for (const Heading heading : kFurtherHeadings)
        addSentences(document.sections, heading, sentencesOf(list, heading));
    document.sections[0].subjects = {deviceLine(*figures.run)};
    if (!general) {
        std::vector<std::string>& remarks = document.sections.back().remarks;
        remarks.insert(remarks.end(), list.notes.begin(), list.notes.end());
    }
    for (const Advice& advice : list.said) {
        for (const Row& row : advice.rows) addRecords(document.records, advice, row);
        if (why) document.sections.push_back(whySection(advice));
    }
    if (why && !list.unsaid.empty()) document.sections.push_back(unsaidSection(list.unsaid));
    return document;
}

} // namespace vkperftest
