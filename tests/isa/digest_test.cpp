// What is kept of a kernel's code.
#include "isa/summary.h"

#include "golden.h"
#include "matchers.h"

namespace vkperftest::digest_test {

CodeDigest ofAssembly(const std::string& text) {
    return digest({.subgroupSize = 64, .representations = {{"Assembly", text}}});
}

std::string loop(const std::string& loads) {
    return "BB0:\n" + loads + "\ts_cbranch_scc0 BB0\n\ts_endpgm\n";
}

constexpr const char* kNarrow = "\tbuffer_load_dword v0, v4, s[4:7], 0 offen\n";
constexpr const char* kWide = "\tbuffer_load_dwordx4 v[0:3], v4, s[4:7], 0 offen\n";
constexpr const char* kScalar = "\ts_buffer_load_dwordx4 s[8:11], s[4:7], s0\n";

TEST(Digest, SpillsAreWhatTheDriverCallsSo) {
    EXPECT_EQ(spillsRegisters(std::vector<Statistic>{{"Spilled SGPRs", "0"}, {"Spilled VGPRs", "12"}}), true);
    EXPECT_EQ(spillsRegisters(std::vector<Statistic>{{"Spilled VGPRs", "12"}, {"Spilled SGPRs", "0"}}), true);
    EXPECT_EQ(spillsRegisters(std::vector<Statistic>{{"Spill Count", "3"}}), true);
    EXPECT_EQ(spillsRegisters(std::vector<Statistic>{{"Spill Count", "0"}, {"VGPRs", "12"}}), false);
    EXPECT_EQ(spillsRegisters(std::vector<Statistic>{{"Spills to reg", "3"}}), std::nullopt);
    EXPECT_EQ(spillsRegisters(std::vector<Statistic>{{"VGPRs", "12"}}), std::nullopt);
}

// As the kernel's author counts: of four loads of an iteration each is one, and twice that is two.
TEST(Digest, LoadsAreCountedForEachLoadOfTheRow) {
    CodeFacts facts;
    facts.summary = {.loops = true, .loadsPerIteration = 4};
    for (const auto& [count, text] : {std::pair(4u, "1 × a"), {8u, "2 × a"}, {2u, "0.5 × a"}}) {
        facts.summary.loads = {{{"a", 128}, count}};
        EXPECT_EQ(facts.loads(), text);
    }
}

TEST(Digest, TextsThatWereReadAreNotKept) {
    const CodeDigest kept = digest({.subgroupSize = 64,
                                    .statistics = {{"VGPRs", "12"}},
                                    .representations = {{"Assembly", loop(kWide)}}});
    EXPECT_THAT(kept.texts, SizeIs(0));
    EXPECT_EQ(kept.subgroupSize, 64u);
    EXPECT_EQ(kept.format, "AMD assembly");
    EXPECT_EQ(kept.hash.size(), 16u);
    EXPECT_EQ(kept.loads(), "1 × buffer_load_dwordx4");
    EXPECT_EQ(registersText(kept.statistics), "12 VGPRs");
}

TEST(Digest, OthersAreKeptRawUpToABound) {
    // The last character of two bytes would stand across the bound.
    const std::string exact(kMostKept, 'x'), tooLong = std::string(kMostKept - 1, 'x') + "é";
    const CodeDigest kept =
        digest({.representations = {
                    {"One", "some\r\nnew \x1b[31mlanguage\x7f"}, {"Two", exact}, {"Three", tooLong}}});
    EXPECT_EQ(kept.loads(), "unknown: " + kept.trouble);
    ASSERT_THAT(kept.texts, SizeIs(3));
    EXPECT_EQ(kept.texts[0].text, "some\nnew \\u001b[31mlanguage\\u007f");
    EXPECT_FALSE(kept.texts[0].cut);
    EXPECT_EQ(kept.texts[1].text, exact);
    EXPECT_FALSE(kept.texts[1].cut);
    EXPECT_EQ(kept.texts[2].text, std::string(kMostKept - 1, 'x'));
    EXPECT_TRUE(kept.texts[2].cut);
}

TEST(Digest, TellsWhetherCodeIsTheSame) {
    const CodeDigest wide = ofAssembly(loop(kWide)), narrow = ofAssembly(loop(kNarrow));
    const CodeDigest otherWide = ofAssembly(loop(std::string("\tv_mov_b32 v9, 0\n") + kWide));
    EXPECT_EQ(sameCode(wide, ofAssembly(loop(kWide))), true);
    EXPECT_EQ(sameCode(wide, otherWide), false);
    EXPECT_EQ(sameCode(wide, narrow), false);

    CodeDigest otherSize = wide, noSize = wide, format = wide, dialectNarrow = narrow;
    otherSize.subgroupSize = 32;
    noSize.subgroupSize = 0;
    EXPECT_EQ(sameCode(wide, otherSize), false);
    EXPECT_EQ(sameCode(wide, noSize), true);
    format.format = dialectNarrow.format = "another";
    EXPECT_EQ(sameCode(wide, format), std::nullopt);
    EXPECT_EQ(sameCode(wide, dialectNarrow), false) << "their loads are comparable";

    CodeDigest named = format, elsewhere = format, unrolled = format, untold = format;
    named.summary.loads[0].load.name = "buffer_load_b128";
    EXPECT_EQ(sameCode(wide, named), std::nullopt) << "names are the language's";
    elsewhere.summary.loads[0].innermost = false;
    EXPECT_EQ(sameCode(wide, elsewhere), false);
    unrolled.summary.loops = false;
    EXPECT_EQ(sameCode(wide, unrolled), false);
    untold.summary.loads[0].load.bits = 0;
    EXPECT_EQ(sameCode(wide, untold), std::nullopt);
    untold.summary.loads[0].count = 4;
    EXPECT_EQ(sameCode(wide, untold), false);

    const CodeDigest raw = digest({.representations = {{"Final", "x"}}});
    EXPECT_EQ(sameCode(raw, raw), true);
    EXPECT_EQ(sameCode(raw, digest({.representations = {{"Final", "y"}}})), false);
    EXPECT_EQ(sameCode(raw, wide), std::nullopt);
    EXPECT_EQ(sameCode(digest({}), digest({})), std::nullopt) << "without any text";
}

} // namespace vkperftest::digest_test
