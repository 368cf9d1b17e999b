// The results file: written, read back, and refused when it is wrong.
#include <cmath>
#include <limits>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

#include "base/atomic_file.h"
#include "base/enum_table.h"
#include "cases/suite.h"
#include "isa/summary.h"
#include "model/json_node.h"
#include "model/json_read.h"
#include "model/made_up_run.h"
#include "model/published.h"
#include "paths.h"
#include "report/results_json.h"

namespace vkperftest {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

// Something in every field.
RunResult fullRun() {
    RunResult run = madeUpRun({.rows = 5, .epochs = 2});
    run.nullRow = run.rows.back();
    run.rows.pop_back();
    run.twins = {run.rows[2], run.rows[3]};
    run.rows.resize(2);
    run.tool = {"0.1.0", "3f2a9c1", "glslang 12.0.0", "-D -V"};
    run.started = "2026-11-21T09:30:00Z";
    run.host = {"Debian", "Linux 6.1", "Some CPU",    "Family 25", {"avx", "avx2"},
                8,        7,           "performance", "mains",     {"sclk: 500 MHz"}};
    run.device = {.name = "Some GPU",
                  .kind = DeviceKind::Integrated,
                  .vendorId = 0x1002,
                  .deviceId = 0xffffffff,
                  .deviceUuid = std::string(32, 'a'),
                  .driverUuid = std::string(32, 'b'),
                  .driverId = 3,
                  .driverName = "radv",
                  .driverInfo = "Mesa \"22\"\\",
                  .driverVersion = 77,
                  .apiVersion = "1.3.230",
                  .subgroupSize = 64,
                  .measuredSubgroupSize = 32,
                  .timestampPeriod = 52.083,
                  .timestampValidBits = 36,
                  .queueFamily = 1,
                  .pushDescriptors = true,
                  .maxPushDescriptors = 32,
                  .bufferAddresses = true,
                  .descriptorBuffers = true,
                  .maxInlineUniformBytes = 256,
                  .hostQueryReset = true,
                  .shaderClock = true,
                  .enabled = {{"push_descriptors", "subgroup_size_control"}},
                  .pciAddress = "0000:01:00.0",
                  .computeUnits = 84,
                  .robustBufferAccess = true};
    run.settings.seed = std::numeric_limits<std::uint64_t>::max();
    run.settings.strategies = {"set", "push"};
    run.settings.validated = true;
    run.settings.queue = QueueKind::Compute;
    run.recording = {
        {.way = "bind only", .status = Status::Measured, .lengths = {{1, {900.5, 950}}, {10, {90, 95.25}}}},
        {.way = "push descriptors",
         .status = Status::Unsupported,
         .reason = {ReasonKind::DeviceLacks, "no push"}}};
    run.windows = {{.walk = "chain, one lane",
                    .bytes = 256,
                    .status = Status::Measured,
                    .loads = 1024,
                    .nanoseconds = {900.5, 950},
                    .twice = {1800, 1850.25}},
                   {.walk = "typed, shared window",
                    .bytes = 67108864,
                    .status = Status::Unsupported,
                    .reason = {ReasonKind::DeviceLacks, "maxTexelBufferElements is 65536"}}};
    run.rows[0].load = {.kind = LoadKind::Split,
                        .resource = ResourceKind::StorageBuffer,
                        .resourceBytes = 8192,
                        .format = Format::R16F,
                        .values = 6,
                        .bytes = 12,
                        .stride = 20,
                        .byteOffset = 4,
                        .alignment = 4,
                        .secondArray = 4096,
                        .sampler = Sampler::Linear,
                        .image = ImageShape::Cube,
                        .atomic = Atomic::Exchange,
                        .usesResult = true,
                        .copies = true,
                        .place = CachePlace::OutsideL1,
                        .pattern = Pattern::Random,
                        .technique = Technique::Shuffle,
                        .subgroupSize = 16};
    run.conditions = {{.epoch = 0,
                       .clock = 2505,
                       .clockLimit = 2805,
                       .memoryClock = 10501,
                       .temperature = 61.5,
                       .power = 301.25,
                       .powerState = "P2",
                       .throttling = std::vector<std::string>{"power cap"}},
                      {.epoch = 1,
                       .row = "cbuffer{float4} load linear",
                       .temperature = -5,
                       .throttling = std::vector<std::string>(),
                       .counter = CounterReading{1.75, 8.5}},
                      {.epoch = 1}};
    run.counterMissing = "it stopped";
    run.conditionsMissing = "it went away";
    run.timerRate = {0.998, 1.0025, 12};
    CodeDigest read;
    read.subgroupSize = 64;
    read.format = "AMD assembly";
    read.hash = "0123456789abcdef";
    read.summary = {.loops = true,
                    .loads = {{.load = {"buffer_load_dwordx4", 128, false, LoadSource::Data}, .count = 2},
                              {.load = {"s_load_dwordx4", 128, true, LoadSource::Descriptor},
                               .count = 1,
                               .innermost = false}},
                    .loadsPerIteration = 2,
                    .inFlight = 2};
    read.summary.instructions = 31;
    read.statistics = {{"SGPRs", "16"}, {"VGPRs", "12"}};
    CodeDigest raw = missingCode("no parser knows the code that the driver prints");
    raw.hash = "fedcba9876543210";
    raw.texts = {{"Final", "a: \"b\"\n\tc\n", true}};
    run.codes = {{"kernel set", read}, {"another push", raw}};
    run.busyNanoseconds = 1.5e9;
    run.timedNanoseconds = 1.25e9;
    run.wallSeconds = 1.75;
    for (RowResult& row : run.rows) {
        row.strategies.push_back({.strategy = "push",
                                  .status = Status::Unsupported,
                                  .reason = {ReasonKind::DeviceLacks, "no push, none"}});
    }
    run.rows[1].strategies[1].reason = {ReasonKind::DeviceLacks, "subgroups have 32 lanes", "16"};
    run.rows[0].strategies[0].code = run.twins[0].strategies[0].code = "kernel set";
    run.nullRow.strategies[0].code = "kernel set";
    run.rows[1].strategies[1].kernel = "another";
    run.rows[1].strategies[1].code = "another push";
    run.rows[1].stopped.reset();
    run.rows[0].floor = run.twins[0].name;
    run.rows[0].serial = run.twins[1].name;
    return run;
}

void expectEqual(const RowResult& a, const RowResult& b) {
    EXPECT_EQ(a.name, b.name);
    EXPECT_EQ(a.operation, b.operation);
    EXPECT_EQ(a.pattern, b.pattern);
    EXPECT_EQ(a.id, b.id);
    EXPECT_EQ(a.kernel, b.kernel);
    EXPECT_EQ(a.floor, b.floor);
    EXPECT_EQ(a.serial, b.serial);
    for (std::size_t s = 0; s < a.strategies.size(); ++s) EXPECT_EQ(a.kernelOf(s), b.kernelOf(s));
    EXPECT_EQ(a.load, b.load);
    EXPECT_EQ(a.baselineLoads, b.baselineLoads);
    EXPECT_EQ(a.baselineNanoseconds, b.baselineNanoseconds);
    EXPECT_EQ(a.sequence, b.sequence);
    EXPECT_EQ(a.epochs, b.epochs);
    EXPECT_EQ(a.stopped, b.stopped);
    ASSERT_EQ(a.strategies.size(), b.strategies.size());
    for (std::size_t s = 0; s < a.strategies.size(); ++s) {
        EXPECT_EQ(a.strategies[s].strategy, b.strategies[s].strategy);
        EXPECT_EQ(a.strategies[s].status, b.strategies[s].status);
        EXPECT_TRUE(a.strategies[s].reason == b.strategies[s].reason);
        EXPECT_EQ(a.strategies[s].code, b.strategies[s].code);
        EXPECT_EQ(a.strategies[s].loads, b.strategies[s].loads);
        EXPECT_EQ(a.strategies[s].nanoseconds, b.strategies[s].nanoseconds);
        EXPECT_EQ(a.strategies[s].printed.has_value(), b.strategies[s].printed.has_value());
    }
}

RunResult readBack(const std::string& text) {
    const Result<RunResult> run = runFromJson(text, "x.json");
    EXPECT_TRUE(run.ok()) << run.error().sentence();
    return run.ok() ? run.value() : RunResult();
}

TEST(Json, EverythingComesBack) {
    const RunResult run = fullRun();
    const std::string text = runToJson(run, true);
    const RunResult back = readBack(text);
    EXPECT_EQ(runToJson(back, true), text);
    EXPECT_EQ(back.device.driverInfo, run.device.driverInfo);
    EXPECT_EQ(back.device.deviceId, run.device.deviceId);
    EXPECT_EQ(back.device.measuredSubgroupSize, run.device.measuredSubgroupSize);
    EXPECT_EQ(back.device.bufferAddresses, run.device.bufferAddresses);
    EXPECT_EQ(back.device.descriptorBuffers, run.device.descriptorBuffers);
    EXPECT_EQ(back.device.maxInlineUniformBytes, run.device.maxInlineUniformBytes);
    EXPECT_EQ(back.device.enabled, run.device.enabled);
    EXPECT_EQ(back.settings.queue, QueueKind::Compute);
    ASSERT_EQ(back.recording.size(), 2u);
    EXPECT_EQ(back.recording[0].way, "bind only");
    EXPECT_EQ(back.recording[0].lengths[1].dispatches, 10u);
    EXPECT_EQ(back.recording[0].lengths[1].nanoseconds, run.recording[0].lengths[1].nanoseconds);
    EXPECT_EQ(back.recording[1].status, Status::Unsupported);
    EXPECT_EQ(reasonText(back.recording[1].reason), "no push");
    ASSERT_EQ(back.windows.size(), 2u);
    EXPECT_EQ(back.windows[0].walk, "chain, one lane");
    EXPECT_EQ(back.windows[0].bytes, 256u);
    EXPECT_EQ(back.windows[0].loads, 1024u);
    EXPECT_EQ(back.windows[0].nanoseconds, run.windows[0].nanoseconds);
    EXPECT_EQ(back.windows[0].twice, run.windows[0].twice);
    EXPECT_EQ(back.windows[1].status, Status::Unsupported);
    EXPECT_EQ(reasonText(back.windows[1].reason), "maxTexelBufferElements is 65536");
    EXPECT_EQ(back.rows[1].kernelOf(1), "another");
    EXPECT_EQ(back.rows[0].kernelOf(1), run.rows[0].kernel);
    EXPECT_EQ(back.device.timestampPeriod, run.device.timestampPeriod);
    EXPECT_EQ(back.device.pciAddress, run.device.pciAddress);
    EXPECT_EQ(back.settings.seed, run.settings.seed);
    EXPECT_EQ(back.host.cpuIdentity, run.host.cpuIdentity);
    EXPECT_EQ(back.host.cpuExtensions, run.host.cpuExtensions);
    EXPECT_EQ(back.host.driverThreads, run.host.driverThreads);
    EXPECT_EQ(back.host.deviceState, run.host.deviceState);
    EXPECT_EQ(back.kernels, run.kernels);
    EXPECT_EQ(back.baselineSeries, run.baselineSeries);
    EXPECT_FALSE(back.interrupted);
    ASSERT_EQ(back.rows.size(), 2u);
    for (std::size_t i = 0; i < 2; ++i) expectEqual(back.rows[i], run.rows[i]);
    expectEqual(back.nullRow, run.nullRow);
    ASSERT_EQ(back.twins.size(), 2u);
    for (std::size_t i = 0; i < 2; ++i) expectEqual(back.twins[i], run.twins[i]);
}

TEST(Json, EveryCapabilityComesBackAndIsInTheSchema) {
    const Result<std::string> schema = readFile(repositoryFile("results/results-1.schema.json"));
    const nlohmann::json device = nlohmann::json::parse(schema.value())["properties"]["device"];
    for (const Capability& capability : kCapabilities) {
        const std::string name(capability.name);
        EXPECT_EQ(device.at("properties").at(name).at("type"), capability.flag ? "boolean" : "integer");
        EXPECT_THAT(device.at("required"), testing::Contains(name));
        RunResult run = fullRun();
        for (const std::uint32_t value : {0u, 1u}) {
            run.device.*capability.value = value;
            EXPECT_EQ(readBack(runToJson(run, true)).device.*capability.value, value) << name;
        }
    }
}

TEST(Json, CodesComeBack) {
    const RunResult run = fullRun(), back = readBack(runToJson(run, true));
    ASSERT_EQ(back.codes.size(), 2u);
    const CodeDigest &was = run.codes.at("kernel set"), &is = back.codes.at("kernel set");
    EXPECT_EQ(is.subgroupSize, 64u);
    EXPECT_EQ(is.format, was.format);
    EXPECT_EQ(is.loads(), "1 × buffer_load_dwordx4 + descriptors, outer loop: 1 × s_load_dwordx4");
    EXPECT_EQ(is.inFlight(), "2");
    EXPECT_EQ(is.summary.instructions, 31u);
    EXPECT_EQ(sameCode(was, is), true);
    ASSERT_EQ(is.statistics.size(), 2u);
    EXPECT_EQ(registersText(is.statistics), "16 SGPRs, 12 VGPRs");
    const CodeDigest& raw = back.codes.at("another push");
    EXPECT_EQ(raw.loads(), "unknown: no parser knows the code that the driver prints");
    ASSERT_EQ(raw.texts.size(), 1u);
    EXPECT_EQ(raw.texts[0].text, "a: \"b\"\n\tc\n");
    EXPECT_TRUE(raw.texts[0].cut);
}

TEST(Json, LoadsOfCodesAreDifferentAndFew) {
    RunResult run = fullRun();
    std::vector<LoadCount>& loads = run.codes.at("kernel set").summary.loads;
    const auto cause = [&] { return runFromJson(runToJson(run, true), "x.json").error().cause; };
    loads.push_back(loads[0]);
    EXPECT_THAT(cause(), HasSubstr("codes.kernel set.loads names 'buffer_load_dwordx4' twice"));
    loads.clear();
    for (std::size_t i = 0; i < kMostDifferentLoads; ++i) loads.push_back({{.name = std::to_string(i)}, 1});
    EXPECT_EQ(readBack(runToJson(run, true)).codes.at("kernel set").summary.loads.size(),
              kMostDifferentLoads);
    loads.push_back({{.name = "one more"}, 1});
    EXPECT_THAT(cause(), HasSubstr("codes.kernel set.loads must have at most 256 elements"));
}

TEST(Json, WithoutCodesTheReasonComesBack) {
    RunResult run = madeUpRun({.rows = 1});
    run.nullRow = run.rows[0];
    for (std::size_t& place : run.nullRow.sequence) place += run.baselineSeries.size();
    EXPECT_THAT(runToJson(run, true), Not(HasSubstr("codes")));
    run.codesMissing = "the driver does not tell";
    EXPECT_EQ(readBack(runToJson(run, true)).codesMissing, "the driver does not tell");
}

TEST(Json, AStoredFileIsRead) {
    const Result<std::string> text = readFile(repositoryFile("tests/model/results-1.json"));
    ASSERT_TRUE(text.ok()) << text.error().sentence();
    const RunResult run = readBack(text.value());
    EXPECT_EQ(run.twins.size(), 2u);
    ASSERT_EQ(run.rows.size(), 1u);
    EXPECT_TRUE(run.rows[0].load == factsOfName(run.rows[0].name));
    EXPECT_TRUE(run.rows[0].strategies[1].reason ==
                (Reason{ReasonKind::DeviceLacks, "no VK_KHR_push_descriptor"}));
    const StrategyFigures figures = *analyse(run).rows[0].strategies[0];
    EXPECT_NEAR(figures.ratio.median, 0.5, 0.02);
    EXPECT_EQ(figures.bound, Bound::Loads);
    EXPECT_EQ(runToJson(run, true), text.value());
}

TEST(Json, WrongValuesAreAFailureWithThisCause) {
    RunResult run = fullRun();
    run.rows[0].strategies[1] = {.strategy = "push",
                                 .status = Status::WrongValues,
                                 .reason = {ReasonKind::WrongValues, "1, must be 2"}};
    const nlohmann::json file = nlohmann::json::parse(runToJson(run, true));
    EXPECT_EQ(file["rows"][0]["strategies"][1]["status"], "failed");
    EXPECT_EQ(readBack(file.dump()).rows[0].strategies[1].status, Status::WrongValues);
}

TEST(Json, EveryReasonComesBackByItsKind) {
    for (std::size_t i = 1; i < enumeratorCount<ReasonKind>(); ++i) {
        const Reason reason{static_cast<ReasonKind>(i), "wrong values", "an apple"};
        RunResult run = fullRun();
        run.rows[0].strategies[1].reason = reason;
        EXPECT_TRUE(readBack(runToJson(run, true)).rows[0].strategies[1].reason == reason) << i;
    }
}

TEST(Json, EveryRowsLoadComesBack) {
    std::vector<LoadFacts> loads;
    for (const Suite& suite : suites()) {
        for (const Case& row : suite.rows()) loads.push_back(factsOf(row));
    }
    RunResult run = madeUpRun({.rows = loads.size() + 1, .epochs = 1, .samplesPerEpoch = 1});
    run.nullRow = run.rows.back();
    run.rows.pop_back();
    for (std::size_t i = 0; i < loads.size(); ++i) run.rows[i].load = loads[i];
    const RunResult back = readBack(runToJson(run, true));
    for (std::size_t i = 0; i < loads.size(); ++i) EXPECT_TRUE(back.rows[i].load == loads[i]) << i;
}

TEST(Json, MixedLoadsHaveSeveralPartsThatAreNotMixed) {
    RunResult run = fullRun();
    run.rows[0].load = factsOf(mixedRows().back());
    const nlohmann::json file = nlohmann::json::parse(runToJson(run, true));
    EXPECT_TRUE(readBack(file.dump()).rows[0].load == run.rows[0].load);
    const auto troubleWith = [&](const nlohmann::json& parts) {
        nlohmann::json other = file;
        other["rows"][0]["load"]["parts"] = parts;
        const Result<RunResult> read = runFromJson(other.dump(), "x.json");
        return read.ok() ? "" : read.error().cause;
    };
    const nlohmann::json& load = file["rows"][0]["load"];
    for (const nlohmann::json& parts : {nlohmann::json::array(), nlohmann::json::array({load["parts"][0]}),
                                        nlohmann::json::array({load, load})})
        EXPECT_THAT(troubleWith(parts), HasSubstr("parts must hold several loads, none of them mixed"));
    nlohmann::json withoutBytes = load["parts"];
    withoutBytes[2].erase("bytes");
    EXPECT_THAT(troubleWith(withoutBytes), HasSubstr("rows[0].load.parts[2].bytes is missing"));
}

TEST(Json, ACauseHasItsDetail) {
    nlohmann::json file = nlohmann::json::parse(runToJson(fullRun(), true));
    file["rows"][0]["strategies"][1]["cause"] = {{"kind", "needs aligned loads"}};
    EXPECT_THAT(runFromJson(file.dump(), "x.json").error().cause,
                HasSubstr("rows[0].strategies[1].cause.detail is missing"));
}

TEST(Json, TwinsAreCheckedToo) {
    RunResult run = fullRun();
    run.twins[0].name = run.rows[0].name;
    EXPECT_THAT(runFromJson(runToJson(run, true), "x.json").error().cause,
                HasSubstr("floors[0].name 'row 0' appears twice"));
    run = fullRun();
    run.twins[0].strategies.push_back({.strategy = "push"});
    EXPECT_THAT(runFromJson(runToJson(run, true), "x.json").error().cause,
                HasSubstr("floors[0].strategies must have one element"));
    run = fullRun();
    run.twins[1].strategies.push_back({.strategy = "push"});
    EXPECT_THAT(runFromJson(runToJson(run, true), "x.json").error().cause,
                HasSubstr("serial_twins[0].strategies must have one element"));
}

// While either is at work the figures would be stale with the next sample.
TEST(Json, ARowHasItsSummaryWhenItAndItsTwinsAreFinished) {
    const auto summarized = [](const RunResult& run) {
        const nlohmann::json file = nlohmann::json::parse(runToJson(run, false));
        return !file["rows"][0]["strategies"][0]["summary"].is_null();
    };
    RunResult run = fullRun();
    EXPECT_TRUE(summarized(run));
    run.twins[0].stopped.reset();
    EXPECT_FALSE(summarized(run));
    run.twins[0].strategies[0] = {.strategy = "set", .reason = {ReasonKind::TimeRanOut}};
    EXPECT_TRUE(summarized(run)) << "it will never be measured";
    run.twins[0].strategies[0].reason = {};
    EXPECT_FALSE(summarized(run)) << "its turn comes";
    run.rows[0].floor.clear();
    EXPECT_TRUE(summarized(run));
    run.twins[1].stopped.reset();
    EXPECT_FALSE(summarized(run));
    run.rows[0].serial.clear();
    EXPECT_TRUE(summarized(run));
    run.rows[0].stopped.reset();
    EXPECT_FALSE(summarized(run));
}

TEST(Json, SummariesTellWhatLimitsTheRow) {
    const nlohmann::json file = nlohmann::json::parse(runToJson(fullRun(), true));
    const nlohmann::json& summary = file["rows"][0]["strategies"][0]["summary"];
    EXPECT_NEAR(summary["over_floor"]["median"].get<double>(), 1.0 / 3, 0.05);
    EXPECT_EQ(summary["bound"], "adds");
    EXPECT_EQ(summary["load_bound"], false);
    EXPECT_EQ(summary["other_loop"], false);
    EXPECT_NEAR(summary["serial_gain"]["median"].get<double>(), 4, 0.1);
    EXPECT_EQ(file["rows"][1]["strategies"][0]["summary"], nullptr);
}

TEST(Json, SaysWhetherTheRunCanBeReliedOn) {
    const nlohmann::json file = nlohmann::json::parse(runToJson(fullRun(), true));
    EXPECT_EQ(file["quality"]["grade"], "disturbed") << "its null row is another row";
    EXPECT_FALSE(file["quality"]["reasons"].empty());
    EXPECT_NE(file["quality"]["remedy"], "");
    EXPECT_FALSE(nlohmann::json::parse(RunJson().text(fullRun())).contains("quality")) << "it goes on";
}

TEST(Json, AFileThatIsNotCompleteComesBackAsInterrupted) {
    EXPECT_TRUE(readBack(runToJson(fullRun(), false)).interrupted);
}

TEST(Json, PublishedTablesComeBackToo) {
    for (const ReferenceTable& table : referenceTables()) {
        const RunResult back = readBack(runToJson(table.run, true));
        ASSERT_EQ(back.rows.size(), table.run.rows.size());
        EXPECT_EQ(back.source, table.run.source);
        EXPECT_EQ(back.rows[30].strategies[0].printed->effect,
                  table.run.rows[30].strategies[0].printed->effect);
        EXPECT_EQ(back.rows[3].strategies[0].printed->ratio, table.run.rows[3].strategies[0].printed->ratio);
        EXPECT_EQ(back.rows[3].strategies[0].printed->milliseconds,
                  table.run.rows[3].strategies[0].printed->milliseconds);
    }
}

TEST(Json, HoldsNeitherNanNorInfinityNorBrokenText) {
    RunResult run = fullRun();
    run.device.timestampPeriod = std::numeric_limits<double>::infinity();
    run.wallSeconds = std::numeric_limits<double>::quiet_NaN();
    run.device.name = "\xff\xfe broken";
    const std::string text = runToJson(run, true);
    EXPECT_THAT(
        text, AllOf(Not(HasSubstr("nan,")), Not(HasSubstr("inf,")), HasSubstr("\"timestamp_period\": null")));
    EXPECT_THAT(text, HasSubstr("\xef\xbf\xbd broken")) << "what is not UTF-8 is replaced";
}

struct Edit {
    const char* what;
    const char* from;     // the first place where it stands…
    const char* to;       // …becomes this
    const char* expected; // in the error
};

const Edit kEdits[] = {
    {"newer", "\"schema_version\": 1", "\"schema_version\": 2", "(a newer vkperftest wrote the file"},
    {"older", "\"schema_version\": 1", "\"schema_version\": \"1.4\"", "measure again"},
    {"no version", "\"schema_version\": 1", "\"schema_version\": {}", "schema_version is no number"},
    {"version missing", "\"schema_version\"", "\"schema\"", "schema_version is missing"},
    {"duplicate key", "\"driver_id\": 3", "\"driver_id\": 3, \"driver_id\": 4",
     "the key \"driver_id\" appears twice in one object"},
    {"not finite", "\"wall_seconds\": 1.75", "\"wall_seconds\": 1e999", "1e999"},
};

TEST(Json, SaysWhereAFileIsWrong) {
    const std::string good = runToJson(fullRun(), true);
    for (const Edit& edit : kEdits) {
        SCOPED_TRACE(edit.what);
        std::string text = good;
        const std::size_t place = text.find(edit.from);
        ASSERT_NE(place, std::string::npos);
        text.replace(place, std::string(edit.from).size(), edit.to);
        const Result<RunResult> run = runFromJson(text, "x.json");
        ASSERT_FALSE(run.ok());
        EXPECT_EQ(run.error().kind, ErrorKind::Usage);
        EXPECT_THAT(run.error().sentence(), AllOf(HasSubstr("'x.json'"), HasSubstr(edit.expected)));
    }
}

TEST(Json, EveryTruncationIsRefused) {
    const std::string good = runToJson(fullRun(), true);
    for (std::size_t length = 0; length + 2 < good.size(); length += 37) {
        EXPECT_FALSE(runFromJson(good.substr(0, length), "x.json").ok()) << length;
    }
}

// Text, not JSON, and things that only look like it.
std::string repeated(std::size_t times, const std::string& text) {
    std::string result;
    for (std::size_t i = 0; i < times; ++i) result += text;
    return result;
}

std::string objectOf(std::size_t keys) {
    std::string result = "{\"\": 0";
    for (std::size_t i = 1; i < keys; ++i) result += fmt::format(", \"{}\": 0", i);
    return result + "}";
}

TEST(Json, RefusesWhatIsNoResultsFile) {
    const std::pair<std::string, const char*> texts[] = {
        {"", "it is empty"},
        {" \n\t", "it is empty"},
        {"{", "line 1, column 2"},
        {"[]", "must be an object"},
        {"null", "must be an object"},
        {"name,operation\n", "it is not JSON"},
        {"Buffer<R8>.Load uniform: 8.963ms 3.911x\n", "vkperftest import"},
        {std::string(100000, '['), "is nested too deeply"},
        {"[" + repeated(10'001, "{},") + "{}]", "has more than 10000 objects side by side"},
        {objectOf(10'001), "has more than 10000 keys side by side"},
        {objectOf(10'000), "schema_version is missing"},
        {"[\"" + std::string(65'537, 'x') + "\"]", "has a string of more than 65536 bytes"},
        {"{\"" + std::string(65'537, 'x') + "\": 0}", "has a string of more than 65536 bytes"},
        {"{\"schema_version\": \"1\xff\"}", "UTF-8"},
        {std::string("{\"a\": \0}", 8), "line 1"},
    };
    for (const auto& [text, expected] : texts) {
        const Result<RunResult> run = runFromJson(text, "x.json");
        ASSERT_FALSE(run.ok()) << text.substr(0, 40);
        EXPECT_THAT(run.error().sentence(), HasSubstr(expected));
    }
}

TEST(Json, TakesTextsAsLongAsTheyAreKept) {
    const auto read = [](std::size_t name) {
        RunResult run = fullRun();
        run.codes.begin()->second.texts = {{"IR", std::string(kMostKept, 'x'), true}};
        run.device.name = std::string(name, 'x');
        return runFromJson(runToJson(run, true), "x.json");
    };
    EXPECT_TRUE(read(4096).ok());
    ASSERT_FALSE(read(4097).ok());
    EXPECT_THAT(read(4097).error().sentence(), HasSubstr("device.name must have at most 4096 bytes"));
}

TEST(Json, StrategiesOfARowHaveEqualLoads) {
    RunResult run = fullRun();
    run.rows[0].strategies[1] = run.rows[0].strategies[0];
    run.rows[0].strategies[1].strategy = "push";
    EXPECT_TRUE(runFromJson(runToJson(run, true), "x.json").ok());
    run.rows[0].strategies[1].loads = 77;
    EXPECT_THAT(runFromJson(runToJson(run, true), "x.json").error().cause,
                HasSubstr("rows[0].strategies must have equal loads"));
}

struct Spoiled {
    const char* place; // a JSON pointer
    const char* value; // that stands there instead; empty: nothing does
    const char* expected;
};

const Spoiled kSpoiled[] = {
    {"/windows/0/walk", "\"\"", "windows[0].walk must not be empty"},
    {"/windows/0/bytes", "0", "windows[0].bytes"},
    {"/windows/0/loads", "0", "windows[0].loads must be greater than 0"},
    {"/windows/0/nanoseconds", "[]", "windows[0].nanoseconds is empty"},
    {"/windows/0/nanoseconds/0", "0", "windows[0].nanoseconds[0]"},
    {"/windows/0/nanoseconds_of_twice", "[1]", "windows[0].nanoseconds_of_twice must have as many"},
    {"/windows/1/status", "\"measured\"", "windows[1].nanoseconds is empty"},
    {"/windows/0/status", "\"failed\"", "windows[0].nanoseconds must be empty"},
    {"/recording", "{}", "recording must be a list"},
    {"/recording/0/way", "\"\"", "recording[0].way must not be empty"},
    {"/recording/1/way", "\"bind only\"", "recording names 'bind only' twice"},
    {"/recording/0/status", "\"fine\"", "recording[0].status must be one of"},
    {"/recording/0/lengths", "[]", "recording[0].lengths is empty"},
    {"/recording/1/status", "\"measured\"", "recording[1].lengths is empty"},
    {"/recording/0/status", "\"failed\"", "recording[0].lengths must be empty"},
    {"/recording/0/lengths/1/dispatches", "1", "recording[0].lengths must ascend"},
    {"/recording/0/lengths/0/dispatches", "0", "recording[0].lengths must ascend"},
    {"/recording/0/lengths/0/nanoseconds", "[]", "recording[0].lengths must hold samples for each length"},
    {"/recording/0/lengths/0/nanoseconds/0", "0", "recording[0].lengths[0].nanoseconds[0]"},
    {"/rows/1/strategies/1/kernel", "7", "rows[1].strategies[1].kernel must be a string"},
    {"/codes", "[]", "codes must be an object"},
    {"/codes/kernel set/hash", "", "codes.kernel set.hash is missing"},
    {"/codes/kernel set/hash", "\"0123456789abcdeg\"", "codes.kernel set.hash must be 16 hexadecimal digits"},
    {"/codes/kernel set/hash", "\"0123456789abcdef0\"",
     "codes.kernel set.hash must be 16 hexadecimal digits"},
    {"/codes/kernel set/hash", "\"0123456789abcde\\n\"",
     "codes.kernel set.hash must be 16 hexadecimal digits"},
    {"/codes/kernel set/loads/0/name", "\"\"", "codes.kernel set.loads[0].name must not be empty"},
    {"/codes/kernel set/loop", "false",
     "codes.kernel set.loads must all be innermost, since there is no loop"},
    {"/codes_missing", "\"why\"", "codes_missing must be absent, since there are codes"},
    {"/codes/kernel set/subgroup_size", "-1", "codes.kernel set.subgroup_size must be a whole number"},
    {"/codes/kernel set/loads/0/count", "0", "codes.kernel set.loads[0].count must be greater than zero"},
    {"/codes/kernel set/loads_per_iteration", "0",
     "codes.kernel set.loads_per_iteration must be greater than zero"},
    {"/codes/kernel set/in_flight", "0", "codes.kernel set.in_flight must be greater than zero"},
    {"/codes/kernel set/loads/1/source", "\"disk\"", "codes.kernel set.loads[1].source must be one of: data"},
    {"/codes/kernel set/statistics/0", "[\"SGPRs\"]", "statistics[0] must be a name and a value"},
    {"/codes/kernel set/unknown", "\"why\"", "codes.kernel set.loads must be empty, since they are unknown"},
    {"/rows/0/strategies/0/code", "\"x\"", "rows[0].strategies[0].code 'x' is not among the codes"},
    {"/floors/0/strategies/0/code", "\"x\"", "floors[0].strategies[0].code 'x' is not among the codes"},
    {"/codes_missing", "7", "codes_missing must be a string"},
    {"/timer_rate/low", "1.1", "timer_rate.low must not be greater than 'high'"},
    {"/device/descriptor_buffers", "1", "device.descriptor_buffers must be true or false"},
    {"/rows/1/strategies/0/nanoseconds/2", "0",
     "rows[1].strategies[0].nanoseconds[2] must be a number greater than zero"},
    {"/rows/0/baseline_nanoseconds/1", "-4",
     "rows[0].baseline_nanoseconds[1] must be a number greater than zero"},
    {"/rows/0/baseline_nanoseconds/1", "\"4\"",
     "rows[0].baseline_nanoseconds[1] must be a number greater than zero"},
    {"/rows/0/strategies/0/nanoseconds/5", "",
     "rows[0].strategies[0].nanoseconds has 5 elements, but the row has 6 samples"},
    {"/rows/0/epochs/5", "", "rows[0].epochs has 5 elements, but the row has 6 samples"},
    {"/rows/0/epochs/5", "0.5", "rows[0].epochs[5] must be a whole number"},
    {"/rows/0/sequence/5", "1000000000", "rows[0].sequence 1000000000 is past the end of any run"},
    {"/rows/0/sequence/1", "0", "rows[0].sequence 0 does not come after 0"},
    {"/rows/0/strategies/0/loads", "0", "rows[0].strategies[0].loads must be greater than zero"},
    {"/rows/0/baseline_loads", "0", "rows[0].baseline_loads must be greater than zero"},
    {"/rows/0/strategies/0/nanoseconds", "[]",
     "rows[0].strategies[0].nanoseconds is empty, but the status is measured"},
    {"/rows/0/strategies/0/status", "\"failed\"",
     "nanoseconds must be empty, since the status is not measured"},
    {"/rows/0/strategies/0/printed", "{\"ratio\": 1, \"caveat\": \"\", \"milliseconds\": null}",
     "rows[0].strategies[0].printed cannot be given with samples"},
    {"/rows/0/load", "7", "rows[0].load must be an object"},
    {"/rows/0/load/bytes", "0", "rows[0].load.bytes must be greater than zero"},
    {"/rows/0/load/alignment", "12", "rows[0].load.alignment must be a power of two"},
    {"/rows/0/load/place", "", "rows[0].load.place is missing"},
    {"/rows/0/load/format", "8", "rows[0].load.format must be a string"},
    {"/rows/1/strategies/1/cause", "{}", "rows[1].strategies[1].cause.kind is missing"},
    {"/recording/1/cause/detail", "0", "recording[1].cause.detail must be a string"},
    {"/rows", "[]", "rows is empty"},
    {"/rows", "{}", "rows must be a list"},
    {"/rows/1", "7", "rows[1] must be an object"},
    {"/rows/1/strategies/1", "", "rows[1].strategies must match the settings' strategies"},
    {"/rows/1/strategies", "[]", "rows[1].strategies must hold at least one strategy"},
    {"/settings/strategies", "[]", "settings.strategies must name at least one strategy"},
    {"/rows/1/name", "\"\"", "rows[1].name must not be empty"},
    {"/rows/1/name", "\"row 0\"", "rows[1].name 'row 0' appears twice"},
    {"/rows/0/strategies/1/strategy", "\"pull\"",
     "rows[0].strategies[1].strategy must be 'push', as in the settings"},
    {"/rows/0/stopped", "\"bored\"", "rows[0].stopped must be one of: precision, time, interrupted"},
    {"/null_row/baseline_loads", "-1", "null_row.baseline_loads must be a whole number"},
    {"/null_row", "null", "null_row must not be null: the figures were measured"},
    {"/null_row/sequence/0", "0", "rows[0].sequence 0 also belongs to another row"},
    {"/rows/0/epochs/0", "1", "rows[0].epochs 0 comes after 1"},
    {"/rows/0/strategies/0/nanoseconds/0", "5e-324", "rows[0].strategies[0].nanoseconds[0] must be a number"},
    {"/rows/0/strategies/0/loads", "18446744073709551615",
     "rows[0].strategies[0].loads must be a whole number"},
    {"/settings/strategies", "[\"set\", \"set\"]", "settings.strategies must not name a strategy twice"},
    {"/rows/0/load/technique", "\"telepathy\"", "rows[0].load.technique must be one of"},
    {"/rows/1/strategies/1/cause/kind", "\"eclipse\"", "rows[1].strategies[1].cause.kind must be one of"},
    {"/floors", "", "floors is missing"},
    {"/device/shader_clock", "", "device.shader_clock is missing"},
    {"/kernels", "[]", "kernels must be an object"},
    {"/device", "", "device is missing"},
};

// Texts are read as they may be shown, one line each but for a driver's own.
TEST(Json, NothingInAFileReachesATerminal) {
    nlohmann::json json = nlohmann::json::parse(runToJson(fullRun(), true));
    json["device"]["name"] = "a \x1b[31m\xc2\x9b\u202e\n\tb";
    json["codes"]["another push"]["texts"][0]["text"] = "\ta\x1b\r\nb";
    json["codes"]["kernel set"]["loads"][0]["name"] = "a\nb";
    json["kernels"]["\x07"] = "\x07";
    const Result<RunResult> back = runFromJson(json.dump(), "x.json");
    ASSERT_TRUE(back.ok()) << back.error().sentence();
    EXPECT_EQ(back.value().device.name, "a \\u001b[31m\\u009b\\u202e\\u000a\\u0009b");
    EXPECT_EQ(back.value().codes.at("another push").texts.at(0).text, "\ta\\u001b\nb");
    EXPECT_EQ(back.value().codes.at("kernel set").summary.loads.at(0).load.name, "a\\u000ab");
    EXPECT_EQ(back.value().kernels.at("\\u0007"), "\\u0007");
}

TEST(Json, ChecksEveryField) {
    const nlohmann::json good = nlohmann::json::parse(runToJson(fullRun(), true));
    for (const Spoiled& spoiled : kSpoiled) {
        SCOPED_TRACE(testing::Message() << spoiled.place << " = " << spoiled.value);
        nlohmann::json json = good;
        const nlohmann::json::json_pointer place(spoiled.place);
        if (std::string(spoiled.value).empty()) {
            nlohmann::json& parent = json.at(place.parent_pointer());
            if (parent.is_array()) {
                parent.erase(std::stoul(place.back()));
            } else {
                parent.erase(place.back());
            }
        } else {
            json[place] = nlohmann::json::parse(spoiled.value);
        }
        const Result<RunResult> back = runFromJson(json.dump(), "x.json");
        ASSERT_FALSE(back.ok());
        EXPECT_EQ(back.error().kind, ErrorKind::Usage);
        EXPECT_THAT(back.error().sentence(), AllOf(HasSubstr("'x.json'"), HasSubstr(spoiled.expected)));
    }
}

using Event = Json::parse_event_t;
constexpr std::size_t kEndless = 40'000'000; // more than any limit

// A list of the same thing again and again: how many times it is accepted, and why not once more.
std::pair<std::size_t, std::string> refusal(Json element, const std::vector<Event>& events) {
    JsonGuard guard;
    Json none;
    std::size_t accepted = 0;
    try {
        guard(0, Event::array_start, none);
        for (; accepted < kEndless; ++accepted) {
            for (const Event event : events) guard(1, event, element);
        }
    } catch (const Wrong& wrong) {
        return {accepted, wrong.what};
    }
    return {accepted, "nothing"};
}

TEST(JsonGuard, BoundsNumbersByTheMemoryThatTheyTake) {
    EXPECT_THAT(refusal(12.5, {Event::value}), testing::Pair(32'000'000, "has more than 32 million numbers"));
}

TEST(JsonGuard, BoundsWhatTakesMoreMemoryThanANumber) {
    const char* const sentence = "has more than 4 million keys, texts, lists and objects";
    EXPECT_THAT(refusal("", {Event::value}),
                testing::Pair(3'999'999, sentence)); // with the list that they are in
    EXPECT_THAT(refusal(Json(), {Event::array_start, Event::array_end}), testing::Pair(3'999'999, sentence));
}

TEST(JsonGuard, BoundsTextsAsTheyAreShown) {
    const auto texts = [](char of) { return refusal(std::string(64'000, of), {Event::value}); };
    const char* const sentence = "has strings of more than 64000000 bytes together";
    EXPECT_THAT(texts('x'), testing::Pair(1000, sentence));
    EXPECT_THAT(texts('\x7f'), testing::Pair(166, sentence)); // six characters each
}

} // namespace
} // namespace vkperftest
