// The answer on a page of several files: which loads are fastest on each device and on most devices, and
// which row differs most.
#pragma once

#include <array>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "advice/choice.h"
#include "model/json_layout.h"

namespace vkperftest {

// One file's contribution to the answer; the run is no longer needed.
struct PageAnswer {
    // The fastest kinds of load for a number of bytes under a pattern, and all kinds that were compared.
    struct Fastest {
        std::uint32_t bytes = 0;
        Pattern pattern = Pattern::Uniform;
        std::vector<std::string> kinds, compared;
    };
    std::string device;
    std::string file;             // its name without folders
    std::vector<Fastest> fastest; // empty: the file says nothing about which load to use
    std::array<std::string, kChoiceBytes.size()> texts; // fastestText() of each size
    std::vector<std::pair<std::string, double>> ratios; // of rows that do loads, under the first strategy
};

// `name`: as the user gave it. `choices`: the run's advice.
PageAnswer pageAnswer(const std::string& name, const RunFigures& figures,
                      const std::vector<LoadChoice>& choices);

// Null unless two files or more have choices. Otherwise
//   {"sizes": [4, 8, 16],
//    "devices": [{"files": [numbers], "fastest": [a text for each size]}],
//    "common": [for each size the kinds among the fastest in all files; may be empty],
//    "mostly": [for each size the kinds most often among the fastest, and how often],
//    "difference": a sentence on the row whose ratios differ most; empty if no row is in two files}
// Files of one device with the same texts share an entry.
Json overviewJson(std::span<const PageAnswer* const> answers);

} // namespace vkperftest
