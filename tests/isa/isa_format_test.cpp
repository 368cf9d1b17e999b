// The parsers of AMD's texts on stored ones, and what holds for all parsers.
#include <algorithm>
#include <optional>

#include <gmock/gmock.h>

#include "isa/disassembly.h"
#include "isa/stored_text.h"
#include "isa/summary.h"

namespace vkperftest {
namespace dialect_test {

using testing::HasSubstr;

CodeReading reading(const std::string& text) {
    return interpret(
        {.representations = {{"NIR Shader(s)", "shader: MESA_SHADER_COMPUTE\n"}, {"Assembly", text}}});
}

struct Expected {
    std::string text;
    const IsaFormat* format;
    std::string summary;
    std::optional<std::string> inFlight; // nothing: not asked
    std::uint32_t bits;                  // of the first load that is data
    bool scalar;
    std::size_t loops;
};

TEST(IsaFormat, StoredTextsAreReadWithTheirLoopsAndLoads) {
    const Expected kStored[] = {
        // GCN; the descriptor is loaded anew in every iteration, and its registers overlap those of others.
        {"polaris10-22.3.6-raw4-linear", &kAmdAssembly,
         "1 × buffer_load_dwordx4 + descriptors: 1 × s_load_dwordx4", std::nullopt, 128, false, 1},
        // The descriptor's registers are those that the data goes to.
        {"vega10-22.3.6-raw4-uniform", &kAmdAssembly,
         "1 × s_buffer_load_dwordx4 + descriptors: 1 × s_load_dwordx4", std::nullopt, 128, true, 1},
        // RDNA 3's spelling, in nested loops.
        {"navi31-25.0.7-sample4-linear", &kAmdAssembly,
         "1 × image_sample_lz.xyzw + descriptors, outer loop: 1 × s_load_b256, 1 × s_load_b128", std::nullopt,
         128, false, 2},
        // The load stands outside the loop that hands its value round; repeated instructions are printed
        // once.
        {"navi21-25.0.7-raw4-uniform-shuffle", &kAmdAssembly, "outer loop: 1 × buffer_load_dwordx4",
         std::nullopt, 128, false, 2},
        // ACO's IR before registers are chosen, and once they are.
        {"tahiti-22.3.6-texture2-random", &kAcoIr, "1 × image_load.xy + descriptors: 1 × s_load_dwordx8",
         std::nullopt, 64, false, 2},
        {"tahiti-25.0.7-raw3-linear", &kAcoIr, "1 × buffer_load_dwordx2, 1 × buffer_load_dword", std::nullopt,
         64, false, 1},
        {"gfx1201-25.0.7-sample4-linear", &kAcoIr,
         "1 × image_sample_lz.xyzw + descriptors, outer loop: 1 × s_load_dwordx8, 1 × s_load_dwordx4",
         std::nullopt, 128, false, 2},

        // Before Xe the hardware waits by itself. Gen7's code reads how a texture's components are mapped.
        {"ivb-25.0.7-texture4-linear", &kIntelAssembly,
         "4 × sampler ld + descriptors: 1 × const OWORD block read", "unknown", 128, false, 2},
        {"skl-22.3.6-raw4-linear", &kIntelAssembly, "4 × untyped surface read x4", "unknown", 128, false, 1},
        {"skl-25.0.7-cbuffer-uniform", &kIntelAssembly, "4 × const unaligned OWORD block read", "unknown",
         256, true, 1},
        {"adl-22.3.6-raw4-uniform-shuffle", &kIntelAssembly, "outer loop: 1 × untyped surface read x4", "",
         128, false, 2},
        {"tgl-26.1.6-sample4-linear", &kIntelAssembly, "4 × sampler sample_lz", "4", 128, false, 2},
        // Before the first load the loop waits for what was loaded before the loop.
        {"dg2-22.3.6-raw4-linear", &kIntelAssembly, "4 × ugm load_cmask.d32.xyzw", "4", 128, false, 1},
        {"dg2-25.0.7-raw4-uniform", &kIntelAssembly, "4 × ugm block load.d32.V8", "4", 256, true, 1},
        // Subgroups of 32, which no message of four words serves: two for 16 lanes each are one load.
        {"lnl-25.0.7-cbuffer-linear", &kIntelAssembly, "4 × ugm load.d32.V4", "4", 128, false, 1},
        {"lnl-25.0.7-sample4-linear", &kIntelAssembly, "4 × sampler sample_lz", "4", 128, false, 2},

        // An address of which 4 bytes' alignment is known. Five loads are under way when the sixth waits for
        // the first one's scoreboard.
        {"turing-25.0.7-raw4-linear", &kNakAssembly, "16 × ld.global.a64.constant.b32", "5", 32, false, 1},
        {"ampere-26.1.6-address4-linear", &kNakAssembly, "4 × ld.global.a64.constant.b128", "4", 128, false,
         1},
        // A jump on a uniform predicate.
        {"blackwell-26.1.6-cbuffer-linear", &kNakAssembly, "8 × ldc.b64", "2", 64, false, 1},
        // What a fixed place holds is what the driver put there: the texture's handle.
        {"blackwell-26.1.6-texture4-random", &kNakAssembly, "4 × tld.2d.lz.rgba + descriptors: 4 × ldc.b32",
         "4", 128, false, 2},
        // Two destinations; the loops' blocks stand behind the program's end.
        {"ada-25.0.7-sample4-linear", &kNakAssembly, "4 × tex.b.2d.lz", "4", 128, false, 2},
        // A jump before the last instruction of its block.
        {"pascal-26.1.6-typed1-linear", &kNakAssembly, "4 × tld.1d.lz.r", "1", 32, false, 1},
        // It also waits for texture loads by counting them.
        {"kepler-26.1.6-typed1-linear", &kNakAssembly, "4 × tld.1d.lz.r", "1", 32, false, 1},
        {"turing-26.1.6-raw4-uniform-shuffle", &kNakAssembly, "outer loop: 4 × ld.global.a64.constant.b32",
         "", 32, false, 2}};
    for (const Expected& expected : kStored) {
        SCOPED_TRACE(expected.text);
        const CodeReading read = reading(storedText(expected.text));
        EXPECT_EQ(read.trouble, "");
        EXPECT_EQ(read.format, expected.format->name);
        EXPECT_EQ(read.loads(), expected.summary);
        EXPECT_EQ(read.CodeFacts::inFlight(), expected.inFlight.value_or(read.CodeFacts::inFlight()));
        EXPECT_EQ(read.disassembly.loops.size(), expected.loops);
        const auto isData = [](const LoadCount& entry) { return entry.load.source == LoadSource::Data; };
        const auto data = std::ranges::find_if(read.summary.loads, isData);
        ASSERT_NE(data, read.summary.loads.end());
        EXPECT_EQ(data->load.bits, expected.bits);
        EXPECT_EQ(data->load.scalar, expected.scalar);
    }
}

TEST(IsaFormat, AnInstructionOfALoopIsCounted) {
    const CodeReading read = reading(storedText("navi21-25.0.7-raw4-uniform-shuffle"));
    EXPECT_EQ(countInLoops(read.disassembly, "v_readlane_b32"), 4u);
    EXPECT_EQ(countInLoops(read.disassembly, "ds_write_b32"), 0u); // behind the loops
}

TEST(IsaFormat, TheTextNearestToTheHardwareIsRead) {
    const CodeReading read =
        interpret({.representations = {{"ACO IR", storedText("tahiti-22.3.6-texture2-random")},
                                       {"Assembly", storedText("tahiti-25.0.7-raw3-linear")}}});
    EXPECT_EQ(read.code, storedText("tahiti-25.0.7-raw3-linear"));
    EXPECT_EQ(interpret({.representations = {{"ACO IR", storedText("tahiti-22.3.6-texture2-random")},
                                             {"Assembly", storedText("polaris10-22.3.6-raw4-linear")}}})
                  .format,
              "AMD assembly");
}

TEST(IsaFormat, NothingIsGuessedFromWhatCannotBeRead) {
    const CodeReading none = interpret({});
    EXPECT_EQ(none.trouble, "compiler output unavailable");
    EXPECT_EQ(none.hash, "");
    const CodeReading statistics =
        interpret({.statistics = {{"Register Count", "24"}, {"Binary Size", "512"}}});
    EXPECT_EQ(statistics.trouble, "compiler output unavailable");
    EXPECT_EQ(statistics.registers, "24 registers");
    const CodeReading foreign = reading("MOV R1, c[0x0][0x28];\nEXIT;\n");
    EXPECT_EQ(foreign.trouble, "no parser knows the code that the driver prints");
    EXPECT_NE(foreign.hash, "");
    EXPECT_THAT(foreign.code, HasSubstr("Assembly:\nMOV R1")); // kept raw
    EXPECT_EQ(foreign.loads(), "unknown: no parser knows the code that the driver prints");
    const CodeReading jump = reading("BB0:\n\ts_cbranch_scc1 BB7\n\ts_endpgm\n");
    EXPECT_THAT(jump.trouble, HasSubstr("'s_cbranch_scc1' jumps to 'BB7', which does not exist"));
    const CodeReading garbled = reading("BB0:\nwhat is this\n\ts_endpgm\n");
    EXPECT_THAT(garbled.trouble, HasSubstr("'what is this' is not an instruction"));
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
              "unknown: the Intel assembly cannot be read (the descriptor of a message of the unit "
              "'dp data 1' lies in a register)");
}

TEST(IsaFormat, RegistersThatNoGpuHasAreNotFollowed) {
    const std::string ir = "After lowering to hw instructions:\nACO shader stage: compute_cs\nBB0\n";
    for (const std::string& code :
         {std::string("BB0:\n\ts_load_dword s[0:40000000], s[2:3], 0x0\n\ts_endpgm\n"),
          std::string("BB0:\n\ts_load_dword s[0:4294967295], s[2:3], 0x0\n\ts_endpgm\n"),
          std::string("BB0:\n\ts_load_dword s99999999999, s[2:3], 0x0\n\ts_endpgm\n"),
          std::string("BB0:\n\ts_load_dwordx2 s[3:2], s[2:3], 0x0\n\ts_endpgm\n"),
          std::string("BB0:\n\tv_dual_mov_b32 v0, s1 :: v_dual_mov_b32 v256, s2\n\ts_endpgm\n"),
          ir + "\t s1: %5:s[0-40000000] = s_load_dword %2:s[2-3], 0\n\ts_endpgm\n",
          ir + "\t s1: %5:s[4] = s_load_dword %2:s[0-4294967295], 0\n\ts_endpgm\n"}) {
        const CodeReading read = reading(code);
        EXPECT_THAT(read.loads(), HasSubstr("cannot be read (no GPU has the registers '")) << code;
        EXPECT_EQ(read.code, code);
    }
    EXPECT_EQ(reading("BB0:\n\tv_mov_b32_e32 v255, s105\n\ts_endpgm\n").trouble, "");
}

// Each would take minutes or gigabytes.
TEST(IsaFormat, MoreCodeThanAnyKernelHasIsNotRead) {
    const auto repeated = [](const std::string& line, int times) {
        std::string text;
        for (int i = 0; i < times; ++i) text += line;
        return text;
    };
    const auto code = [](const std::string& text) { return "BB0:\n" + text + "\ts_endpgm\n"; };
    const std::string many = "\tv_nop\n\t(then repeated 30000 times)\n";
    EXPECT_EQ(reading(code(many)).trouble, "");
    EXPECT_THAT(reading(code(repeated(many, 1000))).trouble, HasSubstr("more than 32768 instructions"));
    EXPECT_THAT(reading(code("\ts_cbranch_scc0 BB0\n\t(then repeated 3000 times)\n")).trouble,
                HasSubstr("more than 2048 blocks"));
    std::string values = "ACO shader stage: compute_cs\nBB0\n";
    for (int i = 1; i < 10000; ++i)
        values += "\t s4: %" + std::to_string(i) + " = s_load_dwordx4 %20000, 0\n";
    values += repeated("\ts_cbranch_scc0 BB1\n", 1000) + "BB1\n";
    for (int i = 1; i < 10000; ++i)
        values += "\t v1: %30000 = buffer_load_dword %" + std::to_string(i) + ", %20000, 0 offen\n";
    EXPECT_THAT(reading(values + "\ts_endpgm\n").trouble, HasSubstr("too long to trace"));
}

TEST(IsaFormat, WhatMayBeALoadIsNotPassedOver) {
    const auto ofAssembly = [](const std::string& line) {
        return reading("BB0:\n\t" + line + "\n\ts_endpgm\n");
    };
    const auto ofIr = [](const std::string& line) {
        return reading("ACO shader stage: compute_cs\nBB0\n\t" + line + "\n\ts_endpgm\n");
    };
    EXPECT_THAT(reading("Lorem:\n\tipsum dolor\n\ts_endpgm\n").trouble,
                HasSubstr("'ipsum' is not an instruction"));
    for (const char* line : {"superbuffer_fetch_b128 v[0:3], v1", "buffer_LOAD_b32 v0, v1",
                             ".long 0xbf800000", "exporter v0", "buffer_load_b32= v0, v1"})
        EXPECT_THAT(ofAssembly(line).trouble, HasSubstr("is not an instruction")) << line;
    EXPECT_THAT(ofIr("s1: %1 = superbuffer_fetch_b128 %2").trouble, HasSubstr("is not an instruction"));
    for (const char* line :
         {"buffer_fetch_b128 v[0:3], v1, s[0:3], 0", "image_peek v0, v1", "ds_peek_b32 v0, v1",
          "s_fetch_b32 s0, s[2:3]", "s_preload_b32 s0, s[2:3]", "lds_direct_load v0"}) {
        EXPECT_THAT(ofAssembly(line).trouble, HasSubstr("it is unknown what")) << line;
        EXPECT_THAT(ofIr(line).trouble, HasSubstr("it is unknown what")) << line;
    }
    for (const char* line : {"exp mrt0 v0, v0, v0, v0 done vm", "s_dcache_wb",
                             "s_set_inst_prefetch_distance 0x3", "s_wait_loadcnt 0x0", "s_inst_prefetch 0x3",
                             "s_prefetch_data s[0:1], 0x0, null, 0", "ds_add_rtn_u32 v0, v1, v2",
                             "global_atomic_add v0, v1, s[0:1]", "image_get_resinfo v0, v1, s[0:7]"})
        EXPECT_EQ(ofAssembly(line).trouble, "") << line;
    EXPECT_EQ(ofIr("s1: %1 = p_load_symbol 0").trouble, "");
}

// The driver's compiler generates it, but LLVM knows that the GPU has none such: MI300 has no image_load.
TEST(IsaFormat, InstructionsThatTheGpuLacksAreNamedAsSuch) {
    EXPECT_THAT(reading("BB0:\n(invalid instruction)    ; f0001100\n\ts_endpgm\n").trouble,
                HasSubstr("an instruction that this GPU does not have"));
}

TEST(IsaFormat, SoManyDifferentLoadsAreNotSummedUp) {
    std::string text = "BB0:\n";
    for (int i = 0; i < 300; ++i) text += "\tbuffer_load_x" + std::to_string(i) + " v0, v1, s[0:3], 0\n";
    EXPECT_THAT(reading(text + "\ts_endpgm\n").loads(), HasSubstr("more than 256 different loads"));
}

TEST(IsaFormat, TheHashSeesConstantsBehindTheCode) {
    const auto assembly = [](const std::string& data) {
        return reading("BB0:\n\ts_endpgm\n\n/* constant data */\n[000000] " + data + "\n");
    };
    const auto ir = [](const std::string& data) {
        return reading("ACO shader stage: compute_cs\nBB0\n\ts_endpgm\n\n/* constant data */\n[000000] " +
                       data + "\n");
    };
    EXPECT_EQ(assembly("3f800000").trouble, "");
    EXPECT_EQ(ir("3f800000").trouble, "");
    EXPECT_EQ(assembly("3f800000").hash, assembly("3f800000").hash);
    EXPECT_NE(assembly("3f800000").hash, assembly("40000000").hash);
    EXPECT_NE(ir("3f800000").hash, ir("40000000").hash);
}

TEST(IsaFormat, TheHashSeesInstructionsNotComments) {
    const std::string code = "BB0:\n\tv_mov_b32 v0, 1 ; 7e000281\n\ts_endpgm ; bf810000\n";
    EXPECT_EQ(reading(code).hash, reading("BB0:\n\tv_mov_b32 v0, 1\n\ts_endpgm\n").hash);
    EXPECT_NE(reading(code).hash, reading("BB0:\n\tv_mov_b32 v0, 2\n\ts_endpgm\n").hash);
    EXPECT_EQ(reading(code).hash.size(), 16u);
}

TEST(IsaFormat, RepeatedInstructionsCount) {
    const auto code = [](const std::string& repeats) {
        return "BB0:\n\ts_mov_b32 s0, 0\nBB1:\n\tv_add_f32_e32 v0, v1, v0 ; 06000101\n" + repeats +
               "\ts_cbranch_scc0 BB1\n\ts_endpgm\n";
    };
    const CodeReading once = reading(code("\t(then repeated 1 times)\n"));
    const CodeReading twice = reading(code("\t(then repeated 2 times)\n"));
    EXPECT_EQ(countInLoops(once.disassembly, "v_add_f32_e32"), 2u);
    EXPECT_EQ(countInLoops(twice.disassembly, "v_add_f32_e32"), 3u);
    EXPECT_NE(once.hash, twice.hash);
    EXPECT_EQ(once.hash, reading(code("\tv_add_f32_e32 v0, v1, v0\n")).hash); // as if it were printed twice
    for (const char* garbled : {"\t(then repeated some times)\n", "\t(then repeated -1 times)\n",
                                "\t(then repeated 99999999999 times)\n", "\t(then repeated 3\n"})
        EXPECT_THAT(reading(code(garbled)).trouble, HasSubstr("is not an instruction")) << garbled;
    EXPECT_THAT(reading("\t(then repeated 3 times)\n\ts_endpgm\n").trouble,
                HasSubstr("is not an instruction"));
}

TEST(IsaFormat, SaysWhatChangesFromOneCodeToAnother) {
    const CodeReading narrow = reading("BB0:\n\tbuffer_load_dword v0, v4, s[4:7], 0\n\ts_endpgm\n");
    const CodeReading other = reading("BB0:\n\tbuffer_load_dword v1, v4, s[4:7], 0\n\ts_endpgm\n");
    const CodeReading wide = reading("BB0:\n\tbuffer_load_dwordx4 v[0:3], v4, s[4:7], 0\n\ts_endpgm\n");
    EXPECT_EQ(codeChange(narrow, narrow), "no loop: 1 × buffer_load_dword, same code");
    EXPECT_EQ(codeChange(narrow, other), "no loop: 1 × buffer_load_dword, other code");
    EXPECT_EQ(codeChange(narrow, wide), "no loop: 1 × buffer_load_dword → no loop: 1 × buffer_load_dwordx4");
    EXPECT_EQ(codeChange(interpret({}), interpret({})), "unknown: compiler output unavailable");
    // One load, as Mesa prints it with and without a disassembler for the GPU.
    const CodeReading bits = reading("BB0:\n\tbuffer_load_b128 v[0:3], v4, s[4:7], 0\n\ts_endpgm\n");
    const auto ir = [](const std::string& opcode) {
        return reading("ACO shader stage: compute_cs\nBB0\n\t v1: %1 = " + opcode +
                       " %2, %3, 0\n\ts_endpgm\n");
    };
    EXPECT_EQ(codeChange(bits, ir("buffer_load_dwordx4")), "no loop: 1 × buffer_load_b128");
    EXPECT_EQ(codeChange(narrow, ir("buffer_load_dword")), "no loop: 1 × buffer_load_dword");
    EXPECT_EQ(codeChange(bits, ir("buffer_load_dword")),
              "no loop: 1 × buffer_load_b128 → no loop: 1 × buffer_load_dword");
    EXPECT_EQ(codeChange(interpret({}), narrow),
              "unknown: compiler output unavailable → no loop: 1 × buffer_load_dword");
}

// How wide an AMD load is stands in its opcode alone, but for images.
TEST(IsaFormat, WidthsOfAmdLoads) {
    const auto loadOf = [](const std::string& line) {
        const Result<Disassembly> disassembly = kAmdAssembly.parse("BB0:\n\t" + line + "\n\ts_endpgm\n");
        return disassembly.ok() ? disassembly.value().instructions[0].load : std::nullopt;
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
    EXPECT_EQ(bits("image_bvh_intersect_ray v[4:7], v[9:19], s[4:7]"), 128u);
    EXPECT_EQ(bits("image_bvh64_intersect_ray v[5:8], v[9:20], s[0:3] a16"), 128u);
    EXPECT_EQ(bits("image_sample v[0:1], v[4:5], s[8:15], s[0:3] dmask:0xf d16"), 64u);
    EXPECT_EQ(bits("ds_read2_b32 v[0:1], v2 offset1:1"), 64u);
    EXPECT_EQ(bits("ds_load_2addr_b64 v[0:3], v4 offset1:1"), 128u);
    EXPECT_EQ(loadOf("buffer_store_dword v0, v1, s[4:7], 0 offen"), std::nullopt);
    EXPECT_EQ(loadOf("ds_bpermute_b32 v0, v1, v2"), std::nullopt);
    EXPECT_EQ(loadOf("image_store v[0:3], v[4:5], s[8:15] dmask:0xf"), std::nullopt);
    EXPECT_EQ(loadOf("ds_read_b32 v0, v1")->source, LoadSource::Shared);
    EXPECT_EQ(loadOf("image_load v0, v[1:2], s[8:15] dmask:0x5 unorm")->name, "image_load.xz");
}

using InFlight = std::optional<std::size_t>;

TEST(InFlight, AreTheLoadsBeforeTheFirstWait) {
    const auto inFlight = [](const std::string& body) {
        return reading("BB0:\n" + body + "\ts_cbranch_scc0 BB0\n\ts_endpgm\n").summary.inFlight;
    };
    const std::string load = "\tbuffer_load_dword v0, v4, s[4:7], 0 offen\n";
    const std::string scalar = "\ts_buffer_load_dword s8, s[4:7], s0\n";
    const std::string wait = "\ts_waitcnt vmcnt(3)\n", scalarWait = "\ts_waitcnt lgkmcnt(0)\n";
    EXPECT_EQ(inFlight(load + load + load + load + wait + load), InFlight(4));
    EXPECT_EQ(inFlight(load + wait + load + wait), InFlight(1));
    // Descriptors are loaded, and waited for, first; vector loads are not waited for by the scalar counter.
    EXPECT_EQ(
        inFlight("\ts_load_dwordx4 s[4:7], s[2:3], 0x0\n" + scalarWait + load + scalarWait + load + wait),
        InFlight(2));
    EXPECT_EQ(inFlight(scalar + scalar + scalarWait), InFlight(2));
    EXPECT_EQ(inFlight(load + load), std::nullopt) << "nothing tells";
    EXPECT_EQ(inFlight(load + "\ts_waitcnt imm:3956\n"), std::nullopt) << "a number alone tells nothing";
    EXPECT_EQ(inFlight("\tv_mov_b32 v0, v1\n"), std::nullopt);
}

TEST(InFlight, AreToldWhereTheTextTells) {
    const auto inFlight = [](const std::string& name) { return reading(storedText(name)).inFlight(); };
    EXPECT_EQ(inFlight("polaris10-22.3.6-raw4-linear"), "1");
    EXPECT_EQ(inFlight("vega10-22.3.6-raw4-uniform"), "1");
    EXPECT_EQ(inFlight("tahiti-25.0.7-raw3-linear"), "2") << "of 64 and of 32 bits";
    EXPECT_EQ(inFlight("gfx1201-25.0.7-sample4-linear"), "1");
    EXPECT_EQ(inFlight("tahiti-22.3.6-texture2-random"), "unknown") << "before waits are put in";
}

} // namespace dialect_test
} // namespace vkperftest
