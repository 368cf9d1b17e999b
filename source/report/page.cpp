#include "report/page.h"

#include <algorithm>
#include <map>
#include <utility>

#include <fmt/format.h>

#include "analysis/thresholds.h"
#include "answers/advice.h"
#include "answers/experiment.h"
#include "base/cores.h"
#include "base/printable.h"
#include "base/text.h"
#include "cases/suite.h"
#include "report/compact_run.h"
#include "report/documents.h"
#include "report/findings.h"
#include "report/phrases.h"
#include "report/run_figures.h"
#include "report/writers.h"

namespace vkperftest {
namespace {

using Cells = std::vector<std::string>;
using Numbers = std::vector<std::size_t>; // of files

constexpr std::size_t kMostInIndex = 24; // devices whose ratios the index of a site shows

const RunResult& runOf(const ReportFiles& all, std::size_t file) {
    return *all.files[file].figures->run;
}

std::string dayOf(const RunResult& run) {
    return run.started.substr(0, 10);
}

// The driver or the source, shortened, since a long name must not widen a list.
std::string sourceOf(const RunResult& run) {
    return shortened(printable(driverText(run)));
}

// The device; if several of the files are of this device, also the file.
std::string columnName(const ReportFiles& all, const Numbers& files, std::size_t file) {
    const std::string key = modelKey(runOf(all, file));
    const auto same =
        std::ranges::count_if(files, [&](std::size_t each) { return modelKey(runOf(all, each)) == key; });
    const std::string device = shortened(printable(runOf(all, file).device.name));
    return same == 1 ? device : fmt::format("{} ({})", device, shortened(all.files[file].name));
}

// The files by suite: the matrix, then the others in the order of their first files. Without those of users' shaders.
std::vector<Numbers> bySuite(const ReportFiles& all, const Numbers& files) {
    std::map<std::string_view, std::size_t> places;
    std::vector<Numbers> suites;
    for (const std::size_t file : files) {
        if (runOf(all, file).settings.shader) continue;
        // Published tables and pasted texts have rows of the matrix, but name no suite.
        const std::string& suite = runOf(all, file).settings.suite;
        const std::string_view name = suite.empty() ? kDefaultSuite : std::string_view(suite);
        const auto [at, isNew] = places.emplace(name, suites.size());
        if (isNew) suites.emplace_back();
        suites[at->second].push_back(file);
    }
    if (const auto matrix = places.find(kDefaultSuite); matrix != places.end())
        std::rotate(suites.begin(), suites.begin() + static_cast<std::ptrdiff_t>(matrix->second),
                    suites.begin() + static_cast<std::ptrdiff_t>(matrix->second) + 1);
    return suites;
}

std::string meaningOfFastest() {
    return fmt::format("\"Fastest\" means within {:.0f} % of the fastest load. All loads hit the nearest "
                       "cache. Pale dots, ≤ and ?: unclear, because instructions or scatter may explain the "
                       "time.",
                       100 * (kSameKernel - 1));
}

std::string pathOfPage(std::string_view page) {
    return fmt::format("devices/{}.html", page);
}

std::vector<std::string> drawn(const std::vector<DotChart>& charts) {
    std::vector<std::string> pictures;
    for (const DotChart& chart : charts) pictures.push_back(svgOf(chart));
    return pictures;
}

// A line for each device. `linked`: to the devices' pages.
Section devicesSection(const ReportFiles& all, bool linked) {
    Section section{.title = "Which load is fastest?", .remarks = {meaningOfFastest()}};
    section.pictures = drawn(costCharts(all, all.devices));
    section.grid.columns =
        textColumns("device,4 bytes,8 bytes,16 bytes,vendor,architecture,driver or source,measured on");
    for (const ReportDevice& device : all.devices) {
        Cells drivers;
        for (const std::size_t file : device.files)
            if (const std::string driver = sourceOf(runOf(all, file));
                std::ranges::count(drivers, driver) == 0)
                drivers.push_back(driver);
        const ReportFile& file = all.files[device.main];
        Cells& cells = section.grid.rows.emplace_back(Cells{shortened(device.name)});
        for (const std::uint32_t bytes : kChoiceBytes) {
            const std::string text = fastestText(file.choices, bytes);
            cells.push_back(text.empty() ? "–" : text);
        }
        append(cells, {device.vendor, chipOf(device), join(drivers, "; "), dayOf(*file.figures->run)});
        section.grid.links.push_back(linked ? pathOfPage(device.page) : "");
    }
    append(section.remarks, choiceRemarks("structured"));
    if (std::ranges::any_of(all.files,
                            [](const ReportFile& file) { return !file.figures->run->source.empty(); }))
        section.remarks.emplace_back(
            "PerfTest measures under Direct3D 11, where drivers may treat the same load differently.");
    return section;
}

// The answer for one device in pictures and a sentence; nothing of files without choices.
Section pictureSection(const ReportFiles& all, const ReportDevice& device) {
    const ReportFile& file = all.files[device.main];
    Section section{.pictures = drawn(costCharts(all, std::span(&device, 1)))};
    if (section.pictures.empty()) return section;
    Cells fastest;
    for (const std::uint32_t bytes : kChoiceBytes)
        if (const std::string text = fastestText(file.choices, bytes); !text.empty())
            fastest.push_back(fmt::format("{} bytes: {}", bytes, text));
    section.remarks = {"Fastest for " + join(fastest, "; ") + ".", meaningOfFastest()};
    addText(section.remarks, doubtLine(*file.figures));
    return section;
}

std::string textOf(const RowFigures& row, std::size_t strategy) {
    const StrategyResult& result = row.row->strategies[strategy];
    const std::optional<StrategyFigures>& known = row.strategies[strategy];
    if (!known) return absenceText(result);
    return ratioText(*known) + (known->isBaseline ? "" : signsOf(*known));
}

// What stands behind a figure, or why there is none.
std::string detailsOf(const RowFigures& row, std::size_t strategy, const RunResult& run) {
    const StrategyResult& result = row.row->strategies[strategy];
    if (!row.strategies[strategy]) return reasonText(result.reason);
    const StrategyFigures& known = *row.strategies[strategy];
    std::vector<std::string> parts;
    addText(parts, known.isBaseline ? "the baseline" : ratioWithInterval(known.ratio));
    std::vector<Figure> all = figuresOf(row, strategy);
    std::ranges::stable_sort(all, {}, &Figure::column);
    for (const Figure& each : all)
        if (!each.unit.empty() && !each.text.empty()) addText(parts, each.text + std::string(each.unit));
    if (known.limiter) addText(parts, limiterText(*known.limiter));
    if (const CodeDigest* code = codeOf(run, result); code != nullptr && code->trouble.empty())
        addText(parts, code->loads());
    if (result.printed) addText(parts, result.printed->footnote);
    return join(parts, "; ");
}

// A line for each row, a column for each run and strategy: the figures as `show` prints them; behind each stands what a
// reader may want to know about it.
Grid ratioGrid(const ReportFiles& all, const Numbers& files) {
    Grid grid{.columns = {{"load"}}};
    std::map<std::string_view, std::size_t> places;
    for (const std::size_t file : files) {
        const std::vector<std::string>& strategies = runOf(all, file).settings.strategies;
        const std::string name = columnName(all, files, file);
        for (std::size_t s = 0; s < strategies.size(); ++s) {
            const std::string strategy = printable(strategies[s]);
            grid.columns.push_back({files.size() == 1       ? strategy
                                    : strategies.size() > 1 ? fmt::format("{}, {}", name, strategy)
                                                            : name,
                                    Kind::Ratio});
            for (const RowFigures& row : all.files[file].figures->rows) {
                const auto [at, isNew] = places.emplace(row.row->name, grid.rows.size());
                if (isNew) {
                    grid.rows.push_back({printable(row.row->name)});
                    grid.details.emplace_back(1);
                }
                Cells &cells = grid.rows[at->second], &details = grid.details[at->second];
                if (cells.size() >= grid.columns.size()) continue; // a name twice: the first counts
                cells.resize(grid.columns.size());
                details.resize(grid.columns.size());
                cells.back() = textOf(row, s);
                details.back() = printable(detailsOf(row, s, runOf(all, file)));
            }
        }
    }
    for (auto* const rows : {&grid.rows, &grid.details})
        for (Cells& cells : *rows) cells.resize(grid.columns.size());
    return grid;
}

Section ratiosSection(const ReportFiles& all, const Numbers& files) {
    const std::string& suite = runOf(all, files.front()).settings.suite;
    Section section{.title = suite.empty() ? "How fast is each load?"
                                           : "How fast is each load of the suite " + printable(suite) + "?",
                    .caption = fmt::format("Times as fast as {}; bigger is faster",
                                           runOf(all, files.front()).settings.baseline),
                    .grid = ratioGrid(all, files)};
    const auto isUsed = [&](char sign) {
        return std::ranges::any_of(section.grid.rows, [&](const Cells& cells) {
            return std::any_of(cells.begin() + 1, cells.end(),
                               [&](const std::string& cell) { return cell.find(sign) != std::string::npos; });
        });
    };
    for (const SignMeaning& each : kSignMeanings)
        if (isUsed(each.sign)) section.remarks.push_back(fmt::format("{} {}.", each.sign, each.meaning));
    if (isUsed('~')) section.remarks.emplace_back("~ not comparable.");
    return section;
}

void addExperiment(std::vector<Section>& sections, const ReportFiles& all, std::size_t file) {
    const RunFigures& figures = *all.files[file].figures;
    const Result<const Experiment*> experiment = findExperiment(figures.run->settings.suite);
    if (!experiment.ok()) return;
    const Result<Answer> answer = judgeRun(*experiment.value(), figures);
    if (!answer.ok()) return;
    Document document = findingsDocument(*experiment.value(), figures, answer.value());
    document.sections.front().title.insert(0, "Experiment ");
    for (Section& section : document.sections) {
        section.folded = !section.grid.rows.empty();
        if (section.folded) section.title = std::exchange(section.caption, "");
        section.remarks.clear(); // they stand with the file
        sections.push_back(std::move(section));
    }
}

Section filesSection(const ReportFiles& all, const Numbers& files) {
    Section section{.title = "Files"};
    section.grid.columns = textColumns("file,device,suite,strategies,driver or source,measured on,quality");
    section.grid.columns.push_back({"figures", Kind::Number});
    for (const std::size_t number : files) {
        const RunFigures& figures = *all.files[number].figures;
        const RunResult& run = *figures.run;
        section.grid.rows.push_back({all.files[number].name, shortened(run.device.name), run.settings.suite,
                                     join(run.settings.strategies, ", "), sourceOf(run), dayOf(run),
                                     figures.quality ? std::string(kGradeNames[figures.quality->grade]) : "",
                                     std::to_string(figures.counts.measured)});
    }
    return section;
}

// How one file was measured, and what `show` remarks.
Section fileSection(const ReportFile& file) {
    const RunResult& run = *file.figures->run;
    Section section{.title = fmt::format("{}: {}", file.name, shortened(run.device.name)), .folded = true};
    const auto add = [&](const char* name, const std::string& value) {
        if (!value.empty()) section.labels.push_back({name + std::string(":"), value});
    };
    add("device", deviceLine(run));
    add("effort", run.settings.effort);
    add("started", run.started);
    add("operating system", join(Cells{run.host.os, run.host.kernel}, " "));
    add("CPU", run.host.cpu);
    add("CPU governor", run.host.cpuGovernor);
    add("vkperftest", std::string(trim(run.tool.version + " " + run.tool.commit)));
    add("kernels' compiler", run.tool.kernelCompiler);
    addText(section.above, qualityLine(*file.figures));
    section.remarks = remarks(*file.figures);
    return section;
}

void add(Document& document, Section&& section) {
    if (section.grid.rows.empty() && section.pictures.empty() && section.labels.empty()) return;
    document.sections.push_back(std::move(section));
}

// What the page shows of these files of these devices.
void addFiles(Document& document, const ReportFiles& all, std::span<const ReportDevice> devices,
              const Numbers& files) {
    const bool single = devices.size() == 1;
    const std::vector<Numbers> suites = bySuite(all, files);
    for (const std::size_t file : files) {
        const RunFigures& figures = *all.files[file].figures;
        if (!figures.run->settings.shader) continue;
        Section section = std::move(triedDocument(figures, kOtherRun, false).sections.back()); // whole
        section.title = "Your shader: " + figures.run->settings.shader->file;
        document.sections.push_back(std::move(section));
    }
    for (const ReportDevice& device : devices) {
        const RunFigures& figures = *all.files[device.main].figures;
        if (figures.run->settings.shader) continue;
        if (findExperiment(figures.run->settings.suite).ok()) {
            addExperiment(document.sections, all, device.main);
            continue;
        }
        for (Section& section : adviceDocument(figures).sections) {
            if (section.until == Extent::Answer) continue;
            if (!single) section.title = shortened(device.name) + ": " + section.title;
            section.folded = !single;
            document.sections.push_back(std::move(section));
        }
    }
    for (const Numbers& suite : suites) add(document, ratiosSection(all, suite));
    for (const std::size_t file : files)
        if (std::ranges::count(devices, file, &ReportDevice::main) == 0)
            addExperiment(document.sections, all, file);
    add(document, filesSection(all, files));
    for (const std::size_t file : files) add(document, fileSection(all.files[file]));
}

Document devicePage(const ReportFiles& all, const ReportDevice& device) {
    Document document{.heading = device.name};
    add(document, pictureSection(all, device));
    addFiles(document, all, std::span(&device, 1), device.files);
    return document;
}

// Without what the devices' pages show.
Document indexPage(const ReportFiles& all) {
    Document document{.heading = "Loads of " + counted(all.devices.size(), "device")};
    add(document, devicesSection(all, true));
    Numbers main;
    for (const ReportDevice& device : all.devices) main.push_back(device.main);
    const std::vector<Numbers> suites = bySuite(all, main);
    if (!suites.empty() && suites.front().size() <= kMostInIndex)
        add(document, ratiosSection(all, suites.front()));
    return document;
}

Section omittedSection(const std::vector<OmittedFile>& omitted) {
    Section section{.title = "Files that are not shown"};
    section.grid.columns = {{"file"}, {"reason"}};
    for (const OmittedFile& file : omitted)
        section.grid.rows.push_back({printable(file.name), printable(file.reason)});
    return section;
}

} // namespace

Document pageOf(const ReportFiles& all) {
    Numbers files;
    for (std::size_t file = 0; file < all.files.size(); ++file) files.push_back(file);
    Cells names;
    for (const ReportDevice& device : all.devices) names.push_back(device.name);
    Document document{.heading = names.size() <= 3 ? "Loads of " + join(names, ", ")
                                                   : fmt::format("Loads of {} devices", names.size())};
    if (names.size() > 1) add(document, devicesSection(all, false));
    if (names.size() == 1) add(document, pictureSection(all, all.devices.front()));
    addFiles(document, all, all.devices, files);
    return document;
}

std::vector<SiteFile> siteOf(ReportFiles all, const std::vector<OmittedFile>& omitted) {
    std::ranges::stable_sort(all.devices, {},
                             [](const ReportDevice& device) { return lowercase(device.name); });
    std::vector<SiteFile> files(all.devices.size());
    onAllCores(all.devices.size(), [&](std::size_t i) {
        const ReportDevice& device = all.devices[i];
        files[i] = {pathOfPage(device.page), htmlPage(devicePage(all, device), "../index.html")};
    });
    Document index = indexPage(all);
    if (!omitted.empty()) index.sections.push_back(omittedSection(omitted));
    files.push_back({"index.html", htmlPage(index, "index.html")});
    return files;
}

bool isSitePage(std::string_view text) {
    return text.starts_with("<!DOCTYPE html>") && text.find(kSiteLink) != std::string_view::npos;
}

} // namespace vkperftest
