#include "cases/binding.h"

#include <algorithm>

#include <gmock/gmock.h>

#include "cases/families/families.h"
#include "cases/suite.h"
#include "strategy_named.h"

namespace vkperftest {
namespace {

using testing::Contains;

const Case kLoad{rawLoad(1)};
const Case kLoad4{rawLoad(4)};
const Case kUnaligned4{rawLoad(4, 4)};
const Case kStructured4{structuredLoad(4)};
const Case kConstants{shortConstantLoad()};
const Case kPushed{pushedLoad()};
const Case kTexture{textureLoad(Format::RGBA8)};
const Case kTyped{typedLoad(Format::RGBA8)};

TEST(BoundRow, DescriptorsBindEverything) {
    for (const Case& row : allRows()) {
        for (const Strategy strategy :
             {Strategy::Set, Strategy::Push, strategyNamed("push-template"), strategyNamed("buffer")})
            EXPECT_EQ(reasonText(whyUnsupported({row, strategy})), "") << caseName(row);
    }
}

TEST(BoundRow, StrategiesNameWhatTheyNeed) {
    const std::string kEither = "needs a storage or uniform buffer";
    for (const Case& row : {kLoad, kUnaligned4, kStructured4, kConstants})
        EXPECT_EQ(reasonText(whyUnsupported({row, strategyNamed("dynamic")})), "");
    for (const Case& row : {kTyped, kTexture, kPushed})
        EXPECT_EQ(reasonText(whyUnsupported({row, strategyNamed("dynamic")})), kEither);
    EXPECT_EQ(reasonText(whyUnsupported({kConstants, strategyNamed("inline")})), "");
    for (const Case& row : {kLoad, kTyped, kTexture, kPushed})
        EXPECT_EQ(reasonText(whyUnsupported({row, strategyNamed("inline")})), "needs a uniform buffer");
    EXPECT_EQ(reasonText(whyUnsupported({kTexture, strategyNamed("general-layout")})), "");
    for (const Case& row : {kLoad, kConstants, kTyped, kPushed})
        EXPECT_EQ(reasonText(whyUnsupported({row, strategyNamed("general-layout")})), "needs a texture");
    for (const Case& row : {kConstants, kTyped, kTexture, kPushed}) {
        EXPECT_EQ(reasonText(whyUnsupported({row, strategyNamed("address-4")})), "needs a storage buffer");
        EXPECT_EQ(reasonText(whyUnsupported({row, strategyNamed("address-16")})), "needs a storage buffer");
    }
}

TEST(BoundRow, MixedLoadsNeedStrategiesThatBindEverything) {
    const Case storage{mixedLoads({rawLoad(4), rawLoad(4), structuredLoad(4), structuredLoad(4)})};
    for (const char* strategy : {"dynamic", "inline", "general-layout", "address-4", "address-16"})
        EXPECT_EQ(reasonText(whyUnsupported({storage, strategyNamed(strategy)})), "needs loads of one kind");
}

TEST(BoundRow, ArraysOfDescriptorsNeedStrategiesThatBindEverything) {
    for (const Operation& load : bindlessLoads()) {
        const Case row{indexedLoad(load, DescriptorIndex::Constant)};
        for (const char* strategy : {"set", "push", "push-template", "buffer"})
            EXPECT_EQ(reasonText(whyUnsupported({row, strategyNamed(strategy)})), "") << strategy;
        for (const char* strategy : {"dynamic", "inline", "general-layout", "address-4", "address-16"})
            EXPECT_EQ(reasonText(whyUnsupported({row, strategyNamed(strategy)})), "needs a single descriptor")
                << strategy;
    }
}

TEST(BoundRow, AlignmentIsPromisedOnlyWhereItIsTrue) {
    const std::string kAligned = "needs loads of 16 bytes at multiples of 16";
    for (const Case& row : {kLoad, kLoad4, kUnaligned4, kStructured4})
        EXPECT_EQ(reasonText(whyUnsupported({row, strategyNamed("address-4")})), "");
    EXPECT_EQ(reasonText(whyUnsupported({kLoad4, strategyNamed("address-16")})), "");
    EXPECT_EQ(reasonText(whyUnsupported({kStructured4, strategyNamed("address-16")})), "");
    EXPECT_EQ(reasonText(whyUnsupported({kLoad, strategyNamed("address-16")})), kAligned);
    EXPECT_EQ(reasonText(whyUnsupported({kUnaligned4, strategyNamed("address-16")})), kAligned);
    EXPECT_EQ(reasonText(whyUnsupported({Case{rawLoad(2)}, strategyNamed("address-8")})), "");
    EXPECT_EQ(reasonText(whyUnsupported({Case{rawLoad(3)}, strategyNamed("address-8")})),
              "needs loads of 8 bytes at multiples of 8");
    EXPECT_EQ(reasonText(whyUnsupported({kUnaligned4, strategyNamed("address-8")})),
              "needs loads of 8 bytes at multiples of 8");
}

TEST(BoundRow, WritableResourcesNeedDescriptors) {
    for (const Operation& load : {rawLoad(4), structuredLoad(4)}) {
        EXPECT_EQ(reasonText(whyUnsupported({Case{writable(load)}, strategyNamed("dynamic")})), "");
        EXPECT_EQ(reasonText(whyUnsupported({Case{writable(load)}, strategyNamed("address-4")})),
                  "this load or pattern has no kernel with addresses");
    }
    for (const Operation& load : {typedLoad(Format::RGBA8), textureLoad(Format::RGBA8)}) {
        const Case row{writable(load)};
        EXPECT_EQ(reasonText(whyUnsupported({row, strategyNamed("general-layout")})), "needs a texture");
        EXPECT_EQ(reasonText(whyUnsupported({row, strategyNamed("address-4")})), "needs a storage buffer");
    }
}

TEST(BoundRow, TechniquesWithoutAnAddressKernelSaySo) {
    Case row = kLoad4;
    row.technique = Technique::Shuffle;
    EXPECT_EQ(reasonText(whyUnsupported({row, strategyNamed("address-4")})),
              "the technique 'shuffle' has no kernel with addresses");
    row.technique = Technique::Floor;
    EXPECT_EQ(reasonText(whyUnsupported({row, strategyNamed("address-4")})), "");
}

TEST(BoundRow, StoresAndAtomicsHaveNoAddressKernel) {
    std::vector<Case> rows = storeRows();
    const std::vector<Case> atomics = atomicRows();
    rows.insert(rows.end(), atomics.begin(), atomics.end());
    for (const Case& row : rows) {
        if (row == defaultBaseline()) continue;
        const bool texels = row.operation.source.kind != ResourceKind::StorageBuffer;
        EXPECT_EQ(reasonText(whyUnsupported({row, strategyNamed("address-4")})),
                  texels ? "needs a storage buffer" : "stores and atomics have no kernel with addresses")
            << caseName(row);
        EXPECT_EQ(reasonText(whyUnsupported({row, strategyNamed("dynamic")})),
                  texels ? "needs a storage or uniform buffer" : "")
            << caseName(row);
    }
}

TEST(BoundRow, LoadsThatGoRoundInAWindowHaveNoAddressKernel) {
    for (const std::vector<Case>& rows : {vectorRows(), strideRows()}) {
        for (const Case& row : rows) {
            if (row.operation.traversal) {
                EXPECT_NE(reasonText(whyUnsupported({row, strategyNamed("address-4")})), "") << caseName(row);
            }
        }
    }
}

TEST(BoundRow, OnlyAddressesTakeAnotherKernel) {
    for (const Case& row : {kLoad4, kStructured4}) {
        for (const Strategy strategy :
             {Strategy::Set, Strategy::Push, strategyNamed("dynamic"), strategyNamed("buffer")})
            EXPECT_EQ(kernelKey({row, strategy}), kernelKey(row));
        EXPECT_EQ(kernelKey({row, strategyNamed("address-4")}), "address_load.4.4.uniform");
        EXPECT_EQ(kernelKey({row, strategyNamed("address-16")}), "address_load.4.16.uniform");
    }
    EXPECT_EQ(kernelKey({kUnaligned4, strategyNamed("address-4")}), "address_load.4.4.uniform");
    const Case copy{structuredCopy(16), Pattern::Linear};
    EXPECT_EQ(kernelKey({copy, strategyNamed("address-16")}), "address_copy.16.16.direct");
    EXPECT_EQ(kernelKey({copy, Strategy::Set}), "structured_copy.16.direct");
}

TEST(BindingSuite, HasTheCopiesAndTheirFloors) {
    std::vector<std::string> names;
    for (const Case& row : bindingRows()) names.push_back(caseName(row));
    for (const char* copy :
         {"ByteAddressBuffer.4xLoad4 matrix copy", "ByteAddressBuffer.16xLoad matrix copy",
          "StructuredBuffer<float4> matrix copy", "StructuredBuffer<float4x4> matrix copy"}) {
        EXPECT_THAT(names, Contains(std::string(copy) + " linear"));
        EXPECT_THAT(names, Contains(std::string(copy) + " linear, floor"));
    }
    EXPECT_THAT(names, Contains("cbuffer{float4[16]} load uniform"));
    // Each kind of descriptor: of texel buffers, of images, and with a sampler.
    for (const char* typed : {"Buffer<RGBA8>.Load linear", "Texture2D<RGBA8>.Load linear",
                              "Texture2D<RGBA8>.Sample(bilinear) linear"})
        EXPECT_THAT(names, Contains(typed));
    EXPECT_THAT(bindingRows(), Contains(defaultBaseline()));
    EXPECT_EQ(caseId(bindingRows().back()), "copy-structured-float4x4-linear-floor");
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

} // namespace
} // namespace vkperftest
