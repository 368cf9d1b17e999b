#include "sample_run.h"

#include "base/text.h"
#include "regular_expressions.h"

namespace vkperftest {

std::vector<double> samplesAround(double milliseconds, double spread, std::size_t count) {
    std::vector<double> samples;
    for (std::size_t i = 0; i < count; ++i) {
        samples.push_back(milliseconds * 1e6 / 256 * (i % 2 == 0 ? 1 - spread : 1 + spread));
    }
    return samples;
}

StrategyResult measuredStrategy(const std::string& name, double milliseconds, double spread) {
    return {.strategy = name,
            .status = Status::Measured,
            .loads = kSampleLoads,
            .nanoseconds = samplesAround(milliseconds, spread)};
}

RowResult sampleRow(const std::string& operation, const std::string& pattern, const std::string& id,
                    std::vector<StrategyResult> strategies) {
    return {.name = operation + " " + pattern,
            .operation = operation,
            .pattern = pattern,
            .id = id,
            .load = factsOfName(operation + " " + pattern),
            .baselineLoads = kSampleLoads,
            .baselineNanoseconds = samplesAround(35.054, 0),
            .strategies = std::move(strategies),
            .stopped = StopReason::Precision};
}

RunResult sampleRun() {
    RunResult run;
    run.device = {.name = "Some GPU",
                  .kind = DeviceKind::Discrete,
                  .driverName = "radv",
                  .driverInfo = "Mesa 22.3.6",
                  .apiVersion = "1.3.230"};
    run.settings = {.suite = "matrix",
                    .baseline = "Buffer<RGBA8>.Load random",
                    .strategies = {"set", "push"},
                    .effort = "default",
                    .precisionGoal = 0.01,
                    .seed = 1};
    run.warmedUp = true;
    run.rows.push_back(
        sampleRow("Buffer<R8>.Load", "uniform", "typed-r8-uniform",
                  {measuredStrategy("set", 8.963, 0.001), measuredStrategy("push", 17.926, 0.001)}));
    run.rows.push_back(
        sampleRow("Buffer<RGBA8>.Load", "random", "typed-rgba8-random",
                  {measuredStrategy("set", 35.054, 0.001), measuredStrategy("push", 35.054, 0.001)}));
    run.rows.push_back(sampleRow("ByteAddressBuffer.Load2 unaligned", "linear", "raw-load2-unaligned-linear",
                                 {measuredStrategy("set", 10, 0.05),
                                  {.strategy = "push",
                                   .status = Status::Unsupported,
                                   .reason = {ReasonKind::DeviceLacks, "no \"push\", none"}}}));
    run.rows.push_back(sampleRow("cbuffer{float4} load", "uniform", "constant-float4-uniform",
                                 {{.strategy = "set",
                                   .status = Status::WrongValues,
                                   .reason = {ReasonKind::WrongValues, "wrong values"}},
                                  {.strategy = "push", .reason = {ReasonKind::TimeRanOut}}}));
    run.rows.push_back(sampleRow("Texture2D<R8>.Sample(nearest)", "linear", "texture-nearest-r8-linear",
                                 {measuredStrategy("set", 20, 0), measuredStrategy("push", 20, 0)}));
    // Never sampled, and two samples that are much faster than the median.
    run.rows[3].baselineNanoseconds.clear();
    run.rows[3].stopped.reset();
    for (const std::size_t fast : {5u, 8u}) run.rows[4].strategies[0].nanoseconds[fast] *= 0.9;
    run.rows[2].stopped = StopReason::Time;
    run.aaControl = sampleRow("Buffer<RGBA8>.Load", "random", "typed-rgba8-random",
                              {measuredStrategy("set", 35.054, 0.002)});
    return run;
}

RunResult sampleRunWithControls() {
    RunResult run = sampleRun();
    run.controls = {sampleRow("Buffer<R8>.Load", "uniform", "typed-r8-uniform-no-loads",
                              {measuredStrategy("set", 8.148, 0.001)})};
    run.controls[0].name += ", no loads";
    for (RowResult* row : {&run.rows[0], &run.rows[1]}) {
        row->noLoads = run.controls[0].name;
        row->load = factsOfName(row->name);
    }
    run.controls.push_back(sampleRow("Buffer<R8>.Load", "uniform", "typed-r8-uniform-dependent",
                                     {measuredStrategy("set", 17.926, 0.001)}));
    run.controls[1].name += ", dependent";
    run.rows[0].dependent = run.controls[1].name;
    for (RowResult& control : run.controls) control.load = factsOfName(control.name);
    return run;
}

RunResult emptyRun() {
    RunResult run = sampleRun();
    run.warmedUp = false;
    run.aborted = "the device was lost";
    std::vector<RowResult*> all = {&run.aaControl};
    for (RowResult& row : run.rows) all.push_back(&row);
    for (RowResult* row : all) {
        row->baselineNanoseconds.clear();
        row->baselineLoads = 0;
        row->stopped.reset();
        for (StrategyResult& strategy : row->strategies) {
            strategy = {.strategy = strategy.strategy, .reason = {ReasonKind::RunEnded}};
        }
    }
    return run;
}

RowResult printedSampleRow(const std::string& operation, const std::string& pattern,
                           std::vector<PrintedFigures> figures) {
    RowResult row{.name = operation + " " + pattern, .operation = operation, .pattern = pattern};
    for (PrintedFigures& printed : figures) {
        row.strategies.push_back({.strategy = row.strategies.empty() ? "set" : "push",
                                  .status = Status::Measured,
                                  .printed = std::move(printed)});
    }
    return row;
}

RunResult printedRun() {
    RunResult run;
    run.source = "somebody's text";
    run.device.name = "Some GPU";
    run.settings = {
        .suite = "matrix", .baseline = "Buffer<RGBA8>.Load random", .strategies = {"set", "push"}};
    run.rows.push_back(printedSampleRow(
        "Buffer<R8>.Load", "uniform",
        {{.milliseconds = 8.963, .ratio = 3.911}, {.milliseconds = 17.926, .ratio = 1.955}}));
    run.rows.push_back(printedSampleRow("Buffer<RGBA8>.Load", "random",
                                        {{.milliseconds = 35.054, .ratio = 1}, {.ratio = 1.25}}));
    run.rows.push_back(
        printedSampleRow("ByteAddressBuffer.Load4", "linear",
                         {{.milliseconds = 70.108, .ratio = 0.5, .footnote = "it reads no memory"},
                          {.milliseconds = 70.108, .ratio = 0.5, .footnote = "it reads no memory"}}));
    run.rows.push_back(
        printedSampleRow("ByteAddressBuffer.Load3", "linear",
                         {{.milliseconds = 70.108, .ratio = 0.5, .footnote = "it reads no memory"}}));
    run.rows[3].strategies.push_back({.strategy = "push",
                                      .status = Status::Unsupported,
                                      .reason = {ReasonKind::DeviceLacks, "no such thing"}});
    return run;
}

std::vector<std::string> linesOf(const std::string& text) {
    std::vector<std::string> lines = split(text, '\n');
    if (lines.back().empty()) lines.pop_back();
    return lines;
}

bool holdsNoNumber(const std::string& text) {
    return containsMatch(lowercase(text), "(^|[^a-z])-?(nan|inf)([^a-z]|$)");
}

} // namespace vkperftest
