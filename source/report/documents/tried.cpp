#include <algorithm>

#include <fmt/format.h>

#include "base/text.h"
#include "report/documents.h"
#include "report/phrases.h"

namespace vkperftest {
namespace {

constexpr std::size_t kOnly = 0; // strategy

// As long as the shader as written, times so many; its samples were paired with it.
PairedRatio timeOf(const StrategyFigures& figures) {
    return quotient({1, Interval{1, 1}}, figures.ratio);
}

std::string loadsOf(const RunResult& run, const RowResult& row) {
    const CodeDigest* const code = codeOf(run, row.strategies[kOnly]);
    return code != nullptr && code->trouble.empty() ? summaryText(code->summary) : "";
}

std::string factorText(const PairedRatio& ratio) {
    const std::string interval =
        ratio.interval ? fmt::format(" ({:.2f} to {:.2f})", ratio.interval->low, ratio.interval->high) : "";
    return fmt::format("{:.2f}x{}", ratio.median, interval);
}

std::string answer(const RunFigures& figures, double threshold) {
    const RowFigures& written = figures.rows.front();
    const StrategyFigures* const its = written.under(kOnly);
    std::string text =
        "As written " + (its != nullptr
                             ? millisecondsText(its->milliseconds.value_or(0)) + " ms. "
                             : std::string(statusName(written.row->strategies[kOnly].status)) + ". ");
    std::vector<const RowFigures*> faster;
    std::size_t slower = 0;
    for (const RowFigures& row : figures.rows) {
        const Verdict verdict = &row == &written ? Verdict::Same : verdictOnVariant(row, threshold);
        slower += verdict == Verdict::Worse ? 1U : 0U;
        if (verdict == Verdict::Better) faster.push_back(&row);
    }
    if (faster.empty())
        return text + fmt::format("No variant is certainly faster by {:.0f} % or more{}.", 100 * threshold,
                                  slower == 0   ? ""
                                  : slower == 1 ? "; one is slower"
                                                : fmt::format("; {} are slower", slower));
    const auto ratioOf = [](const RowFigures* row) { return row->under(kOnly)->ratio; };
    const RowFigures* const fastest =
        *std::ranges::max_element(faster, {}, [&](const RowFigures* row) { return ratioOf(row).median; });
    std::vector<std::string> alike; // whose intervals overlap with the fastest one's
    for (const RowFigures* const row : faster)
        if (row != fastest && isAtLeast(quotient(ratioOf(fastest), ratioOf(row)), 1) != true)
            alike.push_back(row->row->name);
    return text +
           fmt::format("Fastest: {}, {} as fast{}.", fastest->row->name, factorText(ratioOf(fastest)),
                       alike.empty() ? "" : fmt::format(", or {}: the intervals overlap", join(alike, ", ")));
}

std::string equalText(const RowResult& row, const TriedShader& tried) {
    const Status status = row.strategies[kOnly].status;
    if (status == Status::WrongValues) return tried.reproducible ? "no" : "unknown";
    if (status != Status::Measured) return "";
    return tried.reproducible ? "yes" : "unknown";
}

std::string nameOf(const TriedShader& tried) {
    return tried.text() + (tried.memory.empty() ? "" : fmt::format(", {} with copies", tried.memory)) +
           (tried.guessed.empty() ? "" : fmt::format(" (guessed; {})", tried.guessed));
}

using Lines = std::vector<std::string>;

// Both files' texts, or the only one's.
std::string sourcesOf(const TriedShader& tried) {
    std::string text = tried.source;
    for (const TriedVariant& one : tried.variants)
        if (!one.source.empty())
            text = fmt::format("{}:\n{}\n{}:\n{}", tried.file, text, one.name, one.source);
    return text;
}

// The first screen of a section: without the rows that took the same time with the same loads and need no remark,
// if they are several, but with a remark that has their names. The whole section is for --all and for files.
void shorten(std::vector<Section>& sections) {
    Section first = sections.front();
    std::vector<Lines>& rows = first.grid.rows;
    const std::string same(verdictName(Verdict::Same));
    Lines names;
    for (const Lines& row : rows)
        if (row[1] == "yes" && row[3] == same && row[4] == rows.front()[4] && row[5].empty())
            names.push_back(row.front());
    if (names.size() < 2) return;
    std::erase_if(rows, [&](const Lines& row) { return std::ranges::count(names, row.front()) > 0; });
    first.remarks.insert(first.remarks.begin(),
                         fmt::format("{} time, equal results: {}.", same, join(names, ", ")));
    first.until = Extent::Answer;
    sections.front().from = Extent::All;
    sections.insert(sections.begin(), std::move(first));
}

// How many variants do not apply.
std::string hiddenText(std::size_t hidden) {
    return fmt::format("{} not apply here; --all says why.",
                       hidden == 1 ? "One more variant does" : fmt::format("{} more variants do", hidden));
}

} // namespace

Verdict verdictOnVariant(const RowFigures& row, double threshold) {
    const StrategyFigures* const its = row.under(kOnly);
    return its != nullptr ? verdictOnTime(timeOf(*its), 1 + threshold) : Verdict::Unknown;
}

Document triedDocument(const RunFigures& figures, double threshold, bool all) {
    const RunResult& run = *figures.run;
    const TriedShader& tried = *run.settings.shader;
    Grid grid{.columns = {{"variant"},
                          {"equal"},
                          {"time", Kind::Number},
                          {"verdict", Kind::Verdict},
                          {"loads"},
                          {"remark"}}};
    std::vector<std::string> remarks;
    std::size_t hidden = 0;
    for (const RowFigures& row : figures.rows) {
        const bool written = &row == &figures.rows.front();
        const StrategyResult& result = row.row->strategies[kOnly];
        const StrategyFigures* const its = row.under(kOnly);
        const auto variant = std::ranges::find(tried.variants, row.row->name, &TriedVariant::name);
        std::string remark = variant != tried.variants.end() && !variant->assumption.empty()
                                 ? "assumes " + variant->assumption
                                 : "";
        if (result.status == Status::Unsupported && !all) {
            ++hidden;
            continue;
        }
        if (its == nullptr) remark = reasonText(result.reason);
        const std::string time = its == nullptr ? ""
                                 : written
                                     ? "1.00"
                                     : fmt::format("{:.3f} {}", timeOf(*its).median, plusMinus(its->ratio));
        grid.rows.push_back(
            {row.row->name, written ? "-" : equalText(*row.row, tried), time,
             written || its == nullptr ? "" : std::string(verdictName(verdictOnVariant(row, threshold))),
             loadsOf(run, *row.row), remark});
    }
    for (const TriedVariant& variant : tried.variants) {
        if (variant.reason.empty()) continue;
        hidden += variant.crashed ? 0U : 1U;
        if (all || variant.crashed)
            grid.rows.push_back(
                {variant.name, "", "", "", "", (variant.crashed ? "" : "does not apply: ") + variant.reason});
    }
    if (!tried.reproducible)
        remarks.emplace_back(
            "Two runs of the shader as written left different results, so whether a variant "
            "is equal cannot be told: the result depends on the order of invocations, or on a clock.");
    else if (tried.checked)
        remarks.emplace_back(
            "Bounds checks are on: a run without them failed or left other results, so the shader probably "
            "reads or writes outside a buffer. --buffer NAME=BYTES gives it another size.");
    if (tried.unchanged)
        remarks.emplace_back(
            "The shader changed nothing that it binds, so that equal results prove nothing: perhaps no "
            "invocation passes its first condition. --push and --buffer give it other values.");
    if (hidden > 0 && !all) remarks.push_back(hiddenText(hidden));
    if (const std::string doubt = doubtLine(figures); !doubt.empty()) remarks.push_back(doubt);
    Document document{.sections = {{.subjects = {nameOf(tried), deviceLine(run)},
                                    .caption = answer(figures, threshold),
                                    .grid = std::move(grid),
                                    .remarks = std::move(remarks),
                                    .code = sourcesOf(tried)}},
                      .records = recordsOf(runDocument(figures)),
                      .figures = &figures};
    if (!all) shorten(document.sections);
    return document;
}

// A line for each choice of loads: what else the code shows has its columns in CSV and JSON.
Document triedCodeDocument(const std::vector<std::string>& subjects, const CompiledCode& code,
                           const TriedShader& tried, bool all) {
    Document document = compiledDocument(subjects, code);
    Section& section = document.sections.front();
    section.subjects.insert(section.subjects.begin(), fmt::format("{}, {}", tried.file, tried.entryPoint));
    if (code.subjects.size() == 1) section.grid.columns.resize(2);
    std::vector<Lines> rows;
    Lines same;
    std::size_t hidden = 0;
    for (std::size_t i = 0; i < section.grid.rows.size(); ++i) {
        Lines row = section.grid.rows[i];
        row.resize(section.grid.columns.size());
        const bool lacking = std::ranges::all_of(
            code.subjects, [&](const SubjectCode& subject) { return !subject.cells[i].missing.empty(); });
        const auto alike = std::ranges::find_if(rows, [&](const Lines& other) {
            return std::equal(row.begin() + 1, row.end(), other.begin() + 1);
        });
        if (i > 0 && lacking && !all)
            ++hidden;
        else if (alike == rows.end())
            rows.push_back(std::move(row));
        else if (alike == rows.begin())
            same.push_back(row.front());
        else
            alike->front() += ", " + row.front();
    }
    for (std::size_t i = 1; i < rows.size(); ++i)
        for (std::size_t column = 1; column < rows[i].size(); ++column)
            if (rows[i][column] == rows[0][column]) rows[i][column] = "as written";
    section.grid.rows = std::move(rows);
    if (!same.empty()) section.remarks.push_back(fmt::format("Same loads as written: {}.", join(same, ", ")));
    section.remarks.emplace_back("Times need the GPU: these are the loads in the code compiled for it.");
    for (const TriedVariant& variant : tried.variants) {
        if (!variant.assumption.empty() && std::ranges::count(same, variant.name) == 0)
            section.remarks.push_back(fmt::format("{} assumes {}.", variant.name, variant.assumption));
        if (variant.reason.empty()) continue;
        if (all)
            section.remarks.push_back(fmt::format("{} does not apply: {}.", variant.name, variant.reason));
        else
            ++hidden;
    }
    if (hidden > 0) section.remarks.push_back(hiddenText(hidden));
    return document;
}

} // namespace vkperftest
