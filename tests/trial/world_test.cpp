// What a user's shader is run with.
#include "trial/world.h"

#include <array>
#include <cstring>
#include <fstream>
#include <set>
#include <tuple>

#include "base/atomic_file.h"
#include "cli/trying.h"
#include "frontend/index_bounds.h"
#include "isa/stored_text.h"
#include "matchers.h"
#include "trial/subject.h"
#include "trial/trial.h"

namespace vkperftest::trial_world_test {

// Of the body that the line ends with: of buffers `data`, for 4 workgroups of 64. -1: none; -2: there is no index.
double largest(const std::string& body) {
    static const std::string head = casesIn("frontend/index_bounds.txt").at("declarations");
    const TestShader shader = glslShader(head + body + "}");
    const auto all =
        largestElements(*shader.subject.values,
                        {.groups = {4, 1, 1}, .localSize = {64, 1, 1}, .loaded = 1000, .pushed = 500});
    const auto found = all.find(shader.subject.needs.resources[0].views[0].variable);
    return found != all.end() ? found->second.value_or(-1) : -2;
}

TEST(IndexBounds, FollowTheShadersArithmeticAndItsConditions) {
    const auto cases = casesIn("frontend/index_bounds.txt").at("cases");
    for (const std::string& line : split(cases, '\n'))
        if (!line.empty()) {
            EXPECT_EQ(largest(line.substr(line.find(' '))), std::stod(line)) << line;
        }
}

// Each value depends twice on the one before.
TEST(IndexBounds, TakeLittleTimeForLongChains) {
    std::string body = "uint a = i;";
    for (int line = 0; line < 60; ++line) body += fmt::format("a = a ^ (a >> {}u);", line % 7 + 1);
    EXPECT_GE(largest(body + "data[a & 63u] = 1;"), 63);
    body = "uint x = n;";
    for (int line = 0; line < 300; ++line) body += fmt::format("x = x * 3 + many[x & 3u].from[{}];", line);
    const TestShader shader = glslShader(R"(layout(binding = 0) buffer Data { uint data[]; };
layout(binding = 1) uniform Sizes { uint n; };
layout(binding = 2) readonly buffer From { uint from[300]; } many[4];
void main() {)" + body + "data[0] = x; }");
    EXPECT_EQ(largestDescriptors(*shader.subject.values, {.pushed = 1}).begin()->second, 3);
    // Each pass over the module finds what one more holds.
    std::string loop;
    body = "uint a0";
    for (int i = 1; i <= 200; ++i) {
        body += fmt::format(", a{} = 0", i);
        loop += fmt::format("a{} = a{};", i - 1, i);
    }
    body += "; for (uint k = 0; k < n; ++k) { " + loop + " a200 = i; } data[a0] = 1;";
    EXPECT_EQ(largest(body), 255);
}

// Which may be equal numbers.
TEST(IndexBounds, TellASwitchesLiteralsFromLabels) {
    std::string body = "switch (n) { ";
    for (int i = 0; i < 300; ++i) body += fmt::format("case {}u: ", i);
    EXPECT_EQ(largest(body + "data[0]=1; } if(i<10u) data[i]=1;"), 9);
}

TEST(IndexBounds, FollowValuesThroughFunctions) {
    const TestShader shader = hlslShader(R"(RWByteAddressBuffer data : register(u0);
void put(uint at) { data.Store4(at + 16, uint4(1, 2, 3, 4)); }
[numthreads(32, 1, 1)] void main(uint3 id : SV_DispatchThreadID) { put(id.x * 64); })");
    const auto all = largestElements(*shader.subject.values, {.groups = {2, 1, 1}, .localSize = {32, 1, 1}});
    EXPECT_EQ(all.begin()->second, (63 * 64 + 16) / 4 + 3);
}

TEST(ShaderResources, HaveTheLayoutThatTheShaderDeclares) {
    const TestShader shader = glslShader(
        R"(layout(local_size_x_id = 7, local_size_y = 2) in;
struct Item { vec3 at; float weight; mat2 turn; uint kinds[3]; };
layout(std430, binding = 0) readonly buffer Items { uint count; Item items[]; } particles;
layout(binding = 1, rgba16f) writeonly uniform image2D target;
layout(binding = 2) uniform Views { layout(row_major) mat2x4 view; };
layout(push_constant) uniform Pushed { vec2 scale; int step; };
void main() { imageStore(target, ivec2(gl_GlobalInvocationID.xy), view * vec2(particles.items[step].weight * scale.x) + particles.items[0].kinds[1]); })",
        {{.id = 7, .value = 16, .bytes = 4}});
    const ShaderResources& needs = shader.subject.needs;
    EXPECT_THAT(needs.localSize, ElementsAre(16, 2, 1));
    ASSERT_EQ(needs.resources.size(), 3u);
    EXPECT_EQ(needs.resources[2].views[0].layout.bytes, 4 * 16u);
    const ShaderResource& items = needs.resources[0];
    EXPECT_TRUE(items.name == "particles" && !items.written);
    EXPECT_TRUE(items.views[0].layout.bytes == 16 && items.views[0].layout.stride == 48);
    std::vector<std::uint32_t> offsets;
    for (const ScalarField& one : items.views[0].layout.element) offsets.push_back(one.offset);
    EXPECT_THAT(offsets, ElementsAre(0, 4, 8, 12, 16, 20, 24, 28, 32, 36, 40));
    EXPECT_TRUE(items.views[0].layout.element[3].isFloat && !items.views[0].layout.element.back().isFloat);
    EXPECT_TRUE(needs.resources[1].written && needs.resources[1].format == spv::ImageFormatRgba16f);
    ASSERT_EQ(needs.pushed.size(), 2u);
    EXPECT_TRUE(needs.pushed[1].name == "step" && needs.pushed[1].fields[0].offset == 8);
}

