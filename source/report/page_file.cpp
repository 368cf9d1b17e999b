#include <algorithm>
#include <map>

#include <fmt/format.h>

#include "advice/advice.h"
#include "analysis/l1_limit.h"
#include "base/enum_table.h"
#include "base/printable.h"
#include "base/text.h"
#include "experiments/experiment.h"
#include "model/json_layout.h"
#include "report/compact_run.h"
#include "report/page.h"
#include "report/page_charts.h"
#include "report/phrases.h"
#include "report/quality_phrases.h"

namespace vkperftest {
namespace {

// Compact, and texts that are not UTF-8 do no harm.
std::string compactJson(const Json& value) {
    return value.dump(-1, ' ', false, Json::error_handler_t::replace);
}

// [name, operation, pattern, variant, kind of load, id] of each.
std::string rowsJson(const RunResult& run) {
    Json rows = Json::array();
    for (const RowResult& row : run.rows) {
        rows.push_back({row.name, row.operation, row.pattern, variantOf(row), kindOf(row), row.id});
    }
    return compactJson(rows);
}

// Texts that many rows share stand once, and are called by their number.
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

// Why there is no figure, or why it is to be taken with care.
std::string remarkOn(const StrategyResult& result) {
    return result.printed ? result.printed->caveat : reasonText(result.reason);
}

// Ratios of all rows: medians, and the intervals' ends.
struct Ratios {
    Json median = Json::array(), low = Json::array(), high = Json::array();

