// The answer of a page of several files: which loads each device favours, what all of them have in common, and where
// they differ most.
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
//    "devices": [{"files": [numbers], "fastest": [a text for each size]}],  files of one device that agree: one entry
//    "common": [for each size what is among the fastest on all; empty: nothing is],
//    "difference": a sentence on the row whose ratios differ most; empty if none is in two files}
Json overviewJson(std::span<const PageAnswer* const> answers);

} // namespace vkperftest
