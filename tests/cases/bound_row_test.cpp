#include "cases/binding.h"

#include <algorithm>
#include <span>

#include <fmt/format.h>
#include <gmock/gmock.h>

#include "base/enum_table.h"
#include "cases/every_row.h"
#include "cases/families/families.h"
#include "cases/reason.h"
#include "cases/suite.h"
#include "golden.h"
#include "strategy_named.h"
#include "suite_rows.h"

namespace vkperftest::bound_row_test {

const Case kLoad4{rawLoad(4)};
const Case kStructured4{structuredLoad(4)};

TEST(BoundRow, DescriptorsBindEverything) {
    for (const Case& row : allRows()) {
        for (const Strategy strategy :
             {Strategy::Set, Strategy::Push, strategyNamed("push-template"), strategyNamed("buffer")})
            EXPECT_TRUE(whyUnsupported({row, strategy}).empty()) << caseName(row);
    }
}

// Every kind of row under every strategy: the kernel, or what the strategy needs.
TEST(BoundRow, RunsAKernelOrTheStrategyNamesWhatItNeeds) {
    const Case kRows[] = {{rawLoad(1)},
                          {rawLoad(2)},
                          {rawLoad(3)},
                          kLoad4,
                          {rawLoad(4, 4)},
                          kStructured4,
                          {shortConstantLoad()},
                          {pushedLoad()},
                          {textureLoad(Format::RGBA8)},
                          {typedLoad(Format::RGBA8)},
                          {writable(rawLoad(4))},
                          {writable(textureLoad(Format::RGBA8))},
                          {mixedLoads({rawLoad(4), rawLoad(4), structuredLoad(4), structuredLoad(4)})},
                          {indexedLoad(structuredLoad(4), DescriptorIndex::Constant)},
                          {vectorLoad(Format::R32F, 4), Pattern::Linear},
                          {rawLoad(4), Pattern::Uniform, Technique::Shuffle},
                          {rawLoad(4), Pattern::Uniform, Technique::NoLoads}};
    for (const Case& row : kRows) {
        expectGolden(caseName(row));
        for (const Strategy strategy : kEveryStrategy) {
            const Reason why = whyUnsupported({row, strategy});
            expectGolden(fmt::format("  {}: {}", strategyName(strategy),
                                     why.empty() ? kernelKey({row, strategy}) : reasonText(why)));
        }
    }
}

TEST(BoundRow, StoresAndAtomicsHaveNoAddressKernel) {
    std::vector<Case> rows = suiteRows("store");
    const std::vector<Case> atomics = suiteRows("atomic");
    rows.insert(rows.end(), atomics.begin() + 1, atomics.end());
    for (const Case& row : std::span(rows).subspan(1)) {
        const bool texels = row.operation.source.kind != ResourceKind::StorageBuffer;
        EXPECT_EQ(whyUnsupported({row, strategyNamed("address-4")}).kind,
                  texels ? ReasonKind::NeedsStorageBuffer : ReasonKind::WritesLackAddresses)
            << caseName(row);
        EXPECT_EQ(whyUnsupported({row, strategyNamed("dynamic")}).empty(), !texels) << caseName(row);
    }
}

// Its rows and strategies share a minute on a slow device; a figure gets 0.17 s by default.
TEST(BindingSuite, FitsIntoAMinute) {
    std::size_t figures = 0;
    for (const Case& row : bindingRows()) {
        for (const Strategy strategy : kEveryStrategy) figures += whyUnsupported({row, strategy}).empty();
    }
    EXPECT_LE(static_cast<double>(figures) * 0.17, 50);
}

TEST(BindingSuite, EveryStrategyBindsSomeRow) {
    const std::vector<Case> rows = bindingRows();
    for (const Strategy strategy : kEveryStrategy) {
        EXPECT_TRUE(std::any_of(rows.begin(), rows.end(), [&](const Case& row) {
            return whyUnsupported({row, strategy}).empty();
        })) << strategyName(strategy);
    }
}

TEST(Reason, HasAClauseOfItsKindAndItsDetail) {
    for (std::size_t i = 0; i < enumeratorCount<ReasonKind>(); ++i)
        expectGolden(reasonText({static_cast<ReasonKind>(i), "detail", "64"}));
    EXPECT_EQ(reasonText({}), "");
}

TEST(Reason, ErrorsBecomeReasons) {
    const auto kindOf = [](ErrorKind kind) { return reasonOf(Error{kind, "it is so", ""}).kind; };
    EXPECT_EQ(kindOf(ErrorKind::Unsupported), ReasonKind::DeviceLacks);
    EXPECT_EQ(kindOf(ErrorKind::WrongValues), ReasonKind::WrongValues);
    EXPECT_EQ(kindOf(ErrorKind::DeviceLost), ReasonKind::DeviceLost);
    EXPECT_EQ(kindOf(ErrorKind::NoDevice), ReasonKind::DeviceLost);
    EXPECT_EQ(kindOf(ErrorKind::RowFailed), ReasonKind::Broke);
    EXPECT_EQ(reasonText(reasonOf(Error{ErrorKind::RowFailed, "it is so", "restart"})), "it is so");
}

} // namespace vkperftest::bound_row_test