TEST(ShaderResources, AreAsManyAsDirect3DsRegisters) {
    const TestShader shader = hlslShader(R"(ByteAddressBuffer a : register(t0);
RWByteAddressBuffer b : register(u0);
cbuffer C : register(b0) { uint n; };
[numthreads(64, 1, 1)] void main(uint i : SV_GroupIndex) { b.Store(i * 4, a.Load(i * 4 + n)); })");
    std::vector<std::pair<DescriptorKind, bool>> all;
    for (const ShaderResource& one : shader.subject.needs.resources)
        all.emplace_back(one.where.kind, one.written);
    using enum DescriptorKind;
    EXPECT_THAT(all,
                testing::UnorderedElementsAre(std::pair(StorageBuffer, false), std::pair(StorageBuffer, true),
                                              std::pair(UniformBuffer, false)));
}

TEST(ShaderResources, KnowWhatAtomicStoresWrite) {
    const TestShader shader = glslShader(
        R"(#extension GL_KHR_memory_scope_semantics : require
layout(local_size_x = 64) in;
layout(binding = 0) buffer Data { uint data[]; };
layout(binding = 1) buffer Other { uint other[]; };
void main() { uint i = gl_GlobalInvocationID.x; atomicStore(data[i], atomicLoad(other[i], gl_ScopeDevice, 0, 0), gl_ScopeDevice, 0, 0); })");
    const ShaderResource &data = shader.subject.needs.resources[0],
                         &other = shader.subject.needs.resources[1];
    EXPECT_TRUE(data.written && !data.read && other.read && !other.written);
}

constexpr const char* kCopy =
    R"(layout(local_size_x = 64) in;
layout(binding = 0) readonly buffer From { vec4 from[]; };
layout(binding = 1) buffer Unused { vec4 unused[]; };
layout(binding = 1) buffer To { uint to[]; };
layout(push_constant) uniform Pushed { uint count; float scale; };
void main() { uint i = gl_GlobalInvocationID.x; if (i < count) to[i * 2] = uint(from[i].x * scale); })";

