#include "report/writers.h"

#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

#include "base/named.h"
#include "model/json_read.h"
#include "model/published.h"
#include "written.h"

namespace vkperftest {
namespace {

std::string joined(std::string_view format, const Document& document, std::size_t devices) {
    const Writer& writer = *findNamed(runWriters(), format, "no format").value();
    DeviceDocuments documents;
    EXPECT_TRUE(documents.empty());
    for (std::size_t i = 0; i < devices; ++i) {
        documents.begin(i, "a, b");
        documents.add(document, writer);
    }
    return writer.write(documents.joined(), {});
}

TEST(DeviceDocuments, AreOneJsonArrayOrOneTableWithTheDeviceInFront) {
    for (const Writer& writer : runWriters())
        EXPECT_EQ(joinsDevices(writer), writer.name == "json" || writer.name == "csv") << writer.name;
    const RunFigures figures = analyse(*findReference("RTX 3090").value());
    const Document document = runDocument(figures);
    const nlohmann::json json = nlohmann::json::parse(joined("json", document, 2));
    ASSERT_EQ(json.size(), 2u);
    for (const nlohmann::json& element : json) EXPECT_TRUE(runFromJson(element.dump(), "x").ok());
    const auto lines = parsedCsv(joined("csv", document, 2)), one = parsedCsv(written("csv", document));
    ASSERT_EQ(lines.size(), 1 + 2 * (one.size() - 1));
    for (std::size_t i = 1; i < lines.size(); ++i) {
        std::vector<std::string> expected = one[1 + (i - 1) % (one.size() - 1)];
        expected.insert(expected.begin(), {i < one.size() ? "0" : "1", "a, b"});
        EXPECT_EQ(lines[i], expected);
    }
    EXPECT_EQ(joined("csv", {.records = {{{"device"}, {"x"}}, {{"its own", "1"}}}}, 1),
              "device_index,device,x\n0,its own,1\n"); // named once
}

} // namespace
} // namespace vkperftest
