// What a compiling process writes down comes back, and a process that dies costs what it had not finished.

#include "isa/compile_log.h"
#include "matchers.h"

namespace vkperftest::compile_log_test {

const DriverCode kCode{.subgroupSize = 64,
                       .statistics = {{"VGPRs", "12"}, {"odd\nname", ""}},
                       .representations = {{"Assembly", "BB0:\n\ts_endpgm\nend 3\nabc\n"}, {"IR", ""}}};

TEST(CompileLog, ComesBackAsItWas) {
    CompileLog log;
    for (const Message& message :
         {compileLogDevice("GPU, driver 1.0", "1.0"), compileLogBegin("a set"), compileLogBegin("b set"),
          compileLogEntry({"b set", Error{ErrorKind::Unsupported, "no such thing", ""}}),
          compileLogEntry({"a set", kCode}), compileLogBegin("c push"), Message{}, Message{"end"}})
        log.add(message);
    EXPECT_EQ(log.device, "GPU, driver 1.0");
    EXPECT_EQ(log.driver, "1.0");
    EXPECT_THAT(log.unfinished, ElementsAre("c push"));
    ASSERT_THAT(log.entries, SizeIs(2));
    EXPECT_EQ(log.entries[0].key, "b set");
    EXPECT_EQ(log.entries[0].code.error().kind, ErrorKind::Unsupported);
    EXPECT_EQ(log.entries[0].code.error().cause, "no such thing");
    EXPECT_EQ(log.entries[1].key, "a set");
    const DriverCode& code = log.entries[1].code.value();
    EXPECT_EQ(code.subgroupSize, 64u);
    EXPECT_EQ(code.statistics[1].name, "odd\nname");
    EXPECT_EQ(code.statistics[0].value, "12");
    EXPECT_EQ(code.representations[0].text, kCode.representations[0].text);
    EXPECT_EQ(code.representations[1].name, "IR");
}

} // namespace vkperftest::compile_log_test
