#include "run/resume.h"

#include <gmock/gmock.h>

namespace vkperftest {
namespace resume_test {

using testing::ElementsAre;

TEST(Resume, NamesWhatTheDeviceIsNowOpenedWith) {
    DeviceRecord file{.name = "GPU", .pushDescriptors = 1}, now{.name = "GPU", .shaderClock = 1};
    file.enabled = std::vector<std::string>{"push_descriptors"};
    now.enabled = std::vector<std::string>{"push_descriptors", "shader_clock"};
    const DeviceRecord both = resumedDevice(file, now);
    EXPECT_EQ(both.pushDescriptors, 1u);
    EXPECT_EQ(both.shaderClock, 1u);
    EXPECT_THAT(*both.enabled, ElementsAre("push_descriptors", "shader_clock"));
    file.enabled.reset();
    EXPECT_FALSE(resumedDevice(file, now).enabled.has_value()) << "unknown for what was measured before";
}

} // namespace resume_test
} // namespace vkperftest