    void add(const PairedRatio* ratio) {
        median.push_back(ratio ? jsonNumber(ratio->median) : Json(nullptr));
        const bool known = ratio && ratio->interval;
        low.push_back(known ? jsonNumber(ratio->interval->low) : Json(nullptr));
        high.push_back(known ? jsonNumber(ratio->interval->high) : Json(nullptr));
    }
    Json json() && {
        return {{"median", std::move(median)}, {"low", std::move(low)}, {"high", std::move(high)}};
    }
};

// One column of each figure, in the rows' order. `status` has a letter a row: measured, unsupported, failed, not measured,
// worthless; `bound` likewise: loads, adds, ? or a blank for not known of printed ones.
Json strategyJson(const RunFigures& figures, std::size_t strategy, Texts& texts) {
    std::string statuses, bounds;
    Ratios ratios, overFirst;
    Json milliseconds = Json::array(), loads = Json::array(), signs = Json::array(), reasons = Json::array(),
         codes = Json::array(), gains = Json::array(), bytes = Json::array();
    constexpr auto kLetters = enumTable<Status, char>({'m', 'u', 'f', 'n', 'f'});
    for (const RowFigures& row : figures.rows) {
        const StrategyResult& result = row.row->strategies[strategy];
        const std::optional<StrategyFigures>& known = row.strategies[strategy];
        const bool worthless = known && known->unbelievable;
        statuses += worthless ? 'w' : kLetters[result.status];
        bounds += !known || result.printed ? ' ' : boundName(known->bound).front();
        const bool told = known && !worthless;
        const PairedRatio baseline{.median = 1};
        ratios.add(!told ? nullptr : known->isBaseline ? &baseline : &known->ratio);
        const std::optional<PairedRatio> over = strategy > 0 ? row.timeOver(0, strategy) : std::nullopt;
        overFirst.add(told && over ? &*over : nullptr);
        milliseconds.push_back(told ? jsonNumber(known->milliseconds) : Json(nullptr));
        loads.push_back(told ? jsonNumber(known->loadsPerNanosecond) : Json(nullptr));
        const std::optional<std::uint32_t> each = bytesOfLoad(*row.row);
        const bool rated = told && known->loadsPerNanosecond && each;
        bytes.push_back(rated ? jsonNumber(*known->loadsPerNanosecond * *each) : Json(nullptr));
        gains.push_back(told && known->serialGain ? jsonNumber(known->serialGain->median) : Json(nullptr));
        signs.push_back(!told || known->isBaseline ? ""
                                                   : signsOf(result, *known) + (known->imprecise ? "±" : ""));
        reasons.push_back(texts.number(remarkOn(result)));
        const CodeDigest* const code = codeOf(*figures.run, result);
        codes.push_back(texts.number(code != nullptr && code->trouble.empty() ? code->loads() : ""));
    }
    Json json = {{"strategy", figures.run->settings.strategies[strategy]},
                 {"status", std::move(statuses)},
                 {"bound", std::move(bounds)},
                 {"ratio", std::move(ratios).json()},
                 {"milliseconds", std::move(milliseconds)},
                 {"loads", std::move(loads)},
                 {"bytes", std::move(bytes)},
                 {"gain", std::move(gains)},
                 {"signs", std::move(signs)},
                 {"reason", std::move(reasons)},
                 {"code", std::move(codes)}};
    if (strategy > 0) json["over_first"] = std::move(overFirst).json();
    return json;
}

std::string measuredSentence(const RunFigures& figures) {
    const RunResult& run = *figures.run;
    const StatusCounts& counts = figures.counts;
    std::vector<std::string> without;
    const auto add = [&](std::size_t count, Status status) {
        if (count > 0) without.push_back(fmt::format("{} {}", count, statusName(status)));
    };
    add(counts.unsupported, Status::Unsupported);
    add(counts.failed, Status::Failed);
    add(counts.notMeasured, Status::NotMeasured);
    return fmt::format("{}: {} figures of {} rows{}{}{}.", deviceLine(run), counts.measured, run.rows.size(),
                       run.settings.suite.empty() ? "" : fmt::format(" of the suite {}", run.settings.suite),
                       without.empty() ? "" : "; " + join(without, ", "),
                       run.started.empty() ? "" : fmt::format("; measured on {}", run.started.substr(0, 10)));
}

// Null unless the run is of an experiment's suite and has its rows.
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

// What stands beside a label; empty ones are left out.
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
        add("driver", std::string(trim(device.driverName + " " + device.driverInfo)));
        add("Vulkan", device.apiVersion);
        add("vendor and device", fmt::format("{:#06x}:{:#06x}", device.vendorId, device.deviceId));
        add("compute units", number(device.computeUnits));
        add("subgroup size",
            number(device.measuredSubgroupSize ? device.measuredSubgroupSize : device.subgroupSize));
        add("timestamp period", fmt::format("{:g} ns", device.timestampPeriod));
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

// Nanoseconds a load.
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

} // namespace

std::vector<std::string> pageOutcome(const RunFigures& first, const RunFigures& second) {
    const Result<Comparison> comparison = compareRuns(first, second, {});
    if (!comparison.ok()) return {comparison.error().sentence() + "."};
    return comparisonOutcome(comparison.value());
}

PageFile pageFile(const std::string& name, const RunFigures& figures,
                  const std::vector<std::string>& outcome) {
    const RunResult& run = *figures.run;
    Texts texts;
    Json strategies = Json::array();
    for (std::size_t s = 0; s < run.settings.strategies.size(); ++s)
        strategies.push_back(strategyJson(figures, s, texts));
    const AdviceList list = advise(figures);
    const Section advice = adviceSection(list, figures);
    const bool advises = !list.said.empty() || !list.note.empty();
    const std::optional<L1Limit> limit = l1Limit(run);
    Json data = {
        {"name", printable(name)},
        {"device", run.device.name},
        {"line", deviceLine(run)},
        {"suite", run.settings.suite},
        {"baseline", run.settings.baseline},
        {"measured", measuredSentence(figures)},
        {"grade", figures.quality ? Json(gradeName(figures.quality->grade)) : Json(nullptr)},
        {"quality", qualityLine(figures)},
        {"advice", {{"title", advice.title}, {"sentences", advises ? Json(advice.remarks) : Json::array()}}},
        {"experiment", experimentJson(figures)},
        {"outcome", outcome},
        {"remarks", remarks(figures)},
        {"limit", limit ? jsonNumber(limit->bytesPerNanosecond()) : Json(nullptr)},
        {"environment", environmentJson(run)},
        {"strategies", std::move(strategies)}};
    data["texts"] = std::move(texts).all();
    return {.device = run.device.name,
            .rows = rowsJson(run),
            .figures = compactJson(data),
            .samples = samplesJson(run)};
}

} // namespace vkperftest