template <class T> T at(const std::vector<std::byte>& bytes, std::size_t offset) {
    T value;
    std::memcpy(&value, bytes.data() + offset, sizeof(value));
    return value;
}

TEST(World, IsGuessedFromTheShader) {
    const TestShader shader = glslShader(kCopy);
    EXPECT_THAT(groupsOf(shader.subject, {}), ElementsAre(16384, 1, 1));
    EXPECT_THAT(fewerGroups({16384, 1, 1}), ElementsAre(2048, 1, 1));
    EXPECT_THAT(fewerGroups({16, 16, 1}), ElementsAre(8, 8, 1));
    EXPECT_THAT(fewerGroups({1, 1, 1}), ElementsAre(1, 1, 1));
    const World world = worldOf(shader.subject, {}, {4, 1, 1}).value();
    EXPECT_EQ(world.resources[0].content.size(), 256u * 16);
    EXPECT_EQ(world.resources[1].content.size(), 512u * 4); // a multiple of 16
    EXPECT_TRUE(world.resources[1].written && !world.resources[0].written);
    for (std::size_t i = 0; i < 256 * 4; ++i) {
        const float value = at<float>(world.resources[0].content, 4 * i);
        ASSERT_TRUE(value >= 0.5f && value < 1) << value;
        ASSERT_LT(at<std::uint32_t>(world.resources[1].content, i / 2 * 4), 256u);
    }
    EXPECT_EQ(at<std::uint32_t>(world.pushed, 0), 240u); // as many as invocations
    EXPECT_THAT(world.guessed, ElementsAre("From", "To"));
}

