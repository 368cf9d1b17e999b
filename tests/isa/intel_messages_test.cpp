// What single messages load. They are written by hand in the spelling of Mesa's disassembler (brw_disasm), of
// its several versions.
#include <gmock/gmock.h>

#include "isa/disassembly.h"

namespace vkperftest {
namespace intel_messages_test {

using testing::HasSubstr;

// As the parser hands it over: what was a new line is a wide gap.
std::string message(const std::string& text) {
    return "send(8)         g20<1>UW        g12<8,8,1>UD    0x02106e01   " + text + " { align1 1Q };";
}

// One send instruction, as the reader takes it.
Result<Instruction> readSend(std::string send) {
    if (!send.ends_with(";")) send += " { align1 1Q };";
    Result<Disassembly> code = kIntelAssembly.parse(send);
    if (!code.ok()) return code.error();
    return code.value().instructions.at(0);
}

Result<std::optional<Load>> intelLoad(const std::string& send) {
    const Result<Instruction> read = readSend(send);
    if (!read.ok()) return read.error();
    return read.value().load;
}

std::optional<Write> intelWrite(const std::string& send) {
    const Result<Instruction> read = readSend(send);
    return read.ok() ? read.value().write : std::nullopt;
}

struct Expected {
    const char* message;
    const char* name; // empty: it loads nothing
    std::uint32_t bits;
    bool scalar;
    LoadSource source = LoadSource::Data;
};

constexpr Expected kMessages[] = {
    {"sampler MsgDesc: ld_lz SIMD16 Surface = 1 Sampler = 0 mlen 6 rlen 8", "sampler ld_lz", 128, false},
    {"sampler MsgDesc: ld_lz SIMD16 Surface = 1 Sampler = 0 mlen 6 rlen 6", "sampler ld_lz", 96, false},
    // Two channels, or on Xe2 four: how wide a register is the text does not tell.
    {"sampler MsgDesc: ld_lz SIMD16 Surface = 1 Sampler = 0 mlen 6 rlen 4", "sampler ld_lz", 0, false},
    {"sampler MsgDesc: ld_lz SIMD32 Surface = 1 Sampler = 0 mlen 6 rlen 8", "sampler ld_lz", 128, false},
    {"sampler MsgDesc: gather4 SIMD8 Surface = 2 Sampler = 0 mlen 3 rlen 4", "sampler gather4", 128, false},
    {"sampler MsgDesc: resinfo SIMD8 Surface = 1 Sampler = 0 mlen 1 rlen 4", "", 0, false},
    // The data port. Numbers alone are the older spelling: binding table index and message control.
    {"dp data 1 MsgDesc: ( untyped surface read, Surface = 1, SIMD8, Mask = 0xc) mlen 1 rlen 2",
     "untyped surface read x2", 64, false},
    {"hdc1 MsgDesc: (DC A64 untyped surface read, Surface = 253, SIMD8, Mask = 0xe)  mlen 2 ex_mlen 0 rlen 1",
     "DC A64 untyped surface read x1", 32, false},
    {"dp data 1 MsgDesc: (DC typed surface read, Surface = 3, SIMD16, Mask = 0x0)  mlen 1 ex_mlen 0 rlen 4",
     "DC typed surface read x4", 128, false},
    {"data MsgDesc: ( DC untyped surface read, 1, 32) mlen 1 rlen 4", "DC untyped surface read x4", 128,
     false},
    {"dp data 1 MsgDesc: ( untyped surface read, Surface = 254, SIMD8, Mask = 0xe) mlen 1 rlen 1",
     "untyped surface read x1", 32, false, LoadSource::Shared},
    {"data MsgDesc: (DC byte scattered read, bti 1, 4)  mlen 1 ex_mlen 0 rlen 1", "DC byte scattered read",
     16, false},
    {"data MsgDesc: (DC byte scattered read, bti 254, 8)  mlen 1 rlen 1", "DC byte scattered read", 32, false,
     LoadSource::Shared},
    {"data MsgDesc: ( DC OWORD block read, 9, 0) mlen 1 rlen 1", "DC OWORD block read", 128, true},
    {"hdc0 MsgDesc: (DC OWORD block read, bti 2, owords = 4, aligned = 0) mlen 1 rlen 2",
     "DC OWORD block read", 512, true},
    {"data MsgDesc: (DC unaligned OWORD block read, bti 1, 2)  mlen 1 ex_mlen 0 rlen 1",
     "DC unaligned OWORD block read", 256, true},
    {"data MsgDesc: (DC mfence, bti 0, 32)  mlen 1 ex_mlen 0 rlen 1", "", 0, false},
    {"dp data 1 MsgDesc: ( DC untyped atomic op, Surface = 1, SIMD8, inc) mlen 1 rlen 1", "", 0, false},
    {"render MsgDesc: typed atomic op MsgCtrl = 0x39 Surface = 2 mlen 2 rlen 1", "", 0, false}, // Ivy Bridge
    // The constant cache: what serves a constant buffer's uniform loads before Xe-HPG.
    {"const MsgDesc: (2, 3, 0, 0) mlen 1 rlen 2", "const OWORD block read", 512, true},
    {"const MsgDesc: (bti 2, msg_ctrl 2, msg_type 0, write_commit 0) mlen 1 rlen 1", "const OWORD block read",
     256, true},
    {"hdc:ro MsgDesc: (bti 2, msg_ctrl 3, msg_type 0) mlen 1 rlen 2", "hdc:ro OWORD block read", 512, true},
    {"const MsgDesc: (bti 1, msg_ctrl 2, msg_type 1)  mlen 1 rlen 1", "const unaligned OWORD block read", 256,
     true},
    // Xe-HPG and later.
    {"ugm MsgDesc: ( load_cmask, a32, d32, xyw, L1STATE_L3MOCS dst_len = 3, src0_len = 1, src1_len = 0 bti ) "
     " BTI 2",
     "ugm load_cmask.d32.xyw", 96, false},
    {"ugm MsgDesc: ( load, a32, d32, V16, transpose, L1STATE_L3MOCS dst_len = 2, src0_len = 1, bss )  "
     "src1_len = 0 ex_bso",
     "ugm block load.d32.V16", 512, true},
    {"ugm MsgDesc: ( load, a32, d32, V64, transpose, L1STATE_L3MOCS dst_len = 8, src0_len = 1, src1_len = 0 "
     "flat )  "
     "base_offset 0",
     "ugm block load.d32.V64", 2048, true, LoadSource::Pushed},
    // Spilled registers and arrays: the versions 22.3.6, 26.1.6, and on dg2 22.3.6 and 25.0.7.
    {"data MsgDesc: (DC DWORD scattered read, bti 253, 3)  mlen 1 ex_mlen 2 rlen 2",
     "DC DWORD scattered read", 32, false, LoadSource::Scratch},
    {"hdc0 MsgDesc: (DC byte scattered read, bti 253, 9)  mlen 1 ex_mlen 2 rlen 2", "DC byte scattered read",
     32, false, LoadSource::Scratch},
    {"ugm MsgDesc: ( load_cmask, a32, d32, x, L1STATE_L3MOCS dst_len = 2, src0_len = 2, src1_len = 0 ss )  "
     "surface_state_index 0",
     "ugm load_cmask.d32.x", 32, false, LoadSource::Scratch},
    {"ugm MsgDesc: ( load, a32, d32, V1, L1STATE_L3MOCS dst_len = 2, src0_len = 2, ss )  "
     "surface_state_index 0",
     "ugm load.d32.V1", 32, false, LoadSource::Scratch},
    {"ugm MsgDesc: ( load, a64, d16u32, V1, L1STATE_L3MOCS dst_len = 1, src0_len = 2, src1_len = 0 flat )",
     "ugm load.d16u32.V1", 16, false},
    {"slm MsgDesc: ( load, a32, d32, V2, L1STATE_L3MOCS dst_len = 2, src0_len = 1, src1_len = 0 flat )",
     "slm load.d32.V2", 64, false, LoadSource::Shared},
    {"tgm MsgDesc: ( fence, a32, tile, evict, normal_routing dst_len = 1, src0_len = 1, src1_len = 0 flat )",
     "", 0, false},
    {"ugm MsgDesc: ( atomic_add, a32, d32, V1, L1UC_L3WB dst_len = 1, src0_len = 1, src1_len = 1 bti )", "",
     0, false},
};

TEST(IntelMessages, LoadsAreNamedWithWidthAndSource) {
    for (const Expected& expected : kMessages) {
        SCOPED_TRACE(expected.message);
        const Result<std::optional<Load>> load = intelLoad(message(expected.message));
        ASSERT_TRUE(load.ok()) << load.error().cause;
        EXPECT_EQ(load.value() ? load.value()->name : "", expected.name);
        if (!load.value()) continue;
        EXPECT_EQ(load.value()->bits, expected.bits);
        EXPECT_EQ(load.value()->scalar, expected.scalar);
        EXPECT_EQ(load.value()->source, expected.source);
    }
}

TEST(IntelMessages, WritesToScratchMemoryAreToldFromOthers) {
    const std::pair<const char*, LoadSource> kWrites[] = {
        {"data MsgDesc: (DC DWORD scatterd write, bti 253, 3)  mlen 1 ex_mlen 4 rlen 0", LoadSource::Scratch},
        {"ugm MsgDesc: ( store, a32, d32, V1, L1STATE_L3MOCS dst_len = 0, src0_len = 2, ss )  "
         "surface_state_index 0",
         LoadSource::Scratch},
        {"dp data 1 MsgDesc: (DC untyped surface write, Surface = 2, SIMD16, Mask = 0x0)  mlen 2 rlen 0",
         LoadSource::Data},
        {"dp data 1 MsgDesc: (DC A64 untyped surface write, Surface = 253, SIMD8, Mask = 0xe)  mlen 2 rlen 0",
         LoadSource::Data},
        {"slm MsgDesc: ( store, a32, d32, V1, L1STATE_L3MOCS dst_len = 0, src0_len = 2, src1_len = 2 flat )",
         LoadSource::Shared}};
    for (const auto& [text, memory] : kWrites) {
        const std::optional<Write> write = intelWrite(message(text));
        ASSERT_TRUE(write) << text;
        EXPECT_EQ(write->memory, memory) << text;
    }
}

TEST(IntelMessages, TypedAtomicOperationsOfIvyBridgeAreWrites) {
    const std::optional<Write> write =
        intelWrite(message("render MsgDesc: typed atomic op MsgCtrl = 0x39 Surface = 2 mlen 2 rlen 1"));
    ASSERT_TRUE(write);
    EXPECT_TRUE(write->atomic);
    EXPECT_EQ(write->memory, LoadSource::Data);
}

TEST(IntelMessages, WhatComesBackFromAnUnknownMessageIsNotPassedOver) {
    constexpr const char* kUnknown[] = {
        "render MsgDesc: typed surface read MsgCtrl = 0x39 Surface = 2 mlen 2 rlen 1",
        "dp data 1 MsgDesc: indirect ex_mlen 0",
        "sampler MsgDesc: indirect",
        "ugm MsgDesc: indirect",
        "const MsgDesc: (2, 3, 2, 0) mlen 1 rlen 2",
        "hdc2 MsgDesc: (bti 2, msg_ctrl 3, msg_type 5) mlen 1 rlen 2",
        "const MsgDesc: mlen 1 rlen 2",
        "const MsgDesc: (a, b, c)",
        "data MsgDesc: (DC OWORD dual block read, bti 2, 0) mlen 1 rlen 1",
        "data MsgDesc: mlen 1 rlen 1",
        "data MsgDesc: (",
        "dp data 1 MsgDesc: (DC media block read, Surface = 2, 0x0) mlen 1 rlen 1",
        "ugm MsgDesc: ( atomic_load, a32, d32, V1, L1UC_L3WB dst_len = 1, src0_len = 1, src1_len = 1 bti )",
        "ugm MsgDesc:",
        "sampler MsgDesc: 17 SIMD8 Surface = 1 Sampler = 0 mlen 3 rlen 4",
        "sampler MsgDesc:",
        "urb MsgDesc: 4 SIMD8 read mlen 1 rlen 4",
        "cre MsgDesc: mlen 1 rlen 4",
        "MsgDesc:",
        "0x00000000",
        "",
    };
    for (const char* unknown : kUnknown) {
        const Result<std::optional<Load>> load = intelLoad(message(unknown));
        EXPECT_FALSE(load.ok()) << unknown;
    }
    EXPECT_THAT(intelLoad(message(kUnknown[1])).error().cause, HasSubstr("'dp data 1' lies in a register"));
    EXPECT_FALSE(intelLoad("send").ok());
}

TEST(IntelMessages, WhatGoesNowhereLoadsNothing) {
    for (const char* send :
         {"send(16)        nullUD          g15UD           g17UD           a0<0>UD         0x00000080   dp "
          "data 1 MsgDesc: indirect ex_mlen 2           { align1 1H @1 $4 };",
          "send(8)         null<1>UW       g127<8,8,1>UW   0x82000010   thread_spawner MsgDesc: mlen 1"}) {
        const Result<std::optional<Load>> load = intelLoad(send);
        ASSERT_TRUE(load.ok()) << load.error().cause;
        EXPECT_FALSE(load.value());
    }
}

} // namespace intel_messages_test
} // namespace vkperftest
