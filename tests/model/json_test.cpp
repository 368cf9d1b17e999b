// The results file: written, read back, and refused when it is wrong.
#include <limits>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "base/atomic_file.h"
#include "base/enum_table.h"
#include "cases/suite.h"
#include "golden.h"
#include "isa/summary.h"
#include "matchers.h"
#include "model/json_node.h"
#include "model/made_up_run.h"
#include "model/published.h"
#include "paths.h"
#include "report/results_json.h"
#include "suite_rows.h"

namespace vkperftest::json_test {

RunResult readBack(const std::string& text) {
    return valueOf(runFromJson(text, "x.json"));
}

// Something in every field, without what is derived from the samples.
std::string fullFile() {
    return readFile(repositoryFile("tests/model/full-run.json")).value();
}

RunResult fullRun() {
    return readBack(fullFile());
}

TEST(Json, EverythingComesBack) {
    const RunResult run = fullRun();
    nlohmann::json written = nlohmann::json::parse(runToJson(run, true));
    written.erase("quality");
    for (const char* list : {"rows", "no_load_controls", "dependent_controls"})
        for (nlohmann::json& row : written[list])
            for (nlohmann::json& strategy : row["strategies"]) strategy.erase("summary");
    written["aa_control"]["strategies"][0].erase("summary");
    EXPECT_EQ(written, nlohmann::json::parse(fullFile()));
    const RunResult back = readBack(runToJson(run, true));
    EXPECT_TRUE(back.rows == run.rows && back.controls == run.controls && back.aaControl == run.aaControl);
    EXPECT_TRUE(back.recording == run.recording && back.windows == run.windows);
    EXPECT_TRUE(back.host == run.host && back.conditions == run.conditions);
    // Each at its place.
    EXPECT_EQ(run.host.cpuThreads * 10 + run.host.driverThreads, 87u);
    EXPECT_EQ(run.device.subgroupSize * 100 + run.device.measuredSubgroupSize, 6432u);
    EXPECT_EQ(run.device.driverInfo, "Mesa \"22\"\\");
    EXPECT_EQ(run.settings.seed, std::numeric_limits<std::uint64_t>::max());
    EXPECT_EQ(run.conditions[0].clock.value() + run.conditions[0].temperature.value(), 2566.5);
    EXPECT_EQ(run.conditions[0].power.value(), 301.25);
    EXPECT_EQ(run.rows[0].load->stride + run.rows[0].load->byteOffset, 24u);
    EXPECT_EQ(run.controls[0].name, run.rows[0].noLoads);
    EXPECT_EQ(run.controls[1].name, run.rows[0].dependent);
    EXPECT_FALSE(run.interrupted);
    const CodeDigest& code = run.codes.at("kernel set");
    EXPECT_EQ(code.inFlight(), "2");
    EXPECT_EQ(code.summary.loads.at(0).load.bits * code.summary.loads[0].count, 256u);
    EXPECT_EQ(registersText(code.statistics), "16 SGPRs, 12 VGPRs");
    EXPECT_EQ(run.codes.at("another push").texts.at(0).text, "a: \"b\"\n\tc\n");
}

TEST(Json, EveryCapabilityComesBackAndIsInTheSchema) {
    const Result<std::string> schema = readFile(repositoryFile("results/results-1.schema.json"));
    const nlohmann::json device = nlohmann::json::parse(schema.value())["properties"]["device"];
    for (const Capability& capability : kCapabilities) {
        const std::string name(capability.name);
        EXPECT_EQ(device.at("properties").at(name).at("type"), capability.flag ? "boolean" : "integer");
        EXPECT_THAT(device.at("required"), Contains(name));
        RunResult run = fullRun();
        for (const std::uint32_t value : {0u, 1u}) {
            run.device.*capability.value = value;
            EXPECT_EQ(readBack(runToJson(run, true)).device.*capability.value, value) << name;
        }
    }
}

// The error, to the approval file.
void expectRefused(const RunResult& run) {
    expectGolden(runFromJson(runToJson(run, true), "x.json").error().cause);
}

TEST(Json, WithoutCodesTheReasonComesBack) {
    RunResult run = madeUpRun({.rows = 1});
    run.aaControl = run.rows[0];
    EXPECT_THAT(runToJson(run, true), Not(HasSubstr("codes")));
    run.codesMissing = "it is not told";
    EXPECT_EQ(readBack(runToJson(run, true)).codesMissing, run.codesMissing);
}

TEST(Json, AStoredFileIsRead) {
    const std::string text = valueOf(readFile(repositoryFile("tests/model/results-1.json")));
    const RunResult run = readBack(text);
    EXPECT_EQ(run.controls.size(), 2u);
    ASSERT_EQ(run.rows.size(), 1u);
    EXPECT_TRUE(run.rows[0].load == factsOfName(run.rows[0].name));
    EXPECT_TRUE(run.rows[0].strategies[1].reason ==
                (Reason{ReasonKind::DeviceLacks, "no VK_KHR_push_descriptor"}));
    const StrategyFigures figures = *analyse(run).rows[0].strategies[0];
    EXPECT_NEAR(figures.ratio.median, 0.5, 0.02);
    EXPECT_EQ(figures.limiter, Limiter::Loads);
    EXPECT_EQ(runToJson(run, true), text);
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
    RunResult run = madeUpRun({.rows = loads.size() + 1, .restarts = 1, .samplesPerRestart = 1});
    run.aaControl = run.rows.back();
    run.rows.pop_back();
    for (std::size_t i = 0; i < loads.size(); ++i) run.rows[i].load = loads[i];
    const RunResult back = readBack(runToJson(run, true));
    for (std::size_t i = 0; i < loads.size(); ++i) EXPECT_TRUE(back.rows[i].load == loads[i]) << i;
}

TEST(Json, MixedLoadsHaveSeveralPartsThatAreNotMixed) {
    RunResult run = fullRun();
    run.rows[0].load = factsOf(suiteRows("mixed").back());
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

TEST(Json, ControlsAreCheckedToo) {
    RunResult run = fullRun();
    run.controls[0].name = run.rows[0].name;
    expectRefused(run);
    for (const std::size_t control : {0u, 1u}) {
        run = fullRun();
        run.controls[control].strategies.push_back({.strategy = "push"});
        expectRefused(run);
    }
}

TEST(Json, ARowThatHasStoppedHasItsSummaryInAFileThatIsWhole) {
    RunResult run = fullRun();
    const auto isSummarized = [](const std::string& text) {
        return !nlohmann::json::parse(text)["rows"][0]["strategies"][0]["summary"].is_null();
    };
    EXPECT_TRUE(isSummarized(runToJson(run, false)));
    EXPECT_FALSE(isSummarized(RunJson().text(run))) << "it goes on";
    run.rows[0].stopped.reset();
    EXPECT_FALSE(isSummarized(runToJson(run, false)));
}

TEST(Json, SummariesTellWhatLimitsTheRow) {
    const nlohmann::json file = nlohmann::json::parse(runToJson(fullRun(), true));
    const nlohmann::json& summary = file["rows"][0]["strategies"][0]["summary"];
    EXPECT_NEAR(summary["over_no_loads"]["median"].get<double>(), 1.0 / 3, 0.05);
    EXPECT_EQ(summary["limiter"], "instructions");
    EXPECT_EQ(summary["limited_by_loads"], false);
    EXPECT_NEAR(summary["overlap_gain"]["median"].get<double>(), 4, 0.1);
    EXPECT_EQ(file["rows"][1]["strategies"][0]["summary"], nullptr);
}

TEST(Json, SaysWhetherTheRunCanBeReliedOn) {
    const nlohmann::json file = nlohmann::json::parse(runToJson(fullRun(), true));
    EXPECT_EQ(file["quality"]["grade"], "disturbed"); // its A/A control is another row
    EXPECT_FALSE(file["quality"]["reasons"].empty());
    EXPECT_NE(file["quality"]["remedy"], "");
    EXPECT_FALSE(nlohmann::json::parse(RunJson().text(fullRun())).contains("quality")) << "it goes on";
}

TEST(Json, PublishedTablesComeBackTooAndIncompleteFilesAsInterrupted) {
    for (const RunResult& table : referenceTables()) {
        RunResult back = readBack(runToJson(table, true));
        for (RowResult& row : back.rows) row.load = factsOfName(row.name);
        EXPECT_TRUE(back.rows == table.rows) << table.device.name;
        EXPECT_EQ(back.source, table.source);
    }
    EXPECT_TRUE(readBack(runToJson(fullRun(), false)).interrupted);
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

TEST(Json, RefusesWhatIsNoResultsFile) {
    const std::string texts[] = {"",
                                 " \n\t",
                                 "[]",
                                 "null",
                                 "name,operation\n",
                                 "Buffer<R8>.Load uniform: 8.963ms 3.911x\n",
                                 std::string(100000, '['),
                                 "[" + repeated(10'001, "{},") + "{}]",
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

// Texts are read as they may be shown, one line each but for a driver's own.
TEST(Json, NothingInAFileReachesATerminal) {
    nlohmann::json json = nlohmann::json::parse(runToJson(fullRun(), true));
    json["device"]["name"] = "a \x1b[31m\xc2\x9b\u202e\n\tb";
    json["codes"]["another push"]["texts"][0]["text"] = "\ta\x1b\r\nb";
    json["codes"]["kernel set"]["loads"][0]["name"] = "a\nb";
    json["kernels"]["\x07"] = "\x07";
    const RunResult back = valueOf(runFromJson(json.dump(), "x.json"));
    EXPECT_EQ(back.device.name, "a \\u001b[31m\\u009b\\u202e\\u000a\\u0009b");
    EXPECT_EQ(back.codes.at("another push").texts.at(0).text, "\ta\\u001b\nb");
    EXPECT_EQ(back.codes.at("kernel set").summary.loads.at(0).load.name, "a\\u000ab");
    EXPECT_EQ(back.kernels.at("\\u0007"), "\\u0007");
}

// Each line of spoiled.txt: a JSON pointer, and what stands there instead; without it, nothing does.
TEST(Json, ChecksEveryField) {
    const nlohmann::json good = nlohmann::json::parse(runToJson(fullRun(), true));
    for (const std::string& line : readLines(repositoryFile("tests/model/spoiled.txt"))) {
        SCOPED_TRACE(line);
        const std::size_t equals = line.find(" = ");
        nlohmann::json json = good;
        const nlohmann::json::json_pointer place(line.substr(0, equals));
        nlohmann::json& parent = json.at(place.parent_pointer());
        if (equals != std::string::npos)
            json[place] = nlohmann::json::parse(line.substr(equals + 3));
        else if (parent.is_array())
            parent.erase(std::stoul(place.back()));
        else
            parent.erase(place.back());
        const Error error = runFromJson(json.dump(), "x.json").error();
        EXPECT_EQ(error.kind, ErrorKind::Usage);
        expectGolden(error.cause);
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
    for (const auto& [accepted, why] :
         {refusal(12.5, {Event::value}), refusal("", {Event::value}), // with the list that they are in
          refusal(Json(), {Event::array_start, Event::array_end})})
        expectGolden(fmt::format("{}: {}", accepted, why));
}

// Which takes the library seconds.
TEST(JsonGuard, BoundsTheKeysOfAnObject) {
    JsonGuard guard;
    Json key;
    guard(0, Event::object_start, key);
    std::size_t accepted = 0;
    try {
        for (; accepted < kEndless; ++accepted) {
            key = std::to_string(accepted);
            guard(1, Event::key, key);
        }
    } catch (const Wrong& wrong) {
        expectGolden(fmt::format("{}: {}", accepted, wrong.what));
    }
    EXPECT_LT(accepted, kEndless);
}

} // namespace vkperftest::json_test
