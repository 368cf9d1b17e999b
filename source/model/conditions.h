// What a device reported about its clocks and its heat while it was busy, what its counter showed, and where
// that can be read: NVIDIA's library, and the files of Linux's drivers.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "model/device_record.h"

namespace vkperftest {

// What the device's own counter (VK_KHR_shader_clock) counted beside a chain of dependent integer operations,
// right after the baseline's dispatch (cases/controls.h).
struct CounterReading {
    double ticksPerNanosecond = 0; // of the device's timer; 0: the counter stands still
    double ticksPerStep = 0;       // of the chain
    bool operator==(const CounterReading&) const = default;
};

// One reading. What the system does not report is nothing, but never zero.
struct Conditions {
    std::size_t restart = 0;     // of the run, in which it was read
    std::string row;             // sampled just before; empty: none, at the beginning of a restart or the end
    std::optional<double> clock; // of the shader cores, MHz
    std::optional<double> temperature;                  // degrees Celsius
    std::optional<double> power;                        // watts
    std::optional<std::vector<std::string>> throttling; // what held the clock down; empty: nothing did
    std::optional<CounterReading> counter;
    bool operator==(const Conditions&) const = default;
};

// Reads the conditions once, in a few milliseconds; the caller fills in the restart. May be called on any
// thread, one call at a time, and keeps its sources open.
using ReadConditions = std::function<Conditions()>;

// Where the sources are looked for; tests put simulated ones there.
struct ConditionPlaces {
    std::string root;        // prefix of every system path
    std::string nvmlLibrary; // empty: the driver's own
};

// The source for this GPU, by its vendor and PCI address. The error's cause is a clause that says why there
// is no source.
Result<ReadConditions> openConditions(const DeviceRecord& device, const ConditionPlaces& places = {});

// Reads while the device is busy: `keepBusy` gives it work for a few milliseconds and is called repeatedly,
// on this thread, until the reading is done or it returns false. An idle device would report its idle clock.
Conditions readWhileBusy(const ReadConditions& read, const std::function<bool()>& keepBusy);

} // namespace vkperftest
