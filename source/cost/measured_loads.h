// What measured rows say about the time that loads take.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "analysis/figures.h"
#include "cases/load_facts.h"

namespace vkperftest {

struct Nanoseconds {
    double median = 0;
    double low = 0, high = 0; // of the 95 % interval; of printed figures equal to the median
};

Nanoseconds operator+(const Nanoseconds& a, const Nanoseconds& b);
Nanoseconds operator*(const Nanoseconds& time, double factor);
Nanoseconds lower(const Nanoseconds& a, const Nanoseconds& b); // the one with the lower median

// What is busy while loads run. Parts work at the same time; loads of one part add up.
enum class GpuPart : std::uint8_t {
    Memory,       // the path of buffers' loads
    Texture,      // that of texels, if it is another
    Instructions, // what issues and computes
    Own,          // not known: each kind of load counts as a part of its own
};

// By number of GpuPart: how long a load keeps it busy at least; zero where nothing is known.
using LeastTimes = std::array<Nanoseconds, 4>;

// One load of one invocation, on a device that is filled with workgroups: the device's time divided by the
// loads that it did meanwhile. Of printed figures: in times of the baseline's load.
struct MeasuredLoad {
    std::string row;
    LoadFacts facts;
    Nanoseconds time; // of the row
    LeastTimes least;
};

// The device's rows that load directly, inside L1 and under one of PerfTest's patterns, each under the
// strategy `set` or the only one.
//
// `least`: a row that its loads limit keeps their part busy all the time. Others keep a part busy for the
// time that they take longer than their floor: the instructions, if these limit the row. On a CPU, where
// all costs add up, that holds for all rows. Of rows that wait for latency, and of those whose floor was
// not measured, nothing is known: zero. Printed figures count as times of loads, in units of the
// baseline's: how many loads their milliseconds stand for is not known.
//
// A load from a storage buffer that something else limits keeps the buffers' part busy for at least as long
// as the fastest load of as many bytes under the same pattern does, if loads limit that one: none moves
// fewer bytes.
//
// Parts: on CPUs, everything is one part. Loads on AMD's GPUs go through one path, but if all lanes read one
// place, through another one, perhaps (RDNA ISA reference guides, chapters on scalar and vector memory
// operations); NVIDIA's L1 serves buffers and textures by two paths (Volta whitepaper, unified L1 and texture
// cache), and so do Intel's data port and sampler. Of other vendors, nothing is known.
std::vector<MeasuredLoad> measuredLoads(const RunFigures& figures);

} // namespace vkperftest
