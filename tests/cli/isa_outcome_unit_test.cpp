// Exit codes and complaints of `isa`.
#include "cli/isa_compiling.h"

#include "cli/command.h"
#include "golden.h"
#include "matchers.h"

namespace vkperftest::isa_outcome_unit_test {

constexpr Target kTarget{.name = "fiji", .mesa = "22"};

CompiledSubject withEntries(std::vector<Result<DriverCode>> codes) {
    CompiledSubject compiled{.subject = {"", &kTarget}};
    for (const Result<DriverCode>& code : codes) compiled.log.entries.push_back({"key", code});
    return compiled;
}

CompiledSubject closed(const std::string& trouble) {
    return {.subject = {"", &kTarget}, .trouble = trouble, .kind = ErrorKind::NoDevice};
}

struct Ending {
    int code;
    std::string said;
};

Ending endingOf(const std::vector<CompiledSubject>& compiled) {
    testing::internal::CaptureStderr();
    const int code = isaOutcome(compiled, {});
    return {code, testing::internal::GetCapturedStderr()};
}

TEST(IsaOutcome, KernelsThatTheCompilerRefusesCount) {
    const Error lacks{ErrorKind::Unsupported, "no push", ""},
        refused{ErrorKind::RowFailed, "out of registers", ""};
    EXPECT_EQ(endingOf({withEntries({DriverCode(), lacks})}).code, kExitDone);
    const Ending ending = endingOf({withEntries({DriverCode(), lacks, refused, refused})});
    EXPECT_EQ(ending.code, kExitRowsFailed);
    expectGolden(ending.said);
}

TEST(IsaOutcome, RowsThatNoDriverSupportsAreAnError) {
    const Error lacks{ErrorKind::Unsupported, "no push", ""};
    const Ending none = endingOf({withEntries({lacks}), withEntries({lacks, lacks})});
    EXPECT_EQ(none.code, kExitNoDevice);
    expectGolden(none.said);
    EXPECT_EQ(endingOf({withEntries({lacks}), withEntries({lacks, DriverCode()})}).code, kExitDone);
}

TEST(IsaOutcome, OneSubjectThatWorksIsEnoughForAnotherCode) {
    EXPECT_EQ(endingOf({closed("why"), closed("why")}).code, kExitNoDevice);
    EXPECT_EQ(endingOf({closed("why"), withEntries({DriverCode()})}).code, kExitRowsFailed);
}

TEST(IsaOutcome, ADeviceThatNoSubjectHasIsAUsageError) {
    CompiledSubject unknown = closed("no device matches 'x'");
    unknown.kind = ErrorKind::Usage;
    EXPECT_EQ(endingOf({unknown, unknown}).code, kExitUsage);
    EXPECT_EQ(endingOf({unknown, withEntries({DriverCode()})}).code, kExitRowsFailed);
}

TEST(IsaOutcome, WhereItMayBeUnknownAVersionIsNamed) {
    for (const char* trouble : {kUnknownTarget, kPerhapsUnknownTarget})
        EXPECT_THAT(endingOf({closed(trouble)}).said,
                    HasSubstr(std::string(trouble) + "; Mesa 22 supports it"));
    EXPECT_THAT(endingOf({closed("why")}).said, Not(HasSubstr("supports it")));
}

TEST(IsaOutcome, ADriverWorksUnlessItFailsEveryTargetAlike) {
    const auto works = [](const std::vector<CompiledSubject>& targets) { return driverWorks(targets).ok(); };
    EXPECT_FALSE(works({closed("not RADV"), closed("not RADV")}));
    EXPECT_TRUE(works({closed("not RADV"), closed("another")}));
    for (const char* unknown : {kUnknownTarget, kPerhapsUnknownTarget})
        EXPECT_TRUE(works({closed(unknown), closed(unknown)}));
    EXPECT_TRUE(works({closed("not RADV"), withEntries({})}));
    EXPECT_TRUE(works({}));
}

} // namespace vkperftest::isa_outcome_unit_test
