// What a device reported about its clocks and its heat while it was busy, and what its counter showed.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace vkperftest {

// What the device's own counter (VK_KHR_shader_clock) counted beside a chain of dependent integer operations,
// right after the dispatches of the reading's row (cases/counter_chain.h).
struct CounterReading {
    double ticksPerNanosecond = 0; // of the device's timer; 0: the counter stands still
    double ticksPerStep = 0;       // of the chain
};

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
    std::optional<CounterReading> counter;
};

} // namespace vkperftest
