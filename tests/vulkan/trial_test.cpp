// Users' shaders on a real driver: every variant leaves what the shader as written leaves, and what leaves something
// else is found.
#include <algorithm>
#include <set>

#include <fmt/format.h>

#include "matchers.h"
#include "opened.h"
#include "trial/subject.h"
#include "trial/trial.h"

namespace vkperftest::trial_test {

Result<void> verified(Opened& opened, const std::string& variant) {
    const BoundRow row{trialRow(variant), Strategy::Set};
    const Result<ProgramId> program = opened.executor->prepare({&row, 1}).front();
    return program.ok() ? opened.executor->verify(program.value(), {}) : Result<void>(program.error());
}

constexpr const char* kRaw = R"(
ByteAddressBuffer source : register(t0);
RWByteAddressBuffer destination : register(u1);
[numthreads(64, 1, 1)] void main(uint3 id : SV_DispatchThreadID) {
    [unroll] for (uint i = 0; i < 4; ++i)
        destination.Store4(id.x * 64 + i * 16, source.Load4(id.x * 64 + i * 16));
})";
constexpr const char* kStructs = R"(
layout(local_size_x_id = 3) in;
struct Item { vec3 at; float weight; uint next; };
layout(std430, set = 0, binding = 0) readonly buffer Items { Item items[]; };
layout(std430, set = 1, binding = 2) buffer Sums { uint before; vec4 sums[]; } sums;
layout(set = 0, binding = 1) uniform Sizes { vec4 scale; } sizes;
layout(push_constant) uniform Pushed { uint count; };
void main() {
    uint i = gl_GlobalInvocationID.x;
    if (i < count) sums.sums[i] += vec4(items[items[i].next].at * items[i].weight, 1) * sizes.scale;
})";
constexpr const char* kImages = R"(
layout(local_size_x = 8, local_size_y = 8) in;
layout(binding = 0) uniform sampler2D from;
layout(binding = 1, rgba16f) uniform image2D to;
layout(binding = 2) uniform textureBuffer table;
layout(binding = 3, r32ui) uniform uimageBuffer counts;
layout(binding = 4) uniform Sizes { uvec3 step[2]; };
void main() {
    ivec2 at = ivec2(gl_GlobalInvocationID.xy);
    vec4 value = texelFetch(from, at, 0) + imageLoad(to, at) + texelFetch(table, at.x & 63);
    imageStore(to, at, value);
    imageAtomicAdd(counts, at.x & 63, step[at.y & 1].y);
})";

constexpr const char* kArrays = R"(
layout(local_size_x = 64) in;
layout(binding = 0) readonly buffer From { uint from[]; } many[3];
layout(binding = 1) uniform sampler2D images[3];
layout(binding = 2) buffer To { uint to[]; };
layout(binding = 3) readonly buffer Which { uint which[]; };
layout(binding = 4) uniform Scale { uint scale; } scales[2];
void main() {
    uint i = gl_GlobalInvocationID.x;
    vec4 texel = texelFetch(images[gl_WorkGroupID.x % 3], ivec2(i & 7, 0), 0);
    to[i] = many[1].from[i] - many[2].from[which[i & 63]] + uint(255 * texel.x) * scales[1].scale;
})";

std::vector<TestShader> shaders() {
    std::vector<TestShader> all;
    all.push_back(glslShader(kArrays));
    all.push_back(hlslShader(kRaw));
    all.push_back(glslShader(kStructs, {{.id = 3, .value = 32, .bytes = 4}}));
    all.push_back(glslShader(kImages));
    return all;
}

