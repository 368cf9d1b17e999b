// The devices of which figures are known: the published tables, and the matrices that this repository holds.
#pragma once

#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "model/published.h"
#include "paths.h"

namespace vkperftest {

struct KnownDevice {
    std::string name;
    RunResult run;
};

inline const std::vector<KnownDevice>& everyDevice() {
    static const std::vector<KnownDevice> devices = [] {
        std::vector<KnownDevice> all;
        for (const RunResult& table : referenceTables()) all.push_back({table.device.name, table});
        for (const std::string name : {"nvidia-h100", "nvidia-h200", "lavapipe-22.3.6"})
            all.push_back({name, readResultsFile(repositoryFile("results/" + name + ".json")).value()});
        EXPECT_EQ(all.size(), 20u);
        return all;
    }();
    return devices;
}

} // namespace vkperftest
