// The parser of what Mesa's disassembler of Intel's code prints, on stored texts.
#include <map>

#include <gmock/gmock.h>

#include "isa/disassembly.h"
#include "isa/memory_operations.h"
#include "isa/stored_text.h"
#include "isa/summary.h"

namespace vkperftest {
namespace intel_assembly_test {

using testing::ElementsAre;
using testing::Pair;

CodeReading reading(const std::string& text) {
    return interpret(
        {.representations = {{"NIR shader", "shader: MESA_SHADER_COMPUTE\n"}, {"GEN Assembly", text}}});
}

// As it does from run to run.
TEST(IntelAssemblyText, BlanksBetweenColumnsDoNotChangeTheHash) {
    const std::string text = storedText("skl-22.3.6-raw4-linear");
    std::string shifted = text;
    for (std::size_t at = 0; (at = shifted.find(" { align1", at)) != std::string::npos; at += 4)
        shifted.insert(at, "   ");
    ASSERT_NE(shifted, text);
    EXPECT_EQ(reading(shifted).hash, reading(text).hash);
    EXPECT_NE(reading(text + "nop(1) { align1 WE_all EOT };\n").hash, reading(text).hash);
}

// The kernel's end.
const std::string kEnd = "send(16) nullUD g126UD nullUD 0x02000000 0x00000000\n"
                         "         gateway MsgDesc: (open)  mlen 1 rlen 0 { align1 WE_all 1H EOT };\n";

std::string load(const std::string& token) {
    return "send(16) g28UD g86UD nullUD 0x62403500 0x01000000\n"
           "         ugm MsgDesc: ( load, a32, d32, V4, L1STATE_L3MOCS dst_len = 4, src0_len = 1, "
           "src1_len = 0 bti )  BTI 1  base_offset 0  { align1 1H A@2 " +
           token + " };\n";
}

std::string loadsInFlight(const std::string& loop) {
    return reading(load("$0") + "LABEL0:\n" + loop + "while(16) JIP: LABEL0 { align1 1H };\n" + kEnd)
        .inFlight();
}

TEST(IntelAssemblyText, OnlyTheTokenOfALoadInTheLoopIsAWaitForIt) {
    const auto wait = [](const std::string& token) {
        return "sync nop(1) null<0,1,0>UB { align1 1N " + token + " };\n";
    };
    EXPECT_EQ(loadsInFlight(load("$1") + wait("$0.dst") + wait("$1.src") + load("$2") + wait("$2.dst")), "2");
    EXPECT_EQ(loadsInFlight(load("$1") + wait("$1.dst") + load("$2") + wait("$2.dst")), "1");
    EXPECT_EQ(loadsInFlight(load("$1") + load("$11") + wait("$11.dst")), "2");
    EXPECT_EQ(loadsInFlight(load("$1") + load("$2") + "sync allwr(1) null<0,1,0>UB { align1 1N };\n"), "2");
    // Whoever takes a token waits until it is free.
    EXPECT_EQ(loadsInFlight(load("$1") + load("$2") + load("$1") + load("$3")), "2");
    EXPECT_EQ(loadsInFlight(load("$1") + load("$2") +
                            "math inv(16) g2<1>F g2<8,8,1>F null<8,8,1>F { align1 1H $2 };\n"),
              "2");
    EXPECT_EQ(loadsInFlight(load("$1") + load("$2")), "unknown");
}

TEST(IntelAssemblyText, ALaterPartWithoutAFirstOneIsALoad) {
    std::string half = load("$3");
    half.replace(half.find("1H"), 2, "2H");
    EXPECT_EQ(reading(half + kEnd).loads(), "no loop: 1 × ugm load.d32.V4");
    // With a first one it is a part of it, even if it stands before it.
    EXPECT_EQ(reading(half + load("$4") + kEnd).loads(), "no loop: 1 × ugm load.d32.V4");
}

// They come before the loop, in four blocks.
TEST(IntelAssemblyText, WhatTheDriverPushesIsNoLoadOfABuffer) {
    std::map<LoadSource, std::size_t> outside;
    for (const MemoryOperation& one :
         memoryOperations(reading(storedText("dg2-25.0.7-raw4-uniform")).disassembly)) {
        if (one.access == Access::Load && one.loop == kNoLoop) outside[one.load.source] += one.count;
    }
    EXPECT_THAT(outside, ElementsAre(Pair(LoadSource::Shared, 1), Pair(LoadSource::Pushed, 4)));
}

// Mesa 26.1 reads inline uniform blocks through a surface that it knows, spilled registers through the
// thread's.
TEST(IntelAssemblyText, ASurfaceThatIsANumberIsNotScratchMemory) {
    const std::string load = "send(1)         g56UD           g110UD          nullUD          0x4210d500     "
                             "           a0.1<0>UD\n"
                             "                ugm MsgDesc: ( load, a32, d32, V16, transpose, L1STATE_L3MOCS "
                             "dst_len = 1, src0_len = 1, ss "
                             ")  surface_state_index 0  { align1 WE_all 1N };\n";
    const std::string number =
        "mov(1)          a0.1<1>UD       0x4a7cc037UD                    { align1 WE_all 1N };\n";
    const std::string thread =
        "shr(1)          a0.1<1>UD       g20<0,1,0>UD    0x00000004UD    { align1 WE_all 1N };\n";
    EXPECT_EQ(reading(number + load + kEnd).loads(), "no loop: 1 × ugm block load.d32.V16");
    EXPECT_EQ(reading(number + thread + load + kEnd).loads(), "no loop: scratch: 1 × ugm block load.d32.V16");
    EXPECT_EQ(reading(load + number + kEnd).loads(), "no loop: scratch: 1 × ugm block load.d32.V16");
}

// A uniform buffer's, since the hardware maps the components of texels.
TEST(IntelAssemblyText, BlocksBesideTexelsAreData) {
    const std::string texels =
        "send(16) g2UD g55UD g46UD 0x04858001 0x00000080\n"
        "         sampler MsgDesc: sample_lz SIMD16 Surface = 1 Sampler = 0  mlen 2 ex_mlen 2 rlen 8 "
        "{ align1 1H $1 };\n";
    const std::string block =
        "send(8) g34UD g97UD nullUD 0x02184201 0x00000000\n"
        "         const MsgDesc: (bti 1, msg_ctrl 2, msg_type 1)  mlen 1 rlen 1 { align1 WE_all 1Q $2 };\n";
    EXPECT_EQ(reading(texels + block + kEnd).loads(),
              "no loop: 1 × sampler sample_lz, 1 × const unaligned OWORD block read");
}

} // namespace intel_assembly_test
} // namespace vkperftest