TEST(Trial, EveryVariantLeavesWhatTheShaderLeaves) {
    std::set<std::string> all;
    for (const TestShader& shader : shaders()) {
        const World world = worldOf(shader.subject, {}, {4, 4, 1}).value();
        const auto prepared = withVariants(shader.subject, world, {});
        const TrialOutcome& outcome = prepared->outcome;
        Opened opened = open(true, {.trial = prepared});
        std::size_t ran = 0;
        for (const TrialShader& variant : prepared->shaders) {
            const Result<void> equal = verified(opened, variant.name);
            if (!equal.ok()) {
                EXPECT_EQ(equal.error().kind, ErrorKind::Unsupported)
                    << variant.name << ": " << equal.error().cause;
            }
            ran += equal.ok() ? 1U : 0U;
            if (equal.ok()) all.insert(variant.name);
        }
        EXPECT_GE(ran, 2u);
        EXPECT_TRUE(outcome.reproducible);
        EXPECT_TRUE(opened.executor->renew().ok());
        EXPECT_TRUE(opened.executor->verify(0, {}).ok()); // against the results of before
        const std::vector<Dispatch> dispatches = {{0, 1}, {0, 3}};
        EXPECT_THAT(opened.executor->sample(dispatches).value(), SizeIs(2));
        expectSilence(opened);
    }
    for (const char* name :
         {"push", "push-template", "dynamic", "inline", "address-4", "address-8", "address-16", "uniform",
          "push-constants", "texel-buffer", "readonly", "wide", "narrow", "soa"})
        EXPECT_EQ(all.count(name), 1u) << name;
}

TEST(Trial, OnlyUniformIndicesCanBeBroadcast) {
    const TestShader shader = glslShader(R"(layout(local_size_x = 64) in;
layout(binding = 0) readonly buffer Which { uint which[]; };
layout(binding = 1) readonly buffer From { uint from[]; };
layout(binding = 2) buffer To { uint to[]; };
void main() { uint i = gl_GlobalInvocationID.x; to[i] = from[which[gl_WorkGroupID.x]] - from[which[i]]; })");
    const std::vector<std::uint32_t> ids = mayBeUniform(*shader.subject.module);
    ASSERT_EQ(ids.size(), 2u); // not the invocation's number
    auto trial = trialOf(shader.subject, worldOf(shader.subject, {}, {4, 1, 1}).value());
    for (const std::uint32_t id : ids) {
        TrialShader& one = trial->shaders.emplace_back(trial->shaders.front());
        one.name = std::to_string(id);
        one.shader.words = withIndices(*shader.subject.module, {&id, 1});
    }
    Opened opened = open(true, {.trial = trial});
    ASSERT_TRUE(verified(opened, kAsWritten).ok());
    const Result<void> uniform = verified(opened, std::to_string(ids[0]));
    if (!uniform.ok() && uniform.error().kind == ErrorKind::Unsupported) GTEST_SKIP();
    EXPECT_TRUE(uniform.ok());
    EXPECT_FALSE(verified(opened, std::to_string(ids[1])).ok());
    expectSilence(opened);
}

TEST(Trial, AnotherLayoutOfStructuresIsNotEqual) {
    const TestShader shader = glslShader(kStructs, {{.id = 3, .value = 32, .bytes = 4}});
    const auto trial =
        withVariants(shader.subject, worldOf(shader.subject, {}, {4, 1, 1}).value(), {.only = {"soa"}});
    TrialShader& soa = trial->shaders.emplace_back(trial->shaders.at(1));
    soa.name = "wrong";
    std::rotate(soa.contents[0].content.begin(), soa.contents[0].content.begin() + 4,
                soa.contents[0].content.end());
    Opened opened = open(false, {.trial = trial});
    ASSERT_TRUE(verified(opened, kAsWritten).ok());
    EXPECT_TRUE(verified(opened, "soa").ok());
    EXPECT_FALSE(verified(opened, "wrong").ok());
}

