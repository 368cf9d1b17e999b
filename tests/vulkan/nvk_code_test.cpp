// What must hold of the kernels' code on NVIDIA's GPUs, compiled by Mesa's NVK for GPUs that are not there: it loads in
// every lane what the kernel says, merged as far as the alignment is known.
#include <algorithm>
#include <filesystem>
#include <map>

#include <fmt/format.h>
#include <gmock/gmock.h>

#include "base/atomic_file.h"
#include "base/child_process.h"
#include "base/scratch_folder.h"
#include "base/text.h"
#include "cases/bound_row.h"
#include "cases/suite.h"
#include "isa/summary.h"
#include "isa/transcript.h"
#include "vulkan/code_transcript.h"

namespace vkperftest {
namespace {

struct Compiler {
    const char* version; // of Mesa
    const char* target;
};

// Where scripts/mesa-versions.sh puts it.
std::string manifestOf(const Compiler& compiler) {
    return fmt::format("{}/trixie/nvk-{}.json", VKPERFTEST_MESA, compiler.version);
}

constexpr std::uint32_t kWhole = 0;

// Rows, strategies and targets are patterns, as --filter takes them.
struct Fact {
    const char* rows;
    const char* strategies;
    const char* targets;
    std::uint32_t bits; // of each load; kWhole: one load has all that the row loads
    const char* why;
};

// The first that matches counts: exceptions stand before the rule.
constexpr Fact kFacts[] = {
    {"Buffer<*", "buffer", "*", 128, "through an image's descriptor, with all channels"},
    {"Buffer<*", "*", "*", kWhole, "texture unit"},
    {"Texture2D<*", "*", "*", kWhole, "texture unit"},
    {"push constants*", "*", "*", 32, "the driver's own constants are aligned to 4 bytes"},
    {"cbuffer*", "dynamic", "*", 64, "the widest load from a bank of constants"},
    {"cbuffer*", "inline", "*", 64, "the widest load from a bank of constants"},
    {"cbuffer*", "*", "pascal", 128, "no constants by address: as if it were a storage buffer"},
    {"cbuffer*", "*", "volta", 128, "no constants by address: as if it were a storage buffer"},
    {"cbuffer*", "*", "*", 64, "the widest load from a bank of constants"},
    {"*", "address-16", "*", 128, "an alignment of 16 bytes is known"},
    {"StructuredBuffer<*", "address-4", "*", 32, "only an alignment of 4 bytes is known"},
    {"StructuredBuffer<* bytes>*", "*", "*", 32, "made of members of 4 bytes"},
    {"StructuredBuffer<float3>+*", "*", "*", 32, "no alignment but 4 bytes"},
    {"StructuredBuffer<*matrix copy*", "*", "*", 128, "elements are aligned to 16 bytes"},
    {"StructuredBuffer<*", "*", "*", kWhole, "elements are aligned to their size"},
    {"ByteAddressBuffer*", "*", "*", 32, "only an alignment of 4 bytes is known"},
};

const Fact* factAbout(const Case& row, Strategy strategy, const char* target) {
    for (const Fact& fact : kFacts) {
        if (globMatches(fact.rows, caseName(row)) && globMatches(fact.strategies, strategyName(strategy)) &&
            globMatches(fact.targets, target))
            return &fact;
    }
    return nullptr;
}

std::uint32_t bitsOf(const Operation& operation) {
    constexpr std::uint32_t kMatrixBits = 512;
    if (operation.copies) return kMatrixBits;
    const bool halves = operation.source.format == Format::R16F && operation.traversal;
    return operation.width * (halves ? 16 : 32);
}

// Why the summary is not what the fact says; empty if it is.
std::string deviation(const LoadSummary& summary, const Case& row, const Fact& fact) {
    std::vector<LoadCount> loads = summary.loads;
    std::erase_if(loads, [](const LoadCount& entry) { return entry.load.source == LoadSource::Descriptor; });
    if (!summary.loops) return "there is no loop";
    if (row.technique == Technique::Floor) return loads.empty() ? "" : "the floor loads";
    if (loads.size() != 1) return "the loads are not alike";
    const std::uint32_t all = bitsOf(row.operation);
    const std::uint32_t bits = fact.bits == kWhole ? all : fact.bits;
    const bool inner = row.technique != Technique::Shuffle;
    const std::size_t count = std::max(all / bits, 1u) * (inner ? loadsPerIteration(row) : 1);
    if (loads[0].load.bits != bits) return fmt::format("each is of {} bits", loads[0].load.bits);
    if (loads[0].count != count) return fmt::format("it has {} of them, not {}", loads[0].count, count);
    if (loads[0].load.scalar) return "it is scalar";
    return loads[0].innermost == inner ? "" : "it stands in the other loop";
}

// All rows of the suite under all strategies, by their keys in transcripts; nothing, and a test that fails or is
// skipped, if the program cannot compile them.
std::map<std::string, CodeReading> compiled(const Suite& suite, const Compiler& compiler) {
    std::map<std::string, CodeReading> readings;
    ScratchFolder scratch;
    EXPECT_TRUE(scratch.create("nvk").ok());
    const std::string file = scratch.file("transcript");
    std::vector<std::string> strategies;
    for (const Strategy strategy : kEveryStrategy) strategies.emplace_back(strategyName(strategy));
    const Result<int> code =
        runProgram(VKPERFTEST_PROGRAM,
                   {"isa", "--into", file, "--suite", std::string(suite.name), "--strategy",
                    join(strategies, ","), "--driver", manifestOf(compiler), "--target", compiler.target});
    const Result<std::string> log = readFile(file + ".log"), transcript = readFile(file);
    EXPECT_TRUE(code.ok() && code.value() == 0) << (log.ok() ? log.value() : "");
    if (!transcript.ok()) return readings;
    for (const TranscriptEntry& entry : parseTranscript(transcript.value()).entries) {
        if (entry.code.ok()) {
            readings[entry.key] = interpret(entry.code.value());
        } else {
            EXPECT_EQ(entry.code.error().kind, ErrorKind::Unsupported) << entry.code.error().cause;
        }
    }
    return readings;
}

class NvkCode : public testing::TestWithParam<Compiler> {};

TEST_P(NvkCode, EveryRowLoadsAsItsFactSays) {
    if (!std::filesystem::exists(manifestOf(GetParam()))) {
        GTEST_SKIP() << "NVK " << GetParam().version << " is not there; scripts/mesa-versions.sh fetches it";
    }
    std::size_t read = 0;
    for (const Suite& suite : suites()) {
        const std::map<std::string, CodeReading> readings = compiled(suite, GetParam());
        for (const Case& row : suite.rows()) {
            for (const Strategy strategy : kEveryStrategy) {
                const auto found = readings.find(codeKey(row, strategy));
                if (found == readings.end()) continue;
                const CodeReading& reading = found->second;
                const std::string name =
                    fmt::format("{} under {}: {}", caseName(row), strategyName(strategy), reading.loads());
                const Fact* fact = factAbout(row, strategy, GetParam().target);
                EXPECT_NE(fact, nullptr) << name;
                if (fact == nullptr) continue;
                EXPECT_EQ(deviation(reading.summary, row, *fact), "") << name << "; " << fact->why;
                ++read;
            }
        }
    }
    EXPECT_GT(read, 2 * matrixRows().size());
}

INSTANTIATE_TEST_SUITE_P(
    Compilers, NvkCode,
    testing::Values(Compiler{"25.0.7", "turing"}, Compiler{"25.0.7", "ampere"}, Compiler{"25.0.7", "ada"},
                    Compiler{"26.1.6", "pascal"}, Compiler{"26.1.6", "volta"}, Compiler{"26.1.6", "turing"},
                    Compiler{"26.1.6", "ampere"}, Compiler{"26.1.6", "ada"}, Compiler{"26.1.6", "blackwell"}),
    [](const testing::TestParamInfo<Compiler>& compiler) {
        std::string name = fmt::format("{}_{}", compiler.param.version, compiler.param.target);
        std::replace(name.begin(), name.end(), '.', '_');
        return name;
    });

} // namespace
} // namespace vkperftest
