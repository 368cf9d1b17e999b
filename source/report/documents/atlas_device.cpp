#include "report/atlas_documents.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <set>

#include <fmt/format.h>

#include "analysis/shown_changes.h"
#include "base/printable.h"
#include "base/text.h"
#include "experiments/experiment.h"
#include "report/compact_run.h"
#include "report/documents.h"
#include "report/page_charts.h"
#include "report/phrases.h"

namespace vkperftest {
namespace {

using Cells = std::vector<std::string>;

// "1.498x loads", "2.953x?", or the status.
std::string loadCell(const RowFigures& row) {
    const StrategyResult& result = row.row->strategies.front();
    const std::optional<StrategyFigures>& known = row.strategies.front();
    if (!known) return std::string(statusName(result.status));
    const std::string ratio = ratioText(*known) + (known->isBaseline ? "" : signsOf(result, *known));
    const std::string bound = known->bound == Bound::Unknown ? "" : boundOf(result, *known);
    return bound.empty() ? ratio : ratio + " " + bound;
}

// A line for each operation, with what limits each figure if this program measured it.
Section loadsSection(const AtlasFile& file) {
    const RunFigures& figures = *file.figures;
    const RunResult& run = *figures.run;
    const bool isPrinted = !run.source.empty();
    Section section{.title = "How fast is each load?",
                    .caption = fmt::format("Times as fast as {}; bigger is faster{}", run.settings.baseline,
                                           isPrinted ? "" : "; behind each figure, what limits it")};
    std::vector<std::string> patterns;
    const std::vector<FiguresLine> lines = linesOfOperations(figures, patterns);
    section.grid.columns = {{"operation"}};
    for (const std::string& pattern : patterns) section.grid.columns.push_back({pattern});
    for (const FiguresLine& line : lines) {
        Cells cells = {line.name};
        for (const RowFigures* row : line.figures) cells.push_back(row != nullptr ? loadCell(*row) : "");
        section.grid.rows.push_back(std::move(cells));
    }
    for (std::size_t s = 1; s < run.settings.strategies.size(); ++s)
        section.remarks.push_back(strategySentence(figures, s));
    if (!isPrinted)
        for (const SignMeaning& each : signMeanings())
            section.remarks.push_back(fmt::format("{} {}.", each.sign, each.meaning));
    for (std::string& remark : remarksWithoutMarks(figures)) section.remarks.push_back(std::move(remark));
    return section;
}

Section experimentsSection(const Atlas& atlas, const AtlasDevice& device) {
    Section section{.title = "What the experiments found"};
    for (const std::size_t number : device.files) {
        const AtlasFile& file = atlas.files[number];
        const Result<const Experiment*> experiment = findExperiment(file.figures->run->settings.suite);
        if (!experiment.ok()) continue;
        const Result<Answer> answer = judgeRun(*experiment.value(), *file.figures);
        if (!answer.ok()) continue;
        section.labels.push_back(
            {fmt::format("{} ({}):", experiment.value()->name, sourceOf(file)), answer.value().conclusion});
    }
    return section;
}

// The largest changes first, each row once: strategies often change alike.
std::string changesText(const Comparison& comparison) {
    constexpr std::size_t kMost = 5;
    std::vector<Change> shown = shownChanges(comparison, false);
    std::ranges::stable_sort(shown, std::greater(),
                             [](const Change& each) { return std::abs(std::log1p(each.change)); });
    Cells texts;
    std::set<std::string_view> rows;
    for (const Change& each : shown)
        if (rows.insert(each.name).second && rows.size() <= kMost)
            texts.push_back(each.name + " " + signedPercent(each.change));
    if (rows.size() > kMost) texts.push_back(fmt::format("{} more", rows.size() - kMost));
    return texts.empty() ? "none"
                         : fmt::format("in {}: {}", metricName(comparison.metric), join(texts, "; "));
}

// What `compare` prints about both files before and after its table.
std::string outcomeText(const Result<Comparison>& comparison) {
    Cells sentences;
    const auto add = [&](std::string_view sentence) {
        sentences.push_back(withSides(sentence, "the older driver's run", "the newer driver's run"));
    };
    if (comparison.ok()) {
        for (const std::string& sentence : comparisonOutcome(comparison.value())) add(sentence);
        for (const std::string& caution : comparison.value().cautions) add(caution + ".");
    } else {
        add(comparison.error().sentence() + ".");
    }
    return join(sentences, " ");
}

Section driversSection(const Atlas& atlas, const AtlasDevice& device) {
    Section section{.title = "What changed from driver to driver",
                    .caption = "Each driver compared with the one above it, the oldest first"};
    section.grid.columns = {{"driver"}, {"measured on"}, {"outcome"}, {"rows that changed"}};
    for (const DriverStep& step : device.drivers) {
        const AtlasFile& file = atlas.files[step.file];
        Cells cells = {sourceOf(file), dayOf(*file.figures->run)};
        if (step.since) {
            cells.push_back(outcomeText(*step.since));
            if (step.since->ok()) cells.push_back(changesText(step.since->value()));
        } else if (&step != &device.drivers.front()) {
            cells.emplace_back("not compared: another driver begins here");
        }
        section.grid.rows.push_back(std::move(cells));
    }
    return section;
}

Section nearestSection(const Atlas& atlas, const AtlasDevice& device) {
    Section section{.title = "Which devices are most similar?",
                    .caption =
                        "Other devices, the most similar first (rank correlation of the rows' ratios)"};
    section.grid.columns = {
        {"device"}, {"architecture"}, {"correlation", Kind::Number}, {"rows", Kind::Number}};
    for (const Likeness& each : device.nearest) {
        const auto other = std::ranges::find(atlas.devices, each.gpu, &AtlasDevice::page);
        section.grid.rows.push_back({shortened(other->name), each.architecture,
                                     fmt::format("{:+.3f}", each.correlation), std::to_string(each.rows)});
        section.grid.links.push_back(each.gpu + ".html");
    }
    return section;
}

Section filesSection(const Atlas& atlas, const AtlasDevice& device) {
    Section section{.title = "Files"};
    section.grid.columns = {{"number", Kind::Number}, {"file"},        {"suite"},
                            {"driver or source"},     {"measured on"}, {"quality"}};
    for (const std::size_t number : device.files) {
        const AtlasFile& file = atlas.files[number];
        const RunResult& run = *file.figures->run;
        const std::optional<RunQuality>& quality = file.figures->quality;
        section.grid.rows.push_back({std::to_string(number), file.name, run.settings.suite, sourceOf(file),
                                     dayOf(run), quality ? std::string(gradeName(quality->grade)) : ""});
    }
    section.remarks = {"figures.csv has all figures, by the number of their file."};
    return section;
}

} // namespace

Document atlasDevice(const Atlas& atlas, const AtlasDevice& device) {
    const AtlasFile& file = atlas.files[device.main];
    const RunResult& run = *file.figures->run;
    Document document = adviceDocument(*file.figures, false);
    document.heading = device.name;
    std::vector<std::string>& subjects = document.sections.front().subjects;
    if (const std::string quality = qualityLine(*file.figures); !quality.empty()) subjects.push_back(quality);
    if (!run.started.empty()) subjects.push_back("Measured on " + dayOf(run) + ".");
    const auto add = [&](Section&& section) {
        if (!section.grid.rows.empty() || !section.labels.empty())
            document.sections.push_back(std::move(section));
    };
    add(loadsSection(file));
    add(experimentsSection(atlas, device));
    add(driversSection(atlas, device));
    add(nearestSection(atlas, device));
    add(filesSection(atlas, device));
    return document;
}

} // namespace vkperftest