// Each differs from the shader that it is compared with in one place.
std::vector<std::string> wrongShaders(const std::string& right) {
    std::vector<std::string> wrong;
    std::string order = "wxyz";
    do {
        std::string other = right;
        other.replace(other.find("value.yzwx"), 10, "value." + order);
        if (order != "yzwx") wrong.push_back(other);
    } while (std::ranges::next_permutation(order).found);
    const std::pair<const char*, const char*> changes[] = {
        {"id.x * 16", "id.x * 20"},
        {"id.x * 16", "id.x * 12"},
        {"id.x * 16", "id.x * 16 + 4"},
        {"id.x * 16", "((id.x + 1) & 255) * 16"},
        {"source.Load4", "uint4(source.Load3"},
        {"63 - lane", "62 - lane"},
        {"63 - lane", "lane"},
        {"+ other", "- other"},
        {"factor.x", "factor.y"},
        {"GroupMemoryBarrierWithGroupSync();", ""},
        {"Store4(at,", "Store4(at ^ 16,"},
        {"value.x;", "value.y;"},
        {"Store4(at, ", "Store3(at, (uint3)"},
        {"numthreads(64", "numthreads(32"},
        {"at + 0", "at + 4"},
        {"> 2", "> 200"},
        {"*= 3", "*= 5"},
    };
    for (const auto& [from, to] : changes) {
        std::string other = right;
        other.replace(other.find(from), std::string(from).size(), to);
        if (std::string(to).starts_with("uint4(")) other.replace(other.find("at + 0)"), 7, "at + 0), 0)");
        wrong.push_back(other);
    }
    return wrong;
}

TEST(Trial, WhatLeavesSomethingElseIsNotEqual) {
    const std::string right = R"(
ByteAddressBuffer source : register(t0);
RWByteAddressBuffer destination : register(u1);
cbuffer Sizes : register(b2) { uint4 factor; };
groupshared uint first[64];
[numthreads(64, 1, 1)] void main(uint3 id : SV_DispatchThreadID, uint lane : SV_GroupIndex) {
    uint at = id.x * 16;
    uint4 value = source.Load4(at + 0);
    first[lane] = value.x;
    GroupMemoryBarrierWithGroupSync();
    uint other = first[63 - lane];
    if (value.y > 2) value.z *= 3;
    destination.Store4(at, value.yzwx + other * factor.x);
})";
    const TestShader shader = hlslShader(right);
    World world = worldOf(shader.subject, {.buffers = {"destination=8K", "source=8K"}}, {4, 1, 1}).value();
    auto trial = trialOf(shader.subject, world);
    trial->shaders.push_back(trial->shaders.front());
    trial->shaders.back().name = "right";
    const std::vector<std::string> wrong = wrongShaders(right);
    EXPECT_EQ(wrong.size(), 40u);
    for (std::size_t i = 0; i < wrong.size(); ++i) {
        trial->shaders.push_back(trial->shaders.front());
        trial->shaders.back().name = std::to_string(i);
        trial->shaders.back().shader = hlslShader(wrong[i]).subject.shader;
    }
    Opened opened = open(false, {.trial = trial});
    ASSERT_TRUE(verified(opened, kAsWritten).ok());
    EXPECT_TRUE(verified(opened, "right").ok());
    for (std::size_t i = 0; i < wrong.size(); ++i) {
        const Result<void> equal = verified(opened, std::to_string(i));
        ASSERT_FALSE(equal.ok()) << wrong[i];
        EXPECT_EQ(equal.error().kind, ErrorKind::WrongValues);
        EXPECT_THAT(equal.error().cause, HasSubstr("not equal in destination at byte ")) << wrong[i];
    }
}

std::string replaced(std::string text, const std::string& what, const std::string& with) {
    for (std::size_t at = 0; (at = text.find(what, at)) != std::string::npos; at += with.size())
        text.replace(at, what.size(), with);
    return text;
}