// CPUs are slow with denormal numbers, which small integers are.
TEST(World, WordsAreFloatsWhereTheShaderTakesThemForFloats) {
    const std::pair<const char*, bool> cases[] = {
        {"asfloat(from.Load(4 * i))", true}, {"dot(asfloat(from.Load4(16 * i)), 2)", true},
        {"taken(from.Load2(8 * i))", true},  {"from.Load(0) + asfloat(from.Load(i))", false},
        {"from.Load(4 * i) & 255", false},   {"taken(from.Load2(from.Load(i)))", false},
    };
    for (const auto& [value, floats] : cases) {
        const TestShader shader = hlslShader(std::string(R"(ByteAddressBuffer from : register(t0);
RWByteAddressBuffer to : register(u0);
float taken(uint2 words) { uint2 kept = words; return asfloat(kept.y) * asfloat(kept.x); }
[numthreads(64, 1, 1)] void main(uint3 id : SV_DispatchThreadID) {
    const uint i = id.x; float sum = 0;
    [loop] for (uint k = 0; k < 4; ++k) sum += )") +
                                             value + "; to.Store(4 * i, asuint(sum)); }");
        const World world = worldOf(shader.subject, {}, {1, 1, 1}).value();
        EXPECT_EQ(at<float>(world.resources[0].content, 16) >= 0.5f, floats) << value;
        EXPECT_LT(at<float>(world.resources[1].content, 64), 0.5f) << value; // nothing is read there
    }
}

TEST(World, WordsAreIntegersWhereAnythingTakesThemSo) {
    for (const char* body :
         {"b[i] = uint(uintBitsToFloat(a[i])); b[i] += same[i];",
          "s[i & 63] = a[i]; b[i] = uint(uintBitsToFloat(a[i])) + atomicAdd(s[i & 7], 0);"}) {
        const TestShader shader = glslShader(std::string(R"(layout(local_size_x = 64) in;
layout(binding = 0) readonly buffer A { uint a[]; };
layout(binding = 0) readonly buffer Same { uint same[]; };
layout(binding = 1) writeonly buffer B { uint b[]; };
shared uint s[64];
void main() { uint i = gl_GlobalInvocationID.x; )") +
                                             body + "}");
        const World world = worldOf(shader.subject, {}, {1, 1, 1}).value();
        EXPECT_LT(at<float>(world.resources[0].content, 64), 0.5f) << body;
    }
}

// Else a shader that confuses two of them would leave the same.
TEST(World, IntegersThatBoundAreDifferent) {
    const TestShader shader = glslShader(R"(
#extension GL_EXT_shader_explicit_arithmetic_types : require
layout(local_size_x = 8, local_size_y = 8) in;
layout(binding = 0) uniform Sizes { uvec4 sizes[2]; int16_t narrow[3]; f16vec4 scale; } many[2];
layout(binding = 1) buffer To { uint width; uint height; ivec2 origin; uint to[]; };
layout(push_constant) uniform Pushed { uint first; uvec3 others; mat2 turn; };
void main() {
    uint i = gl_GlobalInvocationID.x;
    to[i] = width + first * others.x + uint(many[1].narrow[0]) + many[0].sizes[i & 1].x + uint(turn[0].x);
})");
    for (const std::array<std::uint32_t, 3> groups : {std::array{16u, 2u, 1u}, std::array{1u, 1u, 1u}}) {
        const World world = worldOf(shader.subject, {.pushed = {"first=7"}}, groups).value();
        std::set<std::uint64_t> seen;
        std::size_t count = 0;
        const auto take = [&](const std::vector<std::byte>& from, std::size_t first, std::size_t integers,
                              std::size_t bytes = 4) {
            for (std::size_t i = 0; i < integers; ++i, ++count) {
                const std::uint64_t value = bytes == 4 ? at<std::uint32_t>(from, first + 4 * i)
                                                       : at<std::uint16_t>(from, first + bytes * i);
                EXPECT_TRUE(value >= 1 && value <= std::max(64u, groups[0] * 8)) << value;
                seen.insert(value);
            }
        };
        EXPECT_EQ(at<std::uint32_t>(world.pushed, 0), 7u);
        take(world.pushed, 0, 1);
        take(world.pushed, 16, 3);
        for (std::size_t element = 0; element < 2; ++element) {
            take(world.resources[element].content, 0, 8);
            for (std::size_t i = 0; i < 3; ++i) take(world.resources[element].content, 32 + 16 * i, 1, 2);
        }
        EXPECT_EQ(seen.size(), count);
        seen.clear();
        for (std::size_t i = 0; i < 4; ++i) seen.insert(at<std::uint32_t>(world.resources[2].content, 4 * i));
        EXPECT_EQ(seen.size(), 4u);
        const std::vector<std::byte>& content = world.resources[2].content;
        for (std::size_t i = 4; i + 8 <= content.size(); i += 4)
            ASSERT_NE(at<std::uint32_t>(content, i), at<std::uint32_t>(content, i + 4));
    }
}

// Else a shader that copies nothing would leave what one leaves that copies.
TEST(World, NoResourceIsACopyOfAnotherAndEachIsLargeEnough) {
    const TestShader shader = glslShader(R"(layout(local_size_x = 64) in;
layout(binding = 0) readonly buffer From { uint from[]; };
layout(binding = 0) readonly buffer Vectors { vec4 vectors[]; };
layout(binding = 1) buffer To { uint to[]; };
void main() { uint i = gl_GlobalInvocationID.x; to[i] = from[i] + uint(vectors[i].x); })");
    EXPECT_EQ(worldOf(shader.subject, {}, {1, 1, 1}).value().resources[0].content.size(), 64u * 16);
    for (const char* content : {"", ":random"}) {
        WorldOptions options;
        for (const char* name : {"From", "To"})
            options.buffers.push_back(std::string(name) + "=4K" + content);
        const World world = worldOf(shader.subject, options, {16, 1, 1}).value();
        EXPECT_NE(world.resources[0].content, world.resources[1].content) << content;
    }
}

TEST(World, TakesWhatTheUserSays) {
    const TestShader shader = glslShader(kCopy);
    const World world =
        worldOf(shader.subject,
                {.buffers = {"from=2K:index", "0.1=16:zero"}, .pushed = {"scale=2.5", "count=7"}}, {1, 1, 1})
            .value();
    EXPECT_EQ(at<std::uint32_t>(world.resources[0].content, world.resources[0].content.size() - 4), 511u);
    EXPECT_THAT(world.resources[1].content, testing::Each(std::byte{0}));
    EXPECT_TRUE(at<std::uint32_t>(world.pushed, 0) == 7 && at<float>(world.pushed, 4) == 2.5f);
    EXPECT_TRUE(world.guessed.empty() && !world.guessedPush);
}

TEST(World, RefusesWhatNamesNothingOrIsNoSize) {
    ScratchFolder folder;
    ASSERT_TRUE(folder.create("test").ok());
    std::ofstream(folder.file("four.bin")) << "four";
    const TestShader shader = glslShader(kCopy);
    const std::pair<WorldOptions, const char*> cases[] = {
        {{.buffers = {"From"}}, "From"},
        {{.buffers = {"Form=16"}}, "From or from (0.0), To"},
        {{.buffers = {"From=0"}}, "'0'"},
        {{.buffers = {"From=2G"}}, "'2G'"},
        {{.buffers = {"From=1K:none.bin"}}, "none.bin"},
        {{.buffers = {"From=1K:" + folder.file("four.bin")}}, "has 4 bytes"},
        {{.images = {"From=1x1"}}, "no image"},
        {{.pushed = {"Count=1"}}, "did you mean 'count'"},
        {{.pushed = {"count=x"}}, "'x'"},
        {{.pushed = {"count=1,2"}}, "too many"},
        {{.buffers = {"From=1G", "To=1G"}}, "2.00 GB, more than 1"},
        {{.buffers = {"From=1K", "From=2K"}}, "another option"},
        {{.buffers = {"From=1K", "0.0=2K"}}, "another option"},
        {{.pushed = {"count=1.5"}}, "type uint"},
        {{.pushed = {"count=-1"}}, "type uint"},
        {{.pushed = {"count=5000000000"}}, "type uint"},
        {{.pushed = {"scale=1e50"}}, "type float"},
    };
    for (const auto& [options, part] : cases) {
        const Result<World> world = worldOf(shader.subject, options, {1, 1, 1});
        ASSERT_FALSE(world.ok()) << part;
        EXPECT_THAT(world.error().sentence(), HasSubstr(part));
    }
    for (const char* groups : {"0", "x", "1,2,3,4", "70000", ""})
        EXPECT_FALSE(parseThree("--groups", groups, 65535).ok()) << groups;
    EXPECT_THAT(parseThree("--groups", "3,4", 65535).value(), ElementsAre(3, 4, 1));
}

TEST(World, RefusesWhatCannotBeMade) {
    constexpr std::pair<const char*, const char*> kCases[] = {{R"(
layout(binding = 0) uniform sampler2DShadow from;
layout(binding = 1) buffer To { float to[]; };
void main() { to[0] = textureLod(from, vec3(0.5), 0); }
)",
                                                               "depths to compare"},
                                                              {R"(
layout(binding = 0) buffer From { float from[400000000]; };
layout(binding = 1) buffer To { float to[]; };
void main() { to[0] = from[7]; }
)",
                                                               "1.49 GB"}};
    for (const auto& [source, part] : kCases) {
        const TestShader shader = glslShader(source);
        const Result<World> world = worldOf(shader.subject, {}, {1, 1, 1});
        ASSERT_FALSE(world.ok()) << part;
        EXPECT_THAT(world.error().sentence(), HasSubstr(part));
    }
}

