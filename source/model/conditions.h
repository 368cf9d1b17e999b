// What a device reported about its clocks and its heat while it was busy.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace vkperftest {

// One reading. What the system does not report is nothing, or an empty text, but never zero.
struct Conditions {
    std::size_t epoch = 0;             // of the run, in which it was read
    std::string row;                   // whose dispatches kept the device busy; empty: the baseline's
    std::optional<double> clock;       // of the shader cores, MHz
    std::optional<double> clockLimit;  // the highest that this clock may reach, MHz
    std::optional<double> memoryClock; // MHz
    std::optional<double> temperature; // degrees Celsius
    std::optional<double> power;       // watts
    std::string powerState;            // in the driver's words: "P0", "auto"
    std::optional<std::vector<std::string>> throttling; // what held the clock down; empty: nothing did
};

} // namespace vkperftest
