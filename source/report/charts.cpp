#include "report/page.h"

#include <algorithm>

#include <fmt/format.h>

#include "base/printable.h"
#include "base/text.h"
#include "report/documents.h"

namespace vkperftest {
namespace {

// The colour's number of that name; names beyond the last colour share one.
std::size_t seriesOf(std::string name, std::vector<std::string>& series) {
    const bool own = series.size() < kColours || std::ranges::count(series, name) > 0;
    if (name.empty() || !own) name = "other";
    const auto at = std::ranges::find(series, name);
    const auto number = static_cast<std::size_t>(at - series.begin());
    if (at == series.end()) series.push_back(name);
    return number;
}

} // namespace

std::vector<DotChart> costCharts(const ReportFiles& all, std::span<const ReportDevice> devices) {
    std::vector<std::string> series;
    std::vector<DotChart> charts;
    for (const Pattern pattern : {Pattern::Uniform, Pattern::Linear, Pattern::Hashed, Pattern::Random}) {
        DotChart chart{.title = fmt::format("{}: times as long as the fastest", patternName(pattern))};
        for (const std::uint32_t bytes : kChoiceBytes) {
            for (const LoadKindChoice& kind : kLoadKinds) {
                DotChart::Line line{.name = fmt::format("{} B {}", bytes, kind.name),
                                    .kind = std::to_string(bytes)};
                for (const ReportDevice& device : devices)
                    for (const LoadChoice& choice : all.files[device.main].choices)
                        for (const Alternative& each : choice.all)
                            if (choice.bytes == bytes && choice.pattern == pattern && each.kind == &kind &&
                                each.isComparable())
                                line.dots.push_back(
                                    {seriesOf(devices.size() <= kColours ? device.name : device.vendor,
                                              series),
                                     std::max(1.0, each.cost.value->median), !each.isClear(), costText(each),
                                     fmt::format("{}, {}, {}: {} {:.2f}x", device.name, device.vendor,
                                                 chipOf(device), each.row.name(), each.cost.value->median)});
                if (!line.dots.empty()) chart.lines.push_back(std::move(line));
            }
        }
        chart.series = series;
        if (!chart.lines.empty()) charts.push_back(std::move(chart));
    }
    return charts;
}

std::string pictureOf(const ReportFiles& all) {
    const std::vector<DotChart> charts = costCharts(all, all.devices);
    if (charts.empty()) return {};
    if (all.devices.size() > 1) return svgFile(counted(all.devices.size(), "device"), "", charts);
    const RunResult& run = *all.files[all.devices[0].main].figures->run;
    return svgFile(all.devices[0].name, printable(driverText(run)), charts);
}

} // namespace vkperftest
