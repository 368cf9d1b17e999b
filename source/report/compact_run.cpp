#include "report/compact_run.h"

#include <algorithm>
#include <map>
#include <set>

#include <fmt/format.h>

#include "analysis/verdict.h"
#include "base/text.h"
#include "cases/binding.h"
#include "report/phrases.h"

namespace vkperftest {
namespace {

using Cells = std::vector<std::string>;

// The patterns, those of the operation with the most patterns first. Empty if a row is not simply an
// operation under a pattern, or if a line has no room for so many.
std::vector<std::string> patternsOf(const RunFigures& figures) {
    std::map<std::string, std::vector<std::string>> byOperation;
    std::set<std::string> names;
    for (const RowFigures& each : figures.rows) {
        const RowResult& row = *each.row;
        const std::string plain = plainName(*figures.run, row.name);
        if (plain != row.operation + " " + row.pattern || !names.insert(plain).second) return {};
        byOperation[row.operation].push_back(row.pattern);
    }
    std::vector<std::string> patterns;
    for (const auto& [operation, its] : byOperation)
        if (its.size() > patterns.size()) patterns = its;
    for (const RowFigures& each : figures.rows)
        if (std::ranges::count(patterns, each.row->pattern) == 0) patterns.push_back(each.row->pattern);
    constexpr std::size_t kMostPatterns = 4;
    return patterns.size() > kMostPatterns ? std::vector<std::string>() : patterns;
}

struct FiguresLine {
    std::string name, kind;
    std::vector<const RowFigures*> figures; // by pattern, null where the run has no row; or that of a row
};

// A line for each operation, or without patterns for each row.
std::vector<FiguresLine> linesOf(const RunFigures& figures, const std::vector<std::string>& patterns) {
    std::vector<FiguresLine> lines;
    std::map<std::string, std::size_t> places; // of operations
    for (const RowFigures& each : figures.rows) {
        const RowResult& row = *each.row;
        if (patterns.empty()) {
            lines.push_back({row.name, kindOf(row), {&each}});
            continue;
        }
        const auto [at, isNew] = places.emplace(row.operation, lines.size());
        if (isNew)
            lines.push_back(
                {row.operation, kindOf(row), std::vector<const RowFigures*>(patterns.size(), nullptr)});
        const auto column = std::ranges::find(patterns, row.pattern) - patterns.begin();
        lines[at->second].figures[static_cast<std::size_t>(column)] = &each;
    }
    return lines;
}

// "0.52", "13", "190"
std::string percents(double number) {
    constexpr double kTwoDigits = 99.5;
    return number < kTwoDigits ? fmt::format("{:.2g}", number) : fmt::format("{:.0f}", number);
}

// "±0.4%", as short as possible.
std::string shortInterval(const PairedRatio& ratio) {
    const std::optional<double> width = relativeWidth(ratio);
    if (!width) return "±?";
    constexpr double kWithoutDecimals = 9.95;
    const double half = 100 * *width / 2;
    return fmt::format("±{:.{}f}%", half, half < kWithoutDecimals ? 1 : 0);
}

// "push descriptors"; the name of a strategy that this version does not know.
std::string_view meaningOf(const std::string& name) {
    const auto known = std::ranges::find(kStrategies, name, &StrategyTraits::name);
    return known == kStrategies.end() ? std::string_view(name) : known->meaning;
}

// Builds the grid, and counts what it shows.
class Builder {
public:
    explicit Builder(const RunFigures& figures) : figures_(figures), run_(*figures.run) {
        const auto imprecise = [](const auto& each) { return each.imprecise && !each.isBaseline; };
        const auto precise = [](const auto& each) { return !each.imprecise && !each.isBaseline; };
        mostImprecise_ = countFigures(figures, imprecise) > countFigures(figures, precise);
        const std::size_t limited =
            countFigures(figures, [](const auto& each) { return each.limiter.has_value(); });
        allUnknown_ = limited > 1 && limited == countFigures(figures, [](const auto& each) {
                                         return each.limiter == Limiter::Unknown;
                                     });
    }

    Section build() {
        const std::vector<std::string> patterns = patternsOf(figures_);
        Section compact{.grid = {.columns = {{patterns.empty() ? "row" : "operation"}}}};
        if (!patterns.empty())
            for (const std::string& word : settingWords(run_.settings.compiled)) // that rows' names end with
                compact.grid.columns[0].title += ", " + word;
        for (const std::string& title : patterns.empty() ? Cells{"ratio"} : patterns)
            compact.grid.columns.push_back({title, Kind::Ratio});
        const std::vector<FiguresLine> lines = linesOf(figures_, patterns);
        std::set<std::string> kinds;
        for (const FiguresLine& line : lines) kinds.insert(line.kind);
        const bool grouped = lines.size() >= 2 * kinds.size();
        for (const FiguresLine& line : lines) {
            const bool another = &line != &lines.front() && line.kind != (&line - 1)->kind;
            if (grouped && another) compact.grid.rows.emplace_back();
            addLine(line, compact.grid);
        }
        addRemarks(compact);
        return compact;
    }

private:
    void addLine(const FiguresLine& line, Grid& grid) {
        const std::size_t strategies = run_.settings.strategies.size();
        for (std::size_t s = 0; s < strategies; ++s) {
            Cells cells = {s == 0 ? line.name : "  " + run_.settings.strategies[s]};
            for (const RowFigures* row : line.figures) {
                const bool shown = row != nullptr && (s == 0 || differs(*row, s));
                cells.push_back(shown ? cell(*row, s) : "");
            }
            const bool empty = std::all_of(cells.begin() + 1, cells.end(),
                                           [](const std::string& text) { return text.empty(); });
            if (s == 0 || !empty) grid.rows.push_back(std::move(cells));
        }
    }

