#include <algorithm>
#include <map>

#include <fmt/format.h>

#include "advice/advice.h"
#include "analysis/l1_limit.h"
#include "analysis/run_differences.h"
#include "base/enum_table.h"
#include "base/printable.h"
#include "base/text.h"
#include "experiments/experiment.h"
#include "model/json_layout.h"
#include "report/compact_run.h"
#include "report/limit_phrases.h"
#include "report/page.h"
#include "report/page_charts.h"
#include "report/phrases.h"

namespace vkperftest {
namespace {

// Compact JSON; invalid UTF-8 is replaced.
std::string compactJson(const Json& value) {
    return value.dump(-1, ' ', false, Json::error_handler_t::replace);
}

// [name, operation, pattern, variant, kind of load, id] of each row.
std::string rowsJson(const RunResult& run) {
    Json rows = Json::array();
    for (const RowResult& row : run.rows)
        rows.push_back({row.name, row.operation, row.pattern, variantOf(row), kindOf(row), row.id});
    return compactJson(rows);
}

// Texts that many rows share are stored once, and referred to by number.
class Texts {
public:
    Json number(const std::string& text) {
        if (text.empty()) return nullptr;
        const auto [at, isNew] = numbers_.emplace(text, numbers_.size());
        if (isNew) all_.push_back(text);
        return at->second;
    }
    Json all() && { return std::move(all_); }

private:
    std::map<std::string, std::size_t> numbers_;
    Json all_ = Json::array();
};

// Adds a row's ratio: the median, and the interval's ends.
void addRatio(Json& ratios, const PairedRatio* ratio) {
    const std::optional<Interval> interval = ratio != nullptr ? ratio->interval : std::nullopt;
    ratios["median"].push_back(ratio != nullptr ? jsonNumber(ratio->median) : Json(nullptr));
    ratios["low"].push_back(interval ? jsonNumber(interval->low) : Json(nullptr));
    ratios["high"].push_back(interval ? jsonNumber(interval->high) : Json(nullptr));
}

// A column for each kind of figure, in the rows' order. `status` has a letter for each row: m(easured),
// u(nsupported), f(ailed), n(ot measured). `bound` has the Bound's number, or a blank.
Json strategyJson(const RunFigures& figures, std::size_t strategy, Texts& texts) {
    constexpr auto kLetters = enumTable<Status, char>({'m', 'u', 'f', 'n', 'f'});
    const Json none = Json::array(), noRatios = {{"median", none}, {"low", none}, {"high", none}};
    std::string statuses, bounds;
    Json json = {{"strategy", figures.run->settings.strategies[strategy]},
                 {"status", ""},
                 {"bound", ""},
                 {"ratio", noRatios}};
    for (const char* column : {"milliseconds", "loads", "bytes", "per_clock", "bytes_per_clock", "share",
                               "gain", "signs", "reason", "code"})
        json[column] = none;
    if (strategy > 0) {
        json["over_first"] = noRatios;
        json["sentence"] = strategySentence(figures, strategy);
    }
    for (const RowFigures& row : figures.rows) {
        const StrategyResult& result = row.row->strategies[strategy];
        const std::optional<StrategyFigures>& known = row.strategies[strategy];
        const bool told = known.has_value();
        statuses += kLetters[result.status];
        bounds += !known || result.printed ? ' ' : static_cast<char>('0' + static_cast<int>(known->bound));
        const PairedRatio baseline{.median = 1};
        addRatio(json["ratio"], !told ? nullptr : known->isBaseline ? &baseline : &known->ratio);
        if (strategy > 0) {
            const std::optional<PairedRatio> over = row.timeOver(0, strategy);
            addRatio(json["over_first"], told && over ? &*over : nullptr);
        }
        const auto add = [&](const char* column, std::optional<double> value) {
            json[column].push_back(jsonNumber(value));
        };
        const std::optional<double> loads = told ? known->loadRate() : std::nullopt;
        const std::optional<std::uint32_t> each = bytesOfLoad(*row.row);
        add("milliseconds", told ? known->milliseconds : std::nullopt);
        add("loads", loads);
        add("bytes", loads && each ? std::optional(*loads * *each) : std::nullopt);
        add("per_clock", told ? known->loadsPerClock : std::nullopt);
        add("bytes_per_clock", told ? known->bytesPerClock : std::nullopt);
        add("share", told ? known->shareOfLimit : std::nullopt);
        add("gain", told && known->serialGain ? std::optional(known->serialGain->median) : std::nullopt);
        json["signs"].push_back(
            !told || known->isBaseline ? "" : signsOf(result, *known) + (known->imprecise ? "±" : ""));
        json["reason"].push_back(
            texts.number(result.printed ? result.printed->caveat : reasonText(result.reason)));
        const CodeDigest* const code = codeOf(*figures.run, result);
        json["code"].push_back(texts.number(code != nullptr && code->trouble.empty() ? code->loads() : ""));
    }
    json["status"] = std::move(statuses);
    json["bound"] = std::move(bounds);
    return json;
}

std::string measuredSentence(const RunFigures& figures) {
    const RunResult& run = *figures.run;
    const StatusCounts& counts = figures.counts;
    std::vector<std::string> without;
    for (const auto& [count, status] :
         {std::pair(counts.unsupported, Status::Unsupported), std::pair(counts.failed, Status::Failed),
          std::pair(counts.notMeasured, Status::NotMeasured)})
        if (count > 0) without.push_back(fmt::format("{} {}", count, statusName(status)));
    return fmt::format("{}: {} of {}{}{}{}{}.", deviceLine(run), counted(counts.measured, "figure"),
                       counted(run.rows.size(), "row"), andWindows(run),
                       run.settings.suite.empty() ? "" : fmt::format(" of the suite {}", run.settings.suite),
                       without.empty() ? "" : "; " + join(without, ", "),
                       run.started.empty() ? "" : fmt::format("; measured on {}", run.started.substr(0, 10)));
}

// Null unless the run is of an experiment's suite and has the experiment's rows.
Json experimentJson(const RunFigures& figures) {
    const Result<const Experiment*> experiment = findExperiment(figures.run->settings.suite);
    if (!experiment.ok()) return nullptr;
    const Result<Answer> answer = judgeRun(*experiment.value(), figures);
    if (!answer.ok()) return nullptr;
    Json told = Json::array();
    for (const ToldTogether& each : tellTogether(answer.value().findings))
        told.push_back({each.subjects, each.verdict, each.sentence});
    return {{"name", experiment.value()->name},
            {"question", experiment.value()->question},
            {"conclusion", answer.value().conclusion},
            {"findings", std::move(told)},
            {"charts", experimentCharts(figures)}};
}

// [label, value] pairs; empty values are omitted.
Json environmentJson(const RunResult& run) {
    Json pairs = Json::array();
    const auto add = [&](const char* label, const std::string& value) {
        if (!value.empty()) pairs.push_back({label, value});
    };
    const DeviceRecord& device = run.device;
    const HostRecord& host = run.host;
    const RunSettings& settings = run.settings;
    const auto number = [](auto value) { return value == 0 ? std::string() : fmt::format("{}", value); };
    add("device", device.name);
    add("source", run.source);
    if (run.source.empty()) {
        add("kind", std::string(deviceKindName(device.kind)));
        add("driver", driverWithVersion(device));
        add("Vulkan", device.apiVersion);
        add("vendor and device", fmt::format("{:#06x}:{:#06x}", device.vendorId, device.deviceId));
        add("compute units", number(device.computeUnits));
        add("subgroup size",
            number(device.measuredSubgroupSize ? device.measuredSubgroupSize : device.subgroupSize));
        add("timestamp period", fmt::format("{:g} ns", device.timestampPeriod));
        add("bounds checks", std::string(robustnessName(run.settings.compiled.robustness)));
        add("queue", std::string(kQueueWords[static_cast<std::size_t>(settings.queue)]));
    }
    add("suite", settings.suite);
    add("strategies", join(settings.strategies, ", "));
    add("baseline", settings.baseline);
    add("effort", settings.effort);
    if (settings.precisionGoal > 0)
        add("precision goal", fmt::format("{:g} %", 100 * settings.precisionGoal));
    add("started", run.started);
    add("conditions", join(conditionRemarks(run), " "));
    add("device's counter", join(counterRemarks(run), " "));
    add("limit", limitName(run));
    add("operating system", host.os);
    add("kernel", host.kernel);
    add("CPU", host.cpu);
    add("driver's threads", number(host.driverThreads));
    add("CPU governor", host.cpuGovernor);
    add("power", host.power);
    add("device state", join(host.deviceState, "; "));
    add("vkperftest", std::string(trim(run.tool.version + " " + run.tool.commit)));
    add("kernels' compiler", run.tool.kernelCompiler);
    return pairs;
}

// In nanoseconds per load.
Json packedTimes(const std::vector<double>& nanoseconds, std::uint64_t loads) {
    std::vector<double> times;
    for (const double each : nanoseconds) times.push_back(each / static_cast<double>(loads));
    return packedSeries(times);
}

// [lengths of the epochs, the baseline's series, each strategy's] of each row.
std::string samplesJson(const RunResult& run) {
    Json rows = Json::array();
    for (const RowResult& row : run.rows) {
        Json all =
            Json::array({runLengths(row.epochs), packedTimes(row.baselineNanoseconds, row.baselineLoads)});
        for (const StrategyResult& strategy : row.strategies)
            all.push_back(packedTimes(strategy.nanoseconds, strategy.loads));
        rows.push_back(std::move(all));
    }
    return compactJson(rows);
}

// The page does not name files BASE and NEW.
std::string withoutSides(std::string_view sentence) {
    return withSides(sentence, "the first file", "this file");
}

} // namespace

bool pageCompares(const RunResult& first, const RunResult& second) {
    if (first.settings.suite != second.settings.suite) return false;
    const bool printed = !first.source.empty() && !second.source.empty();
    return printed ? first.device.name == second.device.name : sameDevice(first, second);
}

std::vector<std::string> pageOutcome(const RunFigures& first, const RunFigures& second) {
    const Result<Comparison> comparison = compareRuns(first, second, {});
    if (!comparison.ok()) return {withoutSides(comparison.error().sentence() + ".")};
    std::vector<std::string> outcome = comparisonOutcome(comparison.value());
    for (std::string& sentence : outcome) sentence = withoutSides(sentence);
    return outcome;
}

PageFile pageFile(const std::string& name, const RunFigures& figures,
                  const std::vector<std::string>& outcome) {
    const RunResult& run = *figures.run;
    Texts texts;
    Json strategies = Json::array();
    for (std::size_t s = 0; s < run.settings.strategies.size(); ++s)
        strategies.push_back(strategyJson(figures, s, texts));
    using Choices = std::vector<LoadChoice>;
    const AdviceList list = advise(figures);
    const bool advises = !list.empty() || !list.notes.empty();
    const std::optional<L1Limit> limit = l1Limit(run);
    Json data = {{"name", printable(name)},
                 {"device", run.device.name},
                 {"line", deviceLine(run)},
                 {"suite", run.settings.suite},
                 {"baseline", run.settings.baseline},
                 {"measured", measuredSentence(figures)},
                 {"grade", figures.quality ? Json(gradeName(figures.quality->grade)) : Json(nullptr)},
                 {"quality", qualityLine(figures)},
                 {"advice", {{"sentences", advises ? Json(adviceSentences(list)) : Json::array()}}},
                 {"experiment", experimentJson(figures)},
                 {"outcome", outcome},
                 {"remarks", remarks(figures)},
                 {"limit", limit ? jsonNumber(limit->bytesPerNanosecond()) : Json(nullptr)},
                 {"environment", environmentJson(run)},
                 {"strategies", std::move(strategies)}};
    data["texts"] = std::move(texts).all();
    std::vector<std::string> sentences = {measuredSentence(figures), qualityLine(figures)};
    for (const Json& each : data["advice"]["sentences"]) sentences.push_back(each);
    if (!data["experiment"].is_null()) sentences.push_back(data["experiment"]["conclusion"]);
    sentences.insert(sentences.end(), outcome.begin(), outcome.end());
    return {.device = run.device.name,
            .rows = rowsJson(run),
            .figures = compactJson(data),
            .samples = samplesJson(run),
            .answer = pageAnswer(name, figures, data["experiment"].is_null() ? list.choices : Choices()),
            .plain = pagePlain(figures, std::move(sentences))};
}

} // namespace vkperftest
