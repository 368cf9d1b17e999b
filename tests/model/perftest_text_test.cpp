#include "model/perftest_text.h"

#include <fmt/format.h>

#include "base/text.h"
#include "golden.h"
#include "matchers.h"

namespace vkperftest::perftest_text_test {

// As PerfTest prints it, shortened.
const std::string kText = R"(PerfTest
To select adapter, use: PerfTest.exe [ADAPTER_INDEX]

Adapters found:
0: Intel(R) HD Graphics 530
1: NVIDIA GeForce RTX 2080
2: Microsoft Basic Render Driver
Using adapter 1

Running 30 warm-up frames and 30 benchmark frames:
.............................XXXXXXXXXXXXXXXXXXXXXXXXXXXXXXX

Performance compared to Buffer<RGBA8>.Load random

Buffer<R8>.Load uniform: 0.584ms 40.050x
Buffer<RGBA8>.Load random: 23.380ms 1.000x
ByteAddressBuffer.Load4 unaligned linear: 46.760ms 0.500x
cbuffer{float4} load uniform: 11.690ms 2.000x
Texture2D<RGBA32F>.Sample(bilinear) random: 93.520ms 0.250x
)";

const std::string kHeading = "Performance compared to ";

ImportedText imported(std::string_view text) {
    return valueOf(parsePerfTestText(text));
}

Error errorOf(std::string_view text) {
    const Result<ImportedText> result = parsePerfTestText(text);
    EXPECT_FALSE(result.ok()) << text;
    return result.ok() ? Error{} : result.error();
}

// "NAME MILLISECONDS RATIO" of every row, a line each.
std::string rowsOf(const RunResult& run) {
    std::string rows;
    for (const RowResult& row : run.rows) {
        const PrintedFigures& printed = row.strategies.at(0).printed.value();
        rows += fmt::format("{} {:.3f} {:.3f}\n", row.name, printed.milliseconds.value(), printed.ratio);
    }
    return rows;
}

// The error, to the approval file.
void expectRefused(std::string_view text) {
    const Error error = errorOf(text);
    EXPECT_EQ(error.kind, ErrorKind::Usage);
    expectGolden(error.cause);
}

std::string replaced(std::string text, std::string_view from, std::string_view to) {
    for (std::size_t at = 0; (at = text.find(from, at)) != std::string::npos; at += to.size()) {
        text.replace(at, from.size(), to);
    }
    return text;
}

TEST(PerfTestText, IsReadIntoARun) {
    const ImportedText text = imported(kText);
    expectGolden(rowsOf(text.run));
    EXPECT_THAT(text.ignoredLines, IsEmpty());
    EXPECT_NE(text.run.source, "");
    EXPECT_EQ(text.run.settings.suite, "matrix");
    EXPECT_EQ(text.run.settings.baseline, "Buffer<RGBA8>.Load random");
    EXPECT_THAT(text.run.settings.strategies, ElementsAre("set"));
    const RowResult& row = text.run.rows[2];
    EXPECT_EQ(row.operation, "ByteAddressBuffer.Load4 unaligned");
    EXPECT_EQ(row.pattern, "linear");
    EXPECT_EQ(row.strategies[0].strategy, "set");
    EXPECT_EQ(row.strategies[0].status, Status::Measured);
    EXPECT_THAT(row.strategies[0].printed->footnote, HasSubstr("4 KB"));
    EXPECT_EQ(text.run.rows[0].strategies[0].printed->footnote, "");
}

TEST(PerfTestText, MayBeQuotedAndEscaped) {
    const std::string expected = rowsOf(imported(kText).run);
    const struct {
        const char* what;
        std::string text;
    } kTexts[] = {{"CRLF", replaced(kText, "\n", "\r\n")},
                  {"quoted", "He wrote:\n> " + replaced(kText, "\n", "\n> ")},
                  {"quoted twice", ">> " + replaced(kText, "\n", "\n> > ")},
                  {"in a fence", "Results!\n```markdown\n" + kText + "```\n**So much**: fine\n"},
                  {"indented", "\t  " + replaced(kText, "\n", "\n    \t")},
                  {"square brackets", replaced(replaced(kText, "<", "["), ">", "]")},
                  {"byte order mark", "\xef\xbb\xbf" + kText.substr(kText.find("Buffer<R8>"))},
                  {"no end of line", kText.substr(0, kText.size() - 1)}};
    for (const auto& [what, text] : kTexts) {
        SCOPED_TRACE(what);
        const ImportedText read = imported(text);
        EXPECT_EQ(rowsOf(read.run), expected);
        EXPECT_THAT(read.ignoredLines, IsEmpty());
    }
}