TEST(World, SaysWhichBufferIsTooSmallForABlock) {
    const TestShader shader = glslShader(R"(
layout(binding = 0) uniform From { vec4 from[64]; };
layout(binding = 1) buffer To { vec4 to[]; };
void main() { to[0] = from[63]; }
)");
    const World world = worldOf(shader.subject, {.buffers = {"From=16"}}, {1, 1, 1}).value();
    EXPECT_THAT(world.small, ElementsAre("From"));
}

TEST(World, HasWhatIndicesNeedThatPushConstantsScale) {
    const TestShader shader = glslShader(R"(layout(local_size_x = 64) in;
layout(binding = 0) readonly buffer From { uint from[]; };
layout(binding = 1) buffer To { uint to[]; };
layout(push_constant) uniform Pushed { uint step; };
void main() { uint i = gl_GlobalInvocationID.x; to[i] = from[i * step]; })");
    for (const std::uint64_t step : {1U, 1000U}) {
        const World world =
            worldOf(shader.subject, {.buffers = {"To=64"}, .pushed = {fmt::format("step={}", step)}},
                    {2, 1, 1})
                .value();
        EXPECT_EQ(world.resources[0].content.size(), (127 * step + 4) / 4 * 4 * 4) << step;
        EXPECT_THAT(world.small, ElementsAre("To"));
    }
}

