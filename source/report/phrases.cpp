#include "report/phrases.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include <fmt/format.h>

#include "analysis/figures.h"
#include "base/enum_table.h"
#include "base/text.h"
#include "cases/binding.h"
#include "isa/summary.h"
#include "report/document.h"

namespace vkperftest {
namespace {

// 0 for 0.5, -1 for 0.05.
int digitsBeforePoint(double value) {
    return value > 0 ? static_cast<int>(std::floor(std::log10(value))) + 1 : 1;
}

std::string aaControlRemark(const RunFigures& figures) {
    const StrategyFigures* const null = figures.aaControl.under(0);
    if (null == nullptr) return "A/A control: not measured.";
    return fmt::format("A/A control ({} against itself): {}, error of the measurement {}.",
                       figures.run->aaControl.name, ratioWithInterval(null->ratio),
                       signedPercent(null->ratio.median - 1));
}

// "~ not comparable: 6 rows: why." for each footnote.
void addFootnotes(const RunResult& run, std::vector<std::string>& remarks) {
    std::map<std::string, std::size_t> rows;
    for (const RowResult& row : run.rows) {
        std::set<std::string> footnotes;
        for (const StrategyResult& strategy : row.strategies) {
            if (strategy.printed) footnotes.insert(strategy.printed->footnote);
        }
        footnotes.erase("");
        for (const std::string& footnote : footnotes) ++rows[footnote];
    }
    for (const auto& [footnote, count] : rows)
        remarks.push_back(fmt::format("~ not comparable: {}: {}.", counted(count, "row"), footnote));
}

// "unsupported under push: 138 rows: no VK_KHR_push_descriptor." The names of rows contain what they needed,
// so rows whose reasons differ only in that share a remark.
void addReasons(const RunResult& run, Status status, std::vector<std::string>& remarks) {
    const std::string_view word = statusName(status);
    struct Group {
        std::vector<std::string> names;
        std::size_t controls = 0;
    };
    std::map<std::pair<std::string, std::string>, Group> groups;
    const auto add = [&](const RowResult& row, bool control) {
        for (const StrategyResult& strategy : row.strategies) {
            if (statusName(strategy.status) != word) continue;
            Group& group =
                groups[{strategy.strategy, reasonText({strategy.reason.kind, strategy.reason.detail})}];
            group.names.push_back(row.name);
            group.controls += control ? 1u : 0u;
        }
    };
    for (const RowResult& row : run.rows) add(row, false);
    // What a control lacks, its row lacks as well.
    for (const RowResult& control : run.controls)
        if (status != Status::Unsupported) add(control, true);
    for (const auto& [key, group] : groups) {
        const auto& [names, controls] = group;
        const bool commas = join(names, "").find(',') != std::string::npos;
        std::vector<std::string> counts;
        if (controls < names.size()) counts.push_back(counted(names.size() - controls, "row"));
        if (controls > 0) counts.push_back(counted(controls, "control"));
        const std::string which =
            names.size() <= 3 ? join(names, commas ? "; " : ", ") : join(counts, " and ");
        remarks.push_back(fmt::format("{} under {}: {}: {}.", word, key.first, which, key.second));
    }
}

// How the figures were measured.
std::vector<std::string> methodRemarks(const RunFigures& figures) {
    const RunResult& run = *figures.run;
    std::vector<std::string> result;
    if (run.source.empty()) {
        result = {aaControlRemark(figures)};
        if (run.wallSeconds > 0)
            result.push_back(
                fmt::format("{} in {:.1f} s.", counted(figures.counts.measured, "figure"), run.wallSeconds));
        append(result, conditionRemarks(run));
    } else {
        result = {fmt::format("figures from {}: no samples, so no intervals.", run.source)};
        addFootnotes(run, result);
    }
    return result;
}

// The meanings of the marks that occur.
std::vector<std::string> markRemarks(const RunFigures& figures) {
    std::vector<std::string> result;
    const std::size_t imprecise =
        countFigures(figures, [](const auto& each) { return each.imprecise && !each.isBaseline; });
    if (imprecise > 0) {
        result.push_back(fmt::format("* the 95 % interval is wider than the goal of ±{:g} %: {}.",
                                     50 * figures.run->settings.precisionGoal, counted(imprecise, "figure")));
    }
    if (const std::size_t alone =
            countFigures(figures, [](const auto& each) { return each.alone.has_value(); });
        alone > 0)
        result.push_back(fmt::format("^ {}: {}.", kFasterAloneText, counted(alone, "figure")));
    return result;
}

// Which loads had bounds checks; under strategies that load by address, none had.
std::string checksRemark(const RunResult& run) {
    const Robustness robustness = run.settings.compiled.robustness;
    const std::string_view value = robustnessName(robustness);
    std::vector<std::string> without;
    for (const std::string& strategy : run.settings.strategies)
        if (loadsByAddress(strategy)) without.push_back(strategy);
    const char* const checked =
        robustness == Robustness::Buffer ? "loads from buffers" : "loads from buffers and textures";
    if (without.empty()) return fmt::format("all {} had bounds checks: --robustness {}.", checked, value);
    const bool none = without.size() == run.settings.strategies.size();
    return fmt::format("{} had bounds checks (--robustness {}){}: loads by address are never checked.",
                       none ? "no loads" : checked, value,
                       none ? "" : fmt::format(", but not under {}", enumerated(without)));
}

// What else than the loads the figures depend on.
std::vector<std::string> settingRemarks(const RunResult& run) {
    std::vector<std::string> result;
    const CompileSettings& compiled = run.settings.compiled;
    if (run.settings.compiled.robustness != Robustness::Off) result.push_back(checksRemark(run));
    if (compiled.subgroupSize != 0) {
        const bool ownSizes = std::ranges::any_of(
            run.rows, [](const RowResult& row) { return row.load && row.load->subgroupSize != 0; });
        result.push_back(fmt::format("{} ran in subgroups of {} lanes.",
                                     ownSizes ? "rows without a size of their own" : "all rows",
                                     compiled.subgroupSize));
    }
    return result;
}

// What went wrong.
std::vector<std::string> troubleRemarks(const RunResult& run) {
    std::vector<std::string> result;
    if (!run.warmedUp && run.source.empty() && !run.interrupted)
        result.push_back("the device had not settled when the warm-up ended.");
    if (run.source.empty() && run.device.kind == DeviceKind::Cpu && !run.settings.cpu)
        result.push_back("a software driver was measured as if it were a GPU: the figures mean nothing.");
    if (run.settings.validated)
        result.push_back("validation layers were on: the times are not representative.");
    for (const Status status : {Status::Failed, Status::NotMeasured}) addReasons(run, status, result);
    if (!run.aborted.empty()) result.push_back(fmt::format("the run was aborted: {}.", run.aborted));
    if (run.interrupted) result.push_back("the run was interrupted; these are the results so far.");
    return result;
}

// Why the kernels' code is unknown; none if it is known or was not requested.
std::vector<std::string> codeRemarks(const RunResult& run) {
    if (run.codesMissing.empty()) return {};
    if (run.codesMissing == kNoCompilerOutput) return {fmt::format("{}.", kNoCompilerOutput)};
    return {fmt::format("{}: {}.", kNoCompilerOutput, run.codesMissing)};
}

} // namespace

std::vector<std::string> troubles(const RunFigures& figures) {
    std::vector<std::string> result = settingRemarks(*figures.run);
    append(result, troubleRemarks(*figures.run));
    if (qualityRemedy(figures).empty()) addText(result, conditionDoubt(*figures.run));
    return result;
}

std::vector<std::string> doubts(const RunFigures& figures) {
    std::vector<std::string> result = troubles(figures);
    if (std::string doubt = doubtLine(figures); !doubt.empty())
        result.insert(result.begin(), std::move(doubt));
    addFootnotes(*figures.run, result);
    if (const std::size_t unsupported = figures.counts.unsupported; unsupported > 0)
        result.push_back(fmt::format("unsupported: {}; `vkperftest show FILE --all` has the reasons.",
                                     counted(unsupported, "figure")));
    return result;
}

std::string signedPercent(double change) {
    if (change >= 1) return fmt::format("{:.2f}x", 1 + change);
    const double percent = std::round(1000 * change) / 10;
    return percent == 0 ? "0.0 %" : fmt::format("{:+.1f} %", percent);
}

std::string capitalized(std::string clause) {
    if (!clause.empty() && clause[0] >= 'a' && clause[0] <= 'z') clause[0] += 'A' - 'a';
    return clause;
}

std::string shortened(const std::string& text, std::size_t longest) {
    if (columns(text) <= longest) return text;
    std::size_t end = longest;
    while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xc0) == 0x80) --end;
    return text.substr(0, end) + "…";
}

