#include "report/atlas_site.h"

#include <fmt/format.h>

#include "base/all_cores.h"
#include "base/printable.h"
#include "base/text.h"
#include "model/json_layout.h"
#include "report/atlas_documents.h"
#include "report/html_page.h"
#include "report/page_texts.h"
#include "report/writers.h"

namespace vkperftest {
namespace {

// Pages without scripts may load nothing at all.
constexpr std::string_view kPolicy =
    "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'; "
    "base-uri 'none'; form-action 'none'\">\n";

// `up`: from the page's folder to the site's.
std::string pageOf(const Document& document, const std::string& up, std::string_view head) {
    const HtmlFrame frame{.links = {{"Devices", up + "index.html"},
                                    {"Which load should I use?", up + "loads.html"},
                                    {"Files not shown", up + "left-out.html"},
                                    {"All figures (CSV)", up + "figures.csv"},
                                    {"Summary (JSON)", up + "index.json"}},
                          .head = std::string(kAtlasPage).append(head)};
    return printable(htmlPage(document, frame), Keep::Lines);
}

// By the keys of `advise`.
Json choicesJson(const PageAnswer& answer) {
    Json all = Json::array();
    for (const PageAnswer::Fastest& each : answer.fastest)
        all.push_back(
            {{"bytes", each.bytes}, {"pattern", patternName(each.pattern)}, {"fastest", each.kinds}});
    return all;
}

// By the keys of `compare --nearest`.
Json nearestJson(const AtlasDevice& device) {
    Json all = Json::array();
    for (const Likeness& each : device.nearest)
        all.push_back({{"page", pathOfPage(each.gpu)},
                       {"correlation", jsonNumber(each.correlation)},
                       {"rows", each.rows}});
    return all;
}

Json fileJson(const Atlas& atlas, std::size_t number) {
    const AtlasFile& file = atlas.files[number];
    const RunResult& run = *file.figures->run;
    const std::optional<RunQuality>& quality = file.figures->quality;
    return {{"number", number},
            {"file", printable(file.name)},
            {"suite", run.settings.suite},
            {"driver", file.driver},
            {"source", run.source},
            {"started", run.started},
            {"quality", quality ? Json(gradeName(quality->grade)) : Json(nullptr)},
            {"figures", file.figures->counts.measured}};
}

std::string indexJson(const Atlas& atlas) {
    Json devices = Json::array(), leftOut = Json::array();
    for (const AtlasDevice& device : atlas.devices) {
        Json files = Json::array();
        for (const std::size_t number : device.files) files.push_back(fileJson(atlas, number));
        devices.push_back({{"device", device.name},
                           {"vendor", device.vendor},
                           {"architecture", device.architecture},
                           {"page", pathOfPage(device.page)},
                           {"shown_file", device.main},
                           {"choices", choicesJson(atlas.files[device.main].answer)},
                           {"nearest", nearestJson(device)},
                           {"files", std::move(files)}});
    }
    for (const LeftOutFile& file : atlas.leftOut)
        leftOut.push_back({{"file", printable(file.name)}, {"reason", leftOutText(file)}});
    const std::string text = layOutJson({{"format", "vkperftest atlas"},
                                         {"format_version", 1},
                                         {"devices", std::move(devices)},
                                         {"left_out", std::move(leftOut)}});
    return printable(text, Keep::Lines);
}

std::string csvOf(const Document& document) {
    for (const Writer& writer : writers())
        if (writer.name == "csv") return printable(writer.write(document, {}), Keep::Lines);
    return {};
}

} // namespace

std::vector<SiteFile> atlasSite(const Atlas& atlas) {
    std::vector<SiteFile> files(atlas.devices.size() + 1);
    files[0] = {std::string(kAtlasIndex), indexJson(atlas)};
    onAllCores(atlas.devices.size(), [&](std::size_t i) {
        const AtlasDevice& device = atlas.devices[i];
        files[i + 1] = {pathOfPage(device.page), pageOf(atlasDevice(atlas, device), "../", kPolicy)};
    });
    std::string head;
    for (const std::string_view line : atlasHead()) head.append(line).append("\n");
    files.push_back({"figures.csv", csvOf(atlasFigures(atlas))});
    files.push_back({"left-out.html", pageOf(atlasLeftOut(atlas), "", kPolicy)});
    files.push_back({"loads.html", pageOf(atlasLoads(atlas), "", kPolicy)});
    files.push_back({"index.html", pageOf(atlasIndex(atlas), "", head)});
    return files;
}

} // namespace vkperftest
