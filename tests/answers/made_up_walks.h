// Windows of memory as a run of the suite `cache` measures them, with injected times.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "cases/walk.h"
#include "model/run_result.h"

namespace vkperftest {

// Samples of a walk, by the nanoseconds of a load from windows of 1 KB, 2 KB and so on.
inline void addWalk(RunResult& run, std::string_view walk, const std::vector<double>& times,
                    double noise = 0.005) {
    std::uint64_t bytes = kLeastWindow;
    for (const double time : times) {
        WindowResult window{
            .walk = std::string(walk), .bytes = bytes, .status = Status::Measured, .loads = 1000};
        for (int i = 0; i < 12; ++i) {
            const double off = i % 2 == 0 ? 1 - noise : 1 + noise;
            window.nanoseconds.push_back(1100 * time);
            window.twice.push_back(window.nanoseconds.back() + 1000 * time * off);
        }
        run.windows.push_back(std::move(window));
        bytes *= 2;
    }
}

inline RunResult cacheRun() {
    RunResult run;
    run.settings.suite = "cache";
    return run;
}

} // namespace vkperftest
