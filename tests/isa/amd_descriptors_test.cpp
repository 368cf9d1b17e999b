// Descriptors and addresses are told from data, however they come to the instruction that takes them.
#include <gmock/gmock.h>

#include "isa/disassembly.h"
#include "isa/summary.h"

namespace vkperftest {
namespace amd_descriptors_test {

std::string loads(const IsaFormat& format, const std::string& text) {
    const Result<Disassembly> disassembly = format.parse(text);
    EXPECT_TRUE(disassembly.ok()) << disassembly.error().cause;
    return disassembly.ok() ? summaryText(summarize(disassembly.value())) : "";
}

std::string ofAssembly(const std::vector<std::string>& lines) {
    std::string text = "BB0:\n";
    for (const std::string& line : lines) text += "\t" + line + "\n";
    return loads(kAmdAssembly, text + "\ts_endpgm\n");
}

std::string ofIr(const std::string& heading, const std::vector<std::string>& lines) {
    std::string text = heading + "\nACO shader stage: compute_cs\nBB0\n";
    for (const std::string& line : lines) text += "\t" + line + "\n";
    return loads(kAcoIr, text + "\ts_endpgm\n");
}

TEST(AmdDescriptors, FollowCopiesInAssembly) {
    const std::string descriptor = "no loop: 1 × buffer_load_dword + descriptors: 1 × s_load_dwordx4";
    const std::string load = "buffer_load_dword v0, v1, s[8:11], 0 offen";
    EXPECT_EQ(ofAssembly({"s_load_dwordx4 s[8:11], s[2:3], null", load}), descriptor);
    EXPECT_EQ(ofAssembly({"s_load_dwordx4 s[4:7], s[2:3], null", "s_mov_b64 s[8:9], s[4:5]",
                          "s_mov_b64 s[10:11], s[6:7]", load}),
              descriptor);
    EXPECT_EQ(ofAssembly({"s_load_dwordx4 s[4:7], s[2:3], null", "v_mov_b32_e32 v5, s4",
                          "v_readfirstlane_b32 s8, v5", load}),
              descriptor);
    // The copy was overwritten: what is loaded is data.
    EXPECT_EQ(
        ofAssembly({"s_load_dwordx4 s[4:7], s[2:3], null", "s_mov_b32 s8, s4", "s_mov_b32 s8, 0", load}),
        "no loop: 1 × s_load_dwordx4, 1 × buffer_load_dword");
}

TEST(AmdDescriptors, FollowAddresses) {
    const std::string address = "no loop: 1 × flat_load_dwordx4 + descriptors: 1 × s_load_dwordx2";
    const std::string load = "flat_load_dwordx4 v[4:7], v[2:3]";
    EXPECT_EQ(ofAssembly({"s_load_dwordx2 s[4:5], s[2:3], null", "v_mov_b32_e32 v2, s4",
                          "v_mov_b32_e32 v3, s5", load}),
              address);
    EXPECT_EQ(ofAssembly({"s_load_dwordx2 s[4:5], s[2:3], null",
                          "v_dual_mov_b32 v9, s0 :: v_dual_mov_b32 v3, s5", load}),
              address);
    EXPECT_EQ(ofAssembly({"s_load_dwordx2 vcc, s[2:3], null", "global_load_dwordx4 v[4:7], v2, vcc"}),
              "no loop: 1 × global_load_dwordx4 + descriptors: 1 × s_load_dwordx2");
    // An index of its own and a texture's coordinates are data.
    EXPECT_EQ(ofAssembly({"s_load_dwordx2 s[4:5], s[2:3], null", "v_mov_b32_e32 v2, s4",
                          "image_load v[4:7], v[2:3], s[8:15] dmask:0xf unorm"}),
              "no loop: 1 × s_load_dwordx2, 1 × image_load.xyzw");
    EXPECT_EQ(ofAssembly({"s_load_dwordx2 s[4:5], s[2:3], null", "v_mov_b32_e32 v2, s4",
                          "flat_store_dwordx2 v[6:7], v[2:3]"}),
              "no loop: 1 × s_load_dwordx2");
}

// Only where it has three operands does v_cmpx write a register.
TEST(AmdDescriptors, OutlastInstructionsThatOnlyRead) {
    EXPECT_EQ(ofAssembly({"s_load_dwordx2 s[4:5], s[2:3], null", "v_cmpx_lt_u32_e32 s4, v1",
                          "v_cmpx_lt_u32_e32 s5, v1", "global_load_dword v4, v2, s[4:5]"}),
              "no loop: 1 × global_load_dword + descriptors: 1 × s_load_dwordx2");
    EXPECT_EQ(ofAssembly({"s_load_dwordx2 s[4:5], s[2:3], null", "v_cmpx_lt_u32_e64 s[4:5], v0, v1",
                          "global_load_dword v4, v2, s[4:5]"}),
              "no loop: 1 × s_load_dwordx2, 1 × global_load_dword");
}

TEST(AmdDescriptors, FollowCopiesInAcoIr) {
    const std::string descriptor = "no loop: 1 × buffer_load_dword + descriptors: 1 × s_load_dwordx4";
    const std::string load = " v1: %9 = buffer_load_dword (kill)%8, %3, 0 offen";
    for (const std::vector<std::string>& copies : std::vector<std::vector<std::string>>{
             {" s2: %1,  s4: %8 = p_parallelcopy %2, (kill)%5"},
             {" s1: %6,  s1: %7 = p_split_vector (kill)%5", " s4: %8 = p_create_vector 0, (kill)%7"},
             {" s4: %8 = p_linear_phi %5, %4"},
             {" s4: %8 = s_mov_b64 %5"}}) {
        std::vector<std::string> lines = {" s4: %5 = s_load_dwordx4 %2, 0"};
        lines.insert(lines.end(), copies.begin(), copies.end());
        lines.push_back(load);
        EXPECT_EQ(ofIr("After Spilling:", lines), descriptor) << copies[0];
    }
    EXPECT_EQ(ofIr("After Spilling:", {" s4: %5 = s_load_dwordx4 %2, 0",
                                       " s4: %8,  s4: %7 = p_parallelcopy %2, (kill)%5", load}),
              "no loop: 1 × s_load_dwordx4, 1 × buffer_load_dword");
    // Once registers are chosen, copies are between registers without values.
    const std::string chosen = "After lowering to hw instructions:";
    EXPECT_EQ(
        ofIr(chosen, {" s4: %5:s[4-7] = s_load_dwordx4 %2:s[2-3], 0", " s2: %0:s[8-9] = s_mov_b64 %0:s[4-5]",
                      " v1: %9:v[0] = buffer_load_dword %8:s[8-11], %3:v[1], 0 offen"}),
        descriptor);
    EXPECT_EQ(ofIr(chosen, {" s4: %5:s[4-7] = s_load_dwordx4 %2:s[2-3], 0", " s2: %0:s[4-5] = s_mov_b64 0",
                            " s1: %0:s[6],  s1: %4:s[7] = s_add_u32 1, 2",
                            " v1: %9:v[0] = buffer_load_dword %8:s[4-7], %3:v[1], 0 offen"}),
              "no loop: 1 × s_load_dwordx4, 1 × buffer_load_dword");
}

} // namespace amd_descriptors_test
} // namespace vkperftest
