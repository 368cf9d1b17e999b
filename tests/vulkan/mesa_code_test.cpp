// What must hold of the kernels' code on Intel's and NVIDIA's GPUs, compiled by Mesa's ANV, hasvk and NVK for GPUs that
// are not there: one load for each load of the kernel, or the reason why not. (AMD's: amd_code_test.cpp.)
#include <algorithm>
#include <filesystem>
#include <map>
#include <span>

#include <fmt/format.h>
#include <gnu/libc-version.h>

#include "base/text.h"
#include "cases/binding.h"
#include "cases/suite.h"
#include "isa/compile_log.h"
#include "isa/summary.h"
#include "isa/target.h"
#include "loads_by_form.h"
#include "matchers.h"
#include "paths.h"
#include "vulkan/code_transcript.h"
#include "vulkan/target_compiler.h"

namespace vkperftest::mesa_code_test {

struct Compiler {
    std::string driver; // and version, as scripts/mesa-versions.sh names manifests
    std::string target;
};

// Empty if it was not fetched, or if this system's C library is too old for it (build/mesa/trixie/run).
std::string manifestOf(const Compiler& compiler) {
    const bool newer = std::string(gnu_get_libc_version()) >= "2.41";
    for (const char* folder : {"", "trixie/"}) {
        const std::string path = fmt::format("{}/{}{}.json", VKPERFTEST_MESA, folder, compiler.driver);
        if (std::filesystem::exists(path) && (newer || *folder == '\0')) return path;
    }
    return {};
}

constexpr std::uint32_t kWhole = 0;
constexpr std::uint32_t kBlock = 1;
constexpr std::uint32_t kNone = 2;
constexpr std::uint32_t kOuter = 3;
constexpr std::uint32_t kUnread = 4;
constexpr std::uint32_t kAny = 5;
constexpr std::uint32_t kWidest = 128; // bits of one load

// Compilers ("anv-25.0.7 skl Gen9: HD 530"), rows and strategies are patterns, as --filter takes them, with | between
// several.
struct Fact {
    const char* compilers;
    const char* rows;
    const char* strategies;
    std::uint32_t
        bits; // of each load; kWhole: as few as can be have all that the row loads; kBlock: one for the subgroup has; kNone: no load;
    // kOuter: as kWhole, around the loop that finds a descriptor; kUnread: a register says what is loaded; kAny:
    // nothing is expected
    const char* why;
};

// The first that matches counts: exceptions stand before the rule.
constexpr Fact kFacts[] = {
    {"nvk-* kepler*", "RWTexture2D*.Store*|RWTexture2D*.Interlocked*", "*", kAny, "the image's descriptor"},
    {"*", "RW*.Store*", "*", kNone, "it only writes"},
    {"*", "RW*.Interlocked*, reduce", "*", kAny, "perhaps a descriptor"},
    {"*", "RW*.Interlocked*|groupshared* store*|buffer{*} store*", "*", kNone, "it only writes"},
    {"nvk-* kepler*", "groupshared*Interlocked*, reduce", "*", kAny, "one for each addition"},
    {"nvk-* kepler*", "groupshared*Interlocked*", "*", 32, "a load that locks"},
    {"*", "groupshared*Interlocked*", "*", kNone, "it only writes"},
    {"*", "StructuredBuffer<float>+<float>+*", "*", 32, "words of four arrays"},
    {"*", "cbuffer*loop counter", "*", kAny, "compilers merge its loads"},
    {"nvk-* *", "StructuredBuffer<*[*", "*", kWhole, "elements are aligned"},
    {"nvk-* kepler*|nvk-* maxwell *|nvk-* pascal *", "*[per lane]*", "*", kOuter, "one descriptor a message"},
    {"nvk-* *", "Buffer<*", "buffer", 128, "all channels"},
    {"nvk-* *", "Buffer<*|Texture*", "*", kWhole, "texture unit"},
    {"nvk-* *", "RWBuffer<*|RWTexture2D<*", "*", 128, "returns all channels"},
    {"nvk-* *", "push constants*", "*", 32, "aligned to 4 bytes"},
    {"nvk-* *", "cbuffer*", "dynamic|inline", 64, "a bank of constants"},
    {"nvk-* kepler*|nvk-* maxwell *|nvk-* pascal *|nvk-* volta *", "cbuffer*", "*", 128,
     "like a storage buffer"},
    {"nvk-* *", "cbuffer*", "*", 64, "a bank of constants"},
    {"nvk-* *", "*", "address-8", 64, "aligned to 8 bytes"},
    {"nvk-* *", "*", "address-16", 128, "aligned to 16 bytes"},
    {"nvk-* *", "StructuredBuffer<*", "address-4", 32, "aligned to 4 bytes"},
    {"nvk-* *", "StructuredBuffer<struct of 20 *", "*", 32, "members of 4 bytes"},
    {"nvk-* *", "StructuredBuffer<struct of 24 *", "*", 64, "members of 8 bytes"},
    {"nvk-* *", "StructuredBuffer<struct of *", "*", kWhole, "members of 16 bytes"},
    {"nvk-* *", "StructuredBuffer<* bytes>*", "*", 32, "members of 4 bytes"},
    {"nvk-* *", "StructuredBuffer<* of float2>*", "*", 64, "members of 8 bytes"},
    {"nvk-* *", "StructuredBuffer<float3>+*", "*", 32, "aligned to 4 bytes"},
    {"nvk-* *", "*StructuredBuffer<*", "*", kWhole, "elements are aligned"},
    {"nvk-* *", "ByteAddressBuffer.Load?(*", "*", 32, "split, although their alignment is provable"},
    {"nvk-* *", "*ByteAddressBuffer*|groupshared{float3}*", "*", 32, "aligned to 4 bytes"},
    {"nvk-* *", "groupshared*|buffer{*", "*", kWhole, "elements are aligned"},
    {"nvk-* *", "specialization constants*", "*", kNone, "selected from registers"},
    {"hasvk-*", "*[uniform]*", "*", kUnread, "number in a register"},
    {"anv-* Xe2*", "Buffer<*[*", "*", kWhole, "sampler"},
    {"anv-* Xe2*", "Texture2D<*[per lane]*", "*", 128, "returns all channels"},
    {"anv-* Xe2*", "Texture2D<*[*", "*", kWhole, "sampler"},
    {"anv-*", "Buffer<*[constant]*|Texture2D<*[constant]*", "*", kWhole, "sampler"},
    {"anv-*", "Buffer<*[*|Texture2D<*[*", "*", kUnread, "number in a register"},
    {"anv-*", "StructuredBuffer<*[per *", "*", kWhole, "by address"},
    {"anv-* Gen*", "StructuredBuffer<*[uniform]*", "*", kUnread, "number in a register"},
    {"anv-*", "StructuredBuffer<*[uniform].Load linear", "*", kWhole, "one message a lane"},
    {"hasvk-*", "push constants*", "*", kNone, "in registers before"},
    {"hasvk-*", "Buffer<*|Texture*", "*", 128, "returns all channels"},
    {"hasvk-*", "*", "*", kWhole, "one message a lane"},
    {"anv-26* Xe2*", "push constants*", "*", kBlock, "one for the subgroup"},
    {"anv-*", "push constants*", "*", kNone, "in registers before"},
    {"anv-*", "RWBuffer<*|RWTexture2D<*", "*", 128, "returns all channels"},
    {"anv-22.*", "*", "*", kWhole, "one message a lane"},
    {"anv-*", "Buffer<*|Texture*", "*", kWhole, "sampler"},
    {"anv-*", "*, shuffle*|*, broadcast*|*, reduce*", "*", kWhole, "elements of their own"},
    {"anv-* Gen12*", "groupshared{float4} load uniform", "*", kBlock, "one for the subgroup"},
    {"anv-* Gen*", "groupshared*", "*", kWhole, "blocks of 4 words"},
    {"anv-*", "groupshared* uniform", "*", kBlock, "one for the subgroup"},
    {"anv-*", "groupshared*", "*", kWhole, "one message a lane"},
    {"anv-* Gen*", "ByteAddressBuffer.Load per subgroup", "*", kWhole, "blocks of 4 words"},
    {"anv-*", "*per subgroup", "*", kBlock, "one for the subgroup"},
    {"anv-26*", "specialization constants*", "*", kNone, "selected from registers"},
    {"anv-*", "buffer{*} load *", "*", kWhole, "no such blocks"},
    {"anv-* Gen*",
     "buffer{* unpacked load *|*ByteAddressBuffer.Load "
     "uniform*|*ByteAddressBuffer.Load of RGBA8 "
     "uniform*|*ByteAddressBuffer.Load2*|*ByteAddressBuffer.Load3*|*StructuredBuffer<float>*|*"
     "StructuredBuffer<float2>*",
     "*", kWhole, "blocks of 4 words"},
    {"anv-*", "*uniform*", "*", kBlock, "one for the subgroup"},
    {"anv-*", "*", "*", kWhole, "one message a lane"},
};

bool matchesAny(std::string_view patterns, std::string_view text) {
    return std::ranges::any_of(split(patterns, '|'),
                               [&](const std::string& pattern) { return globMatches(pattern, text); });
}

const Fact* factAbout(const Case& row, Strategy strategy, const Compiler& compiler) {
    const Result<const Target*> target = findTarget(compiler.target);
    EXPECT_TRUE(target.ok()) << target.error().cause;
    const std::string name =
        fmt::format("{} {} {}", compiler.driver, compiler.target, target.ok() ? target.value()->what : "");
    for (const Fact& fact : kFacts) {
        if (matchesAny(fact.compilers, name) && matchesAny(fact.rows, caseName(row)) &&
            matchesAny(fact.strategies, strategyName(strategy)))
            return &fact;
    }
    return nullptr;
}

// Why the summary is not what the fact says; empty if it is.
std::string deviation(const LoadSummary& summary, const Case& row, const Fact& fact) {
    std::vector<LoadCount> loads = summary.loads;
    std::erase_if(loads, [](const LoadCount& entry) { return !isFromMemory(entry.load.source); });
    if (!summary.loops) return "there is no loop";
    if (fact.bits == kAny) return "";
    if (isWithoutLoads(row.technique) || fact.bits == kNone) return loads.empty() ? "" : "it loads";
    if (loads.empty()) return "it does not load";
    const bool block = fact.bits == kBlock;
    const bool whole = fact.bits == kWhole || fact.bits == kOuter;
    const bool alone = row.technique == Technique::Shuffle; // the lane's own load
    const bool inner = !alone && fact.bits != kOuter;
    const std::uint32_t all = bitsOf(row.operation);
    const std::uint32_t widest = whole ? kWidest : block ? all : fact.bits;
    std::size_t count = 0;
    std::uint32_t bits = 0;
    bool told = true; // Intel's text does not say of all sampler messages
    for (const auto& [load, times, innermost] : loads) {
        count += times;
        bits += load.bits * static_cast<std::uint32_t>(times);
        told = told && load.bits != 0;
        if (load.scalar != block) return load.scalar ? "it is scalar" : "it is not scalar";
        if (innermost != inner) return "in the other loop";
        if (!whole && !block && load.bits != fact.bits) return fmt::format("one is of {} bits", load.bits);
    }
    const std::uint32_t times = alone ? 1 : loadsPerIteration(row);
    const std::size_t wanted = times * ((all + widest - 1) / widest);
    if (count != wanted) return fmt::format("it has {}, not {}", count, wanted);
    const std::uint32_t least = times * all;
    if (told && (whole ? bits != least : bits < least)) return fmt::format("they have {} bits", bits);
    return "";
}

// By their keys in logs: the code, or why there is none.
using Readings = std::map<std::string, Result<CodeReading>>;

// The matrix under all strategies, other suites under those that they measure: the compilers take minutes.
std::span<const Strategy> strategiesOf(const Suite& suite) {
    return suite.name == kDefaultSuite ? kEveryStrategy : suite.strategies;
}

Readings compiled(const Suite& suite, const Compiler& compiler) {
    Readings readings;
    CompileRequest request;
    request.suite = suite.name;
    const std::span<const Strategy> strategies = strategiesOf(suite);
    request.strategies.assign(strategies.begin(), strategies.end());
    const CompiledSubject done = compileInChild(
        {.subject = {manifestOf(compiler), findTarget(compiler.target).value()}}, request, programFile());
    EXPECT_EQ(done.trouble, "");
    for (const CompileLogEntry& entry : done.log.entries) {
        readings.emplace(entry.key, entry.code.ok() ? Result<CodeReading>(interpret(entry.code.value()))
                                                    : Result<CodeReading>(entry.code.error()));
    }
    return readings;
}

void expectFact(const CodeReading& reading, const Case& row, Strategy strategy, const Compiler& compiler) {
    const Fact* fact = factAbout(row, strategy, compiler);
    ASSERT_NE(fact, nullptr) << reading.loads();
    if (fact->bits == kUnread) {
        EXPECT_THAT(reading.trouble, HasSubstr("lies in a register")) << fact->why;
        return;
    }
    EXPECT_EQ(reading.trouble, "");
    EXPECT_EQ(deviation(reading.summary, row, *fact), "") << reading.loads() << "; " << fact->why;
}

// Mixed loads are those of the rows of each kind. Beside loads of texels, Intel's parser takes every block for
// a descriptor's (`isa FILE` finds out better).
void expectLoadsOfParts(const LoadSummary& summary, const Case& row, Strategy strategy,
                        const Readings& matrix, const Compiler& compiler) {
    const bool blocksAreData = compiler.driver.starts_with("anv-");
    LoadsByForm loads, expected;
    addLoads(summary, 1, loads, blocksAreData);
    for (const Case& part : partsOf(row)) {
        const auto alone = matrix.find(codeKey({part, strategy}));
        ASSERT_TRUE(alone != matrix.end() && alone->second.ok()) << caseName(part);
        addLoads(alone->second.value().summary, 0.25, expected, blocksAreData);
    }
    EXPECT_EQ(loads, expected) << summaryText(summary);
}

// Whether all plain loads of an iteration are issued before the first is waited for, as the kernel was
// written. Before Xe the text does not tell; ANV 22.3.6 moves some loads behind additions.
bool keepsLoadsInFlight(const Compiler& compiler, Strategy strategy) {
    const bool newer = globMatches("anv-25.*", compiler.driver) || globMatches("anv-26.*", compiler.driver);
    return newer && compiler.target != "skl" && strategy == Strategy::Set;
}

class MesaCode : public testing::TestWithParam<Compiler> {};

TEST_P(MesaCode, EveryRowLoadsAsItsFactSays) {
    if (manifestOf(GetParam()).empty()) GTEST_SKIP() << GetParam().driver << ": see scripts/mesa-versions.sh";
    std::size_t read = 0;
    const Readings matrix = compiled(suites().front(), GetParam());
    for (const Suite& suite : suites()) {
        const Readings readings = suite.name == kDefaultSuite ? matrix : compiled(suite, GetParam());
        for (const Case& row : suite.rows()) {
            if (row.robustness != Robustness::Off) continue; // not all drivers demand it by pipeline
            for (const Strategy strategy : strategiesOf(suite)) {
                if (!whyUnsupported({row, strategy}).empty()) continue;
                const auto found = readings.find(codeKey({row, strategy}));
                SCOPED_TRACE(fmt::format("{} under {}", caseName(row), strategyName(strategy)));
                if (found == readings.end()) {
                    ADD_FAILURE() << "it was not compiled";
                } else if (!found->second.ok()) {
                    const Error& error = found->second.error();
                    EXPECT_TRUE(error.kind == ErrorKind::Unsupported && !error.cause.empty()) << error.cause;
                } else if (!row.operation.parts.empty()) {
                    expectLoadsOfParts(found->second.value().summary, row, strategy, matrix, GetParam());
                } else {
                    expectFact(found->second.value(), row, strategy, GetParam());
                    if (suite.name == "matrix" && keepsLoadsInFlight(GetParam(), strategy)) {
                        EXPECT_EQ(found->second.value().inFlight(), "4");
                    }
                    ++read;
                }
            }
        }
    }
    EXPECT_GT(read, 2 * matrixRows().size());
}

INSTANTIATE_TEST_SUITE_P(Compilers, MesaCode,
                         testing::Values(Compiler{"nvk-25.0.7", "turing"}, Compiler{"nvk-25.0.7", "ampere"},
                                         Compiler{"nvk-26.1.6", "kepler"}, Compiler{"nvk-26.1.6", "kepler2"},
                                         Compiler{"nvk-26.1.6", "maxwell"}, Compiler{"nvk-26.1.6", "hopper"},
                                         Compiler{"nvk-26.1.6", "pascal"}, Compiler{"nvk-26.1.6", "ada"},
                                         Compiler{"nvk-26.1.6", "blackwell"}, Compiler{"hasvk-22.3.6", "ivb"},
                                         Compiler{"hasvk-22.3.6", "bdw"}, Compiler{"hasvk-25.0.7", "ivb"},
                                         Compiler{"hasvk-25.0.7", "hsw"}, Compiler{"hasvk-25.0.7", "bdw"},
                                         Compiler{"anv-22.3.6", "skl"}, Compiler{"anv-22.3.6", "tgl"},
                                         Compiler{"anv-22.3.6", "dg2"}, Compiler{"anv-25.0.7", "skl"},
                                         Compiler{"anv-25.0.7", "tgl"}, Compiler{"anv-25.0.7", "dg2"},
                                         Compiler{"anv-25.0.7", "lnl"}, Compiler{"anv-26.1.6", "skl"},
                                         Compiler{"anv-26.1.6", "bmg"}),
                         [](const testing::TestParamInfo<Compiler>& compiler) {
                             std::string name =
                                 fmt::format("{}_{}", compiler.param.driver, compiler.param.target);
                             std::replace_if(
                                 name.begin(), name.end(), [](char c) { return c == '.' || c == '-'; }, '_');
                             return name;
                         });

} // namespace vkperftest::mesa_code_test
