// The answer of a page of several files: which loads are fastest on each device and on most devices, and
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

// What one file has to say to that; the run is not needed any more.
struct PageAnswer {
    // The kinds of load that are fastest for so many bytes under a pattern, of all that were compared.
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
//    "common": [for each size what is among the fastest in all files; empty: nothing is],
//    "mostly": [for each size what most often is, and how often],
//    "difference": a sentence on the row whose ratios differ most; empty if no row is in two files}
// Files of one device with the same texts share an entry.
Json overviewJson(std::span<const PageAnswer* const> answers);

} // namespace vkperftest
