// Results files sorted by device: all files of one model count as one device; which files a site can show; and which
// loads are fastest.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "analysis/figures.h"
#include "answers/advice.h"

namespace vkperftest {

// These kinds of the compared ones; "any" if they are all, and more than two.
std::string kindsText(const LoadChoice& choice, const std::vector<std::string>& kinds, std::string_view last);

using Choices = std::vector<LoadChoice>;

// The fastest of that size, patterns with equal kinds together: "structured (uniform); structured or typed (linear,
// hashed)". Patterns are not named if all have the same kinds; empty without choices.
std::string fastestText(const Choices& choices, std::uint32_t bytes);

struct NamedFigures {
    std::string name; // as the user gave it
    const RunFigures* figures = nullptr;
};

struct ReportFile {
    std::string name;                    // printable
    const RunFigures* figures = nullptr; // must outlive this
    Choices choices;                     // that `advise` prints (hasChoices)
};

struct ReportDevice {
    std::string name;               // printable, never empty
    std::string vendor;             // "NVIDIA"; "software" of drivers that run on the CPU; may be empty
    std::string architecture;       // "Hopper"; empty if it is not known
    std::string chip;               // "navi10", by which driver developers know it; as above
    std::string page;               // a file name that is safe on every system, without its ending; unique
    std::size_t main = 0;           // the file that stands for the device: the newest that answers most
    std::vector<std::size_t> files; // numbers in ReportFiles, the oldest driver first; `main` among them
};

std::string chipOf(const ReportDevice& device); // "RDNA 1, navi10"

struct ReportFiles {
    std::vector<ReportFile> files;     // in the order in which they were given
    std::vector<ReportDevice> devices; // in the order of their first files
};

ReportFiles sortedByDevice(std::span<const NamedFigures> runs);

// Equal for runs of one model: the same vendor's device of the same name, without what drivers add to names in
// brackets. Published tables and pasted texts are models of their own.
std::string modelKey(const RunResult& run);

// Name and version of the driver; of printed figures their source.
std::string driverText(const RunResult& run);

struct OmittedFile {
    std::string name, reason; // a clause: "rows failed, or the run was aborted"
};

// The files that can be shown, in their order. Adds the others to `omitted`.
std::vector<NamedFigures> soundFiles(std::span<const NamedFigures> runs, std::vector<OmittedFile>& omitted);

} // namespace vkperftest
