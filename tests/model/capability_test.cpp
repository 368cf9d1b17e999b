// The capabilities of devices, as results files and their schema have them.
#include <fstream>

#include <gmock/gmock.h>

#include "model/json_layout.h"
#include "model/json_read.h"
#include "paths.h"
#include "report/results_json.h"

namespace vkperftest {
namespace {

using testing::Contains;
using testing::Not;

// A file of this program's first release without most of its rows: each capability reads it once or twice.
Json shortFile() {
    std::ifstream file(repositoryFile("results/lavapipe-22.3.6.json"));
    Json result = Json::parse(file);
    for (const char* const rows : {"rows", "floors", "serial_twins", "heavier_twins"})
        result[rows].erase(result[rows].begin() + 1, result[rows].end());
    return result;
}

TEST(Capabilities, AreDescribedByTheSchema) {
    std::ifstream file(repositoryFile("results/results-1.schema.json"));
    const Json device = Json::parse(file)["properties"]["device"];
    for (const Capability& capability : kCapabilities) {
        const std::string name(capability.name);
        ASSERT_TRUE(device["properties"].contains(name)) << name;
        EXPECT_EQ(device["properties"][name]["type"], capability.flag ? "boolean" : "integer") << name;
        const auto required = device["required"].get<std::vector<std::string>>();
        if (capability.always) {
            EXPECT_THAT(required, Contains(name));
        } else {
            EXPECT_THAT(required, Not(Contains(name)));
        }
    }
}

// One that is new is missing in older files, and that reads as 0.
TEST(Capabilities, OnlyThoseOfTheFirstSchemaMustBeInAFile) {
    const Json whole = shortFile();
    for (const Capability& capability : kCapabilities) {
        Json without = whole;
        without["device"].erase(std::string(capability.name));
        const Result<RunResult> run = runFromJson(without.dump(), "it");
        EXPECT_EQ(run.ok(), !capability.always) << capability.name;
        if (run.ok()) {
            EXPECT_EQ(run.value().device.*capability.value, 0u) << capability.name;
        }
    }
}

TEST(Capabilities, EachIsFoundAgain) {
    RunResult run = runFromJson(shortFile().dump(), "it").value();
    for (const Capability& capability : kCapabilities) {
        for (const std::uint32_t value : {0u, 1u}) {
            run.device.*capability.value = value;
            const Result<RunResult> back = runFromJson(runToJson(run, true), "it");
            ASSERT_TRUE(back.ok()) << back.error().sentence();
            EXPECT_EQ(back.value().device.*capability.value, value) << capability.name;
        }
    }
}

} // namespace
} // namespace vkperftest
