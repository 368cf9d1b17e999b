#include "report/results_json.h"

#include <algorithm>
#include <functional>

#include "model/json_parts.h"
#include "report/quality_phrases.h"

namespace vkperftest {
namespace {

Json ratioJson(const std::optional<PairedRatio>& ratio) {
    if (!ratio) return nullptr;
    const std::optional<Interval>& interval = ratio->interval;
    return {{"median", jsonNumber(ratio->median)},
            {"low", interval ? jsonNumber(interval->low) : Json(nullptr)},
            {"high", interval ? jsonNumber(interval->high) : Json(nullptr)}};
}

Json summaryJson(const RowFigures& row, std::size_t strategy) {
    const std::optional<StrategyFigures>& figures = row.strategies[strategy];
    if (!figures) return nullptr;
    Json json = {{"milliseconds", jsonNumber(figures->milliseconds)},
                 {"loads_per_nanosecond", jsonNumber(figures->loadsPerNanosecond)},
                 {"ratio", ratioJson(figures->ratio)},
                 {"ratio_of_minima", jsonNumber(figures->ratio.ofFastest)},
                 {"counted_samples", figures->countedSamples},
                 {"imprecise", figures->imprecise},
                 {"minima_disagree", figures->fastestDisagree},
                 {"over_floor", ratioJson(figures->overFloor)},
                 {"bound", boundName(figures->bound)},
                 {"load_bound",
                  figures->bound == Bound::Unknown ? Json(nullptr) : Json(figures->bound == Bound::Loads)},
                 {"other_loop", figures->otherLoop},
                 {"serial_gain", ratioJson(figures->serialGain)}};
    if (strategy > 0) json["against_first_strategy"] = ratioJson(row.timeOver(0, strategy));
    return json;
}

// Whether the row's figures stay as they are. Those of a row that is still sampled, or one of whose twins is, change with
// the next sample; they are not stored, since to analyse them each time would cost the most.
bool isFinal(const RunResult& run, const RowResult& row) {
    const auto mayChange = [](const StrategyResult& strategy) {
        return strategy.status == Status::Measured ||
               (strategy.status == Status::NotMeasured && strategy.reason.empty());
    };
    const auto atWork = [&](const RowResult* twin) {
        return twin != nullptr && !twin->stopped &&
               std::any_of(twin->strategies.begin(), twin->strategies.end(), mayChange);
    };
    return row.stopped && !atWork(findFloor(run, row)) && !atWork(findSerial(run, row));
}

// What is known of a row or twin; asked only for what is stored.
using FiguresOf = std::function<RowFigures(const RowResult&)>;

// With its figures if they are final, or printed ones.
Json rowJson(const RunResult& run, const RowResult& row, const FiguresOf& figuresOf) {
    const bool printed = std::any_of(row.strategies.begin(), row.strategies.end(),
                                     [](const StrategyResult& result) { return result.printed.has_value(); });
    std::optional<RowFigures> figures;
    if (printed || isFinal(run, row)) figures = figuresOf(row);
    Json json = rowToJson(row);
    for (std::size_t s = 0; s < row.strategies.size(); ++s)
        json["strategies"][s]["summary"] = figures ? summaryJson(*figures, s) : Json(nullptr);
    return json;
}

Json qualityJson(const RunFigures& figures) {
    const RunQuality& quality = *figures.quality;
    const std::optional<PairedRatio>& nullRow = quality.facts.nullRow;
    return {{"grade", gradeName(quality.grade)},
            {"reasons", quality.reasons},
            {"remedy", qualityRemedy(figures)},
            {"set_aside_share", jsonNumber(quality.facts.setAside)},
            {"wide_share", jsonNumber(quality.wideShare)},
            {"null_row_error", nullRow ? jsonNumber(nullRow->median - 1) : Json(nullptr)},
            {"baseline_drift", jsonNumber(quality.facts.drift)}};
}

// Whose texts are made anew: those of rows that are still sampled, too, or of those alone that have stopped.
enum class Refresh { Unfinished, Stopped };

// The texts of rows, made anew only where they may have changed.
class RowTexts {
public:
    RowTexts(const RunResult& run, const FiguresOf& figuresOf, Refresh refresh,
             std::map<std::string, RunJson::RowText>& kept)
        : run_(run), figuresOf_(figuresOf), refresh_(refresh), kept_(kept) {}

