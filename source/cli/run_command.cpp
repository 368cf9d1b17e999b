#include "cli/run_command.h"

#include "analysis/core_clock.h"
#include "analysis/figures.h"
#include "cli/console.h"
#include "cli/measuring.h"
#include "model/published.h"
#include "report/documents.h"
#include "report/phrases.h"
#include "run/plan.h"

namespace vkperftest {

namespace {

constexpr std::string_view kMoreAdvice =
    "`vkperftest advise FILE` prints more; `--output FILE.json` writes the file.";

} // namespace

template std::unique_ptr<Command> newCommand<RunCommand>();

void RunCommand::declare(Options& options) {
    request_.rows.declareSuite(options);
    addFilters(options, "name or id", request_.rows.filters);
    request_.declare(options);
    request_.output.declareFormat(options, "Format on standard output");
    options.texts(
        "-o,--output", "FILE",
        "Also write the results to this file: .json (everything, saved while measuring), .csv, .md, "
        ".html, .txt as --format says; repeatable; with --device all, one per device: FILE-0.json and "
        "so on",
        request_.output.paths);
    options.flag("--no-advice", noAdvice_, "Print the table without the advice below it");
    // What `ab` passes to its children.
    options.number("--block", "", 1, 1000, blockRounds_);
    options.text("--sizes", "FILE", "", sizes_);
}

Result<void> RunCommand::check(const Options& given) {
    VKPERFTEST_TRY(request_.check(given, request_.output));
    if (blockRounds_ == 0) return {};
    request_.plan.block = AbBlock{.rounds = blockRounds_};
    request_.plan.twins.clear(); // `ab` compares times alone
    return {};
}

Result<int> RunCommand::execute() {
    VKPERFTEST_TRY(request_.openEarlier());
    if (request_.plan.block && !sizes_.empty()) {
        const Result<RunResult> file = readResultsFile(sizes_);
        if (!file.ok()) return file.error();
        VKPERFTEST_TRY(assign(request_.plan.block->sizes, sizesOf(file.value())));
    }
    return measureDevices(request_, openDevices, request_.output,
                          [this](const RunFigures& figures, const std::vector<OutputFile>& files) {
                              return show(figures, files);
                          });
}

Result<void> RunCommand::show(const RunFigures& figures, const std::vector<OutputFile>& files) const {
    Document document = runDocument(figures);
    if (const Advice list = advise(figures); !noAdvice_) {
        std::vector<Section> advice = shortAdvice(list, figures.run->settings.suite);
        const bool more = !list.empty() && !advice.empty();
        for (Section& section : advice) document.sections.push_back(std::move(section));
        if (more) document.sections.back().remarks.emplace_back(kMoreAdvice);
    }
    if (request_.plan.block) return save(document, request_.output, files);
    VKPERFTEST_TRY(printAndSave(document, request_.output, files));
    // The first line of a long table is out of sight, so repeat it. Formats without remarks print it as a
    // note anyway.
    const Shown shown = request_.output.format->shown;
    const bool said = shown == Shown::Records || shown == Shown::Run;
    const bool trouble =
        figures.quality && (figures.quality->grade != Grade::Good || timerError(*figures.run));
    if (trouble && !said) printNote(qualityLine(figures));
    return {};
}

} // namespace vkperftest
