#include "model/published.h"

#include <algorithm>
#include <map>
#include <set>

#include <fmt/format.h>
#include <gmock/gmock.h>

#include "analysis/unit_rates.h"
#include "base/text.h"
#include "golden.h"
#include "model/perftest_text.h"

namespace vkperftest::published_test {

const RowResult* rowOf(const RunResult& table, std::string_view name) {
    const auto found = std::find_if(table.rows.begin(), table.rows.end(),
                                    [&](const RowResult& row) { return row.name == name; });
    return found == table.rows.end() ? nullptr : &*found;
}

TEST(ReferenceTables, HoldEveryPublishedRow) {
    const std::vector<RunResult>& tables = referenceTables();
    ASSERT_EQ(tables.size(), 17u);
    EXPECT_EQ(tables.front().device.name, "R9 390X");
    EXPECT_EQ(tables.back().device.name, "Skylake 6700K HD Graphics 530");
    std::size_t rows = 0;
    std::set<std::string> gpus;
    for (const RunResult& table : tables) {
        rows += table.rows.size();
        gpus.insert(table.device.name);
    }
    EXPECT_EQ(rows, 1419u);
    EXPECT_EQ(gpus.size(), 17u);
}

TEST(ReferenceTables, AreWholeRuns) {
    for (const RunResult& table : referenceTables()) {
        SCOPED_TRACE(table.device.name);
        EXPECT_THAT(vendorName(table.device.vendorId), testing::AnyOf("AMD", "NVIDIA", "Intel"));
        EXPECT_FALSE(table.device.architecture.empty() || table.source.empty());
        EXPECT_EQ(table.settings.suite, "matrix");
        EXPECT_EQ(table.settings.effort, "published");
        EXPECT_EQ(rowOf(table, table.settings.baseline)->strategies[0].printed->ratio, 1);
        std::set<std::string> names;
        for (const RowResult& row : table.rows) {
            SCOPED_TRACE(row.name);
            EXPECT_TRUE(names.insert(row.name).second);
            EXPECT_EQ(caseName(*perfTestRow(row.name)), row.name);
            EXPECT_EQ(row.name, row.operation + " " + row.pattern);
            ASSERT_EQ(row.strategies.size(), 1u);
            EXPECT_GT(row.strategies[0].printed.value().milliseconds.value_or(0), 0);
            EXPECT_GT(row.strategies[0].printed->ratio, 0);
        }
    }
}

TEST(ReferenceTables, HoldTheFigures) {
    for (const auto& [gpu, row] :
         {std::pair("R9 Fury 56 CU", "Buffer<R8>.Load uniform"),
          {"R9 Fury 56 CU", "ByteAddressBuffer.Load2 unaligned random"},
          {"R9 390X", "Texture2D<RGBA32F>.Load random"},
          {"Radeon 7970 GE", "Buffer<R8>.Load linear"},
          {"Skylake 6700K HD Graphics 530", "ByteAddressBuffer.Load4 unaligned random"}}) {
        const PrintedFigures& printed = *rowOf(*findReference(gpu).value(), row)->strategies[0].printed;
        expectGolden(fmt::format("{}, {}: {} ms, {}", gpu, row, *printed.milliseconds, printed.ratio));
    }
}

// The rows whose footnote says that.
std::vector<std::string> rowsThat(const RunResult& table, const std::string& footnote) {
    std::vector<std::string> marked;
    for (const RowResult& row : table.rows) {
        if (row.strategies[0].printed->footnote.find(footnote) != std::string::npos)
            marked.push_back(row.name);
    }
    return marked;
}

TEST(ReferenceTables, MarkRawRowsOfTablesFromBeforePerfTestLeftThemUnconverted) {
    for (const RunResult& table : referenceTables()) {
        const bool newer = table.device.name == "RTX 3090" || table.device.name == "Iris Plus / i7-1065g7";
        std::vector<std::string> raw;
        for (const RowResult& row : table.rows) {
            if (row.operation.starts_with("ByteAddressBuffer.") && !newer) raw.push_back(row.name);
        }
        EXPECT_EQ(rowsThat(table, "converted every channel"), raw) << table.device.name;
        EXPECT_EQ(raw.empty(), newer) << table.device.name;
    }
}

TEST(ReferenceTables, MarkRowsThatReadOutsideTheirView) {
    const std::vector<std::string> first = rowsThat(referenceTables().front(), "4 KB view");
    EXPECT_EQ(first.size(), 6u);
    expectGolden(join(first, "\n"));
    for (const RunResult& table : referenceTables())
        EXPECT_THAT(rowsThat(table, "4 KB view"), testing::UnorderedElementsAreArray(first))
            << table.device.name;
}

// No unit brings so many lanes in a clock: 2^28 loads 30 times in 0.651 ms are 118 lanes for each of 68 multiprocessors.
TEST(ReferenceTables, MarkRowsWhoseLoopWasRewritten) {
    for (const auto& [gpu, count] : {std::pair("RTX 2080 Ti", 19u),
                                     {"RTX 3090", 19u},
                                     {"GTX 980 Ti", 22u},
                                     {"GTX 1070 Ti", 22u},
                                     {"600/700 series", 25u},
                                     {"Titan V", 7u},
                                     {"GeForce GTX 980", 0u},
                                     {"RX 480", 0u}}) {
        const RunResult& table = *findReference(gpu).value();
        const std::vector<std::string> marked = rowsThat(table, "rewritten");
        EXPECT_EQ(marked.size(), count) << gpu;
        for (const std::string& name : marked) {
            EXPECT_TRUE(name.ends_with(" uniform")) << name;
            EXPECT_EQ(rowOf(table, name)->strategies[0].printed->effect, FootnoteEffect::Unknown);
        }
    }
}

// A known texture unit serves texels at one address no faster than at any.
TEST(ReferenceTables, MarkUniformTexelsFasterThanTheirUnit) {
    for (const RunResult& table : referenceTables()) {
        if (rateOf(table.device, Unit::TextureLoads) == nullptr) continue;
        std::map<bool, double> fastest; // at one address, and at others
        for (const RowResult& row : table.rows) {
            const bool texels = isImage(row.load->resource) || isTexelBuffer(row.load->resource);
            const PrintedFigures& printed = *row.strategies[0].printed;
            double& its = fastest[row.pattern == "uniform"];
            if (texels && printed.footnote.empty()) its = std::max(its, printed.ratio);
        }
        EXPECT_LE(fastest[true], 1.1 * fastest[false]) << table.device.name;
    }
}

TEST(ReferenceTables, MarkAmdsScalarLoadsAsAtLeastAsFast) {
    for (const RunResult& table : referenceTables()) {
        for (const std::string& name : rowsThat(table, "scalar load")) {
            EXPECT_EQ(table.device.vendorId, kVendorAmd);
            EXPECT_NE(rowOf(table, name)->strategies[0].printed->effect, FootnoteEffect::Faster) << name;
        }
    }
    EXPECT_EQ(rowsThat(*findReference("RX 5700 XT").value(), "scalar load").size(), 10u);
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
        const Result<const RunResult*> table = findReference(wanted);
        ASSERT_TRUE(table.ok()) << wanted << ": " << table.error().sentence();
        EXPECT_EQ(table.value()->device.name, gpu);
    }
}

TEST(FindReference, ListsAllThatMatchOrNearOnesOrAll) {
    for (const char* wanted : {"GTX 980", "RTX 2090 Ti", "Voodoo", "foo", ""}) {
        const Error error = findReference(wanted).error();
        EXPECT_EQ(error.kind, ErrorKind::Usage);
        expectGolden(error.sentence());
    }
}

TEST(PerfTestRow, IsNamedInAnyCaseAndWithEitherBrackets) {
    for (const char* text : {"Buffer<R8>.Load uniform", "buffer<rgba32F>.load  LINEAR",
                             "Texture2D[R8].Sample(nearest) random", "cbuffer{float4} load random"})
        EXPECT_NE(perfTestRow(text), nullptr) << text;
    EXPECT_EQ(caseName(*perfTestRow("Buffer[RG16F].Load random")), "Buffer<RG16f>.Load random");
    for (const char* text : {"", "uniform", "Buffer<R8>.Load", "Buffer<R64f>.Load uniform", "Load R8 linear",
                             "ByteAddressBufferRoot.Load uniform", "my Buffer<R8>.Load uniform"})
        EXPECT_EQ(perfTestRow(text), nullptr) << text;
}

} // namespace vkperftest::published_test