const std::string kWrongLabel = "Texture2D<RG32F>.Sample(nearest) random: 2.000ms 1.000x\n"
                                "Texture2D<RGBA32F>.Sample(bilinear) uniform: 3.000ms 0.667x\n";

TEST(PerfTestText, GivesNearestUniformItsName) {
    const std::string nearest = "Texture2D<RGBA32F>.Sample(nearest) linear: 4.000ms 0.500x\n";
    const std::string bilinear = "Texture2D<RGBA32F>.Sample(bilinear) uniform: 5.000ms 0.400x\n";
    expectGolden(rowsOf(imported(kWrongLabel + nearest + bilinear).run));
    EXPECT_EQ(imported(kWrongLabel + bilinear).run.rows[1].name,
              "Texture2D<RGBA32F>.Sample(nearest) uniform");
    EXPECT_EQ(imported(kWrongLabel + nearest).run.rows[1].name, "Texture2D<RGBA32F>.Sample(nearest) uniform");
    // Nothing tells that these two rows were not picked from the matrix.
    EXPECT_EQ(imported(kWrongLabel).run.rows[1].name, "Texture2D<RGBA32F>.Sample(bilinear) uniform");
}

TEST(PerfTestText, RefusesAnyOtherRowThatComesTwice) {
    const std::string row = "Buffer<R8>.Load uniform: 8.963ms 3.911x\n";
    expectRefused("\n" + row + "\n" + row);
    // Elsewhere the wrong label is no excuse.
    const std::string bilinear = "Texture2D<RGBA32F>.Sample(bilinear) uniform: 5.000ms 0.400x\n";
    expectRefused(row + bilinear + bilinear);
    expectRefused(kWrongLabel + bilinear + bilinear);
}

TEST(PerfTestText, RefusesTimesAndRatiosThatCannotBe) {
    for (const char* figures : {"0.000ms 3.911x", "-1.000ms 3.911x", "1.000ms 0.000x", "1.000ms -2.000x"}) {
        const Error error = errorOf(fmt::format("chatter\nBuffer<R8>.Load uniform: {}\n", figures));
        EXPECT_EQ(error.kind, ErrorKind::Usage);
        EXPECT_THAT(error.cause, HasSubstr("line 2")) << figures;
    }
}

TEST(PerfTestText, RefusesOtherBaselines) {
    const std::string row = "Buffer<R8>.Load uniform: 8.963ms 3.911x\n";
    const auto headed = [&](const std::string& baseline) { return kHeading + baseline + "\n" + row; };
    expectRefused(headed("Fantasy.Load random"));
    expectRefused(headed("Buffer<RGBA8>.Load random (push)")); // another strategy's
    expectRefused(headed("Buffer<R8>.Load random"));
    for (const char* prose : {"my old card: wow", "my linear load"})
        EXPECT_EQ(imported(headed(prose)).run.rows.size(), 1u);
    EXPECT_EQ(imported(row).run.settings.baseline, "Buffer<RGBA8>.Load random");
}

TEST(PerfTestText, TellsWhatIsExpectedIfNothingIsUnderstood) {
    for (const char* text :
         {"", "\n\n", "hello", "Buffer.Load uniform: 8.963ms 3.911x\n", "cbuffer{float4} load uniform\n"}) {
        const Error error = errorOf(text);
        EXPECT_EQ(error.kind, ErrorKind::Usage);
        EXPECT_THAT(error.remedy, HasSubstr("Buffer<R8>.Load uniform: 8.963ms 3.911x"));
    }
    EXPECT_THAT(errorOf(std::string("B\0u\0f\0", 6)).remedy, HasSubstr("UTF-8"));
}

TEST(PerfTestText, KeepsLinesThatItDoesNotUnderstand) {
    const ImportedText text = imported("Buffer<R8>.Load uniform: 8.963ms 3.911x\n"
                                       "Buffer<R8>.Load linear: 8.963 3.911\n"
                                       "> Buffer<R8>.Load random: 0.3ms 1.0ms 3x\n"
                                       "Buffer<R8>.Load random: 8.963ms\n"
                                       "Buffer.Load uniform: 2.241ms 8.139x\n"
                                       "Buffer<R8>.Load linear: 1.000ms -nan(ind)x\n"
                                       "RWBuffer<R8>.Load linear: unsupported (none)\n"
                                       "It took: long\n");
    EXPECT_EQ(text.run.rows.size(), 1u);
    expectGolden(join(text.ignoredLines, "\n"));
}

} // namespace vkperftest::perftest_text_test
