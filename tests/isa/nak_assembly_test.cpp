// The parser of NVK's texts on what Mesa printed for this project's kernels, named by family, version and
// kernel.
#include <gmock/gmock.h>

#include "isa/stored_text.h"
#include "isa/summary.h"

namespace vkperftest {
namespace nak_assembly_test {

using testing::HasSubstr;

CodeReading reading(const std::string& text) {
    return interpret(
        {.representations = {{"NIR shader", "shader: MESA_SHADER_COMPUTE\n"}, {"NAK assembly", text}}});
}

std::string block(const std::string& instructions) {
    return "block.u 0 L2 [] -> {\n" + instructions + "exit // delay=1\n} -> []\n";
}

TEST(NakAssemblyLine, LoadsGoToUniformRegistersOnceForTheSubgroup) {
    const CodeReading read = reading(block("ur4 = ldc.b32 c[0x1][ur2+0x10] // delay=1 wr:0\n"
                                           "@!p0 r4..8 = ld.global.a64.b128 [r2..4] // delay=1 wr:1\n"
                                           "r1 = iadd3 r1 c[0x0][0x28] rZ // delay=1\n"
                                           "r2 = ld.shared.b32 [r1] // delay=1 wr:2\n"));
    EXPECT_EQ(read.loads(),
              "no loop: 1 × ldc.b32, 1 × ld.global.a64.b128 + shared memory: 1 × ld.shared.b32");
    EXPECT_TRUE(read.summary.loads[0].load.scalar);
    EXPECT_FALSE(read.summary.loads[1].load.scalar);
}

// Kepler locks a word of shared memory, and stores to an image at an address that it computes.
TEST(NakAssemblyLine, KeplersOperationsOnSharedMemoryAndImagesAreRead) {
    const CodeReading read = reading(block("r12 p0 = ldslk.b32 [r3] // delay=12 wr:0\n"
                                           "p0 = stscul.b32 [r3] r12 // delay=12 wr:0\n"
                                           "r5 p1 = suclamp.sd.u32 r6 0x1 // delay=1\n"
                                           "sustga.p.rgba.cg [r10..12] r1 r4..8 p0 // delay=2 rd:0\n"));
    EXPECT_EQ(read.loads(), "no loop: shared memory: 1 × ldslk.b32");
    ASSERT_EQ(read.disassembly.instructions.size(), 5u);
    EXPECT_EQ(read.disassembly.instructions[1].write->memory, LoadSource::Shared);
    EXPECT_EQ(read.disassembly.instructions[3].write->memory, LoadSource::Data);
}

TEST(NakAssemblyLine, OnlyTheDriversConstantsAreDescriptors) {
    const auto loadsOf = [](const std::string& place) {
        return reading(block("ur4 = ldc.b32 " + place + " // delay=1 wr:0\n")).loads();
    };
    EXPECT_EQ(loadsOf("c[0x1][+0x10]"), "no loop: descriptors: 1 × ldc.b32");
    const auto surely = [](const std::string& line) {
        return reading(block(line + " // delay=1 wr:0\n")).disassembly.instructions[0].load->surely;
    };
    EXPECT_TRUE(surely("ur4 = ldc.b32 c[0x1][+0x10]"));
    EXPECT_FALSE(surely("ur4 = ldc.b32 c[0x0][+0x34]")); // perhaps push constants
    EXPECT_FALSE(surely("r4 = ldc.b32 c[0x1][+0x10]"));  // before Turing
    for (const char* place : {"c[0x1][ur2+0x10]", "cx[ur8..10][+0x10]", "cx[ur8..10][r1]"})
        EXPECT_EQ(loadsOf(place), "no loop: 1 × ldc.b32");
}

// The address of a uniform buffer's descriptor, the descriptor, and a texture's handle.
TEST(NakAssemblyLine, WhatNamesABufferOrTextureIsADescriptor) {
    const std::string code = "ur0 = ldc.b32 c[0x0][+0x138] // delay=1 wr:0\n"
                             "r4 = mov ur0 // delay=1\n"
                             "r6 = ld.global.b32 [r2..4] // delay=1 wr:3\n"
                             "r4..6 = ld.global.a64.constant.b64 [r4..6] // delay=6 wr:0\n"
                             "r9 = ldc.b32 c[0x1][r8] // delay=1 wr:1\n"
                             "ur2 = r2ur r4 // delay=1\n"
                             "r4 = fmul.ftz r6 cx[ur2..4][0x88] // delay=1\n";
    const std::string texture = "r4 = tex.b.2d.lz r6..8 r9 // delay=1 wr:2\n";
    const CodeReading read = reading(block(code + texture));
    EXPECT_EQ(read.loads(), "no loop: 1 × ld.global.b32, 1 × tex.b.2d.lz + descriptors: 2 × ldc.b32, 1 × "
                            "ld.global.a64.constant.b64");
    for (const Instruction& one : read.disassembly.instructions) {
        const bool descriptor = one.load && one.load->source == LoadSource::Descriptor;
        EXPECT_EQ(one.load && one.load->surely, descriptor) << one.opcode;
    }
    for (const char* change : {"r9 = iadd3 r9 r1 rZ // delay=1\n", "r9 = mov rZ // delay=1\n"})
        EXPECT_THAT(reading(block(code + change + texture)).loads(), HasSubstr("1 × ldc.b32, 1 × tex"))
            << change;
}

TEST(NakAssemblyLine, OnlyBlanksMayVary) {
    const std::string hash = reading(block("r1 = mov rZ // delay=1\n")).hash;
    EXPECT_EQ(reading(block("    r1      =  mov rZ     // delay=1\n")).hash, hash);
    EXPECT_NE(reading(block("r1 = mov rZ // delay=2\n")).hash, hash); // the schedule is code
    EXPECT_NE(reading(block("@p0 r1 = mov rZ // delay=1\n")).hash, hash);
}

TEST(NakAssemblyLine, NothingIsGuessedFromWhatCannotBeRead) {
    for (const char* line : {"r1 = ldg.b32 [r2..4] // delay=1", "r1 = LD.global.b32 [r2..4] // delay=1",
                             "r1 = load r2 // delay=1", "superload // delay=1"})
        EXPECT_THAT(reading(block(std::string(line) + "\n")).trouble, HasSubstr("it is unknown whether"))
            << line;
    for (const char* line :
         {"r1 = mov rZ", "// delay=1", "@p0 // delay=1", "r1 = ld.global [r2..4] // delay=1",
          "r1 = ld..global. [r2..4] // delay=1", "p0 = ld.global.b32 [r2..4] // delay=1",
          "r0..4294967295 = tex.2d r1 // delay=1", "r4..2 = tex.2d r1 // delay=1",
          "r1 = mov rZ // delay=1 wt=0002", "r1 = mov rZ // delay=1 wr:6", "r1 = mov rZ // delay=1 rd:x"})
        EXPECT_THAT(reading(block(std::string(line) + "\n")).trouble, HasSubstr("is not understood")) << line;
    const std::string jump = "exit // delay=1\n";
    for (const std::string& text :
         {std::string("block // delay=1"), std::string("block.u x L2 [] -> {\n// delay=1"),
          "block.u 0 L2 [] -> {\n" + jump + "} -> 1\n", block(jump) + block(jump), block("") + "\n// delay=1",
          "block.u 0 L2 [] -> {\n} -> [2]\nblock.u 1 L1 [0] -> {\n" + jump + "} -> []\n"})
        EXPECT_THAT(reading(text).trouble, HasSubstr("is not understood")) << text;
    EXPECT_THAT(reading("block.u 0 L2 [] -> {\n" + jump).trouble, HasSubstr("ends within a block"));
    EXPECT_THAT(reading("block.u 0 L2 [] -> {\n" + jump + "} -> [7]\n").trouble,
                HasSubstr("jumps to '7', which does not exist"));
    EXPECT_EQ(reading("block_0:\n  ldg r1, [r2]\n").trouble,
              "no parser knows the code that the driver prints");
}

TEST(NakAssemblyLine, RegistersAreCounted) {
    EXPECT_EQ(registersText(std::vector<Statistic>{{"Number of GPRs", "19"}, {"Static cycle count", "7"}}),
              "19 GPRs");
}

} // namespace nak_assembly_test
} // namespace vkperftest
