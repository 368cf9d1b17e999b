#include "model/device_record.h"

#include <vector>

#include <gmock/gmock.h>

namespace vkperftest {
namespace {

using testing::HasSubstr;

const std::string kUuid = "00112233445566778899aabbccddeeff";

std::vector<DeviceRecord> devices() {
    return {{.name = "llvmpipe (LLVM 15)", .kind = DeviceKind::Cpu, .deviceUuid = std::string(32, '1')},
            {.name = "Radeon 780M", .kind = DeviceKind::Integrated, .deviceUuid = std::string(32, '2')},
            {.name = "GeForce RTX 4090", .kind = DeviceKind::Discrete, .deviceUuid = kUuid},
            {.name = "Radeon RX 7900", .kind = DeviceKind::Discrete, .deviceUuid = std::string(32, '3')}};
}

void expectSelected(std::string_view wanted, std::size_t expected) {
    const Result<std::size_t> index = selectDevice(devices(), wanted);
    ASSERT_TRUE(index.ok()) << wanted << ": " << index.error().sentence();
    EXPECT_EQ(index.value(), expected) << wanted;
}

TEST(SelectDevice, ByIndex) {
    for (std::size_t i = 0; i < devices().size(); ++i) expectSelected(std::to_string(i), i);
}

TEST(SelectDevice, ByPartOfTheName) {
    expectSelected("llvm", 0);
    expectSelected("GEFORCE rtx", 2);
    expectSelected("780", 1);
    expectSelected("4090", 2); // too long for an index
}

TEST(SelectDevice, AllIsNotOne) {
    EXPECT_THAT(selectDevice(devices(), "all").error().cause, HasSubstr("takes one device"));
}

TEST(SelectDevice, APartOfTwoNamesIsRefusedWithBoth) {
    const Result<std::size_t> both = selectDevice(devices(), "radeon");
    ASSERT_FALSE(both.ok());
    EXPECT_EQ(both.error().sentence(), "2 devices match 'radeon'; give the index of one: 1 (Radeon 780M), 3 "
                                       "(Radeon RX 7900)");
}

TEST(SelectDevice, AWholeNameGoesBeforeAPart) {
    const std::vector<DeviceRecord> present = {{.name = "RTX 3080 Ti"}, {.name = "RTX 3080"}};
    EXPECT_EQ(selectDevice(present, "rtx 3080").value(), 1u);
    const std::vector<DeviceRecord> twins = {{.name = "RTX 3080"}, {.name = "RTX 3080"}};
    EXPECT_FALSE(selectDevice(twins, "RTX 3080").ok());
}

TEST(SelectDevice, OneOrTwoDigitsAreNeverPartOfAName) {
    EXPECT_FALSE(selectDevice(devices(), "15").ok()); // "LLVM 15"
    EXPECT_FALSE(selectDevice(devices(), "4").ok());  // "RTX 4090"
}

TEST(SelectDevice, ByUuid) {
    expectSelected(kUuid, 2);
    expectSelected("00112233-4455-6677-8899-aabbccddeeff", 2);
    expectSelected("00112233-4455-6677-8899-AABBCCDDEEFF", 2);
}

TEST(SelectDevice, TakesTheFastestKindByDefault) {
    expectSelected("", 2);
    std::vector<DeviceRecord> present = devices();
    const std::size_t order[] = {2, 3, 1, 0}; // discrete ones, the integrated one, the CPU
    for (const std::size_t expected : order) {
        const Result<std::size_t> index = selectDevice(present, "");
        ASSERT_TRUE(index.ok());
        EXPECT_EQ(index.value(), expected);
        present[expected].unusable = "broken";
    }
    const Result<std::size_t> none = selectDevice(present, "");
    ASSERT_FALSE(none.ok());
    EXPECT_EQ(none.error().kind, ErrorKind::NoDevice);
    EXPECT_THAT(none.error().cause, HasSubstr("broken"));
}

TEST(SelectDevice, PrefersVirtualGpusToCpus) {
    const std::vector<DeviceRecord> present = {{.name = "a", .kind = DeviceKind::Other},
                                               {.name = "b", .kind = DeviceKind::Cpu},
                                               {.name = "c", .kind = DeviceKind::Virtual}};
    EXPECT_EQ(selectDevice(present, "").value(), 2u);
    EXPECT_EQ(selectDevice(std::span(present).first(2), "").value(), 1u);
}

TEST(SelectDevice, ErrorNamesTheReasonAndTheChoices) {
    std::vector<DeviceRecord> present = devices();
    present[2].unusable = "its compute queues have no timestamps";
    const Result<std::size_t> unusable = selectDevice(present, "GeForce");
    ASSERT_FALSE(unusable.ok());
    EXPECT_EQ(unusable.error().kind, ErrorKind::NoDevice);
    EXPECT_THAT(unusable.error().cause, HasSubstr("'GeForce RTX 4090'"));
    EXPECT_THAT(unusable.error().cause, HasSubstr("no timestamps"));

    for (const std::string_view wanted : {"Voodoo", "6", "-1", "0011"}) {
        const Result<std::size_t> unknown = selectDevice(devices(), wanted);
        ASSERT_FALSE(unknown.ok()) << wanted;
        EXPECT_EQ(unknown.error().kind, ErrorKind::Usage);
        EXPECT_THAT(unknown.error().cause, HasSubstr("'" + std::string(wanted) + "'"));
        for (const DeviceRecord& device : devices()) {
            EXPECT_THAT(unknown.error().remedy, HasSubstr(device.name));
        }
    }
}

TEST(SelectDevice, WithoutDevicesTellsHowToGetOne) {
    for (const std::string_view wanted : {"", "0", "Radeon"}) {
        const Result<std::size_t> none = selectDevice({}, wanted);
        ASSERT_FALSE(none.ok());
        EXPECT_EQ(none.error().kind, ErrorKind::NoDevice);
        EXPECT_THAT(none.error().remedy, HasSubstr("install"));
    }
}

} // namespace
} // namespace vkperftest
