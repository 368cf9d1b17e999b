// The parsers on stored texts. AMD's are what Mesa printed for this project's kernels, named by family,
// version and kernel. Those of Intel are written by hand in the spelling of Mesa's disassembler
// (brw_disasm): no Intel driver was at hand.
#include <cctype>

#include <gmock/gmock.h>

#include "base/atomic_file.h"
#include "isa/dialect.h"
#include "isa/summary.h"

namespace vkperftest {
namespace {

using testing::HasSubstr;

std::string storedText(const std::string& name) {
    const Result<std::string> text = readFile(std::string(VKPERFTEST_TESTS) + "/isa/texts/" + name + ".txt");
    EXPECT_TRUE(text.ok()) << text.error().sentence();
    return text.ok() ? text.value() : std::string();
}

CodeReading reading(const std::string& text) {
    return interpret(
        {.representations = {{"NIR Shader(s)", "shader: MESA_SHADER_COMPUTE\n"}, {"Assembly", text}}});
}

struct Expected {
    std::string text;
    std::string dialect;
    std::string summary;
    std::uint32_t bits; // of the first load that is data
    bool scalar;
    std::size_t loops;
};

class Stored : public testing::TestWithParam<Expected> {};

TEST_P(Stored, IsReadWithItsLoopsAndLoads) {
    const Expected& expected = GetParam();
    const CodeReading read = reading(storedText(expected.text));
    EXPECT_EQ(read.trouble, "");
    EXPECT_EQ(read.dialect, expected.dialect);
    EXPECT_EQ(summaryText(read.summary), expected.summary);
    EXPECT_EQ(read.listing.loops.size(), expected.loops);
    for (const LoadCount& entry : read.summary.loads) {
        if (entry.load.source != LoadSource::Data) continue;
        EXPECT_EQ(entry.load.bits, expected.bits) << entry.load.name;
        EXPECT_EQ(entry.load.scalar, expected.scalar) << entry.load.name;
        break;
    }
}

INSTANTIATE_TEST_SUITE_P(
    Texts, Stored,
    testing::Values(
        // GCN; the descriptor is loaded anew in every iteration, and its registers overlap those of others.
        Expected{"polaris10-22.3.6-raw4-linear", "AMD assembly",
                 "1 × buffer_load_dwordx4 + descriptors: 1 × s_load_dwordx4", 128, false, 1},
        // The descriptor's registers are those that the data goes to.
        Expected{"vega10-22.3.6-raw4-uniform", "AMD assembly",
                 "1 × s_buffer_load_dwordx4 + descriptors: 1 × s_load_dwordx4", 128, true, 1},
        // RDNA 3's spelling, in nested loops.
        Expected{"navi31-25.0.7-sample4-linear", "AMD assembly",
                 "1 × image_sample_lz.xyzw + descriptors, outer loop: 1 × s_load_b256, 1 × s_load_b128", 128,
                 false, 2},
        // The load stands outside the loop that hands its value round; repeated instructions are printed
        // once.
        Expected{"navi21-25.0.7-raw4-uniform-shuffle", "AMD assembly", "outer loop: 1 × buffer_load_dwordx4",
                 128, false, 2},
        // ACO's IR before registers are chosen, and once they are.
        Expected{"tahiti-22.3.6-texture2-random", "ACO IR",
                 "1 × image_load.xy + descriptors: 1 × s_load_dwordx8", 64, false, 2},
        Expected{"tahiti-25.0.7-raw3-linear", "ACO IR", "1 × buffer_load_dwordx2, 1 × buffer_load_dword", 64,
                 false, 1},
        Expected{"gfx1201-25.0.7-sample4-linear", "ACO IR",
                 "1 × image_sample_lz.xyzw + descriptors, outer loop: 1 × s_load_dwordx8, 1 × s_load_dwordx4",
                 128, false, 2},
        Expected{"intel-xe-loop", "Intel assembly", "1 × ugm load_cmask.d32.xyzw", 128, false, 1},
        Expected{"intel-gfx9-nested", "Intel assembly",
                 "1 × sampler ld_lz + outer loop: 1 × untyped surface read x2", 64, false, 2}),
    [](const testing::TestParamInfo<Expected>& stored) {
        std::string name;
        for (const char c : stored.param.text)
            name += std::isalnum(static_cast<unsigned char>(c)) != 0 ? c : '_';
        return name;
    });

TEST(Dialect, AnInstructionOfALoopIsCounted) {
    const CodeReading read = reading(storedText("navi21-25.0.7-raw4-uniform-shuffle"));
    EXPECT_EQ(countInLoops(read.listing, "v_readlane_b32"), 4u);
    EXPECT_EQ(countInLoops(read.listing, "ds_write_b32"), 0u); // behind the loops
}

TEST(Dialect, SubgroupLoadsOfIntelAreScalar) {
    const Result<Listing> listing = kIntelAssembly.parse(storedText("intel-xe-loop"));
    ASSERT_TRUE(listing.ok()) << listing.error().cause;
    const std::optional<Load>& block = listing.value().instructions[1].load;
    ASSERT_TRUE(block);
    EXPECT_EQ(block->name, "ugm load.d32.V8");
    EXPECT_EQ(block->bits, 256u);
    EXPECT_TRUE(block->scalar);
}

TEST(Dialect, TheTextNearestToTheHardwareIsRead) {
    const CodeReading read =
        interpret({.representations = {{"ACO IR", storedText("tahiti-22.3.6-texture2-random")},
                                       {"Assembly", storedText("tahiti-25.0.7-raw3-linear")}}});
    EXPECT_EQ(read.code, storedText("tahiti-25.0.7-raw3-linear"));
    EXPECT_EQ(interpret({.representations = {{"ACO IR", storedText("tahiti-22.3.6-texture2-random")},
                                             {"Assembly", storedText("polaris10-22.3.6-raw4-linear")}}})
                  .dialect,
              "AMD assembly");
}

TEST(Dialect, NothingIsGuessedFromWhatCannotBeRead) {
    const CodeReading none = interpret({});
    EXPECT_EQ(none.trouble, "the driver gives no code");
    EXPECT_EQ(none.hash, "");
    const CodeReading statistics =
        interpret({.statistics = {{"Register Count", "24"}, {"Binary Size", "512"}}});
    EXPECT_EQ(statistics.trouble, "the driver gives no code");
    EXPECT_EQ(statistics.registers, "24 Register Count");
    const CodeReading foreign = reading("MOV R1, c[0x0][0x28];\nEXIT;\n");
    EXPECT_EQ(foreign.trouble, "no parser knows the code that the driver prints");
    EXPECT_NE(foreign.hash, "");
    EXPECT_THAT(foreign.code, HasSubstr("Assembly:\nMOV R1")); // kept raw
    EXPECT_EQ(foreign.loads(), "unknown: no parser knows the code that the driver prints");
    const CodeReading jump = reading("BB0:\n\ts_cbranch_scc1 BB7\n\ts_endpgm\n");
    EXPECT_THAT(jump.trouble, HasSubstr("'s_cbranch_scc1' jumps to 'BB7', which is not there"));
    const CodeReading garbled = reading("BB0:\nwhat is this\n\ts_endpgm\n");
    EXPECT_THAT(garbled.trouble, HasSubstr("'what is this' is no instruction"));
    const CodeReading numbers =
        reading("(+f0) break(8)  JIP: 102        UIP: 104     { align1 1Q };\n"
                "send(8) null<1>UW g127UW 0x82000010\n spawner MsgDesc: mlen 1 { align1 EOT };\n");
    EXPECT_THAT(numbers.trouble, HasSubstr("without labels"));
    EXPECT_TRUE(numbers.summary.loads.empty());
    const CodeReading indirect = reading(
        "send(8)         g30<1>UW        g12<8,8,1>UD    a0<0,1,0>UD     0x00000200\n"
        "                            dp data 1 MsgDesc: indirect       { align1 1Q };\n"
        "send(8)         null<1>UW       g127<8,8,1>UW   0x82000010\n"
        "                            thread_spawner MsgDesc: mlen 1 rlen 0 { align1 WE_all 1Q EOT };\n");
    EXPECT_EQ(indirect.loads(),
              "unknown: the Intel assembly cannot be read: the descriptor of a message of the unit "
              "'dp data 1' lies in a register");
}

TEST(Dialect, TheHashSeesInstructionsNotComments) {
    const std::string code = "BB0:\n\tv_mov_b32 v0, 1 ; 7e000281\n\ts_endpgm ; bf810000\n";
    EXPECT_EQ(reading(code).hash, reading("BB0:\n\tv_mov_b32 v0, 1\n\ts_endpgm\n").hash);
    EXPECT_NE(reading(code).hash, reading("BB0:\n\tv_mov_b32 v0, 2\n\ts_endpgm\n").hash);
    EXPECT_EQ(reading(code).hash.size(), 16u);
}

TEST(Dialect, RepeatedInstructionsCount) {
    const auto code = [](const std::string& repeats) {
        return "BB0:\n\ts_mov_b32 s0, 0\nBB1:\n\tv_add_f32_e32 v0, v1, v0 ; 06000101\n" + repeats +
               "\ts_cbranch_scc0 BB1\n\ts_endpgm\n";
    };
    const CodeReading once = reading(code("\t(then repeated 1 times)\n"));
    const CodeReading twice = reading(code("\t(then repeated 2 times)\n"));
    EXPECT_EQ(countInLoops(once.listing, "v_add_f32_e32"), 2u);
    EXPECT_EQ(countInLoops(twice.listing, "v_add_f32_e32"), 3u);
    EXPECT_NE(once.hash, twice.hash);
    EXPECT_EQ(once.hash, reading(code("\tv_add_f32_e32 v0, v1, v0\n")).hash); // as if it were printed twice
    for (const char* garbled : {"\t(then repeated some times)\n", "\t(then repeated -1 times)\n",
                                "\t(then repeated 99999999999 times)\n", "\t(then repeated 3\n"})
        EXPECT_THAT(reading(code(garbled)).trouble, HasSubstr("is no instruction")) << garbled;
    EXPECT_THAT(reading("\t(then repeated 3 times)\n\ts_endpgm\n").trouble, HasSubstr("is no instruction"));
}

TEST(Dialect, SaysWhatChangesFromOneCodeToAnother) {
    const CodeReading narrow = reading("BB0:\n\tbuffer_load_dword v0, v4, s[4:7], 0\n\ts_endpgm\n");
    const CodeReading other = reading("BB0:\n\tbuffer_load_dword v1, v4, s[4:7], 0\n\ts_endpgm\n");
    const CodeReading wide = reading("BB0:\n\tbuffer_load_dwordx4 v[0:3], v4, s[4:7], 0\n\ts_endpgm\n");
    EXPECT_EQ(codeChange(narrow, narrow), "no loop: 1 × buffer_load_dword, same code");
    EXPECT_EQ(codeChange(narrow, other), "no loop: 1 × buffer_load_dword, other code");
    EXPECT_EQ(codeChange(narrow, wide), "no loop: 1 × buffer_load_dword → no loop: 1 × buffer_load_dwordx4");
    EXPECT_EQ(codeChange(interpret({}), interpret({})), "unknown: the driver gives no code");
    EXPECT_EQ(codeChange(interpret({}), narrow),
              "unknown: the driver gives no code → no loop: 1 × buffer_load_dword");
}

// How wide an AMD load is stands in its opcode alone, but for images.
TEST(Dialect, WidthsOfAmdLoads) {
    const auto loadOf = [](const std::string& line) {
        const Result<Listing> listing = kAmdAssembly.parse("BB0:\n\t" + line + "\n\ts_endpgm\n");
        return listing.ok() ? listing.value().instructions[0].load : std::nullopt;
    };
    const auto bits = [&](const std::string& line) { return loadOf(line) ? loadOf(line)->bits : 0; };
    EXPECT_EQ(bits("buffer_load_ubyte v0, v1, s[4:7], 0 offen"), 8u);
    EXPECT_EQ(bits("buffer_load_short_d16 v0, v1, s[4:7], 0 offen"), 16u);
    EXPECT_EQ(bits("global_load_dwordx3 v[0:2], v1, s[2:3]"), 96u);
    EXPECT_EQ(bits("buffer_load_b96 v[0:2], v1, s[4:7], 0 offen"), 96u);
    EXPECT_EQ(bits("s_load_b512 s[0:15], s[2:3], null"), 512u);
    EXPECT_EQ(bits("buffer_load_format_d16_xyzw v[0:1], v2, s[4:7], 0 idxen"), 64u);
    EXPECT_EQ(bits("tbuffer_load_format_xy v[0:1], v2, s[4:7], format:63, 0 idxen"), 64u);
    EXPECT_EQ(bits("image_load v0, v[1:2], s[8:15] dmask:0x5 unorm"), 64u);
    EXPECT_EQ(bits("image_gather4_lz v[0:3], v[4:5], s[8:15], s[0:3] dmask:0x1"), 128u);
    EXPECT_EQ(bits("image_sample v[0:1], v[4:5], s[8:15], s[0:3] dmask:0xf d16"), 64u);
    EXPECT_EQ(bits("ds_read2_b32 v[0:1], v2 offset1:1"), 64u);
    EXPECT_EQ(bits("ds_load_2addr_b64 v[0:3], v4 offset1:1"), 128u);
    EXPECT_EQ(loadOf("buffer_store_dword v0, v1, s[4:7], 0 offen"), std::nullopt);
    EXPECT_EQ(loadOf("ds_bpermute_b32 v0, v1, v2"), std::nullopt);
    EXPECT_EQ(loadOf("image_store v[0:3], v[4:5], s[8:15] dmask:0xf"), std::nullopt);
    EXPECT_EQ(loadOf("ds_read_b32 v0, v1")->source, LoadSource::Shared);
    EXPECT_EQ(loadOf("image_load v0, v[1:2], s[8:15] dmask:0x5 unorm")->name, "image_load.xz");
}

} // namespace
} // namespace vkperftest
