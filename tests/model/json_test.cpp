// The results file: written, read back, and refused when it is wrong.
#include <cmath>
#include <limits>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

#include "base/atomic_file.h"
#include "base/enum_table.h"
#include "cases/suite.h"
#include "golden.h"
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
    CodeDigest raw = missingCode("no parser knows it");
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
    EXPECT_EQ(back.device.measuredSubgroupSize, run.device.measuredSubgroupSize);
    EXPECT_EQ(back.device.maxInlineUniformBytes, run.device.maxInlineUniformBytes);
    EXPECT_EQ(back.device.timestampPeriod, run.device.timestampPeriod);
    EXPECT_EQ(back.device.enabled, run.device.enabled);
    EXPECT_EQ(back.settings.queue, QueueKind::Compute);
    EXPECT_EQ(back.settings.seed, run.settings.seed);
    EXPECT_EQ(back.host.driverThreads, run.host.driverThreads);
    EXPECT_EQ(back.host.deviceState, run.host.deviceState);
    EXPECT_EQ(back.kernels, run.kernels);
    EXPECT_EQ(back.baselineSeries, run.baselineSeries);
    EXPECT_FALSE(back.interrupted);
    ASSERT_EQ(back.recording.size(), 2u);
    EXPECT_EQ(back.recording[0].way, "bind only");
    EXPECT_EQ(back.recording[0].lengths[1].dispatches, 10u);
    EXPECT_EQ(back.recording[0].lengths[1].nanoseconds, run.recording[0].lengths[1].nanoseconds);
    EXPECT_TRUE(back.recording[1].reason == run.recording[1].reason);
    ASSERT_EQ(back.windows.size(), 2u);
    EXPECT_EQ(back.windows[0].walk, "chain, one lane");
    EXPECT_EQ(back.windows[0].loads, 1024u);
    EXPECT_EQ(back.windows[0].twice, run.windows[0].twice);
    EXPECT_TRUE(back.windows[1].reason == run.windows[1].reason);
    ASSERT_EQ(back.rows.size(), 2u);
    ASSERT_EQ(back.twins.size(), 2u);
    for (std::size_t i = 0; i < 2; ++i) {
        expectEqual(back.rows[i], run.rows[i]);
        expectEqual(back.twins[i], run.twins[i]);
    }
    expectEqual(back.nullRow, run.nullRow);
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
    EXPECT_EQ(is.loads(), was.loads());
    EXPECT_EQ(is.inFlight(), "2");
    EXPECT_EQ(is.summary.instructions, 31u);
    EXPECT_EQ(sameCode(was, is), true);
    ASSERT_EQ(is.statistics.size(), 2u);
    EXPECT_EQ(registersText(is.statistics), "16 SGPRs, 12 VGPRs");
    const CodeDigest& raw = back.codes.at("another push");
    EXPECT_EQ(raw.trouble, run.codes.at("another push").trouble);
    ASSERT_EQ(raw.texts.size(), 1u);
    EXPECT_EQ(raw.texts[0].text, "a: \"b\"\n\tc\n");
    EXPECT_TRUE(raw.texts[0].cut);
}

// The error, to the approval file.
void expectRefused(const RunResult& run) {
    expectGolden(runFromJson(runToJson(run, true), "x.json").error().cause);
}

TEST(Json, LoadsOfCodesAreDifferentAndFew) {
    RunResult run = fullRun();
    std::vector<LoadCount>& loads = run.codes.at("kernel set").summary.loads;
    loads.push_back(loads[0]);
    expectRefused(run);
    loads.clear();
    for (std::size_t i = 0; i < kMostDifferentLoads; ++i) loads.push_back({{.name = std::to_string(i)}, 1});
    EXPECT_EQ(readBack(runToJson(run, true)).codes.at("kernel set").summary.loads.size(),
              kMostDifferentLoads);
    loads.push_back({{.name = "one more"}, 1});
    expectRefused(run);
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
    const auto expectTrouble = [&](const nlohmann::json& parts) {
        nlohmann::json other = file;
        other["rows"][0]["load"]["parts"] = parts;
        expectGolden(runFromJson(other.dump(), "x.json").error().cause);
    };
    const nlohmann::json& load = file["rows"][0]["load"];
    for (const nlohmann::json& parts : {nlohmann::json::array(), nlohmann::json::array({load["parts"][0]}),
                                        nlohmann::json::array({load, load})})
        expectTrouble(parts);
    nlohmann::json withoutBytes = load["parts"];
    withoutBytes[2].erase("bytes");
    expectTrouble(withoutBytes);
}