    // `key`: of the row among all that are kept; `depth`: how many lists and objects are around it.
    const std::string& of(const RowResult& row, const std::string& key, std::size_t depth) {
        RunJson::RowText& kept = kept_[key];
        const bool stopped = row.stopped.has_value(), final = isFinal(run_, row);
        const bool asBefore =
            stopped == kept.stopped && final == kept.final && (stopped || refresh_ == Refresh::Stopped);
        if (kept.text.empty() || !asBefore)
            kept = {layOutJson(rowJson(run_, row, figuresOf_), depth), stopped, final};
        return kept.text;
    }

    // One after another, in brackets.
    std::string list(const std::string& key, const std::vector<const RowResult*>& rows) {
        constexpr std::size_t kDepth = 2;
        std::string text;
        for (const RowResult* row : rows) {
            text += (text.empty() ? "\n" : ",\n") + std::string(kDepth, ' ');
            text += of(*row, key + row->name, kDepth);
        }
        return text.empty() ? "[]" : "[" + text + "\n ]";
    }

private:
    const RunResult& run_;
    const FiguresOf& figuresOf_;
    Refresh refresh_;
    std::map<std::string, RunJson::RowText>& kept_;
};

// `whole`: the figures of the whole run, null while it goes on.
std::string fileText(const RunResult& run, bool complete, const FiguresOf& figuresOf, const RunFigures* whole,
                     Refresh refresh, RunJson::Kept& kept) {
    Json head = headToJson(run, complete);
    if (whole != nullptr && whole->quality) head["quality"] = qualityJson(*whole);
    std::string text = layOutJson(head);
    text.resize(text.rfind('}') - 1); // and the newline before it
    std::vector<const RowResult*> rows, floors, serials;
    for (const RowResult& row : run.rows) rows.push_back(&row);
    for (const RowResult& twin : run.twins) (isSerialTwin(run, twin) ? serials : floors).push_back(&twin);
    const auto add = [&text](const std::string& key, const std::string& value) {
        text += ",\n \"" + key + "\": " + value;
    };
    if (!run.codes.empty()) {
        if (kept.codes.empty()) kept.codes = layOutJson(codesToJson(run.codes), 1);
        add("codes", kept.codes);
    }
    RowTexts texts(run, figuresOf, refresh, kept.rows);
    if (refresh == Refresh::Unfinished) kept.rows.erase("null_row"); // it is sampled on after it has stopped
    add("null_row", run.nullRow.name.empty() ? "null" : texts.of(run.nullRow, "null_row", 1));
    add("floors", texts.list("floors", floors));
    add("serial_twins", texts.list("serial_twins", serials));
    add("rows", texts.list("rows", rows));
    return text + "\n}\n";
}

} // namespace

std::string RunJson::text(const RunResult& run, bool complete) {
    return fileText(
        run, complete, [&](const RowResult& row) { return analyseRow(run, row); }, nullptr,
        Refresh::Unfinished, kept_);
}

std::string RunJson::textOfStopped(const RunResult& run) {
    return fileText(
        run, false, [&](const RowResult& row) { return analyseRow(run, row); }, nullptr, Refresh::Stopped,
        kept_);
}

std::string runToJson(const RunFigures& figures, bool complete) {
    RunJson::Kept kept;
    return fileText(
        *figures.run, complete, [&](const RowResult& row) { return figures.of(row); }, &figures,
        Refresh::Unfinished, kept);
}

std::string runToJson(const RunResult& run, bool complete) {
    return runToJson(analyse(run), complete);
}

} // namespace vkperftest
