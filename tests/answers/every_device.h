// The devices of which figures are known: the published tables, and the matrices that this repository holds.
#pragma once

#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "base/atomic_file.h"
#include "model/json_read.h"
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
        for (const ReferenceTable& table : referenceTables()) all.push_back({table.gpu, table.run});
        for (const char* name : {"nvidia-h100", "nvidia-h200", "lavapipe-22.3.6"}) {
            const std::string path = repositoryFile("results/" + std::string(name) + ".json");
            const Result<std::string> text = readFile(path);
            EXPECT_TRUE(text.ok()) << path;
            Result<RunResult> run = runFromJson(text.value(), path);
            EXPECT_TRUE(run.ok()) << path;
            all.push_back({name, std::move(run.value())});
        }
        EXPECT_EQ(all.size(), 20u);
        return all;
    }();
    return devices;
}

} // namespace vkperftest