// Each of a pair of names stands in the other's places.
TEST(Trial, ExchangedMembersAreNotEqual) {
    const std::string right = R"(#version 450
layout(local_size_x = 8, local_size_y = 8) in;
layout(binding = 0) uniform Sizes {
    uint rows; uint columns; uvec4 order; ivec2 corners[2]; mat3 turn; vec2 scale; uint lanes[4];
} u;
layout(binding = 1) buffer Header { uint first; uint second; ivec3 third; vec2 fourth; uint words[]; } b;
layout(binding = 2) buffer To { vec4 to[]; };
layout(binding = 3, r32f) readonly uniform image2D picture;
layout(push_constant) uniform P { uint width; uint height; uvec3 box; int list[3]; mat2 map; float near; float far; } p;
void main() {
    uvec2 id = gl_GlobalInvocationID.xy;
    if (id.x >= p.width || id.y >= p.height) return;
    vec4 sum = vec4(0);
    if (id.x < u.rows) sum.x += 1;
    if (id.y < u.columns) sum.y += 2;
    if (id.y < p.box.x) sum.y += 4;
    if (id.y < p.box.z) sum.y += 8;
    sum.z += float(b.words[id.x * 2 + 0] * 3 + b.words[id.x * 2 + 1]);
    sum.w += float(u.order.x % 7 + 2 * u.order.w) + float(u.corners[0].x * 5 + u.corners[1].y);
    sum.xy += u.turn[0].xy - 2 * u.turn[2].xy + u.scale.x - 3 * u.scale.y + p.map[0] + 2 * p.map[1];
    sum.z += float(b.first + 2 * b.second) + float(b.third.x + 4 * b.third.z) + b.fourth.x * 3 + b.fourth.y;
    sum.w += p.near * 3 + p.far + float(p.list[0] + 2 * p.list[2]) + float(u.lanes[1] + 2 * u.lanes[3]);
    sum.x += imageSize(picture).x + 3 * imageSize(picture).y + gl_NumWorkGroups.x + 3 * gl_NumWorkGroups.y;
    to[id.y * 128 + id.x] = sum + imageLoad(picture, ivec2(id)).x;
})";
    const std::pair<const char*, const char*> pairs[] = {
        {"p.width", "p.height"},      {"p.box.x", "p.box.z"},       {"u.rows", "u.columns"},
        {"p.width", "u.rows"},        {"u.order.x", "u.order.w"},   {"u.corners[0]", "u.corners[1]"},
        {"u.turn[0]", "u.turn[2]"},   {"u.scale.x", "u.scale.y"},   {"p.map[0]", "p.map[1]"},
        {"b.first", "b.second"},      {"b.third.x", "b.third.z"},   {"b.fourth.x", "b.fourth.y"},
        {"picture).x", "picture).y"}, {"Groups.x", "Groups.y"},     {"p.near", "p.far"},
        {"p.list[0]", "p.list[2]"},   {"u.lanes[1]", "u.lanes[3]"}, {"* 2 + 0]", "* 2 + 1]"},
        {"p.box.z", "u.columns"},     {"p.height", "p.box.x"}};
    const TestShader shader = testShader(compileGlsl(right).value().front().words);
    auto trial = trialOf(shader.subject, worldOf(shader.subject, {}, {16, 15, 1}).value());
    for (const auto& [first, second] : pairs) {
        const std::string other = replaced(replaced(right, first, "@"), second, first);
        trial->shaders.push_back(trial->shaders.front());
        trial->shaders.back().name = fmt::format("{}, {}", first, second);
        trial->shaders.back().shader.words = compileGlsl(replaced(other, "@", second)).value().front().words;
    }
    Opened opened = open(false, {.trial = trial});
    ASSERT_TRUE(verified(opened, kAsWritten).ok());
    for (std::size_t i = 1; i < trial->shaders.size(); ++i)
        EXPECT_FALSE(verified(opened, trial->shaders[i].name).ok()) << trial->shaders[i].name;
}