std::string ratioText(double ratio) {
    return fmt::format("{:.3f}x", ratio);
}

std::string ratioText(const StrategyFigures& figures) {
    return ratioText(figures.isBaseline ? 1 : figures.ratio.median);
}

std::string plusMinus(const PairedRatio& ratio) {
    const std::optional<double> width = relativeWidth(ratio);
    return width ? fmt::format("±{:.1f} %", 100 * *width / 2) : "±?";
}

std::string ratioWithInterval(const PairedRatio& ratio) {
    if (!ratio.interval) return ratioText(ratio.median);
    return fmt::format("{} [{:.3f}, {:.3f}]", ratioText(ratio.median), ratio.interval->low,
                       ratio.interval->high);
}

std::string loadsText(double loads) {
    return fmt::format("{:.{}f}", loads, std::max(0, 3 - digitsBeforePoint(loads)));
}

std::string millisecondsText(double milliseconds) {
    return fmt::format("{:.{}f}", milliseconds, std::max(3, 4 - digitsBeforePoint(milliseconds)));
}

std::string deviceLine(const RunResult& run, bool brief) {
    const DeviceRecord& device = run.device;
    if (!run.source.empty()) {
        return fmt::format("{}, {}", device.name.empty() ? "device not named" : device.name, run.source);
    }
    const std::string driver = driverWithVersion(device);
    return fmt::format("{} ({}), {}{}", device.name, kDeviceKinds[device.kind],
                       driver.empty() ? fmt::format("driver {:#x}", device.driverVersion) : driver,
                       brief ? "" : ", Vulkan " + device.apiVersion);
}

