#include "addresses/shader_loads.h"

#include <ostream>

#include <gmock/gmock.h>

#include "frontend/compiled.h"
#include "frontend/simplified.h"

namespace vkperftest {
namespace shader_loads_test {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::SizeIs;

ShaderLoads loadsOf(const Result<std::vector<CompiledShader>>& compiled) {
    if (!compiled.ok()) {
        ADD_FAILURE() << compiled.error().sentence();
        return {};
    }
    const auto words = simplified(compiled.value().front().words, {});
    if (!words.ok()) {
        ADD_FAILURE() << words.error().sentence();
        return {};
    }
    const auto module = SpirvModule::read(words.value());
    if (!module.ok()) {
        ADD_FAILURE() << module.error().sentence();
        return {};
    }
    return shaderLoads(module.value(), "main");
}

// Of a shader with buffers of words (bytes), float4 (vectors), texels, a texture and constants.
ShaderLoads ofHlsl(const std::string& body, const std::string& group = "256, 1, 1") {
    return loadsOf(compileHlsl(
        "ByteAddressBuffer bytes : register(t0); StructuredBuffer<float4> vectors : register(t1);\n"
        "Buffer<float4> texels : register(t2); Texture2D<float4> image : register(t3);\n"
        "RWStructuredBuffer<float4> result : register(u4); RWByteAddressBuffer counters : register(u5);\n"
        "cbuffer Constants : register(b6) { float4 values[64]; uint count; uint shift; };\n"
        "groupshared float4 shared_values[256];\n"
        "[numthreads(" +
        group +
        ")] void main(uint3 id : SV_DispatchThreadID, uint3 local : SV_GroupThreadID,\n"
        "uint index : SV_GroupIndex, uint3 group : SV_GroupID) {\n"
        "float4 sum = 0;\n" +
        body + "\nresult[id.x] = sum;\n}\n"));
}

// Without the loops' own constants.
std::vector<ShaderLoad> inLoops(const ShaderLoads& all) {
    std::vector<ShaderLoad> found;
    for (const ShaderLoad& load : all.loads) {
        const bool constant = !load.moves && (load.memory == ShaderMemory::UniformBuffer ||
                                              load.memory == ShaderMemory::PushConstants);
        if (load.loop != kNoNumber && load.access == ShaderAccess::Load && !constant) found.push_back(load);
    }
    return found;
}

// The only load in a loop over i.
ShaderLoad only(const std::string& expression, const std::string& group = "256, 1, 1") {
    const auto found = inLoops(ofHlsl("for (uint i = 0; i < count; ++i) sum += " + expression + ";", group));
    EXPECT_THAT(found, SizeIs(1)) << expression;
    return found.empty() ? ShaderLoad{} : found.front();
}

TEST(ShaderLoads, PatternsFollowFromHowInvocationsDiffer) {
    struct Row {
        const char* expression;
        LanePattern pattern;
    };
    for (const auto& [expression, pattern] : {
             Row{"vectors[i]", LanePattern::Same},
             Row{"vectors[group.x * 4 + i]", LanePattern::Same},
             Row{"vectors[id.x + i]", LanePattern::Next},
             Row{"vectors[i * 256 + index]", LanePattern::Next},
             Row{"vectors[2 * id.x + i]", LanePattern::Different}, // every second element
             Row{"vectors[(id.x ^ 3) + i]", LanePattern::Different},
             Row{"vectors[(id.x * 3 & 15) + i]", LanePattern::Different},
             Row{"vectors[(id.x * 16 & 15) + i]", LanePattern::Unknown},
             Row{"vectors[id.x % 48 + i]", LanePattern::Different},
             Row{"vectors[id.x * count + i]", LanePattern::Unknown},
             Row{"vectors[values[id.x & 63].x + i]", LanePattern::Unknown},
             Row{"asfloat(bytes.Load4(16 * id.x + 16 * i))", LanePattern::Next},
             Row{"asfloat(bytes.Load4((id.x << 4) + 16 * i))", LanePattern::Next},
             Row{"asfloat(bytes.Load4(8 * id.x + 16 * i))", LanePattern::Different},
             Row{"asfloat(bytes.Load(4 * id.x + 16 * i))", LanePattern::Next},
             Row{"asfloat(bytes.Load4(16 * (id.x * 3 & 15) + 16 * i))", LanePattern::Different},
             Row{"asfloat(bytes.Load4(2 * (id.x * 3 & 15) + 16 * i))",
                 LanePattern::Unknown}, // may be one word
             Row{"texels[id.x + i]", LanePattern::Next},
             Row{"texels[i]", LanePattern::Same},
             Row{"image.Load(int3(i, 3, 0))", LanePattern::Same},
             Row{"image.Load(int3(id.x + i, i, 0))", LanePattern::Next},
             Row{"image.Load(int3(i, id.x, 0))", LanePattern::Different}, // along a column
         }) {
        const auto found =
            inLoops(ofHlsl(std::string("for (uint i = 0; i < count; ++i) sum += ") + expression + ";"));
        ASSERT_THAT(found, testing::Not(IsEmpty())) << expression;
        EXPECT_EQ(found.back().pattern, pattern) << expression;
    }
}

TEST(ShaderLoads, RowsOfAWorkgroupLieBehindEachOtherOnlyIfTheyAreFullOrWide) {
    EXPECT_EQ(only("vectors[id.x + i]", "8, 8, 1").pattern, LanePattern::Different);
    EXPECT_EQ(only("vectors[index + i]", "8, 8, 1").pattern, LanePattern::Next);
    EXPECT_EQ(only("vectors[id.x + i]", "64, 4, 1").pattern, LanePattern::Next);
    EXPECT_EQ(only("vectors[id.y + i]", "64, 4, 1").pattern, LanePattern::Unknown);
    EXPECT_EQ(only("image.Load(int3(id.xy + i, 0))", "8, 8, 1").pattern, LanePattern::Next);
    EXPECT_EQ(only("image.Load(int3(id.yx + i, 0))", "8, 8, 1").pattern, LanePattern::Different);
}

// Invocations that took other branches hold other values.
TEST(ShaderLoads, ValuesFromSeveralBranchesAreOnlyTheSameIfAllInvocationsTakeOne) {
    const std::string loop = "for (uint i = 0; i < count; ++i) sum += vectors[at + i];";
    const auto patternOf = [&](const std::string& branch) {
        const auto found = inLoops(ofHlsl("uint at = 0; [branch] if (" + branch +
                                          ") { at = counters.Load(0); counters.Store(4, at); } else { at = "
                                          "counters.Load(8); }" +
                                          loop));
        return found.empty() ? LanePattern::Next : found.back().pattern;
    };
    EXPECT_EQ(patternOf("shift == 3"), LanePattern::Same);
    EXPECT_EQ(patternOf("id.x == 3"), LanePattern::Unknown);
}

TEST(ShaderLoads, WordsOfOneLoadAndNeighboursAreOne) {
    const ShaderLoad four = only("asfloat(bytes.Load4(16 * id.x + 16 * i))");
    EXPECT_EQ(four.bytes, 16u);
    EXPECT_TRUE(four.words);
    EXPECT_GE(four.alignment, 16u);
    EXPECT_EQ(only("asfloat(bytes.Load2(8 * id.x + 16 * i)).xyxy").bytes, 8u);
    EXPECT_EQ(only("asfloat(bytes.Load3(16 * i)).xyzx").bytes, 12u);
    EXPECT_EQ(only("(asfloat(bytes.Load(4 * i)) + asfloat(bytes.Load(4 * i + 4)))").bytes, 8u);
    EXPECT_FALSE(only("vectors[i]").words);
    // Two of 16 bytes stay two.
    EXPECT_THAT(
        inLoops(ofHlsl("for (uint i = 0; i < count; ++i) sum += vectors[2 * i] + vectors[2 * i + 1];")),
        SizeIs(2));
}

TEST(ShaderLoads, AlignmentIsWhatTheCodeShows) {
    const ShaderLoad unproven = only("asfloat(bytes.Load4(count + 4 * i))");
    EXPECT_LT(unproven.alignment, 16u);
    EXPECT_FALSE(unproven.misaligned);
    EXPECT_TRUE(only("asfloat(bytes.Load4(16 * i + 4))").misaligned);
}

TEST(ShaderLoads, OnlyUsedPartsCount) {
    EXPECT_EQ(only("vectors[i].x").bytes, 4u);
    EXPECT_EQ(only("vectors[i].yz.xyxy").bytes, 8u);
    EXPECT_EQ(only("texels[i].x").channels, 1u);
    EXPECT_EQ(only("texels[i]").channels, 4u);
}

TEST(ShaderLoads, EqualLoadsAreOne) {
    EXPECT_THAT(inLoops(ofHlsl("for (uint i = 0; i < count; ++i) sum += vectors[i] * vectors[i];")),
                SizeIs(1));
    EXPECT_THAT(inLoops(ofHlsl("for (uint i = 0; i < count; ++i) sum += image.Load(int3(i, 0, 0)) * "
                               "image.Load(int3(i, 0, 0)).y;")),
                SizeIs(1));
}

TEST(ShaderLoads, ConditionsAndFixedPlacesShow) {
    EXPECT_TRUE(only("vectors[i]").always);
    EXPECT_TRUE(only("vectors[i]").moves);
    const auto fixed = inLoops(ofHlsl("for (uint i = 0; i < count; ++i) sum += vectors[id.x] * i;"));
    ASSERT_THAT(fixed, SizeIs(1));
    EXPECT_FALSE(fixed.front().moves);
    const auto conditional = inLoops(ofHlsl(
        "for (uint i = 0; i < count; ++i) { [branch] if (counters.Load(4 * i) == 1) { counters.Store(0, i); "
        "sum += vectors[i]; } }"));
    ASSERT_THAT(conditional, SizeIs(2));
    EXPECT_TRUE(conditional[0].always);
    EXPECT_FALSE(conditional[1].always);
}

TEST(ShaderLoads, InvocationsThatEndWithoutAStoreTakeNoPart) {
    const auto counts = [](const std::string& body) {
        for (const ShaderLoad& load : ofHlsl(body).loads) {
            if (load.memory == ShaderMemory::TexelBuffer) return load.always && load.needed;
        }
        ADD_FAILURE() << body;
        return false;
    };
    EXPECT_TRUE(counts("sum = texels[id.x];"));
    EXPECT_TRUE(counts("if (id.x >= count) return; sum = texels[id.x];"));
    EXPECT_TRUE(counts("sum = texels[id.x]; if (sum.x > count) return;"));
    EXPECT_FALSE(counts("if (id.x >= count) { counters.Store(0, 1); return; } sum = texels[id.x];"));
    EXPECT_FALSE(counts("[branch] if (id.x < count) { sum = texels[id.x]; counters.Store(0, 1); }"));
}

// What a compiler can make of the only load in a loop.
struct Made {
    bool moves, repeats, needed, together;
    bool operator==(const Made&) const = default;
};

void PrintTo(const Made& made, std::ostream* out) {
    *out << (made.moves ? "moves" : "still") << (made.repeats ? ", repeats" : "")
         << (made.needed ? "" : ", not needed") << (made.together ? ", together" : "");
}

constexpr Made kCounted{true, false, true, false};
constexpr Made kStill{false, false, true, false};
constexpr Made kRepeats{true, true, true, false};
constexpr Made kUnneeded{true, false, false, false};
constexpr Made kTogether{true, false, true, true};

Made madeOf(const ShaderLoad& load) {
    return {load.moves, load.repeats, load.needed, load.together};
}

TEST(ShaderLoads, WhatTheInvocationStoredItselfIsKnown) {
    const auto repeats = [](const std::string& body) {
        for (const ShaderLoad& load : ofHlsl(body).loads) {
            if (load.variable == "result" && load.access == ShaderAccess::Load) return load.repeats;
        }
        ADD_FAILURE() << body;
        return false;
    };
    EXPECT_TRUE(repeats("result[id.x] = count; sum = result[id.x] + 1;"));
    EXPECT_FALSE(repeats("result[id.x] = count; sum = result[id.y] + 1;"));
    EXPECT_FALSE(repeats("result[id.x] = result[id.x] + 1;"));
    EXPECT_FALSE(repeats("[branch] if (id.y > count) result[id.x] = count; sum = result[id.x] + 1;"));
}

// Unrolled, the places' distance is known: neighbours are loaded at once, and one place only once.
TEST(ShaderLoads, PlacesThatACompilerCanCompareAreShared) {
    struct Row {
        const char* expression;
        Made made;
    };
    for (const auto& [expression, made] : {
             Row{"asfloat(bytes.Load(4 * (i + 256 * id.x)))", kTogether},  // four make one load
             Row{"asfloat(bytes.Load(16 * i + 4096 * id.x))", kCounted},   // too far apart
             Row{"vectors[i + 256 * id.x]", kCounted},                     // 16 bytes already
             Row{"vectors[i]", kTogether},                                 // for all lanes, more than 16
             Row{"asfloat(bytes.Load(4 * (i * count + id.x)))", kCounted}, // nobody knows the distance
             Row{"asfloat(bytes.Load(4 * (i | shift) + 64 * id.x))", kCounted},
             Row{"vectors[(i >> 2) + 256 * id.x]", kRepeats},
             Row{"vectors[(i & 3) + 256 * id.x]", kRepeats},
             Row{"vectors[i % 5 + 256 * id.x]", kRepeats},
             Row{"vectors[id.x + (i < 7 ? 1 : 2)]", kRepeats},
             Row{"texels[i + 256 * id.x]", kCounted},
             Row{"texels[i / 2 + 256 * id.x]", kRepeats},
             Row{"image.Load(int3(id.x, i, 0))", kCounted},
             Row{"image.Load(int3(id.x, i & 1, 0))", kRepeats},
             Row{"image.Load(int3(id.x + i, i & 1, 0))", kCounted},
         })
        EXPECT_EQ(madeOf(only(expression)), made) << expression;
}

TEST(ShaderLoads, WhatOtherIterationsLoadCountsOnce) {
    const auto freshOf = [](const std::string& sum) {
        std::uint32_t fresh = 0;
        for (const ShaderLoad& load : inLoops(ofHlsl("for (uint i = 0; i < count; ++i) sum += " + sum + ";")))
            fresh += load.fresh;
        return fresh;
    };
    EXPECT_EQ(freshOf("vectors[id.x * 64 + i]"), 16u);
    EXPECT_EQ(freshOf("vectors[id.x * 64 + i] * vectors[id.x * 64 + i + 1]"), 16u); // the next iteration's
    EXPECT_EQ(freshOf("vectors[id.x * 64 + 2 * i] * vectors[id.x * 64 + 2 * i + 1]"), 32u);
    EXPECT_EQ(freshOf("asfloat(bytes.Load4(8 * i + 4096 * id.x))"), 8u); // half of it again
    EXPECT_THAT(inLoops(ofHlsl("for (uint i = 0; i < count; ++i) sum += texels[i] * texels[i + 3];")),
                SizeIs(1));
    EXPECT_THAT(inLoops(ofHlsl("for (uint i = 0; i < count; ++i) sum += texels[2 * i] * texels[2 * i + 3];")),
                SizeIs(2));
    EXPECT_THAT(
        inLoops(ofHlsl("for (uint i = 0; i < count; ++i) sum += image.Load(int3(id.xy + int2(i, 0), 0)) * "
                       "image.Load(int3(id.xy + int2(i + 1, 0), 0));")),
        SizeIs(1));
}

// Their iterations may stand one after the other in the loop around them.
TEST(ShaderLoads, LoopsOfKnownLengthMayBeUnrolledCompletely) {
    const auto made = [](const std::string& body) {
        const auto found = inLoops(ofHlsl(body));
        return found.empty() ? Made{} : madeOf(found.back());
    };
    const std::string outer = "for (uint i = 0; i < count; ++i) ",
                      inner = "[loop] for (uint k = 0; k < 4; ++k) ";
    EXPECT_EQ(made(inner + "sum += texels[id.x * 4 + k];"), kCounted);
    EXPECT_EQ(made(outer + inner + "sum += texels[id.x * 4 + k];"), kStill); // out of the outer loop
    EXPECT_EQ(made(outer + inner + "sum += texels[i + k];"),
              kRepeats); // as in another iteration of the outer
    EXPECT_EQ(made(outer + inner + "sum += image.Load(int3(id.x + k, i, 0));"), kCounted);
    EXPECT_EQ(made(outer + inner + "sum += texels[i * shift + k];"), kCounted);
    EXPECT_EQ(made(outer + "for (uint k = 0; k < shift; ++k) sum += texels[i + k];"),
              kCounted); // stays a loop
    EXPECT_EQ(made("sum = texels[id.x];" + inner + "sum += texels[id.x + k];"),
              kRepeats); // the first is there
    EXPECT_EQ(made("for (uint i = 0; i < count; ++i) sum += texels[i];" + inner + "sum += texels[id.x + k];"),
              kCounted); // the other loop stays one
    EXPECT_EQ(made("[loop] for (uint k = id.x; k < id.x + 4; ++k) sum += texels[k]; sum += texels[0];"),
              kRepeats);
}

TEST(ShaderLoads, ValuesThatOnlySomeIterationsNeedMayBeLoadedThere) {
    const auto made = [](const std::string& body) {
        const auto found = inLoops(ofHlsl("for (uint i = 0; i < count; ++i) { " + body + " }"));
        return found.empty() ? Made{} : madeOf(found.front());
    };
    const std::string load = "float4 value = texels[i]; ";
    EXPECT_EQ(made(load + "sum += value;"), kCounted);
    EXPECT_EQ(made(load + "sum = max(sum, value);"), kCounted);
    EXPECT_EQ(made(load + "result[i] = value;"), kCounted);
    EXPECT_EQ(made(load + "if (value.x > 3) counters.Store(4 * i, 1);"), kCounted);
    EXPECT_EQ(made(load + "sum = value;"), kUnneeded); // the last one, behind the loop
    EXPECT_EQ(made(load + "result[id.x] = value;"), kUnneeded);
    EXPECT_EQ(made(load + "result[id.x] += value;"), kCounted);
    EXPECT_EQ(made(load + "[branch] if (shift == i) { counters.Store(0, i); sum += value; }"), kUnneeded);
    EXPECT_EQ(made(load + "sum = shift == i ? value : sum;"), kUnneeded);
    EXPECT_EQ(made(load + "for (uint k = 0; k < shift; ++k) sum += value * k;"), kUnneeded);
    EXPECT_EQ(made(load + "shared_values[index] = value; GroupMemoryBarrierWithGroupSync(); "
                          "sum += shared_values[index ^ 1]; GroupMemoryBarrierWithGroupSync();"),
              kCounted);
}

// Of equal places, at whose contents the compiler looks once.
TEST(ShaderLoads, LoadsOfTwoBlocksThroughOneIndexAreOne) {
    const auto found = inLoops(ofHlsl("for (uint i = 0; i < count; ++i) { sum += vectors[bytes.Load(4 * i)]; "
                                      "[branch] if (shift == i) counters.Store(0, i); "
                                      "sum *= vectors[bytes.Load(4 * i)].w; }"));
    EXPECT_THAT(found, SizeIs(2)); // the index and the vector
}

TEST(ShaderLoads, AreListedInTheirOrder) {
    std::vector<ShaderMemory> memories;
    for (const ShaderLoad& load :
         inLoops(ofHlsl("for (uint i = 0; i < count; ++i) { sum += vectors[i]; sum *= "
                        "texels[i]; sum += asfloat(bytes.Load4(16 * i)); }")))
        memories.push_back(load.memory);
    EXPECT_THAT(memories, ElementsAre(ShaderMemory::StorageBuffer, ShaderMemory::TexelBuffer,
                                      ShaderMemory::StorageBuffer));
}

TEST(ShaderLoads, LoopsAreNumberedAsTheyNest) {
    const ShaderLoads all = ofHlsl("for (uint i = 0; i < count; ++i) { sum += vectors[i];\n"
                                   "for (uint j = 0; j < shift; ++j) sum += texels[i + j]; }\n"
                                   "for (uint k = 0; k < count; ++k) sum += image.Load(int3(k, 0, 0));");
    std::vector<std::string> numbers;
    for (const ShaderLoop& loop : all.loops) numbers.push_back(loop.number);
    EXPECT_THAT(numbers, ElementsAre("1", "1.1", "2"));
    std::vector<std::string> of;
    for (const ShaderLoad& load : inLoops(all)) of.push_back(all.loops[load.loop].number);
    EXPECT_THAT(of, ElementsAre("1", "1.1", "2"));
    EXPECT_GT(all.loops[2].place.line, all.loops[0].place.line);
}

TEST(ShaderLoads, MemoriesAreToldApart) {
    EXPECT_EQ(only("values[i & 63]").memory, ShaderMemory::UniformBuffer);
    EXPECT_EQ(only("texels[i]").memory, ShaderMemory::TexelBuffer);
    EXPECT_EQ(only("image.Load(int3(i, 0, 0))").memory, ShaderMemory::Texture);
    EXPECT_EQ(only("shared_values[(i + index) & 255]").memory, ShaderMemory::Shared);
    EXPECT_EQ(only("result[i]").memory, ShaderMemory::StorageBuffer);
}

TEST(ShaderLoads, AtomicOperationsHaveTheMemoryOfTheirPointer) {
    std::vector<ShaderMemory> memories;
    for (const ShaderLoad& load : loadsOf(compileGlsl(R"(#version 450
layout(local_size_x = 64) in;
layout(binding = 0) buffer A { uint counter; };
layout(binding = 1, r32ui) uniform uimage2D pixels;
shared uint kept;
void main() { atomicAdd(kept, 1); atomicAdd(counter, 1); imageAtomicAdd(pixels, ivec2(0), 1); }
)"))
                                      .loads)
        if (load.access == ShaderAccess::Atomic) memories.push_back(load.memory);
    EXPECT_THAT(memories,
                ElementsAre(ShaderMemory::Shared, ShaderMemory::StorageBuffer, ShaderMemory::StorageImage));
}

TEST(ShaderLoads, GatheredTexelsAreAKindOfTheirOwn) {
    const ShaderLoads all = loadsOf(compileGlsl(R"(#version 450
layout(local_size_x = 64) in;
layout(binding = 0) buffer A { vec4 a[]; };
layout(binding = 1) uniform sampler2D image;
void main() { a[gl_GlobalInvocationID.x] = textureGather(image, vec2(0.5), 1); }
)"));
    ASSERT_THAT(all.loads, SizeIs(2));
    EXPECT_EQ(all.loads[0].memory, ShaderMemory::Gathered);
}

// A vec4 in the buffer `wide`, a uint in `narrow`, and matrices whose rows lie in one piece.
ShaderLoads ofGlsl(const std::string& body) {
    return loadsOf(compileGlsl("#version 450\nlayout(local_size_x = 64) in;\n"
                               "layout(binding = 0) buffer Out { vec4 result[]; };\n"
                               "layout(binding = 1) readonly buffer Wide { vec4 wide[]; };\n"
                               "layout(binding = 2) readonly buffer Narrow { uint narrow[]; };\n"
                               "layout(binding = 3, row_major) readonly buffer Rows { mat4 rows[]; };\n"
                               "layout(push_constant) uniform P { uint count; };\n"
                               "void main() { uint i = gl_GlobalInvocationID.x; vec4 s = vec4(0);\n" +
                               body + "}\n"));
}

// Invocations leave the inner loop in different iterations, and go on with different numbers.
TEST(ShaderLoads, WhatALoopLeavesBehindDiffersIfInvocationsLeaveItApart) {
    const auto patternAfter = [](const std::string& condition) {
        const auto found =
            inLoops(ofGlsl("for (uint k = 0; k < count; ++k) { uint n = 0; do { ++n; } while (" + condition +
                           "); s += wide[n + k]; } result[i] = s;"));
        return found.empty() ? LanePattern::Next : found.back().pattern;
    };
    EXPECT_EQ(patternAfter("narrow[i + n] != k"), LanePattern::Unknown);
    EXPECT_EQ(patternAfter("narrow[n] != k"), LanePattern::Same);
}

TEST(ShaderLoads, SumsOfVectorsNeedTheComponentsThatAreUsedInTheEnd) {
    const auto bytesOf = [](const std::string& use) {
        const auto found = inLoops(
            ofGlsl("for (uint n = 0; n < count; ++n) s += 2 * wide[i + n]; result[i] = " + use + ";"));
        return found.empty() ? 0 : found.back().bytes;
    };
    EXPECT_EQ(bytesOf("vec4(s.x)"), 4u);
    EXPECT_EQ(bytesOf("s.xyxy"), 8u);
    EXPECT_EQ(bytesOf("s"), 16u);
    EXPECT_EQ(bytesOf("vec4(length(s))"), 16u);
}

// A column has four parts then.
TEST(ShaderLoads, ColumnsOfMatricesByRowsHaveNoKnownSize) {
    const auto found =
        inLoops(ofGlsl("for (uint n = 0; n < count; ++n) s += rows[i + n][1]; result[i] = s;"));
    ASSERT_THAT(found, SizeIs(1));
    EXPECT_EQ(found.front().bytes, 0u);
}

TEST(ShaderLoads, CallsAreFollowed) {
    const ShaderLoads all = loadsOf(compileGlsl(R"(#version 450
layout(local_size_x_id = 0) in;
layout(binding = 0) readonly buffer A { vec4 a[]; };
layout(binding = 1) buffer B { vec4 b[]; };
layout(push_constant) uniform P { uint count; };
vec4 sum(uint begin) { vec4 s = vec4(0); for (uint i = 0; i < count; ++i) s += a[begin + i]; return s; }
void main() { b[gl_GlobalInvocationID.x] = sum(gl_WorkGroupID.x) + sum(gl_GlobalInvocationID.x); }
)"));
    EXPECT_THAT(all.loops, SizeIs(2));
    const auto found = inLoops(all);
    ASSERT_THAT(found, SizeIs(2));
    EXPECT_EQ(found[0].pattern, LanePattern::Same);
    EXPECT_EQ(found[0].variable, "A");
    EXPECT_EQ(found[0].places.front().line, 6u);
}

} // namespace shader_loads_test
} // namespace vkperftest
