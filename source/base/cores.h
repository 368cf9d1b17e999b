// Work on as many threads as there are cores, and a core that is kept busy.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <stop_token>
#include <thread>

namespace vkperftest {

// Calls work(0) … work(count - 1) once each, in any order. Returns when all have ended, and rethrows what one
// of them threw.
void onAllCores(std::size_t count, const std::function<void(std::size_t)>& work);

// Cores that this process may use: fewer than the machine has if it is bound to some, or if its control group
// has a quota. At least 1.
unsigned usableCores();

// Keeps a core busy that is otherwise idle, at the lowest priority: any other thread of its scheduling group
// takes the core at once.
//
// A software driver runs on all cores but one (vulkan/device.h). What that one does decides how fast
// the others are: they share the processor's clock, and on many virtual machines two cores are one core's two
// threads. A core that is idle for some milliseconds and busy for others makes the driver now faster, now
// slower. On two cores of a busy host, such a thread brought the ratios' coefficients of variation between runs of
// lavapipe from 0.75 % to 0.27 %.
class BusyCore {
public:
    // Until it is destroyed. The core stays idle where threads have no such priority.
    BusyCore();

    // Nanoseconds of processor time that all other threads of this process have used so far; nothing on
    // systems whose clock for it is coarser than a sample is long.
    std::optional<double> processorTimeOfOthers() const;

private:
    std::jthread thread_;
};

// What all threads of this process have used so far, likewise.
std::optional<double> processorTime();

} // namespace vkperftest
