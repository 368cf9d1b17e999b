#include "model/device_record.h"

#include <vector>

#include "golden.h"
#include "matchers.h"

namespace vkperftest::select_device_test {

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

TEST(SelectDevice, ByIndexNameOrUuid) {
    for (std::size_t i = 0; i < devices().size(); ++i) expectSelected(std::to_string(i), i);
    expectSelected("llvm", 0);
    expectSelected("GEFORCE rtx", 2);
    expectSelected("4090", 2); // too long for an index
    expectSelected(kUuid, 2);
    expectSelected("00112233-4455-6677-8899-AABBCCDDEEFF", 2);
    EXPECT_FALSE(selectDevice(devices(), "15").ok()); // "LLVM 15": two digits are never part of a name
    const std::vector<DeviceRecord> both = {{.name = "RTX 3080 Ti"}, {.name = "RTX 3080"}}; // a whole one
    EXPECT_EQ(selectDevice(both, "rtx 3080").value(), 1u);
    EXPECT_FALSE(selectDevice(std::vector{both[1], both[1]}, "RTX 3080").ok());
}

TEST(SelectDevice, ErrorsNameTheReasonAndTheChoices) {
    std::vector<DeviceRecord> present = devices();
    for (const std::string_view wanted : {"all", "radeon", "Voodoo", "6", "-1", "0011"}) {
        const Result<std::size_t> found = selectDevice(present, wanted);
        ASSERT_FALSE(found.ok()) << wanted;
        EXPECT_EQ(found.error().kind, ErrorKind::Usage);
        expectGolden(found.error().sentence());
    }
    present[2].unusable = "it has no timestamps";
    for (const auto& found :
         {selectDevice(present, "GeForce"), selectDevice({}, ""), selectDevice({}, "0")}) {
        ASSERT_FALSE(found.ok());
        EXPECT_EQ(found.error().kind, ErrorKind::NoDevice);
        expectGolden(found.error().sentence());
    }
}

TEST(SelectDevice, TakesTheFastestKindByDefault) {
    expectSelected("", 2);
    std::vector<DeviceRecord> present = devices();
    const std::size_t order[] = {2, 3, 1, 0}; // discrete ones, the integrated one, the CPU
    for (const std::size_t expected : order) {
        EXPECT_EQ(valueOf(selectDevice(present, "")), expected);
        present[expected].unusable = "broken";
    }
    const Error error = selectDevice(present, "").error();
    EXPECT_EQ(error.kind, ErrorKind::NoDevice);
    EXPECT_THAT(error.cause, HasSubstr("broken"));
}

TEST(SelectDevice, PrefersVirtualGpusToCpus) {
    const std::vector<DeviceRecord> present = {{.name = "a", .kind = DeviceKind::Other},
                                               {.name = "b", .kind = DeviceKind::Cpu},
                                               {.name = "c", .kind = DeviceKind::Virtual}};
    EXPECT_EQ(selectDevice(present, "").value(), 2u);
    EXPECT_EQ(selectDevice(std::span(present).first(2), "").value(), 1u);
}

} // namespace vkperftest::select_device_test
