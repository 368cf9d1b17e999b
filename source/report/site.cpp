#include "report/site.h"

#include <algorithm>

#include <fmt/format.h>

#include "base/cores.h"
#include "base/printable.h"
#include "base/text.h"
#include "report/html.h"
#include "report/page.h"
#include "report/writers.h"

namespace vkperftest {
namespace {

std::string pageText(const Document& document, const std::string& up) {
    return htmlPage(document, {{"Devices", up + "index.html"}, {"All figures (CSV)", up + "figures.csv"}});
}

Section omittedSection(const std::vector<OmittedFile>& omitted) {
    Section section{.title = "Files that are not shown"};
    section.grid.columns = {{"file"}, {"reason"}};
    for (const OmittedFile& file : omitted)
        section.grid.rows.push_back({printable(file.name), omittedText(file)});
    return section;
}

// Every figure of every file. Four digits: intervals are seldom narrower.
std::string figuresCsv(const ReportFiles& all) {
    const auto number = [](double value) { return fmt::format("{:.4g}", value); };
    Document document;
    document.records.columns =
        textColumns("file,device,suite,row,strategy,ratio,ratio_low,ratio_high,bound,caveat");
    for (const ReportFile& file : all.files) {
        const RunResult& run = *file.figures->run;
        for (const RowFigures& row : file.figures->rows) {
            for (std::size_t s = 0; s < row.strategies.size(); ++s) {
                const std::optional<StrategyFigures>& known = row.strategies[s];
                if (!known) continue;
                const StrategyResult& result = row.row->strategies[s];
                const std::optional<Interval>& interval = known->ratio.interval;
                const bool isBound = !result.printed && isAboutLoads(known->boundDoubt);
                document.records.rows.push_back({file.name, run.device.name, run.settings.suite,
                                                 row.row->name, result.strategy, number(known->ratio.median),
                                                 interval ? number(interval->low) : "",
                                                 interval ? number(interval->high) : "",
                                                 isBound ? std::string(boundName(known->bound)) : "",
                                                 result.printed ? result.printed->caveat : ""});
            }
        }
    }
    const auto csv = std::ranges::find(writers(), "csv", &Writer::name);
    return printable(csv->write(document, {}), Keep::Lines);
}

} // namespace

std::vector<SiteFile> siteOf(ReportFiles all, const std::vector<OmittedFile>& omitted) {
    std::ranges::stable_sort(all.devices, {},
                             [](const ReportDevice& device) { return lowercase(device.name); });
    std::vector<SiteFile> files(all.devices.size());
    onAllCores(all.devices.size(), [&](std::size_t i) {
        const ReportDevice& device = all.devices[i];
        files[i] = {pathOfPage(device.page), pageText(devicePage(all, device), "../")};
    });
    Document index = indexPage(all);
    if (!omitted.empty()) index.sections.push_back(omittedSection(omitted));
    files.push_back({"figures.csv", figuresCsv(all)});
    files.push_back({"index.html", pageText(std::move(index), "")});
    return files;
}

bool isSitePage(std::string_view text) {
    return text.starts_with("<!DOCTYPE html>") && text.find(kSiteLinks) != std::string_view::npos;
}

} // namespace vkperftest