void expectMost(const std::vector<std::byte>& content, std::uint32_t most, const char* value) {
    std::uint32_t found = 0;
    for (std::size_t i = 0; i + 4 <= content.size(); i += 4)
        found = std::max(found, at<std::uint32_t>(content, i));
    EXPECT_TRUE(most == 300 ? found > 50 : found == most) << value << ": " << found;
}

TEST(World, ArraysOfDescriptorsHaveSeveralResources) {
    const TestShader shader = glslShader(R"(#extension GL_EXT_nonuniform_qualifier : require
layout(local_size_x = 64) in;
layout(binding = 0) readonly buffer From { uint from[]; } unsized[];
layout(binding = 1) readonly buffer Other { uint from[]; } three[3];
layout(binding = 2) buffer To { uint to[]; };
void main() {
    uint i = gl_GlobalInvocationID.x;
    to[i] = unsized[nonuniformEXT(three[2].from[i])].from[i];
})");
    const World world = worldOf(shader.subject, {}, {4, 1, 1}).value();
    ASSERT_EQ(world.resources.size(), kArrayElements + 3 + 1u);
    EXPECT_EQ(world.resources[kArrayElements + 2].element, 2u);
    EXPECT_THAT(world.resources[kArrayElements + 2].name, EndsWith("[2]"));
    EXPECT_NE(world.resources[0].content, world.resources[1].content);
    for (const TrialResource& one : world.resources) expectMost(one.content, kArrayElements - 1, "unsized");
    EXPECT_EQ(trialOf(shader.subject, world)->shaders[0].shader.bindings[0].count, kArrayElements);
}

// Two versions of a shader, of which the second needs more and reads what both write.
TEST(World, ServesTwoVersions) {
    const auto version = [](const std::string& body) {
        return glslShader(R"(layout(local_size_x = 64) in;
layout(binding = 0) readonly buffer From { uint from[]; } many[2];
layout(binding = 1) buffer To { uint to[]; };
void main() { uint i = gl_GlobalInvocationID.x; )" +
                          body + "}");
    };
    const TestShader first = version("to[i] = many[1].from[i];"),
                     second = version("to[i] += many[1].from[8 * i];");
    const auto worldOfIts = [](const TestShader& its) { return worldOf(its.subject, {}, {4, 1, 1}).value(); };
    const World larger = worldOfIts(second);
    const auto trial = withOther(first.subject, worldOfIts(first), second.subject, larger, "second").value();
    ASSERT_EQ(trial->resources.size(), 3u);
    for (std::size_t i = 0; i < 3; ++i)
        EXPECT_EQ(trial->resources[i].content, larger.resources[i].content) << i;
    EXPECT_NE(larger.resources[0].content, larger.resources[1].content);
    EXPECT_TRUE(trial->resources[2].changed);
}

