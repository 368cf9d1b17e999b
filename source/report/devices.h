// Results files sorted by device: all files of one model count as one device.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "analysis/nearest.h"
#include "report/fastest_loads.h"

namespace vkperftest {

struct NamedFigures {
    std::string name; // as the user gave it
    const RunFigures* figures = nullptr;
};

struct ReportFile {
    std::string name;                    // printable
    const RunFigures* figures = nullptr; // must outlive this
    FastestLoads fastest;
};

struct ReportDevice {
    std::string name;               // printable, never empty
    std::string vendor;             // "NVIDIA"; kSoftwareVendor; may be empty
    std::string architecture;       // "Hopper"; empty if it is not known
    std::string page;               // a file name that is safe on every system, without its ending; unique
    std::size_t main = 0;           // the file that stands for the device: the newest that answers most
    std::vector<std::size_t> files; // numbers in ReportFiles, the oldest driver first; `main` among them
    std::vector<Likeness> nearest;  // by pages of the most similar other devices, at most kMostNearest
};

inline constexpr std::size_t kMostNearest = 5;
inline constexpr std::string_view kSoftwareVendor = "software"; // of drivers that run on the CPU

struct ReportFiles {
    std::vector<ReportFile> files;     // in the order in which they were given
    std::vector<ReportDevice> devices; // in the order of their first files
};

ReportFiles sortedByDevice(std::span<const NamedFigures> runs);

// Equal for runs of one model: the same vendor's device of the same name, without what drivers add to names in
// brackets. Published tables and pasted texts are models of their own.
std::string modelKey(const RunResult& run);

// Name and version of the driver; empty for printed figures.
std::string driverText(const RunResult& run);

} // namespace vkperftest