// A shader that copies, and others that copy nothing, half of it, or from elsewhere.
TEST(Trial, AShaderThatDoesLessIsNotEqual) {
    const std::string right =
        R"(layout(local_size_x = 64) in;
layout(binding = 0) readonly buffer From { uvec4 from[]; };
layout(binding = 1) buffer To { uvec4 to[]; };
layout(binding = 2) readonly buffer Other { uvec4 other[]; };
void main() { uint i = gl_GlobalInvocationID.x; to[i] = from[i] + 0 * other[i]; })";
    const TestShader shader = glslShader(right);
    const World world = worldOf(shader.subject, {}, {4, 1, 1}).value();
    auto trial = trialOf(shader.subject, world);
    const std::pair<const char*, const char*> changes[] = {{"to[i] =", "if (i > 1000) to[i] ="},
                                                           {"to[i] =", "if (i < 128) to[i] ="},
                                                           {"from[i] + 0", "0 * from[i] + 1"}};
    for (const auto& [from, to] : changes) {
        std::string other = right;
        other.replace(other.find(from), std::string(from).size(), to);
        trial->shaders.push_back(trial->shaders.front());
        trial->shaders.back().name = other;
        trial->shaders.back().shader = glslShader(other).subject.shader;
    }
    const TrialOutcome& outcome = trial->outcome;
    Opened opened = open(false, {.trial = trial});
    ASSERT_TRUE(verified(opened, kAsWritten).ok());
    EXPECT_FALSE(outcome.unchanged);
    for (std::size_t i = 1; i < trial->shaders.size(); ++i) {
        const Result<void> equal = verified(opened, trial->shaders[i].name);
        ASSERT_FALSE(equal.ok()) << trial->shaders[i].name;
        EXPECT_EQ(equal.error().kind, ErrorKind::WrongValues);
    }
}

TEST(Trial, SaysThatNothingChanged) {
    const TestShader shader = glslShader(R"(layout(local_size_x = 64) in;
layout(binding = 0) buffer Data { uint data[]; };
layout(push_constant) uniform P { uint first; uint count; };
void main() { uint i = gl_GlobalInvocationID.x; if (i + first < count) data[i] = 1; })");
    auto trial = trialOf(shader.subject, worldOf(shader.subject, {}, {4, 1, 1}).value());
    const TrialOutcome& outcome = trial->outcome;
    Opened opened = open(false, {.trial = trial});
    ASSERT_TRUE(verified(opened, kAsWritten).ok());
    EXPECT_TRUE(outcome.unchanged);
}

TEST(Trial, WhatExceedsTheDeviceIsUnsupported) {
    const std::string code = R"(layout(local_size_x_id = 0) in;
layout(constant_id = 1) const uint count = 1;
layout(binding = 0) buffer Data { uint data[]; };
shared vec4 all[count];
void main() { all[0] = vec4(1); barrier(); data[gl_GlobalInvocationID.x] = uint(all[0].x); })";
    const std::pair<std::uint32_t, const char*> limits[] = {{0, "maxComputeWorkGroupInvocations"},
                                                            {1, "maxComputeSharedMemorySize"}};
    for (const auto& [constant, limit] : limits) {
        const TestShader wide = glslShader(code, {{.id = constant, .value = 1 << 20, .bytes = 4}});
        const auto trial = trialOf(wide.subject, worldOf(wide.subject, {}, {1, 1, 1}).value());
        const auto instance = Instance::create({});
        const auto executor = VulkanExecutor::create(*instance.value(), 0, {.trial = trial});
        ASSERT_FALSE(executor.ok());
        EXPECT_EQ(executor.error().kind, ErrorKind::Unsupported);
        EXPECT_THAT(executor.error().cause, HasSubstr(limit));
        EXPECT_EQ(executor.error().remedy.find("--workgroup") != std::string::npos, constant == 0);
    }
}

TEST(Trial, MoreDescriptorsThanTheDeviceHasAreUnsupported) {
    const TestShader shader = glslShader(R"(layout(local_size_x = 64) in;
layout(binding = 0) buffer Data { uint data[]; } all[1000];
void main() { all[3].data[gl_GlobalInvocationID.x] = 1; })");
    Opened opened =
        open(false, {.trial = trialOf(shader.subject, worldOf(shader.subject, {}, {1, 1, 1}).value())});
    const Result<void> made = verified(opened, kAsWritten);
    if (made.ok()) GTEST_SKIP() << "the device has as many";
    EXPECT_EQ(made.error().kind, ErrorKind::Unsupported);
    EXPECT_THAT(made.error().cause, HasSubstr("maxPerStageDescriptorStorageBuffers"));
}

