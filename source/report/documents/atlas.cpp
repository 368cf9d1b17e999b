#include "report/atlas_documents.h"

#include <algorithm>
#include <array>
#include <map>

#include <fmt/format.h>

#include "advice/cost.h"
#include "base/printable.h"
#include "base/text.h"
#include "report/compact_run.h"
#include "report/documents.h"
#include "report/page_charts.h"
#include "report/phrases.h"

namespace vkperftest {
namespace {

using Cells = std::vector<std::string>;
using PageAnswers = std::vector<const PageAnswer*>;

std::string meaningOfFastest() {
    return fmt::format("\"Fastest\" means within {:.0f} % of the fastest load.", 100 * (kDiffers - 1));
}

void addFastest(Cells& cells, const PageAnswer& answer) {
    for (const std::string& text : answer.texts) cells.push_back(text.empty() ? "–" : text);
}

void addSizes(std::vector<Column>& columns) {
    for (const std::uint32_t bytes : kChoiceBytes)
        columns.push_back({fmt::format("fastest for {} bytes", bytes)});
}

// Devices whose figures can be counted together: drivers under Direct3D 11, where PerfTest measures, treat
// loads in other ways than under Vulkan.
struct AnswerGroup {
    std::string vendor, measuredWith;
    PageAnswers answers;
};

// All GPUs first, then by vendor.
std::vector<AnswerGroup> answerGroups(const Atlas& atlas) {
    std::map<std::pair<std::string, std::string>, PageAnswers> groups;
    for (const AtlasDevice& device : atlas.devices) {
        const AtlasFile& file = atlas.files[device.main];
        if (file.answer.fastest.empty()) continue;
        const char* const measuredWith = file.figures->run->source.empty() ? "vkperftest" : "PerfTest";
        const std::string vendor = device.vendor.empty() ? "other" : device.vendor;
        if (vendor != kSoftwareVendor) groups[{"", measuredWith}].push_back(&file.answer);
        groups[{vendor, measuredWith}].push_back(&file.answer);
    }
    std::vector<AnswerGroup> all;
    for (auto& [key, answers] : groups)
        all.push_back({key.first.empty() ? "all GPUs" : key.first, key.second, std::move(answers)});
    return all;
}

Section agreementSection(const Atlas& atlas, Section&& section) {
    section.grid.columns = {{"vendor"}, {"measured with"}, {"devices", Kind::Number}};
    for (const std::uint32_t bytes : kChoiceBytes)
        section.grid.columns.push_back({fmt::format("most often fastest for {} bytes", bytes)});
    for (const auto& [vendor, measuredWith, answers] : answerGroups(atlas)) {
        Cells cells = {vendor, measuredWith, std::to_string(answers.size())};
        if (const Json overview = overviewJson(answers); !overview.is_null()) {
            for (const Json& text : overview["mostly"]) cells.push_back(text);
        } else {
            addFastest(cells, *answers.front());
        }
        section.grid.rows.push_back(std::move(cells));
    }
    return std::move(section);
}

// Drivers with which the device was also measured.
std::string otherDrivers(const Atlas& atlas, const AtlasDevice& device) {
    Cells others;
    for (const std::size_t number : device.files) {
        const std::string driver = sourceOf(atlas.files[number]);
        if (driver != sourceOf(atlas.files[device.main]) && std::ranges::count(others, driver) == 0)
            others.push_back(driver);
    }
    return join(others, "; "); // as search.js separates them
}

} // namespace

std::string dayOf(const RunResult& run) {
    return run.started.substr(0, 10);
}

std::string sourceOf(const AtlasFile& file) {
    return shortened(printable(file.driver.empty() ? file.figures->run->source : file.driver));
}

std::string boundOf(const StrategyResult& result, const StrategyFigures& known) {
    const bool isBound = !result.printed && isAboutLoads(known.boundDoubt);
    return isBound ? std::string(boundName(known.bound)) : "";
}

std::string leftOutText(const LeftOutFile& file) {
    switch (file.why) {
    case WhyLeftOut::Unreadable:
        return printable(file.detail);
    case WhyLeftOut::Failed:
        return "rows failed, or the run was aborted";
    case WhyLeftOut::Unfinished:
        return "the run is not complete";
    case WhyLeftOut::Validated:
        return "it was measured under validation layers, so its times are not representative";
    case WhyLeftOut::Disturbed:
        return "the run was disturbed";
    case WhyLeftOut::Duplicate:
        return "it holds the same samples as " + printable(file.detail);
    case WhyLeftOut::Altered:
        return "it names a published table as its source, but its figures differ from that table";
    case WhyLeftOut::Outlier:
        break;
    }
    return fmt::format("{} of {} rows differ by more than {:.0f} % from most files of this device and driver",
                       file.rows, file.of, 100 * (kOutlierFactor - 1));
}

Document atlasIndex(const Atlas& atlas) {
    Section list{.above = {meaningOfFastest() + " All loads hit L1. The page \"Which load should I use?\" "
                                                "explains the names of loads."}};
    const bool hasOthers = std::ranges::any_of(
        atlas.devices, [&](const AtlasDevice& device) { return !otherDrivers(atlas, device).empty(); });
    list.grid.columns = {{"device"}, {"vendor"}, {"architecture"}, {"driver or source"}};
    if (hasOthers) list.grid.columns.push_back({"other drivers"});
    list.grid.columns.push_back({"measured on"});
    addSizes(list.grid.columns);
    for (const AtlasDevice& device : atlas.devices) {
        const AtlasFile& file = atlas.files[device.main];
        Cells cells = {shortened(device.name), device.vendor, device.architecture, sourceOf(file)};
        if (hasOthers) cells.push_back(otherDrivers(atlas, device));
        cells.push_back(dayOf(*file.figures->run));
        addFastest(cells, file.answer);
        list.grid.rows.push_back(std::move(cells));
        list.grid.links.push_back(pathOfPage(device.page));
    }
    return {.heading = fmt::format("Loads of {}", counted(atlas.devices.size(), "device")),
            .sections = {std::move(list)}};
}

Document atlasLoads(const Atlas& atlas) {
    Section agreement = agreementSection(atlas, {.title = "On most devices"});
    agreement.remarks = {
        "\"raw: 12 of 17\": raw loads are among the fastest on 12 of the 17 devices where they were "
        "measured. " +
            meaningOfFastest() + " A device without a clear result counts as not among the fastest.",
        "Each cell names the loads with the largest share. Loads that were measured on fewer than half of "
        "the line's devices do not count.",
        "PerfTest measures under Direct3D 11, vkperftest under Vulkan. Drivers may treat the same load "
        "differently, so these figures are counted separately."};
    for (std::string& remark : choiceRemarks("structured")) agreement.remarks.push_back(std::move(remark));
    if (agreement.grid.rows.empty()) agreement = {.above = {"No file compares several loads of one size."}};
    Section each{.title = "On each device"};
    each.grid.columns = {{"device"}};
    addSizes(each.grid.columns);
    for (const AtlasDevice& device : atlas.devices) {
        const PageAnswer& answer = atlas.files[device.main].answer;
        if (answer.fastest.empty()) continue;
        Cells cells = {shortened(device.name)};
        addFastest(cells, answer);
        each.grid.rows.push_back(std::move(cells));
        each.grid.links.push_back(pathOfPage(device.page));
    }
    Document document{.heading = "Which load should I use?", .sections = {std::move(agreement)}};
    if (!each.grid.rows.empty()) document.sections.push_back(std::move(each));
    return document;
}

Document atlasLeftOut(const Atlas& atlas) {
    Section section;
    section.grid.columns = {{"file"}, {"reason"}};
    for (const LeftOutFile& file : atlas.leftOut)
        section.grid.rows.push_back({printable(file.name), leftOutText(file)});
    if (atlas.leftOut.empty()) section = {.above = {"All files are shown."}};
    return {.heading = "Files not shown", .sections = {std::move(section)}};
}

Document atlasFigures(const Atlas& atlas) {
    constexpr std::array kFigures = {"ratio", "ratio_low", "ratio_high", "bound", "caveat"};
    using Lines = std::array<Cells, kFigures.size()>; // of a row under a strategy: its cells of all files
    const auto number = [](double value) { return fmt::format("{:.4g}", value); };
    std::vector<Lines> all;
    using Key = std::pair<std::string_view, std::string_view>; // row and strategy
    std::map<Key, std::size_t> places;
    for (std::size_t file = 0; file < atlas.files.size(); ++file) {
        for (const RowFigures& row : atlas.files[file].figures->rows) {
            const std::string& name = row.row->name;
            for (std::size_t s = 0; s < row.strategies.size(); ++s) {
                const std::optional<StrategyFigures>& known = row.strategies[s];
                if (!known) continue;
                const StrategyResult& result = row.row->strategies[s];
                const auto [at, isNew] = places.emplace(Key(name, result.strategy), all.size());
                if (isNew) {
                    all.emplace_back();
                    for (std::size_t i = 0; i < kFigures.size(); ++i)
                        all.back()[i] = {name, result.strategy, kFigures[i]};
                }
                const std::optional<Interval>& interval = known->ratio.interval;
                const std::array<std::string, kFigures.size()> texts = {
                    number(known->ratio.median), interval ? number(interval->low) : "",
                    interval ? number(interval->high) : "", boundOf(result, *known),
                    result.printed ? result.printed->caveat : ""};
                for (std::size_t i = 0; i < kFigures.size(); ++i) {
                    if (texts[i].empty()) continue;
                    Cells& line = all[at->second][i];
                    line.resize(3 + file); // files before this one may lack the figure
                    line.push_back(texts[i]);
                }
            }
        }
    }
    Document document;
    document.records.columns = textColumns("name,strategy,figure");
    for (std::size_t file = 0; file < atlas.files.size(); ++file)
        document.records.columns.push_back({std::to_string(file)});
    for (Lines& lines : all)
        for (Cells& line : lines)
            if (line.size() > 3) document.records.rows.push_back(std::move(line));
    return document;
}

} // namespace vkperftest
