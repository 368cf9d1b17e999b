// What loads outside a resource may return under bounds checks.
#include "cases/cpu_model.h"

#include <limits>

#include <gmock/gmock.h>

#include "cases/every_row.h"
#include "golden.h"

namespace vkperftest::outside_loads_test {

constexpr ResourceKind kKinds[] = {ResourceKind::TexelBuffer,        ResourceKind::StorageBuffer,
                                   ResourceKind::UniformBuffer,      ResourceKind::Texture,
                                   ResourceKind::StorageTexelBuffer, ResourceKind::StorageImage};

std::string trouble(Robustness robustness, const OutsideLoads& loads) {
    const Result<void> checked = checkOutside(ResourceKind::StorageBuffer, robustness, loads);
    if (checked.ok()) return "";
    EXPECT_EQ(checked.error().kind, ErrorKind::WrongValues);
    return checked.error().cause;
}

TEST(OutsideLoads, ArePromisedForBuffersAndByRobustness2ForImages) {
    for (const ResourceKind kind : kKinds) {
        EXPECT_FALSE(isPromised(kind, Robustness::Off));
        EXPECT_EQ(isPromised(kind, Robustness::Buffer), !isImage(kind));
        EXPECT_TRUE(isPromised(kind, Robustness::Two));
    }
    EXPECT_FALSE(isPromised(ResourceKind::PushConstants, Robustness::Two));
}

TEST(OutsideLoads, OfADeviceThatKeepsThePromiseAreRight) {
    for (const Robustness robustness : {Robustness::Buffer, Robustness::Two})
        EXPECT_EQ(trouble(robustness, promisedLoads(robustness)), "");
}

// Every place of every list, with every value that is not promised there.
TEST(OutsideLoads, AnyOtherValueIsWrong) {
    const float nan = std::numeric_limits<float>::quiet_NaN();
    for (const Robustness robustness : {Robustness::Buffer, Robustness::Two}) {
        for (std::size_t i = 0; i < kOutsideLoads; ++i) {
            for (const float value : {0.0f, kInsideWord, kOutsideWord, 3.0f, -0.5f, nan}) {
                OutsideLoads loads = promisedLoads(robustness);
                loads.beyond[i] = value;
                const bool ofMemory = value == kInsideWord || value == kOutsideWord;
                const bool right = i < kLoadsInside
                                       ? value == kInsideWord
                                       : value == 0 || (robustness == Robustness::Buffer && ofMemory);
                EXPECT_EQ(trouble(robustness, loads).empty(), right) << i << ": " << value;
            }
        }
    }
    for (std::size_t i = 0; i < kOutsideLoads; ++i) {
        OutsideLoads loads = promisedLoads(Robustness::Two);
        loads.fromNull[i] = kInsideWord;
        EXPECT_NE(trouble(Robustness::Two, loads), "") << i;
    }
}

TEST(OutsideLoads, WrongAndMissingValuesAreNamed) {
    OutsideLoads loads = promisedLoads(Robustness::Two);
    loads.beyond[100] = kOutsideWord;
    expectGolden(trouble(Robustness::Two, loads));
    EXPECT_EQ(trouble(Robustness::Buffer, {loads.beyond, {}}), "");
    loads.beyond[100] = 3;
    expectGolden(trouble(Robustness::Buffer, {loads.beyond, {}}));
    loads.beyond[0] = 0;
    expectGolden(trouble(Robustness::Two, loads));
    loads.fromNull.pop_back();
    expectGolden(trouble(Robustness::Two, loads));
    EXPECT_NE(trouble(Robustness::Buffer, {}), "");
}

} // namespace vkperftest::outside_loads_test
