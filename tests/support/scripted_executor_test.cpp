#include "support/scripted_executor.h"

#include <cmath>
#include <set>

#include <gmock/gmock.h>

#include "cases/cpu_model.h"
#include "cases/families/families.h"
#include "cases/suite.h"

namespace vkperftest {
namespace scripted_executor_test {

using testing::HasSubstr;

const Case kLinear{constantLoad(), Pattern::Linear};

std::unique_ptr<ScriptedExecutor> executor(std::string_view script) {
    Result<std::unique_ptr<ScriptedExecutor>> parsed = ScriptedExecutor::parse(script);
    EXPECT_TRUE(parsed.ok()) << parsed.error().sentence();
    return std::move(parsed).value();
}

std::vector<Result<ProgramId>> prepare(ScriptedExecutor& device, std::vector<BoundRow> boundRows) {
    return device.prepare(boundRows);
}

double nanosecondsPerLoad(ScriptedExecutor& device, const BoundRow& bound) {
    const Dispatch dispatch{prepare(device, {bound})[0].value(), 16};
    return device.sample({&dispatch, 1}).value()[0] / (16.0 * 65536);
}

TEST(ScriptedExecutor, TakesTheDeviceOfTheScript) {
    const auto device = executor("device | Some GPU # and why\r\ngpu\ntick | 52.083\n");
    EXPECT_EQ(device->device().name, "Some GPU");
    EXPECT_EQ(device->device().kind, DeviceKind::Discrete);
    EXPECT_FALSE(device->traits().method->undisturbed);
    EXPECT_EQ(device->traits().tickNanoseconds, 52.083);
}

TEST(ScriptedExecutor, TheLastStatementOnATargetCounts) {
    const auto device =
        executor("load | * | * | 1\nload | cbuffer* | * | 0.5\nload | CBUFFER*linear | push | 0.25");
    EXPECT_DOUBLE_EQ(nanosecondsPerLoad(*device, {defaultBaseline(), Strategy::Push}), 1);
    EXPECT_DOUBLE_EQ(nanosecondsPerLoad(*device, {kLinear, Strategy::Set}), 0.5);
    EXPECT_DOUBLE_EQ(nanosecondsPerLoad(*device, {kLinear, Strategy::Push}), 0.25);
}

TEST(ScriptedExecutor, TimesAreWholeTicks) {
    const auto device = executor("tick | 1000\nload | * | * | 1 | 0.1");
    const Dispatch dispatch{prepare(*device, {{kLinear, Strategy::Set}})[0].value(), 1};
    std::set<double> different;
    for (int i = 0; i < 50; ++i) {
        const double sample = device->sample({&dispatch, 1}).value()[0];
        EXPECT_EQ(sample, std::round(sample / 1000) * 1000);
        different.insert(sample);
    }
    EXPECT_GT(different.size(), 10u); // the noise is there
}

TEST(ScriptedExecutor, VerifiesAgainstTheModel) {
    const auto device = executor("wrong | cbuffer* | push");
    const auto programs = prepare(*device, {{kLinear, Strategy::Set}, {kLinear, Strategy::Push}});
    EXPECT_TRUE(device->verify(programs[0].value(), expectedSums(kLinear)).ok());
    EXPECT_FALSE(device->verify(programs[0].value(), expectedSums(defaultBaseline())).ok());
    const Result<void> wrong = device->verify(programs[1].value(), expectedSums(kLinear));
    ASSERT_FALSE(wrong.ok());
    EXPECT_EQ(wrong.error().kind, ErrorKind::WrongValues);
}

TEST(ScriptedExecutor, OffersOnlyTheSubgroupSizesOfItsScript) {
    Case sized = kLinear;
    sized.subgroupSize = 64;
    const auto causeOn = [&](const std::string& script) {
        const Result<ProgramId> program = prepare(*executor(script), {{sized, Strategy::Set}})[0];
        return program.ok() ? "" : program.error().cause;
    };
    EXPECT_EQ(causeOn("simulate | rdna3"), "no VK_EXT_subgroup_size_control");
    EXPECT_EQ(causeOn("subgroups | 8 | 32"), "subgroups have 8 to 32 lanes");
    EXPECT_EQ(causeOn("simulate | rdna3\nsubgroups | 32 | 64"), "");
}

TEST(ScriptedExecutor, LosesTheDeviceOverOneProgram) {
    const auto device = executor("lost | cbuffer* | * | 3");
    const auto programs = prepare(*device, {{kLinear, Strategy::Set}, {defaultBaseline(), Strategy::Set}});
    const Dispatch doomed{programs[0].value(), 1};
    const Dispatch sound{programs[1].value(), 1};
    EXPECT_TRUE(device->sample({&doomed, 1}).ok());
    EXPECT_TRUE(device->sample({&doomed, 1}).ok());
    for (int i = 0; i < 3; ++i) {
        for (const Dispatch& dispatch : {doomed, sound}) {
            const Result<std::vector<double>> lost = device->sample({&dispatch, 1});
            ASSERT_FALSE(lost.ok());
            EXPECT_EQ(lost.error().kind, ErrorKind::DeviceLost);
        }
        EXPECT_FALSE(device->verify(programs[1].value(), expectedSums(defaultBaseline())).ok());
        ASSERT_TRUE(device->renew().ok());
        EXPECT_TRUE(device->sample({&sound, 1}).ok());
    }
}

TEST(ScriptedExecutor, LosesTheDeviceWhenARowIsPrepared) {
    const auto device = executor("lost | cbuffer* | push | 0");
    const std::vector<BoundRow> rows = {
        {kLinear, Strategy::Set}, {kLinear, Strategy::Push}, {defaultBaseline(), Strategy::Set}};
    const auto programs = prepare(*device, rows);
    EXPECT_TRUE(programs[0].ok());
    EXPECT_EQ(programs[1].error().kind, ErrorKind::DeviceLost);
    EXPECT_EQ(programs[2].error().kind, ErrorKind::DeviceLost); // whoever lost it
    ASSERT_TRUE(device->renew().ok());
    EXPECT_TRUE(prepare(*device, {rows[2]})[0].ok());
}

TEST(ScriptedExecutor, IsGoneForGood) {
    const auto device = executor("gone | 2");
    const Dispatch dispatch{prepare(*device, {{kLinear, Strategy::Set}})[0].value(), 1};
    EXPECT_TRUE(device->sample({&dispatch, 1}).ok());
    for (int i = 0; i < 3; ++i) {
        const Result<std::vector<double>> gone = device->sample({&dispatch, 1});
        ASSERT_FALSE(gone.ok());
        EXPECT_EQ(gone.error().kind, ErrorKind::DeviceLost);
        const Result<void> renewed = device->renew();
        ASSERT_FALSE(renewed.ok());
        EXPECT_EQ(renewed.error().kind, ErrorKind::NoDevice);
    }
}

TEST(ScriptedExecutor, ATimerThatIsWrongChangesTimesButNotTheHostsClock) {
    for (const std::string gpu : {"", "simulate | nvidia\n"}) {
        for (const double factor : {0.5, 1.0, 1.03, 2.0}) {
            const auto device = executor(gpu + "timer | " + std::to_string(factor));
            const auto honest = executor(gpu);
            const Dispatch dispatch{prepare(*device, {{kLinear, Strategy::Set}})[0].value(), 40'000};
            static_cast<void>(prepare(*honest, {{kLinear, Strategy::Set}}));
            for (int i = 0; i < 200; ++i)
                EXPECT_DOUBLE_EQ(device->sample({&dispatch, 1}).value()[0],
                                 factor * honest->sample({&dispatch, 1}).value()[0]);
            EXPECT_EQ(device->ownSeconds(), honest->ownSeconds());
            ASSERT_TRUE(device->timerRate());
            EXPECT_NEAR(device->timerRate()->low, factor, 0.01 * factor);
            EXPECT_NEAR(device->timerRate()->high, factor, 0.01 * factor);
        }
    }
}

TEST(ScriptedExecutor, ARunsSeedAndAScriptsMakeAnotherRun) {
    const auto took = [](const char* statement, std::uint64_t seed) {
        const auto device = ScriptedExecutor::parse("simulate | nvidia\n" + std::string(statement), seed);
        return nanosecondsPerLoad(*device.value(), {kLinear, Strategy::Set});
    };
    EXPECT_EQ(took("seed | 3", 1), took("seed | 3", 1));
    EXPECT_NE(took("seed | 3", 1), took("seed | 3", 2));
    EXPECT_NE(took("seed | 3", 1), took("seed | 4", 1));
}

TEST(ScriptedExecutor, SimulatesACounterIfTheScriptGivesOne) {
    const auto without = executor("simulate | hopper\n"),
               with = executor("simulate | hopper\ncounter | core\n");
    EXPECT_EQ(without->device().shaderClock, 0u);
    const Result<CounterSample> none = without->readCounter(std::nullopt);
    ASSERT_FALSE(none.ok());
    EXPECT_EQ(none.error().kind, ErrorKind::Unsupported);
    EXPECT_EQ(with->device().shaderClock, 1u);
    EXPECT_EQ(with->device().computeUnits, 132u);
    const Dispatch dispatch{prepare(*with, {{kLinear, Strategy::Set}})[0].value(), 16};
    const double alone = with->readCounter(std::nullopt).value().ticks;
    EXPECT_DOUBLE_EQ(with->readCounter(dispatch).value().ticks, alone) << "the dispatch is not counted";
    EXPECT_DOUBLE_EQ(std::fmod(alone / kMoreSteps, 1), 0) << "whole clocks a step";
}

TEST(ScriptedExecutor, SaysWhatIsWrongAndWhere) {
    const std::pair<const char*, const char*> all[] = {
        {"exact", "only after a line"},
        {"simulate | voodoo", "choose from: nvidia, hopper"},
        {"load | * | * | 1\nsimulate | arc", "first statement"},
        {"simulate | arc\nload | * | * | 1", "profile sets the times"},
        {"simulate | arc\nproperty | speed | 1", "choose from: units, "},
        {"simulate | arc\nproperty | units | 0", "'0' is not a number"},
        {"simulate | arc\ncounter | fast", "'fast' is not a number"},
        {"seed | -1", "'-1' is not a whole"},
        {"tick | nan", "'nan' is not a number"},
        {"load | * | pull | 1", "pull"},
        {"lost | *", "wrong number of fields"},
        {"unsupported | * | * |", "no reason"},
        {"loose | *", "not a statement"},
    };
    for (const auto& [script, why] : all) {
        const auto parsed = ScriptedExecutor::parse(std::string("# first\n") + script);
        ASSERT_FALSE(parsed.ok()) << script;
        EXPECT_EQ(parsed.error().kind, ErrorKind::Usage);
        EXPECT_THAT(parsed.error().sentence(), testing::AllOf(HasSubstr("line "), HasSubstr(why)));
    }
}

} // namespace scripted_executor_test
} // namespace vkperftest
