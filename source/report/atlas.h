// Results files of many devices, sorted by device: what the atlas shows and what it leaves out. Facts only;
// report/documents/atlas.cpp has the sentences.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "analysis/comparison.h"
#include "analysis/nearest.h"
#include "base/result.h"
#include "report/atlas_checks.h"
#include "report/page_overview.h"

namespace vkperftest {

// A file that is shown.
struct AtlasFile {
    std::string name;
    const RunFigures* figures = nullptr;
    std::string driver; // "NVIDIA 580.159.04"; empty if it is not known
    PageAnswer answer;
};

// A driver of a device, and what changed since the driver before it.
struct DriverStep {
    std::size_t file = 0; // of the atlas: the largest of the device's main suite with this driver
    // Nothing for the first step and where another driver begins; an error if the files cannot be compared.
    std::optional<Result<Comparison>> since = std::nullopt;
};

// All files of one model.
struct AtlasDevice {
    std::string name;
    std::string vendor;             // "NVIDIA"; kSoftwareVendor; may be empty
    std::string architecture;       // "Hopper"; empty if it is not known
    std::string page;               // a file name that is safe on every system, without its ending; unique
    std::size_t main = 0;           // the file whose table and advice are shown: the newest that answers most
    std::vector<std::size_t> files; // numbers in the atlas, `main` among them
    std::vector<DriverStep> drivers; // the oldest first; empty unless there are two or more
    std::vector<Likeness> nearest;   // the most similar other devices of the atlas, at most kMostNearest
};

inline constexpr std::size_t kMostNearest = 5;
inline constexpr std::string_view kSoftwareVendor = "software"; // of drivers that run on the CPU

struct Atlas {
    std::vector<AtlasFile> files;     // in the order of the devices
    std::vector<AtlasDevice> devices; // by name
    std::vector<LeftOutFile> leftOut;
};

// The runs' figures must outlive the atlas. `unreadable`: files that could not be read.
Atlas makeAtlas(std::span<const AtlasRun> runs, std::vector<LeftOutFile> unreadable);

// The path of a device's page in the site: "devices/rtx-3090.html".
std::string pathOfPage(std::string_view page);

} // namespace vkperftest