TEST(Json, TwinsAreCheckedToo) {
    RunResult run = fullRun();
    run.twins[0].name = run.rows[0].name;
    expectRefused(run);
    for (const std::size_t twin : {0u, 1u}) {
        run = fullRun();
        run.twins[twin].strategies.push_back({.strategy = "push"});
        expectRefused(run);
    }
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
    EXPECT_TRUE(summarized(run)); // it will never be measured
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
    EXPECT_EQ(file["quality"]["grade"], "disturbed"); // its null row is another row
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
    EXPECT_THAT(text, HasSubstr("\xef\xbf\xbd broken")); // what is not UTF-8 is replaced
}

TEST(Json, SaysWhereAFileIsWrong) {
    const std::string good = runToJson(fullRun(), true);
    const std::pair<std::string, std::string> kEdits[] = {
        // the first place where it stands, and what it becomes
        {"\"schema_version\": 1", "\"schema_version\": 2"},
        {"\"schema_version\": 1", "\"schema_version\": \"1.4\""},
        {"\"schema_version\": 1", "\"schema_version\": {}"},
        {"\"schema_version\"", "\"schema\""},
        {"\"driver_id\": 3", "\"driver_id\": 3, \"driver_id\": 4"},
    };
    for (const auto& [from, to] : kEdits) {
        std::string text = good;
        text.replace(text.find(from), from.size(), to);
        const Result<RunResult> run = runFromJson(text, "x.json");
        ASSERT_FALSE(run.ok()) << to;
        EXPECT_EQ(run.error().kind, ErrorKind::Usage);
        expectGolden(run.error().sentence());
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
    const std::string texts[] = {"",
                                 " \n\t",
                                 "[]",
                                 "null",
                                 "name,operation\n",
                                 "Buffer<R8>.Load uniform: 8.963ms 3.911x\n",
                                 std::string(100000, '['),
                                 "[" + repeated(10'001, "{},") + "{}]",
                                 objectOf(10'001),
                                 objectOf(10'000),
                                 "[\"" + std::string(65'537, 'x') + "\"]",
                                 "{\"" + std::string(65'537, 'x') + "\": 0}"};
    for (const std::string& text : texts) {
        const Result<RunResult> run = runFromJson(text, "x.json");
        ASSERT_FALSE(run.ok()) << text.substr(0, 40);
        expectGolden(run.error().sentence());
    }
}

// In the library's words.
TEST(Json, SaysWhatIsNoJson) {
    for (const auto& [text, expected] : {std::pair<std::string, const char*>("{", "line 1, column 2"),
                                         {"{\"schema_version\": \"1\xff\"}", "UTF-8"},
                                         {"{\"wall_seconds\": 1e999}", "1e999"},
                                         {std::string("{\"a\": \0}", 8), "line 1"}})
        EXPECT_THAT(runFromJson(text, "x.json").error().cause, HasSubstr(expected));
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
    expectGolden(read(4097).error().cause);
}

TEST(Json, StrategiesOfARowHaveEqualLoads) {
    RunResult run = fullRun();
    run.rows[0].strategies[1] = run.rows[0].strategies[0];
    run.rows[0].strategies[1].strategy = "push";
    EXPECT_TRUE(runFromJson(runToJson(run, true), "x.json").ok());
    run.rows[0].strategies[1].loads = 77;
    expectRefused(run);
}

// A JSON pointer, and what stands there instead; empty: nothing does.
const std::pair<const char*, const char*> kSpoiled[] = {
    {"/windows/0/walk", "\"\""},
    {"/windows/0/bytes", "0"},
    {"/windows/0/loads", "0"},
    {"/windows/0/nanoseconds", "[]"},
    {"/windows/0/nanoseconds/0", "0"},
    {"/windows/0/nanoseconds_of_twice", "[1]"},
    {"/windows/1/status", "\"measured\""},
    {"/windows/0/status", "\"failed\""},
    {"/recording", "{}"},
    {"/recording/0/way", "\"\""},
    {"/recording/1/way", "\"bind only\""},
    {"/recording/0/status", "\"fine\""},
    {"/recording/0/lengths", "[]"},
    {"/recording/1/status", "\"measured\""},
    {"/recording/0/status", "\"failed\""},
    {"/recording/0/lengths/1/dispatches", "1"},
    {"/recording/0/lengths/0/dispatches", "0"},
    {"/recording/0/lengths/0/nanoseconds", "[]"},
    {"/recording/0/lengths/0/nanoseconds/0", "0"},
    {"/rows/1/strategies/1/kernel", "7"},
    {"/codes", "[]"},
    {"/codes/kernel set/hash", ""},
    {"/codes/kernel set/hash", "\"0123456789abcdeg\""},
    {"/codes/kernel set/hash", "\"0123456789abcdef0\""},
    {"/codes/kernel set/hash", "\"0123456789abcde\\n\""},
    {"/codes/kernel set/loads/0/name", "\"\""},
    {"/codes/kernel set/loop", "false"},
    {"/codes_missing", "\"why\""},
    {"/codes/kernel set/subgroup_size", "-1"},
    {"/codes/kernel set/loads/0/count", "0"},
    {"/codes/kernel set/loads_per_iteration", "0"},
    {"/codes/kernel set/in_flight", "0"},
    {"/codes/kernel set/loads/1/source", "\"disk\""},
    {"/codes/kernel set/statistics/0", "[\"SGPRs\"]"},
    {"/codes/kernel set/unknown", "\"why\""},
    {"/rows/0/strategies/0/code", "\"x\""},
    {"/floors/0/strategies/0/code", "\"x\""},
    {"/codes_missing", "7"},
    {"/timer_rate/low", "1.1"},
    {"/device/descriptor_buffers", "1"},
    {"/rows/1/strategies/0/nanoseconds/2", "0"},
    {"/rows/0/baseline_nanoseconds/1", "-4"},
    {"/rows/0/baseline_nanoseconds/1", "\"4\""},
    {"/rows/0/strategies/0/nanoseconds/5", ""},
    {"/rows/0/epochs/5", ""},
    {"/rows/0/epochs/5", "0.5"},
    {"/rows/0/sequence/5", "1000000000"},
    {"/rows/0/sequence/1", "0"},
    {"/rows/0/strategies/0/loads", "0"},
    {"/rows/0/baseline_loads", "0"},
    {"/rows/0/strategies/0/nanoseconds", "[]"},
    {"/rows/0/strategies/0/status", "\"failed\""},
    {"/rows/0/strategies/0/printed", "{\"ratio\": 1, \"caveat\": \"\", \"milliseconds\": null}"},
    {"/rows/0/load", "7"},
    {"/rows/0/load/bytes", "0"},
    {"/rows/0/load/alignment", "12"},
    {"/rows/0/load/place", ""},
    {"/rows/0/load/format", "8"},
    {"/rows/1/strategies/1/cause", "{}"},
    {"/recording/1/cause/detail", "0"},
    {"/rows", "[]"},
    {"/rows", "{}"},
    {"/rows/1", "7"},
    {"/rows/1/strategies/1", ""},
    {"/rows/1/strategies", "[]"},
    {"/settings/strategies", "[]"},
    {"/rows/1/name", "\"\""},
    {"/rows/1/name", "\"row 0\""},
    {"/rows/0/strategies/1/strategy", "\"pull\""},
    {"/rows/0/stopped", "\"bored\""},
    {"/null_row/baseline_loads", "-1"},
    {"/null_row", "null"},
    {"/null_row/sequence/0", "0"},
    {"/rows/0/epochs/0", "1"},
    {"/rows/0/strategies/0/nanoseconds/0", "5e-324"},
    {"/rows/0/strategies/0/loads", "18446744073709551615"},
    {"/settings/strategies", "[\"set\", \"set\"]"},
    {"/rows/0/load/technique", "\"telepathy\""},
    {"/rows/1/strategies/1/cause/kind", "\"eclipse\""},
    {"/floors", ""},
    {"/device/shader_clock", ""},
    {"/kernels", "[]"},
    {"/device", ""},
    {"/rows/0/strategies/1/cause", "{\"kind\": \"needs aligned loads\"}"},
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
    for (const auto& [pointer, value] : kSpoiled) {
        SCOPED_TRACE(testing::Message() << pointer << " = " << value);
        nlohmann::json json = good;
        const nlohmann::json::json_pointer place(pointer);
        nlohmann::json& parent = json.at(place.parent_pointer());
        if (*value != '\0')
            json[place] = nlohmann::json::parse(value);
        else if (parent.is_array())
            parent.erase(std::stoul(place.back()));
        else
            parent.erase(place.back());
        const Result<RunResult> back = runFromJson(json.dump(), "x.json");
        ASSERT_FALSE(back.ok());
        EXPECT_EQ(back.error().kind, ErrorKind::Usage);
        expectGolden(back.error().cause);
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

TEST(JsonGuard, BoundsWhatAFileMayHoldByTheMemoryThatItTakes) {
    const auto texts = [](char of) { return refusal(std::string(64'000, of), {Event::value}); };
    for (const auto& [accepted, why] :
         {refusal(12.5, {Event::value}), refusal("", {Event::value}), // with the list that they are in
          refusal(Json(), {Event::array_start, Event::array_end}), texts('x'),
          texts('\x7f')}) // six characters each, as it is shown
        expectGolden(fmt::format("{}: {}", accepted, why));
}

} // namespace
} // namespace vkperftest