// The layers see it if small subgroups are required of a large workgroup.
TEST(Trial, AWorkgroupHasAsManySubgroupsAsItMay) {
    const TestShader wide = glslShader(R"(layout(local_size_x = 512) in;
layout(binding = 0) buffer Data { uint data[]; };
void main() { data[gl_GlobalInvocationID.x] = 1; })");
    const World world = worldOf(wide.subject, {}, {1, 1, 1}).value();
    const auto trial = withVariants(wide.subject, world, {.only = {"subgroup-8"}});
    auto instance = valueOf(Instance::create({.validate = kValidate}));
    auto executor = VulkanExecutor::create(*instance, 0, {.trial = trial});
    if (!executor.ok()) GTEST_SKIP() << executor.error().cause;
    Opened opened{std::move(instance), std::move(executor).value()};
    ASSERT_TRUE(verified(opened, kAsWritten).ok());
    if (const Result<void> equal = verified(opened, "subgroup-8"); !equal.ok()) {
        EXPECT_EQ(equal.error().kind, ErrorKind::Unsupported) << equal.error().cause;
        EXPECT_THAT(equal.error().remedy, HasSubstr("--workgroup"));
    }
    expectSilence(opened);
}

// Each element of an array of descriptors is another resource.
TEST(Trial, ArraysOfDescriptorsAreSeveralResources) {
    const char* const code = R"(layout(local_size_x = 64) in;
layout(binding = 0) readonly buffer From {{ uint from[]; }} many[3];
layout(binding = 1) buffer To {{ uint to[]; }};
void main() {{ uint i = gl_GlobalInvocationID.x; to[i] = many[{}].from[i]; }})";
    const TestShader first = glslShader(fmt::format(fmt::runtime(code), 0));
    auto trial = trialOf(first.subject, worldOf(first.subject, {}, {4, 1, 1}).value());
    trial->shaders.push_back(trial->shaders.front());
    trial->shaders.back().name = "third";
    trial->shaders.back().shader = glslShader(fmt::format(fmt::runtime(code), 2)).subject.shader;
    Opened opened = open(false, {.trial = trial});
    ASSERT_TRUE(verified(opened, kAsWritten).ok());
    const Result<void> equal = verified(opened, "third");
    ASSERT_FALSE(equal.ok());
    EXPECT_EQ(equal.error().kind, ErrorKind::WrongValues);
}

// What a shader leaves in what it also reads does not reach the next run.
TEST(Trial, EachRunBeginsWithTheContent) {
    const TestShader shader = glslShader(R"(layout(local_size_x = 64) in;
layout(binding = 0) buffer Data { uint data[]; };
void main() { data[gl_GlobalInvocationID.x] += 1; })");
    const World world = worldOf(shader.subject, {}, {4, 1, 1}).value();
    auto trial = trialOf(shader.subject, world);
    const TrialOutcome& outcome = trial->outcome;
    Opened opened = open(true, {.trial = trial});
    ASSERT_TRUE(verified(opened, kAsWritten).ok());
    EXPECT_TRUE(opened.executor->sample(std::vector<Dispatch>{{0, 2}}).ok());
    EXPECT_TRUE(opened.executor->verify(0, {}).ok());
    EXPECT_TRUE(outcome.reproducible);
    expectSilence(opened);
}

// Its second run leaves something else, its third what the first did.
TEST(Trial, EveryRunMustLeaveTheSame) {
    const TestShader shader = glslShader(R"(layout(local_size_x = 1) in;
layout(binding = 0) buffer Runs { uint runs; };
layout(binding = 1) buffer Second { uint second; };
void main() { second = ++runs == 2 ? 1 : 0; })");
    auto trial =
        trialOf(shader.subject, worldOf(shader.subject, {.buffers = {"Runs=16:zero"}}, {1, 1, 1}).value());
    const TrialOutcome& outcome = trial->outcome;
    trial->resources[0].written = trial->resources[0].changed = false; // so that it keeps what runs leave
    Opened opened = open(false, {.trial = trial});
    ASSERT_TRUE(verified(opened, kAsWritten).ok());
    EXPECT_FALSE(outcome.reproducible);
}

} // namespace vkperftest::trial_test
