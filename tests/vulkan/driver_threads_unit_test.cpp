#include "vulkan/device.h"

#include <thread>

#include <gtest/gtest.h>

#include "base/utf8_path.h"
#include "vulkan/api.h"

namespace vkperftest {
namespace {

class DriverThreads : public testing::Test {
protected:
    ~DriverThreads() override { setEnvironmentVariable("LP_NUM_THREADS", before_); }

    static unsigned ofLavapipe() {
        return driverThreads(DeviceRecord{.driverId = VK_DRIVER_ID_MESA_LLVMPIPE});
    }

private:
    std::string before_ = environmentVariable("LP_NUM_THREADS");
};

TEST_F(DriverThreads, AreOneFewerThanCores) {
    setEnvironmentVariable("LP_NUM_THREADS", "");
    limitDriverThreads();
    const unsigned cores = std::thread::hardware_concurrency();
    EXPECT_EQ(ofLavapipe(), cores > 1 ? cores - 1 : 1);
}

TEST_F(DriverThreads, AreWhatTheUserSays) {
    setEnvironmentVariable("LP_NUM_THREADS", "7");
    limitDriverThreads();
    EXPECT_EQ(ofLavapipe(), 7u);
    setEnvironmentVariable("LP_NUM_THREADS", "many");
    limitDriverThreads();
    EXPECT_EQ(ofLavapipe(), 0u) << "lavapipe decides";
}

TEST_F(DriverThreads, AreNotKnownOfOthers) {
    setEnvironmentVariable("LP_NUM_THREADS", "7");
    EXPECT_EQ(driverThreads(DeviceRecord{.driverId = VK_DRIVER_ID_MESA_RADV}), 0u);
}

} // namespace
} // namespace vkperftest
