#include "model/published.h"

#include <algorithm>
#include <set>

#include <gmock/gmock.h>

#include "base/text.h"
#include "model/perftest_rows.h"

namespace vkperftest {
namespace {

using testing::AllOf;
using testing::HasSubstr;

const RowResult* rowOf(const ReferenceTable& table, std::string_view name) {
    const auto found = std::find_if(table.run.rows.begin(), table.run.rows.end(),
                                    [&](const RowResult& row) { return row.name == name; });
    return found == table.run.rows.end() ? nullptr : &*found;
}

void expectFigures(std::string_view gpu, std::string_view row, double milliseconds, double ratio) {
    SCOPED_TRACE(row);
    const Result<const ReferenceTable*> table = findReference(gpu);
    ASSERT_TRUE(table.ok()) << table.error().sentence();
    const RowResult* found = rowOf(*table.value(), row);
    ASSERT_NE(found, nullptr);
    EXPECT_EQ(found->strategies[0].printed->milliseconds, milliseconds);
    EXPECT_EQ(found->strategies[0].printed->ratio, ratio);
}

TEST(ReferenceTables, HoldEveryPublishedRow) {
    const std::vector<ReferenceTable>& tables = referenceTables();
    ASSERT_EQ(tables.size(), 17u);
    EXPECT_EQ(tables.front().gpu, "R9 390X");
    EXPECT_EQ(tables.back().gpu, "Skylake 6700K HD Graphics 530");
    std::size_t rows = 0;
    std::set<std::string> gpus;
    for (const ReferenceTable& table : tables) {
        rows += table.run.rows.size();
        gpus.insert(table.gpu);
    }
    EXPECT_EQ(rows, 1419u);
    EXPECT_EQ(gpus.size(), 17u);
}

TEST(ReferenceTables, AreWholeRuns) {
    for (const ReferenceTable& table : referenceTables()) {
        SCOPED_TRACE(table.gpu);
        EXPECT_THAT(table.vendor, testing::AnyOf("AMD", "NVIDIA", "Intel"));
        EXPECT_NE(table.run.device.vendorId, 0u) << table.gpu;
        EXPECT_FALSE(table.architecture.empty());
        EXPECT_EQ(table.run.source, table.source);
        EXPECT_EQ(table.run.device.name, table.gpu);
        EXPECT_EQ(table.run.settings.suite, "matrix");
        EXPECT_EQ(table.run.settings.effort, "published");
        EXPECT_EQ(table.run.settings.strategies, std::vector<std::string>{"set"});
        const RowResult* baseline = rowOf(table, table.run.settings.baseline);
        ASSERT_NE(baseline, nullptr);
        EXPECT_EQ(baseline->strategies[0].printed->ratio, 1);
        std::set<std::string> names;
        for (const RowResult& row : table.run.rows) {
            SCOPED_TRACE(row.name);
            EXPECT_TRUE(names.insert(row.name).second);
            const std::optional<PerfTestRow> known = perfTestRow(row.name);
            ASSERT_TRUE(known.has_value());
            EXPECT_EQ(known->name(), row.name);
            EXPECT_EQ(row.name, row.operation + " " + row.pattern);
            EXPECT_EQ(row.id, "");
            ASSERT_EQ(row.strategies.size(), 1u);
            const StrategyResult& result = row.strategies[0];
            EXPECT_EQ(result.strategy, "set");
            EXPECT_EQ(result.status, Status::Measured);
            EXPECT_TRUE(result.nanoseconds.empty());
            ASSERT_TRUE(result.printed.has_value());
            EXPECT_GT(result.printed->milliseconds.value_or(0), 0);
            EXPECT_GT(result.printed->ratio, 0);
        }
    }
}

TEST(ReferenceTables, HoldTheFigures) {
    expectFigures("R9 Fury 56 CU", "Buffer<R8>.Load uniform", 8.963, 3.911);
    expectFigures("R9 Fury 56 CU", "ByteAddressBuffer.Load2 unaligned random", 39.406, 0.890);
    expectFigures("R9 390X", "Texture2D<RGBA32F>.Load random", 88.124, 0.501);
    expectFigures("Radeon 7970 GE", "Buffer<R8>.Load linear", 0.539, 3.935);
    expectFigures("Skylake 6700K HD Graphics 530", "ByteAddressBuffer.Load4 unaligned random", 79.689, 0.715);
}

// The rows whose caveat says that.
std::vector<std::string> rowsThat(const ReferenceTable& table, const std::string& caveat) {
    std::vector<std::string> marked;
    for (const RowResult& row : table.run.rows) {
        if (row.strategies[0].printed->caveat.find(caveat) != std::string::npos) marked.push_back(row.name);
    }
    return marked;
}

TEST(ReferenceTables, MarkRawRowsOfTablesFromBeforePerfTestLeftThemUnconverted) {
    for (const ReferenceTable& table : referenceTables()) {
        const bool newer = table.gpu == "RTX 3090" || table.gpu == "Iris Plus / i7-1065g7";
        std::vector<std::string> raw;
        for (const RowResult& row : table.run.rows) {
            if (row.operation.starts_with("ByteAddressBuffer.") && !newer) raw.push_back(row.name);
        }
        EXPECT_EQ(rowsThat(table, "converted every channel"), raw) << table.gpu;
        EXPECT_EQ(raw.empty(), newer) << table.gpu;
    }
}

TEST(ReferenceTables, MarkRowsThatReadOutsideTheirView) {
    for (const ReferenceTable& table : referenceTables()) {
        const std::vector<std::string> marked = rowsThat(table, "4 KB view");
        EXPECT_THAT(marked, testing::UnorderedElementsAre(
                                "ByteAddressBuffer.Load3 linear", "ByteAddressBuffer.Load4 linear",
                                "ByteAddressBuffer.Load4 random", "ByteAddressBuffer.Load4 unaligned uniform",
                                "ByteAddressBuffer.Load4 unaligned linear",
                                "ByteAddressBuffer.Load4 unaligned random"))
            << table.gpu;
    }
}

TEST(FindReference, ByNameOrPartOfIt) {
    const struct {
        const char* wanted;
        const char* gpu;
    } kWanted[] = {{"Radeon VII", "Radeon VII"},
                   {"radeon vii", "Radeon VII"},
                   {"2080", "RTX 2080 Ti"},
                   {"gtx 980 ti", "GTX 980 Ti"},
                   {"GeForce GTX 980", "GeForce GTX 980"},
                   {"Iris", "Iris Plus / i7-1065g7"}};
    for (const auto& [wanted, gpu] : kWanted) {
        const Result<const ReferenceTable*> table = findReference(wanted);
        ASSERT_TRUE(table.ok()) << wanted << ": " << table.error().sentence();
        EXPECT_EQ(table.value()->gpu, gpu);
    }
}

TEST(FindReference, ListsAllThatMatch) {
    const Result<const ReferenceTable*> table = findReference("GTX 980");
    ASSERT_FALSE(table.ok());
    EXPECT_EQ(table.error().kind, ErrorKind::Usage);
    EXPECT_THAT(table.error().cause, HasSubstr("'GTX 980'"));
    EXPECT_THAT(table.error().remedy,
                AllOf(HasSubstr("GTX 980 Ti"), HasSubstr("GeForce GTX 980"), Not(HasSubstr("1070"))));
}

TEST(FindReference, NamesNearOnesOrAll) {
    const Result<const ReferenceTable*> misspelt = findReference("RTX 2090 Ti");
    ASSERT_FALSE(misspelt.ok());
    EXPECT_EQ(misspelt.error().kind, ErrorKind::Usage);
    EXPECT_THAT(misspelt.error().remedy, HasSubstr("RTX 2080 Ti"));
    for (const char* unlike : {"Voodoo", "foo"}) {
        const Result<const ReferenceTable*> unknown = findReference(unlike);
        ASSERT_FALSE(unknown.ok());
        for (const ReferenceTable& table : referenceTables())
            EXPECT_THAT(unknown.error().remedy, HasSubstr(table.gpu));
    }
    EXPECT_FALSE(findReference("").ok());
}

TEST(PerfTestRow, KnowsOldAndNewNames) {
    const struct {
        const char* text;
        const char* name;
    } kNames[] = {{"Buffer<R8>.Load uniform", "Buffer<R8>.Load uniform"},
                  {"buffer<rgba32F>.load  LINEAR", "Buffer<RGBA32f>.Load linear"},
                  {"Buffer[RG16f].Load random", "Buffer<RG16f>.Load random"},
                  {"Texture2D[R8].Sample(nearest) random", "Texture2D<R8>.Sample(nearest) random"},
                  {"ByteAddressBuffer.Load4 unaligned uniform", "ByteAddressBuffer.Load4 unaligned uniform"},
                  {"StructuredBuffer<float2>.Load linear", "StructuredBuffer<float2>.Load linear"},
                  {"cbuffer{float4} load random", "cbuffer{float4} load random"},
                  {"Load R8 invariant", "Buffer<R8>.Load uniform"},
                  {"Load RGBA16f linear", "Buffer<RGBA16f>.Load linear"},
                  {"Load1 raw32 random", "ByteAddressBuffer.Load random"},
                  {"Load1 raw32 aligned invariant", "ByteAddressBuffer.Load uniform"},
                  {"Load3 raw32 aligned linear", "ByteAddressBuffer.Load3 linear"},
                  {"Load2 raw32 unaligned random", "ByteAddressBuffer.Load2 unaligned random"},
                  {"Tex2D load RG32F invariant", "Texture2D<RG32F>.Load uniform"}};
    for (const auto& [text, name] : kNames) {
        const std::optional<PerfTestRow> row = perfTestRow(text);
        ASSERT_TRUE(row.has_value()) << text;
        EXPECT_EQ(row->name(), name);
    }
}

TEST(PerfTestRow, IsNothingForOtherNames) {
    for (const char* text :
         {"", "uniform", "Buffer<R8>.Load", "Buffer<R8>.Load backwards", "Buffer<R64f>.Load uniform",
          "Load1 raw32 unaligned linear", "Load3 raw32 unaligned linear", "Load5 raw32 linear",
          "Load1 raw32 odd linear", "Load SRV R8 linear", "Load R8 UAV linear", "Tex2D load UAV R8 linear",
          "ByteAddressBufferRoot.Load uniform", "my Buffer<R8>.Load uniform"}) {
        EXPECT_FALSE(perfTestRow(text).has_value()) << text;
    }
}

} // namespace
} // namespace vkperftest
