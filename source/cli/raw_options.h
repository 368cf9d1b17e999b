// Options as they are typed, and how several commands offer them.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "base/named.h"
#include "base/result.h"
#include "report/writers.h"

namespace vkperftest {

// The named files, each in the format of its ending, or else in `other`.
template <class File, class Formats>
std::vector<File> outputFiles(const std::vector<std::string>& paths, const Formats& formats,
                              const typename Formats::value_type* other) {
    std::vector<File> files;
    for (const std::string& path : paths) {
        const auto* byEnding = findByEnding(formats, path);
        files.push_back({path, byEnding != nullptr ? byEnding : other});
    }
    return files;
}

// What to measure and how; shared by the commands that measure.
struct RawMeasuring {
    std::string device, suite = "matrix";
    std::vector<std::string> filters;
    std::optional<std::string> seed, baseline, strategy; // without a strategy: the suite's
    bool quick = false, precise = false, noCode = false;

    void addDevice(CLI::App& command);
    void addRows(CLI::App& command);    // --suite, --filter
    void addMeasure(CLI::App& command); // --strategy, --baseline, --seed, --no-code
    void addEffort(CLI::App& command);  // --quick, --precise
};

// How to compare; shared by `compare` and `ab`.
struct RawComparing {
    std::string metric = "auto", threshold = "3%", sort = "name", format = "table";
    std::vector<std::string> filters, failOn, outputs;

    void add(CLI::App& command);
};

void addDriver(CLI::App& command, std::string& driver);
void addFormat(CLI::App& command, std::string& format, std::span<const Writer> formats,
               std::string_view what = "Format");
void addExplain(CLI::App& command, bool& explain);

} // namespace vkperftest
