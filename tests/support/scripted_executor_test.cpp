#include "support/scripted_executor.h"

#include "cases/families/families.h"
#include "cases/suite.h"
#include "matchers.h"

namespace vkperftest::scripted_executor_test {

const Case kLinear{constantLoad(), Pattern::Linear};

std::unique_ptr<ScriptedExecutor> executor(std::string_view script) {
    return valueOf(ScriptedExecutor::parse(script));
}

std::vector<Result<ProgramId>> prepare(ScriptedExecutor& device, std::vector<BoundRow> boundRows) {
    return device.prepare(boundRows);
}

double nanosecondsPerLoad(ScriptedExecutor& device, const BoundRow& bound) {
    const Dispatch dispatch{prepare(device, {bound})[0].value(), 16};
    return device.sample({&dispatch, 1}).value()[0] / (16.0 * 65536);
}

TEST(ScriptedExecutor, TheLastStatementOnATargetCounts) {
    const auto device = executor("load|*|*|1\nload|cbuffer*|*|0.5\nload|CBUFFER*linear|push|0.25");
    EXPECT_DOUBLE_EQ(nanosecondsPerLoad(*device, {defaultBaseline(), Strategy::Push}), 1);
    EXPECT_DOUBLE_EQ(nanosecondsPerLoad(*device, {kLinear, Strategy::Set}), 0.5);
    EXPECT_DOUBLE_EQ(nanosecondsPerLoad(*device, {kLinear, Strategy::Push}), 0.25);
}

TEST(ScriptedExecutor, SaysWhatIsWrongAndWhere) {
    for (const char* script :
         {"exact", "simulate | voodoo", "load | * | * | 1\nsimulate | arc",
          "simulate | arc\nload | * | * | 1", "simulate | arc\nproperty | speed | 1",
          "simulate | arc\nproperty | wander | 2", "simulate | arc\ncounter | fast", "seed | -1",
          "tick | nan", "load | * | pull | 1", "lost | *", "unsupported | * | * |", "loose | *"}) {
        const auto parsed = ScriptedExecutor::parse(std::string("# first\n") + script);
        ASSERT_FALSE(parsed.ok()) << script;
        EXPECT_EQ(parsed.error().kind, ErrorKind::Usage);
        EXPECT_THAT(parsed.error().cause, HasSubstr("line "));
    }
}

} // namespace vkperftest::scripted_executor_test
