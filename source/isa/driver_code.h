// What a driver reports about one compiled kernel, unchanged (VK_KHR_pipeline_executable_properties).
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace vkperftest {

struct Statistic {
    std::string name;  // in the driver's own words: "VGPRs"
    std::string value; // "12", "true", "0.5"
};

struct Representation {
    std::string name; // in the driver's own words: "Assembly"
    std::string text;
};

struct DriverCode {
    std::uint32_t subgroupSize = 0; // that the kernel was compiled for; 0: not reported
    std::vector<Statistic> statistics;
    std::vector<Representation> representations; // texts only
};

} // namespace vkperftest