    // Differences that the requested precision could not show do not count.
    double margin() const { return std::max(0.01, run_.settings.precisionGoal); }

    // True if the strategy's figure adds something to the first strategy's.
    bool differs(const RowFigures& row, std::size_t strategy) {
        const std::optional<PairedRatio> ratio = row.timeOver(0, strategy);
        if (!ratio) {
            const Status status = row.row->strategies[strategy].status;
            const bool alone = row.strategies[strategy] && !row.strategies.front();
            const bool same = statusName(row.row->strategies.front().status) == statusName(status);
            return alone || (!same && status != Status::Unsupported && status != Status::Measured);
        }
        const Interval known = ratio->interval.value_or(Interval{ratio->median, ratio->median});
        const Verdict verdict = verdictOnTime(PairedRatio{ratio->median, known}, 1 + margin());
        const bool isBound = !row.row->load || row.row->load->technique != Technique::NoLoads;
        if (isBound) ++compared_[strategy][verdict];
        return isChanged(verdict);
    }

    std::string cell(const RowFigures& row, std::size_t strategy) {
        const StrategyResult& result = row.row->strategies[strategy];
        const std::optional<StrategyFigures>& known = row.strategies[strategy];
        if (!known) return absenceText(result);
        std::string text = ratioText(*known);
        if (known->isBaseline) return text;
        widest_ = std::max(widest_, relativeWidth(known->ratio).value_or(0) / 2);
        for (const char sign : signsOf(*known)) {
            if (sign == '?' && allUnknown_) continue;
            text += sign;
            ++marked_[sign];
        }
        if (known->imprecise && !mostImprecise_) text += " " + shortInterval(known->ratio);
        imprecise_ += known->imprecise ? 1u : 0u;
        return text;
    }

    void addRemarks(Section& compact) {
        std::vector<std::string>& remarks = compact.remarks;
        if (mostImprecise_)
            remarks.push_back(fmt::format("95 % intervals: up to ±{} % (goal: ±{:g} %).",
                                          percents(100 * widest_), 50 * run_.settings.precisionGoal));
        else if (imprecise_ > 0)
            remarks.push_back(
                fmt::format("±: the 95 % interval of {}, where it is wider than the goal of ±{:g} %.",
                            counted(imprecise_, "figure"), 50 * run_.settings.precisionGoal));
        for (const SignMeaning& each : kSignMeanings) {
            const std::size_t count = marked_[each.sign];
            if (count > 0)
                remarks.push_back(
                    fmt::format("{} {} ({}).", each.sign, each.meaning, counted(count, "figure")));
        }
        if (allUnknown_)
            remarks.push_back("It is unclear whether loads or instructions limit these figures.");
        for (auto& [s, rows] : compared_) {
            const std::size_t differing = rows[Verdict::Better] + rows[Verdict::Worse],
                              within = rows[Verdict::Same], unclear = rows[Verdict::Unknown];
            remarks.push_back(fmt::format("{}: {} are within {:g} % of {} in {} of {} rows{}{}.",
                                          run_.settings.strategies[s], meaningOf(run_.settings.strategies[s]),
                                          100 * margin(), meaningOf(run_.settings.strategies[0]), within,
                                          within + unclear + differing,
                                          unclear > 0 ? fmt::format(", unclear in {}", unclear) : "",
                                          differing > 0 ? "; rows that differ have their own lines" : ""));
        }
    }

    const RunFigures& figures_;
    const RunResult& run_;
    bool allUnknown_ = false; // signs mark exceptions; one that all figures share is none
    bool mostImprecise_ = false;
    double widest_ = 0;                  // half the widest interval, relative to its ratio
    std::size_t imprecise_ = 0;          // figures that are shown
    std::map<char, std::size_t> marked_; // of them, by mark
    std::map<std::size_t, std::map<Verdict, std::size_t>> compared_; // rows, by strategy
};

} // namespace

Section compactRun(const RunFigures& figures) {
    return Builder(figures).build();
}

std::string signsOf(const StrategyFigures& figures) {
    std::string signs;
    if (figures.limiter == Limiter::Instructions) signs += '+';
    if (figures.limiter == Limiter::Unknown) signs += '?';
    if (figures.alone) signs += '^';
    if (figures.footnote) signs += '~';
    return signs;
}

std::string kindOf(const RowResult& row) {
    if (!row.load) return row.operation; // unknown to this version
    const bool isStrided =
        row.load->kind == LoadKind::Strided || row.load->kind == LoadKind::Struct; // the same loads
    return std::to_string(static_cast<int>(isStrided ? LoadKind::Structured : row.load->kind));
}

} // namespace vkperftest
