// What must hold of the kernels' code on AMD GPUs, compiled by Mesa's RADV without a GPU: nothing merges, drops or
// repeats a load, and loads that a subgroup can share are shared where the hardware can.
#include <algorithm>
#include <bit>
#include <map>

#include <fmt/format.h>

#include "analysis/figures.h"
#include "base/text.h"
#include "cases/binding.h"
#include "cases/controls.h"
#include "cases/every_row.h"
#include "cases/suite.h"
#include "isa/stored_text.h"
#include "isa/summary.h"
#include "loads_by_form.h"
#include "matchers.h"
#include "model/perftest_text.h"
#include "model/published.h"
#include "strategy_named.h"
#include "suite_rows.h"
#include "vulkan/code_transcript.h"
#include "vulkan/instance.h"
#include "vulkan/mesa_drivers.h"
#include "vulkan/programs.h"

namespace vkperftest::amd_code_test {

struct RowCode {
    Case row;
    Strategy strategy = Strategy::Set;
    std::string trouble;
    CodeReading reading;
};

// Their rows bind as those of other suites do, and the compiler takes minutes.
bool isOfLaterSuite(const Case& row) {
    return row.operation.kind >= LoadKind::WritableTyped || onlyWrites(row.operation.kind) ||
           !isPerfTests(row.pattern) || row.operation.provable;
}

constexpr Strategy kOnlySet[] = {Strategy::Set};
constexpr std::span<const Strategy> kSetAlone = kOnlySet;

// All rows of all suites, for one family, under all strategies but those of later suites. Rows that the driver
// does not support are left out.
std::vector<RowCode> compile(const std::string& family) {
    EXPECT_TRUE(pretend(*findTarget(family).value()).ok());
    const Result<std::unique_ptr<Instance>> instance = Instance::create({});
    EXPECT_TRUE(instance.ok()) << instance.error().sentence();
    if (!instance.ok()) return {};
    std::vector<CompileJob> jobs;
    std::vector<RowCode> all;
    for (const Case& row : allRows()) {
        if (row.robustness != Robustness::Off) continue; // not all drivers demand it by pipeline
        for (const Strategy strategy : isOfLaterSuite(row) ? kSetAlone : kEveryStrategy) {
            const PipelineRequest request = requestOf({row, strategy});
            if (request.kernel == nullptr) continue; // the strategy cannot bind the row
            all.push_back({row, strategy});
            jobs.push_back(compileJob(codeKey({row, strategy}), request));
        }
    }
    std::map<std::string, Result<DriverCode>> told;
    const Result<void> compiled =
        compileOnly(instance.value()->physicalDevices()[0], instance.value()->devices()[0], jobs,
                    {.end = [&](const std::string& key, const Result<DriverCode>& code) {
                        told.insert_or_assign(key, code);
                    }});
    EXPECT_TRUE(compiled.ok()) << compiled.error().sentence();
    std::vector<RowCode> result;
    for (std::size_t i = 0; i < all.size(); ++i) {
        const Result<DriverCode>& code = told.at(jobs[i].key);
        if (!code.ok() && code.error().kind == ErrorKind::Unsupported) continue;
        EXPECT_TRUE(code.ok()) << caseName(all[i].row) << ": " << code.error().cause;
        if (!code.ok()) continue;
        all[i].reading = interpret(code.value());
        all[i].reading.summary.loadsPerIteration = loadsPerIteration(all[i].row);
        EXPECT_EQ(all[i].reading.trouble, "") << caseName(all[i].row);
        result.push_back(std::move(all[i]));
    }
    return result;
}

// The same, compiled once for all tests of a process.
const std::vector<RowCode>& compileFor(const std::string& family) {
    static std::map<std::string, std::vector<RowCode>> compiled;
    const auto known = compiled.find(family);
    return known != compiled.end() ? known->second : compiled.emplace(family, compile(family)).first->second;
}

// The loads of data in loops: opcodes with their numbers.
std::vector<LoadCount> dataLoads(const CodeReading& reading) {
    std::vector<LoadCount> loads = reading.summary.loads;
    std::erase_if(loads, [](const LoadCount& entry) { return entry.load.source != LoadSource::Data; });
    return loads;
}

// How a row's load is done: not at all, by one load of each lane, by one in the loop around that which hands the values
// round, or by one through the scalar cache.
enum class How { None, Lanes, Outer, Scalar };

// Rows that a fact is about: a pattern over names, as --filter takes it. The first that matches counts.
constexpr std::pair<const char*, How> kFacts[] = {
    {"*, no loads*", How::None}, // the no-load control's value is held in registers
    {"RW*.Store*", How::None},
    {"RW*.Interlocked*", How::None},
    {"groupshared* store*", How::None},
    {"groupshared*Interlocked*", How::None},
    {"*, shuffle*", How::Outer},
    {"*, broadcast*", How::Lanes}, // which load different elements
    {"*, reduce*", How::Lanes},
    {"*ByteAddressBuffer.Load* per subgroup*", How::Scalar},
    {"*ByteAddressBuffer.Load*uniform*", How::Scalar},
    {"*StructuredBuffer<*.Load per subgroup*", How::Scalar},
    {"*StructuredBuffer<*.Load uniform*", How::Scalar}, // but for lanes that differ (below)
    {"cbuffer* load uniform*", How::Scalar},
    {"push constants* load uniform*", How::Scalar},
    {"specialization constants* uniform*", How::Scalar},
    {"buffer{*uniform*", How::Scalar},
    // Formats are converted by the texture unit, which has no scalar form: uniform rows too load in every lane. As
    // many channels come back as the kernel asks for, each as 32 bits.
    {"*", How::Lanes},
};

How howIs(const Case& row) {
    return std::find_if(std::begin(kFacts), std::end(kFacts),
                        [&](const auto& fact) { return globMatches(fact.first, caseName(row)); })
        ->second;
}

// Of a load: as wide as the row's, its words merged again. There is no scalar one of 96 bits or below 32; the word that is
// loaded beyond costs nothing there.
std::uint32_t expectedBits(const Case& row, How how) {
    const std::uint32_t bits = bitsOf(row.operation);
    return how == How::Scalar ? std::max(32u, std::bit_ceil(bits)) : bits;
}

// A descriptor knows where its buffer ends; with a bare address no word beyond may be read.
bool threeScalarWordsByAddress(const RowCode& code) {
    return code.strategy == strategyNamed("address-4") && code.row.operation.width == 3 &&
           code.row.pattern == Pattern::Uniform;
}

bool isShared(const RowCode& code) {
    return code.row.operation.kind == LoadKind::Shared;
}

// Lanes take different descriptors.
bool isWaterfall(const RowCode& code) {
    return code.row.operation.index == DescriptorIndex::PerLane;
}

// Elements of any size take several loads, of 128 bits and one for what is left.
bool severalLoads(const RowCode& code) {
    const Operation& operation = code.row.operation;
    return operation.traversal || operation.kind == LoadKind::Split || threeScalarWordsByAddress(code);
}

// The widths of as few loads as can be.
std::vector<std::uint32_t> fewestLoads(std::uint32_t bits) {
    std::vector<std::uint32_t> widths(bits / 128, 128);
    if (bits % 128 != 0) widths.push_back(bits % 128);
    return widths;
}

// Of such a row, with a no-load control's register instead of it none.
std::vector<std::uint32_t> expectedWidths(const RowCode& code) {
    const Operation& operation = code.row.operation;
    if (isWithoutLoads(code.row.technique) || onlyWrites(operation.kind)) return {};
    if (threeScalarWordsByAddress(code)) return {64, 32};
    if (operation.secondArray > 0) return {96, 64};
    if (operation.kind == LoadKind::Split) return std::vector<std::uint32_t>(operation.width, 32);
    return fewestLoads(bitsOf(operation));
}

class AmdCode : public testing::TestWithParam<const char*> {
protected:
    // Checks the rows' code that `takes` takes, of which there are at least so many.
    template <class Takes, class Check> void forEach(Takes takes, Check check, std::size_t least = 1) {
        std::size_t rows = 0;
        for (const RowCode& code : compileFor(GetParam())) {
            if (!takes(code)) continue;
            SCOPED_TRACE(fmt::format("{} under {}: {}", caseName(code.row), strategyName(code.strategy),
                                     summaryText(code.reading.summary)));
            check(code);
            ++rows;
        }
        EXPECT_GE(rows, least);
    }
};

bool isNoLoads(const RowCode& code) {
    return code.row.technique == Technique::NoLoads;
}

// Which rows and no-load controls have one, under one strategy.
std::string keyOf(const Case& row, Strategy strategy) {
    return kernelKey(BoundRow{row, strategy});
}

// Instructions in loops that the predicate takes.
template <class Predicate>
std::size_t countLoopInstructions(const Disassembly& disassembly, Predicate takes) {
    return static_cast<std::size_t>(
        std::count_if(disassembly.instructions.begin(), disassembly.instructions.end(),
                      [&](const Instruction& one) { return one.loop != kNoLoop && takes(one); }));
}

TEST_P(AmdCode, EveryRowLoadsAsItsFactSaysAllOfAnIterationBeforeTheFirstWait) {
    const auto takes = [](const RowCode& code) {
        return !severalLoads(code) && code.row.operation.parts.empty() && !isShared(code) &&
               !isWaterfall(code) && code.row.pattern != Pattern::LoopCounter; // which the compiler may merge
    };
    const auto check = [](const RowCode& code) {
        const How how = howIs(code.row);
        EXPECT_TRUE(code.reading.summary.loops);
        const std::vector<LoadCount> loads = dataLoads(code.reading);
        EXPECT_EQ(loads.size(), how == How::None ? 0u : 1u);
        if (how == How::None || loads.size() != 1) return;
        EXPECT_EQ(loads[0].count, loadsPerIteration(code.row));
        EXPECT_EQ(loads[0].load.bits, expectedBits(code.row, how));
        EXPECT_EQ(loads[0].load.scalar, how == How::Scalar);
        EXPECT_EQ(loads[0].innermost, how != How::Outer);
        if (how != How::Outer) { // the lanes' own loads of a shuffle
            EXPECT_EQ(code.reading.summary.inFlight, loads[0].count);
        }
    };
    forEach(takes, check, matrixRows().size());
    EXPECT_GE(compileFor(GetParam()).size(), 2 * matrixRows().size());
}

TEST_P(AmdCode, LongElementsTakeAsFewLoadsAsCanBe) {
    forEach(severalLoads, [](const RowCode& code) {
        std::vector<std::uint32_t> widths;
        for (const LoadCount& entry : dataLoads(code.reading)) {
            EXPECT_EQ(entry.count % loadsPerIteration(code.row), 0u);
            widths.insert(widths.end(), entry.count / loadsPerIteration(code.row), entry.load.bits);
            EXPECT_EQ(entry.load.scalar, code.row.pattern == Pattern::Uniform);
            EXPECT_TRUE(entry.innermost);
        }
        EXPECT_THAT(widths, testing::UnorderedElementsAreArray(expectedWidths(code)));
    });
}

// Four of an iteration.
TEST_P(AmdCode, StoresAndAtomicOperationsAreNeitherMergedNorSplit) {
    const auto takes = [](const RowCode& code) { return onlyWrites(code.row.operation.kind); };
    const auto check = [](const RowCode& code) {
        const Operation& operation = code.row.operation;
        const bool ofShared =
            operation.kind == LoadKind::SharedStore || operation.kind == LoadKind::SharedAtomic;
        const bool mayStore = ofShared && operation.atomic == Atomic::Exchange && !operation.usesResult;
        std::size_t count = 0;
        for (const Instruction& one : code.reading.disassembly.instructions) {
            if (one.loop == kNoLoop || !one.memory || one.load() != nullptr) continue;
            EXPECT_TRUE(mayStore || (one.memory->access == Access::Atomic) ==
                                        (accessOf(operation.kind) == RowAccess::Atomic));
            EXPECT_EQ(one.memory->source, ofShared ? LoadSource::Shared : LoadSource::Data);
            const std::uint32_t written = operation.kind == LoadKind::TypedStore
                                              ? 16
                                              : traits(operation.source.format).bytesOf(operation.width);
            EXPECT_EQ(one.memory->bits, 8 * written) << one.opcode;
            ++count;
        }
        EXPECT_EQ(count, 4u);
    };
    forEach(takes, check, suiteRows("store").size());
}

// Not even those from one address are scalar: shared memory has no such loads.
TEST_P(AmdCode, SharedMemoryIsReadByAsManyWordsAsTheRows) {
    const auto check = [](const RowCode& code) {
        std::uint32_t bits = 0;
        for (const LoadCount& entry : code.reading.summary.loads) {
            if (entry.load.source != LoadSource::Shared) continue;
            bits += entry.load.bits * static_cast<std::uint32_t>(entry.count);
            EXPECT_TRUE(entry.innermost && !entry.load.scalar);
        }
        EXPECT_TRUE(dataLoads(code.reading).empty()); // the source is read before the loop
        const std::uint32_t loads = isWithoutLoads(code.row.technique) ? 0 : loadsPerIteration(code.row);
        EXPECT_EQ(bits, loads * 32 * code.row.operation.width);
    };
    forEach(isShared, check, suiteRows("shared").size() / 2);
}

// In a loop for each load, with a pass for each descriptor that lanes of a subgroup need.
TEST_P(AmdCode, DescriptorsThatDifferBetweenLanesAreTakenOneByOne) {
    forEach(isWaterfall, [](const RowCode& code) {
        const std::vector<LoadCount> loads = dataLoads(code.reading);
        ASSERT_EQ(loads.size(), 1u);
        EXPECT_EQ(loads[0].count, loadsPerIteration(code.row));
        EXPECT_TRUE(loads[0].innermost && !loads[0].load.scalar);
        EXPECT_EQ(countInLoops(code.reading.disassembly, "v_readfirstlane_b32"), loads[0].count);
    });
}

// Or the times of mixed loads could not be compared with those of the rows of each kind.
TEST_P(AmdCode, MixedLoadsAreThoseOfTheirKindsAllBeforeTheFirstWait) {
    const auto nameOf = [](const Case& row, Strategy strategy) {
        return fmt::format("{} under {}", caseName(row), strategyName(strategy));
    };
    std::map<std::string, const RowCode*> codes;
    for (const RowCode& code : compileFor(GetParam())) codes[nameOf(code.row, code.strategy)] = &code;
    const auto takes = [](const RowCode& code) { return !code.row.operation.parts.empty(); };
    const auto check = [&](const RowCode& code) {
        const LoadSummary& summary = code.reading.summary;
        LoadsByForm loads, expected;
        addLoads(summary, 1, loads);
        for (const Case& part : partsOf(code.row)) {
            if (isWithoutLoads(part.technique)) continue;
            const auto alone = codes.find(nameOf(part, code.strategy));
            ASSERT_NE(alone, codes.end()) << caseName(part);
            addLoads(alone->second->reading.summary, 0.25, expected);
        }
        EXPECT_EQ(loads, expected);
        if (!loads.empty()) { // a no-load control
            EXPECT_EQ(summary.inFlight, loadsPerIteration(code.row));
        }
    };
    forEach(takes, check, suiteRows("mixed").size());
}

// Or their times could not be compared.
TEST_P(AmdCode, RowsAndTheirNoLoadControlsHaveLoopsAlike) {
    const std::vector<RowCode>& all = compileFor(GetParam());
    std::size_t compared = 0;
    for (const RowCode& row : all) {
        // The innermost loops are others, or have the instructions that unpack.
        if (isWaterfall(row) || row.row.operation.kind == LoadKind::Unpacked) continue;
        const auto noLoads = std::find_if(all.begin(), all.end(), [&](const RowCode& other) {
            return other.strategy == row.strategy && servesAsNoLoads(other.row, row.row);
        });
        if (noLoads == all.end()) continue;
        SCOPED_TRACE(caseName(row.row) + " under " + std::string(strategyName(row.strategy)));
        const LoadSummary &with = row.reading.summary, &without = noLoads->reading.summary;
        EXPECT_EQ(with.loops, without.loops);
        EXPECT_LE(without.instructions, with.instructions);
        EXPECT_LT(with.instructions, 4 * without.instructions);
        ++compared;
    }
    EXPECT_GE(compared, 2 * matrixRows().size());
}

bool byAddress(Strategy strategy) {
    return traits(strategy).addressAlignment != 0;
}

struct Arithmetic {
    std::size_t vector = 0, scalar = 0;
};

bool isVector(const Instruction& one) {
    return one.opcode.starts_with("v_");
}

// Jumps and waiting are other units' work.
bool isScalar(const Instruction& one) {
    constexpr const char* kOthers[] = {"s_wait*",  "s_cbranch*", "s_branch", "s_nop",
                                       "s_clause", "s_inst*",    "s_delay*"};
    const auto is = [&](const char* other) { return globMatches(other, one.opcode); };
    return one.opcode.starts_with("s_") && one.load() == nullptr &&
           std::none_of(std::begin(kOthers), std::end(kOthers), is);
}

// Of an iteration, without what only prepares a load's operands.
Arithmetic arithmeticOf(const Disassembly& disassembly) {
    const auto scalar = [](const Instruction& one) {
        return isScalar(one) && !one.opcode.starts_with("s_mov");
    };
    return {countLoopInstructions(disassembly, isVector), countLoopInstructions(disassembly, scalar)};
}

// A no-load control that did more than its row without the loads would call rows bound by additions that are not.
TEST_P(AmdCode, NoControlHasMoreArithmeticThanItsRow) {
    std::map<std::string, Arithmetic> noLoadControls;
    for (const RowCode& code : compileFor(GetParam()))
        if (isNoLoads(code))
            noLoadControls[keyOf(code.row, code.strategy)] = arithmeticOf(code.reading.disassembly);
    const auto takes = [&](const RowCode& code) {
        const std::optional<Case> noLoads = noLoadsOf(code.row);
        return noLoads && noLoadControls.contains(keyOf(*noLoads, code.strategy));
    };
    const auto check = [&](const RowCode& code) {
        const Arithmetic ofNoLoads = noLoadControls.at(keyOf(*noLoadsOf(code.row), code.strategy)),
                         ofRow = arithmeticOf(code.reading.disassembly);
        EXPECT_LE(ofNoLoads.vector, ofRow.vector);
        EXPECT_LE(ofNoLoads.scalar, ofRow.scalar);
    };
    forEach(takes, check, matrixRows().size());
}

// Otherwise they would measure their arithmetic. A loop forms an address for what it loads, which takes a carry and the
// base's two words more than an offset does: 7 more were counted, of structured loads on GCN 5.
TEST_P(AmdCode, AddressesTakeLittleMoreArithmeticThanDescriptors) {
    constexpr std::size_t kMostMore = 7;
    std::map<std::string, std::size_t> ofSet; // by row
    const auto vectorsOf = [](const RowCode& code) {
        return countLoopInstructions(code.reading.disassembly, isVector);
    };
    for (const RowCode& code : compileFor(GetParam()))
        if (code.strategy == Strategy::Set) ofSet[caseName(code.row)] = vectorsOf(code);
    // No-load controls keep the address alive.
    const auto takes = [](const RowCode& code) { return !isNoLoads(code) && byAddress(code.strategy); };
    forEach(takes, [&](const RowCode& code) {
        EXPECT_LE(vectorsOf(code), ofSet.at(caseName(code.row)) + kMostMore);
    });
}

TEST_P(AmdCode, NoLoadControlsOfAddressesFormTheAddress) {
    const auto carries = [](const Instruction& one) {
        return one.opcode.starts_with("s_addc") || one.opcode.starts_with("v_addc") ||
               one.opcode.starts_with("v_add_co") || one.operands.find("src_scc") != std::string::npos;
    };
    const auto takes = [](const RowCode& code) { return isNoLoads(code) && byAddress(code.strategy); };
    forEach(takes, [&](const RowCode& code) {
        EXPECT_GT(countLoopInstructions(code.reading.disassembly, carries), 0u);
    });
}

// Or rows would look bound by loads that are bound by forming addresses or by converting what was loaded.
TEST_P(AmdCode, NoLoadControlsStandInForEveryAddressAndConversion) {
    const auto counts = [](const RowCode& code, std::initializer_list<const char*> opcodes) {
        return countLoopInstructions(code.reading.disassembly, [&](const Instruction& one) {
            return std::any_of(opcodes.begin(), opcodes.end(),
                               [&](const char* opcode) { return globMatches(opcode, one.opcode); });
        });
    };
    constexpr std::size_t kOfTheLoop = 2;              // its counter and the comparison
    std::map<std::string, std::size_t> noLoadControls; // conversions, by kernel
    const auto conversions = [&](const RowCode& code) { return counts(code, {"v_cvt_*", "v_*mix*"}); };
    const std::vector<RowCode>& all = compileFor(GetParam());
    for (const RowCode& code : all) {
        if (!isNoLoads(code)) continue;
        noLoadControls[keyOf(code.row, code.strategy)] = conversions(code);
        const Operation& operation = code.row.operation;
        if (operation.traversal) continue; // have fewer addresses
        const Arithmetic arithmetic = arithmeticOf(code.reading.disassembly);
        const std::size_t twoInOne = counts(code, {"v_xad_*", "v_add3_*", "v_*lshl_add*", "v_add_lshl_*"});
        std::size_t each = loadsPerIteration(code.row) * (1 + operation.width);
        if (!operation.parts.empty()) each = 0;
        for (const Operation& part : operation.parts) each += 1 + part.width;
        EXPECT_GE(arithmetic.vector + arithmetic.scalar + twoInOne, each + kOfTheLoop)
            << caseName(code.row) << " under " << strategyName(code.strategy);
    }
    std::size_t converting = 0;
    for (const RowCode& code : all) {
        const std::optional<Case> noLoads = noLoadsOf(code.row);
        if (!noLoads || !noLoadControls.contains(keyOf(*noLoads, code.strategy))) continue;
        // To convert is part of loading a narrow value; whether that limits the row is not known here.
        const LoadKind kind = code.row.operation.kind;
        if (kind == LoadKind::Narrow || kind == LoadKind::Unpacked) continue;
        EXPECT_EQ(noLoadControls[keyOf(*noLoads, code.strategy)], conversions(code)) << caseName(code.row);
        converting += conversions(code) > 0 ? 1u : 0u;
    }
    EXPECT_GT(converting, 0u);
}

TEST_P(AmdCode, RowsOfASubgroupSizeAreCompiledForIt) {
    const bool several = std::string_view(GetParam()).starts_with("navi"); // GCN has one size
    const auto takes = [](const RowCode& code) { return code.row.subgroupSize != 0; };
    const auto check = [&](const RowCode& code) {
        EXPECT_TRUE(several);
        EXPECT_EQ(code.reading.subgroupSize, code.row.subgroupSize);
    };
    forEach(takes, check, several ? 1 : 0);
}

TEST_P(AmdCode, ShufflesReadLanesIntoScalarRegisters) {
    const auto takes = [](const RowCode& code) { return code.row.technique == Technique::Shuffle; };
    forEach(takes, [](const RowCode& code) {
        const bool isPacked = code.row.operation.kind == LoadKind::Unpacked; // four values in a word
        EXPECT_EQ(countInLoops(code.reading.disassembly, "v_readlane_b32"),
                  isPacked ? 1 : code.row.operation.width);
        EXPECT_EQ(countInLoops(code.reading.disassembly, "ds_bpermute_b32"), 0u);
    });
}

TEST_P(AmdCode, IsTheSameForSetAndPush) {
    std::map<std::string, std::string> hashes; // by row, of set
    for (const RowCode& code : compileFor(GetParam()))
        if (code.strategy == Strategy::Set) hashes[caseName(code.row)] = code.reading.hash;
    const auto takes = [](const RowCode& code) { return code.strategy == Strategy::Push; };
    const auto check = [&](const RowCode& code) { EXPECT_EQ(code.reading.hash, hashes[caseName(code.row)]); };
    forEach(takes, check, matrixRows().size());
}

TEST_P(AmdCode, IsReadBesideADeviceThatIsOpen) {
    EXPECT_TRUE(pretend(*findTarget(GetParam()).value()).ok());
    const std::unique_ptr<Instance> instance = valueOf(Instance::create({}));
    const PhysicalDevice& physical = instance->physicalDevices()[0];
    const DeviceRecord& record = instance->devices()[0];
    const std::unique_ptr<Device> open = valueOf(Device::create(physical, record, {.compileOnly = true}));
    const Case &raw = *perfTestRow("ByteAddressBuffer.Load4 linear"),
               &constant = *perfTestRow("cbuffer{float4} load uniform");
    const BoundRow boundRows[] = {{raw, Strategy::Set},
                                  {constant, Strategy::Set},
                                  {raw, strategyNamed("inline")},
                                  {raw, Strategy::Set}};
    const std::vector<Result<CodeDigest>> codes = valueOf(readRowCodes(physical, record, boundRows));
    EXPECT_THAT(codes[0].value().loads(), HasSubstr("1 × buffer_load_dwordx4"));
    EXPECT_THAT(codes[1].value().loads(), HasSubstr("1 × s_buffer_load_dwordx4"));
    ASSERT_FALSE(codes[2].ok());
    EXPECT_EQ(codes[2].error().kind, ErrorKind::Unsupported);
    EXPECT_EQ(sameCode(codes[0].value(), codes[3].value()), true);
    open->useFunctions();
    EXPECT_TRUE(createPipeline(*open, requestOf(boundRows[0])).ok());
}

// Clocks of a compute unit that a load takes at least, if its other instructions alone take any: one vector
// instruction of 64 lanes starts in a clock, and so many scalar ones. Where a loop stands in a loop, an
// iteration of the outer one is a row of texels.
double clocksBesideLoads(const Disassembly& disassembly, double scalarsAClock) {
    constexpr double kTexelsOfRow = 16;
    const auto perLoad = [&](bool (*takes)(const Instruction&)) {
        const auto inner = [&](const Instruction& one) { return disassembly.loops[one.loop].innermost; };
        const std::size_t loads = countLoopInstructions(disassembly, [&](const Instruction& one) {
            return inner(one) && one.load() != nullptr && one.load()->source == LoadSource::Data;
        });
        const std::size_t all = countLoopInstructions(disassembly, takes);
        const std::size_t often = countLoopInstructions(
            disassembly, [&](const Instruction& one) { return inner(one) && takes(one); });
        return static_cast<double>(often) / static_cast<double>(loads) +
               static_cast<double>(all - often) / kTexelsOfRow;
    };
    return std::max(perLoad(isVector), perLoad(isScalar) / scalarsAClock);
}

// Every load of the baseline takes the texture unit the clocks below. A row whose other instructions alone
// took longer than its published ratio allows would measure these instead of its loads.
TEST(AmdCeiling, NoPublishedRatioIsOutOfReach) {
    const struct {
        const char *family, *gpu;
        double clocksOfBaseline, scalarsAClock;
    } gpus[] = {{"fiji", "Fury", 16, 1},
                {"polaris10", "RX 480", 16, 1},
                {"vega10", "Vega Frontier Edition", 16, 1},
                {"navi10", "RX 5700 XT", 8, 2}};
    for (const auto& gpu : gpus) {
        const RunResult* const published = valueOf(findReference(gpu.gpu));
        std::map<std::string, double> ratios;
        for (const RowResult& row : published->rows) ratios[row.name] = row.strategies[0].printed->ratio;
        std::size_t compared = 0;
        for (const RowCode& code : compileFor(gpu.family)) {
            const auto ratio = ratios.find(caseName(code.row));
            if (ratio == ratios.end() || code.strategy != Strategy::Set) continue;
            EXPECT_GE(gpu.clocksOfBaseline / clocksBesideLoads(code.reading.disassembly, gpu.scalarsAClock),
                      ratio->second)
                << gpu.gpu << ", " << ratio->first;
            ++compared;
        }
        EXPECT_GE(compared, 80u) << gpu.gpu;
    }
}

INSTANTIATE_TEST_SUITE_P(Families, AmdCode,
                         testing::Values("fiji", "polaris10", "vega10", "navi10", "navi21"),
                         [](const testing::TestParamInfo<const char*>& family) { return family.param; });

} // namespace vkperftest::amd_code_test