std::vector<std::string> remarks(const RunFigures& figures, bool marks) {
    std::vector<std::string> result = methodRemarks(figures);
    if (marks)
        for (const auto& more : {markRemarks(figures), columnRemarks(figures)}) append(result, more);
    append(result, settingRemarks(*figures.run));
    addReasons(*figures.run, Status::Unsupported, result);
    append(result, troubleRemarks(*figures.run));
    if (marks) append(result, codeRemarks(*figures.run));
    return result;
}

std::string leftOutText(const MergedRuns& merged, std::size_t blocks) {
    const LeftOut& leftOut = merged.leftOut;
    if (leftOut.rows == 0) return {};
    return fmt::format("{} of {} blocks omitted from {} of {} rows; first reason: {}", leftOut.blocks.size(),
                       blocks, leftOut.rows, merged.run.rows.size(), leftOut.why);
}

std::string marks(const StrategyFigures& figures) {
    return std::string(figures.imprecise ? "*" : "") + (figures.alone ? "^" : "") +
           (figures.footnote ? "~" : "");
}

std::string durationText(double seconds) {
    const auto whole = static_cast<long long>(std::ceil(std::max(0.0, seconds)));
    if (whole >= 3600) return fmt::format("{}:{:02}:{:02}", whole / 3600, whole / 60 % 60, whole % 60);
    return fmt::format("{}:{:02}", whole / 60, whole % 60);
}

std::string stageLine(RunStage stage, std::size_t done, std::size_t all, double fraction) {
    constexpr auto kDoing = enumTable<RunStage, std::string_view>(
        {"reading the driver's compiler output", "building pipelines", "warming up", "verifying rows",
         "loading from windows of memory"});
    std::string line = fraction > 0 ? fmt::format("{:.0f} %, ", std::floor(100 * fraction)) : "";
    line += kDoing[stage];
    return all > 0 ? line + fmt::format(": {} of {}", done, all) : line;
}

std::string progressLine(double fraction, double elapsedSeconds, const RowResult* row) {
    std::string line = fmt::format("{:.0f} %", std::floor(100 * fraction));
    // Before that, the first rounds' preparations would make the estimate far too long.
    constexpr double kTellingFraction = 0.03;
    if (fraction >= kTellingFraction) {
        const double left = elapsedSeconds * (1 - fraction) / fraction;
        line += fmt::format(", {} left", durationText(left));
    }
    if (row == nullptr) return line;
    const Status status = row->strategies.front().status;
    return fmt::format("{}, {} {}", line, row->name,
                       status == Status::Measured ? ratioText(ratioToBaseline(*row, 0).median)
                                                  : std::string(statusName(status)));
}

} // namespace vkperftest
