// Options as they are typed, and how several commands offer them.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "base/result.h"
#include "base/text.h"

namespace vkperftest {

// "a, b, c" of things that have a name.
template <class Named> std::string namesOf(const Named& things) {
    std::vector<std::string> all;
    for (const auto& thing : things) all.emplace_back(thing.name);
    return join(all, ", ");
}

// What to measure and how; shared by the commands that measure.
struct RawMeasuring {
    std::string device, suite = "matrix";
    std::vector<std::string> filters;
    std::optional<std::string> strategy, seed, baseline; // without a strategy: the suite's
    bool quick = false, precise = false;

    void addDevice(CLI::App& command);
    void addRows(CLI::App& command);    // --suite, --filter
    void addMeasure(CLI::App& command); // --strategy, --baseline, --seed
    void addEffort(CLI::App& command);  // --quick, --precise
};

// How to compare; shared by `compare` and `ab`.
struct RawComparing {
    std::string metric = "auto", threshold = "3%", sort = "name", format = "table";
    std::vector<std::string> filters, failOn, outputs;

    void add(CLI::App& command);
};

void addDriver(CLI::App& command, std::string& driver);

} // namespace vkperftest
