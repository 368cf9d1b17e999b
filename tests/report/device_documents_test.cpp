#include "report/writers.h"

#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

#include "base/named.h"
#include "model/json_read.h"
#include "model/published.h"
#include "written.h"

namespace vkperftest {
namespace {

// The runs of other tests are no results files.
const RunResult& published() {
    return findReference("RTX 3090").value()->run;
}

std::string joined(std::string_view format, std::size_t devices) {
    const Writer& writer = *findNamed(runWriters(), format, "no format").value();
    const RunFigures figures = analyse(published());
    DeviceDocuments documents;
    EXPECT_TRUE(documents.empty());
    for (std::size_t i = 0; i < devices; ++i) {
        documents.begin(i, "a, b");
        documents.add(runDocument(figures), writer);
    }
    return writer.write(documents.joined(), {});
}

TEST(DeviceDocuments, JoinInFormatsForPrograms) {
    for (const Writer& writer : runWriters())
        EXPECT_EQ(joinsDevices(writer), writer.name == "json" || writer.name == "csv") << writer.name;
}

TEST(DeviceDocuments, AreOneJsonArrayWhateverTheirNumber) {
    for (const std::size_t devices : {1u, 2u}) {
        const nlohmann::json json = nlohmann::json::parse(joined("json", devices));
        ASSERT_EQ(json.size(), devices);
        for (const nlohmann::json& element : json) EXPECT_TRUE(runFromJson(element.dump(), "x").ok());
    }
}

TEST(DeviceDocuments, OfOneDeviceAreAResultsFileAndOfTwoSayWhatToDo) {
    const Result<RunResult> one = runFromJson(joined("json", 1), "x");
    EXPECT_TRUE(one.ok()) << one.error().cause;
    const Result<RunResult> two = runFromJson(joined("json", 2), "x.json");
    ASSERT_FALSE(two.ok());
    EXPECT_EQ(two.error().cause, "'x.json' holds the results of 2 devices");
    EXPECT_THAT(two.error().remedy, testing::HasSubstr("run --device all --output FILE.json"));
    EXPECT_FALSE(runFromJson("[]", "x").ok());
    EXPECT_FALSE(runFromJson("[1]", "x").ok());
}

TEST(DeviceDocuments, AreOneTableWithTheDeviceInFront) {
    const auto lines = parsedCsv(joined("csv", 2));
    const auto one = parsedCsv(writtenRun("csv", published()));
    ASSERT_EQ(lines.size(), 1 + 2 * (one.size() - 1));
    EXPECT_EQ(lines[0][0], "device_index");
    EXPECT_EQ(lines[0][1], "device");
    for (std::size_t i = 1; i < lines.size(); ++i) {
        EXPECT_EQ(lines[i][0], i < one.size() ? "0" : "1");
        EXPECT_EQ(lines[i][1], "a, b");
        EXPECT_EQ(std::vector(lines[i].begin() + 2, lines[i].end()), one[1 + (i - 1) % (one.size() - 1)]);
    }
}

TEST(DeviceDocuments, NameTheDeviceOnce) {
    const Writer& csv = *findNamed(writers(), "csv", "no format").value();
    DeviceDocuments documents;
    documents.begin(3, "a");
    documents.add({.records = {{{"device"}, {"x"}}, {{"its own", "1"}}}}, csv);
    EXPECT_EQ(csv.write(documents.joined(), {}), "device_index,device,x\n3,its own,1\n");
}

} // namespace
} // namespace vkperftest