// A shader that stores that value, of arrays of three descriptors or of one.
TestShader indexing(const std::string& value, const char* where = "push_constant") {
    return glslShader(fmt::format(R"(layout(local_size_x = 64) in;
layout(binding = 0) readonly buffer From {{ uint from[]; }} many[3];
layout(binding = 1) readonly buffer One {{ uint from[]; }} one[1];
layout(binding = 2) buffer To {{ uint to[]; }};
layout(binding = 4) uniform sampler2D images[3];
layout({}) uniform Sizes {{ uint n, which, other; }};
uint i = gl_GlobalInvocationID.x;
uint passed(sampler2D all[3]) {{ return uint(texelFetch(all[which], ivec2(i), 0).x); }}
uint counted() {{ uint s = 0; for (uint k = 0; k < n; ++k) {{ if (k < 2 || k < 50) ++s; s += many[k].from[i]; }} return s; }}
void main() {{ if (i < n) to[i] = {}; }})",
                                  where, value));
}

TEST(World, IntegersAreSmallWhereTheyIndexDescriptors) {
    // The largest guesses in buffers, `n`, and `which`; 300: the usual ones.
    const std::tuple<const char*, std::uint32_t, std::uint32_t, std::uint32_t> cases[] = {
        {"many[i % 3].from[n + which]", 300, 300, 300},
        {"many[which].from[i]", 300, 1, 1},
        {"one[which].from[i]", 300, 0, 0},
        {"passed(images)", 300, 1, 1},
        {"many[which + 1].from[i]", 300, 1, 1},
        {"many[which - 6].from[i]", 0, 0, 0},
        {"many[i % which].from[i]", 300, 2, 1},
        {"many[one[0].from[i]].from[i]", 1, 300, 300},
        {"many[one[0].from[i] + which].from[i]", 1, 1, 1},
        {"many[2 - which].from[i]", 300, 1, 1},
        {"many[one[0].from[i] - 1].from[i]", 0, 0, 0},
        {"many[uint(float(which))].from[i]", 0, 0, 0}, // a bound that is not known
        {"counted()", 300, 2, 1}};
    for (const char* const where : {"push_constant", "binding = 3"})
        for (const auto& [value, loaded, n, which] : cases) {
            const World world = worldOf(indexing(value, where).subject, {}, {4, 1, 1}).value();
            std::vector<std::byte> constants = world.pushed;
            for (const TrialResource& one : world.resources)
                if (one.where.kind == DescriptorKind::UniformBuffer)
                    constants = one.content;
                else if (!isImage(one.where.kind))
                    expectMost(one.content, loaded, value);
            expectMost({constants.begin(), constants.begin() + 4}, n, value);
            expectMost({constants.begin() + 4, constants.begin() + 8}, which, value);
            EXPECT_EQ(world.few.ends_with("constants at most 0"), n == 0) << value;
        }
}

TEST(World, IndicesOfDescriptorsAreThoseThatTheUserGivesAndInsideInBothVersions) {
    const TestShader sum = indexing("many[which + other].from[i]"), own = indexing("many[which].from[i]"),
                     least = indexing("many[min(which, 2)].from[i]");
    const World given = worldOf(sum.subject, {.pushed = {"which=2"}}, {4, 1, 1}).value(),
                both = worldOf(least.subject, {.other = &own.subject}, {4, 1, 1}).value();
    EXPECT_TRUE(at<std::uint32_t>(given.pushed, 4) == 2 && at<std::uint32_t>(given.pushed, 8) == 0);
    EXPECT_EQ(at<std::uint32_t>(both.pushed, 4), 1u);
    EXPECT_EQ(worldOf(own.subject, {.pushed = {"which=3"}}, {4, 1, 1}).error().kind, ErrorKind::Usage);
}

} // namespace vkperftest::trial_world_test
