#include "report/documents.h"

#include <algorithm>

#include <fmt/format.h>

#include "base/text.h"

namespace vkperftest {
namespace {

// Why no code can be compiled for the target; empty if it can.
std::string whyNot(const CompiledSubject& compiled) {
    const Target& target = *compiled.subject.target;
    std::string trouble = compiled.trouble;
    if (compiled.subject.driver.empty()) trouble = fmt::format("{} is not installed", target.driver->name);
    if (!mayBeUnknown(trouble)) return trouble;
    return fmt::format("{}{}; {} supports it", trouble == kUnknownTarget ? "" : "probably ", kUnknownTarget,
                       target.mesa);
}

struct CodeColumn {
    std::string title;
    Strategy strategy = Strategy::Set;
    const CodeCell* cells = nullptr;  // one for each row
    const CodeCell* before = nullptr; // not null: the column says what changes from these to `cells`
};

// `pairs`: for two drivers, only what changes.
std::vector<CodeColumn> codeColumns(const CompiledCode& code, bool pairs, bool nameStrategies) {
    const std::vector<SubjectCode>& subjects = code.subjects;
    std::vector<CodeColumn> columns;
    for (std::size_t i = 0; i < subjects.size(); ++i) {
        std::string name = subjectName(subjects[i].subject, code.drivers);
        const CodeCell* before = nullptr;
        if (pairs && i + 1 < subjects.size() &&
            subjects[i].subject.target == subjects[i + 1].subject.target) {
            before = subjects[i++].cells.data();
            name += " → " + code.drivers.at(subjects[i].subject.driver);
        }
        for (std::size_t s = 0; s < code.strategies.size(); ++s) {
            const std::size_t first = s * code.rows.size();
            const Strategy strategy = code.strategies[s];
            columns.push_back({nameStrategies ? fmt::format("{}, {}", name, strategyName(strategy)) : name,
                               strategy, subjects[i].cells.data() + first,
                               before != nullptr ? before + first : nullptr});
        }
    }
    return columns;
}

std::string codeCellText(const CodeColumn& column, std::size_t row) {
    const CodeCell& cell = column.cells[row];
    if (column.before == nullptr) return cell.loads();
    const CodeCell& before = column.before[row];
    if (before.missing.empty() && cell.missing.empty()) return codeChange(before.reading, cell.reading);
    return before.loads() == cell.loads() ? cell.loads()
                                          : fmt::format("{} → {}", before.loads(), cell.loads());
}

// Of columns that say what changes: nothing.
bool isUnchanged(const std::vector<CodeColumn>& columns, std::size_t row) {
    return std::ranges::all_of(columns, [&](const CodeColumn& column) {
        if (column.before == nullptr) return false;
        const CodeCell &before = column.before[row], &cell = column.cells[row];
        return before.missing.empty() && cell.missing.empty() &&
               sameCode(before.reading, cell.reading) == true;
    });
}

std::string numberOrNothing(std::uint32_t number) {
    return number > 0 ? std::to_string(number) : "";
}

// A single column leaves room for more than its loads; many columns become blocks on a terminal.
Grid codeMatrix(const std::vector<CodeColumn>& columns, const std::vector<Case>& rows) {
    const bool alone = columns.size() == 1 && columns[0].before == nullptr;
    Grid grid{.columns = {{!rows.empty() && rows.front().operation.foreign ? "variant" : "row"}}};
    for (const CodeColumn& column : columns) grid.columns.push_back({column.title});
    constexpr std::size_t kMostBeside = 3; // in a line of 80 columns
    if (columns.size() > kMostBeside) grid.layout = Grid::Layout::Blocks;
    if (alone)
        grid.columns.insert(grid.columns.end(), {{"in flight"},
                                                 {"descriptors", Kind::Text, true},
                                                 {"subgroup", Kind::Number, true},
                                                 {"registers", Kind::Text, true},
                                                 {"code", Kind::Text, true}});
    for (std::size_t row = 0; row < rows.size(); ++row) {
        if (isUnchanged(columns, row)) continue;
        std::vector<std::string>& cells = grid.rows.emplace_back(1, caseName(rows[row]));
        for (const CodeColumn& column : columns) cells.push_back(codeCellText(column, row));
        if (!alone) continue;
        const CodeCell& cell = columns[0].cells[row];
        // Of a row, the loads that it measures matter more.
        const bool apart =
            !rows[row].operation.foreign && cell.missing.empty() && cell.reading.trouble.empty();
        if (apart) cells.back() = summaryText(cell.reading.summary, false);
        cells.insert(cells.end(),
                     {cell.reading.inFlight(), apart ? descriptorsText(cell.reading.summary) : "",
                      numberOrNothing(cell.reading.subgroupSize), registersText(cell.reading.statistics),
                      cell.reading.hash});
    }
    return grid;
}

Grid codeRecords(const CompiledCode& code) {
    Grid grid{.columns = textColumns("name,id,strategy,target,device,driver,loads,in_flight,subgroup_size,"
                                     "registers,code")};
    grid.columns[8].kind = Kind::Number;
    for (const SubjectCode& subject : code.subjects) {
        const Target* const target = subject.subject.target;
        const auto driver = code.drivers.find(subject.subject.driver);
        auto cell = subject.cells.begin();
        for (const Strategy strategy : code.strategies) {
            for (const Case& row : code.rows) {
                grid.rows.push_back({caseName(row), caseId(row), std::string(strategyName(strategy)),
                                     std::string(target != nullptr ? target->name : ""), subject.device,
                                     driver != code.drivers.end() ? driver->second : subject.driver,
                                     cell->loads(), cell->reading.inFlight(),
                                     numberOrNothing(cell->reading.subgroupSize),
                                     registersText(cell->reading.statistics), cell->reading.hash});
                ++cell;
            }
        }
    }
    return grid;
}

} // namespace

// A section for each vendor.
Document targetsDocument(std::span<const CompiledSubject> compiled) {
    Document document{.records = {.columns = textColumns(
                                      "vendor,target,gpus,aliases,driver,version,works,trouble,package")}};
    document.records.columns[6].kind = Kind::Flag;
    for (const CompiledSubject& one : compiled) {
        const Target& target = *one.subject.target;
        const std::string vendor(target.driver->vendor), name(target.name), gpus(target.what);
        const std::string driver(target.driver->name), version = one.log.driver;
        const std::string trouble = whyNot(one);
        const std::string package =
            fmt::format("mesa-vulkan-drivers of Debian {} or newer", target.driver->debian);
        std::vector<std::string> aliases = aliasesOf(target);
        if (!target.formerly.empty()) aliases.emplace_back(target.formerly);
        std::vector<Section>& sections = document.sections;
        if (sections.empty() || sections.back().title != vendor)
            sections.push_back(
                {.title = vendor, .grid = {.columns = textColumns("target,GPUs,compiled by")}});
        Section& section = sections.back();
        const bool works = trouble.empty();
        section.grid.rows.push_back(
            {name, gpus, works ? fmt::format("{} {}", driver, version) : "no: " + trouble});
        const std::string source = fmt::format("{} is in {}.", driver, package);
        if (std::ranges::count(section.remarks, source) == 0) section.remarks.push_back(source);
        document.records.rows.push_back(
            {vendor, name, gpus, join(aliases, "; "), driver, version, flagCell(works), trouble, package});
    }
    return document;
}

Document compiledDocument(const std::vector<std::string>& subjects, const CompiledCode& code) {
    const bool pairs = code.drivers.size() == 2;
    Section section{.subjects = subjects,
                    .grid = codeMatrix(codeColumns(code, pairs, code.strategies.size() > 1), code.rows)};
    if (const std::size_t unchanged = code.rows.size() - section.grid.rows.size(); unchanged > 0)
        section.remarks.push_back(
            fmt::format("{} of {} rows have the same code.", unchanged, code.rows.size()));
    if (section.grid.rows.empty()) section.grid = {};
    return {.sections = {std::move(section)}, .records = codeRecords(code)};
}

std::string codeInFull(const CodeCell& cell) {
    std::string result = cell.loads() + "\n";
    if (!cell.reading.inFlight().empty())
        result += fmt::format("Loads in flight: {}\n", cell.reading.inFlight());
    if (cell.reading.subgroupSize > 0)
        result += fmt::format("Subgroup size: {}\n", cell.reading.subgroupSize);
    for (const Statistic& statistic : cell.reading.statistics)
        result += fmt::format("{}: {}\n", statistic.name, statistic.value);
    result += cell.reading.code;
    if (!result.ends_with("\n")) result += "\n";
    return result;
}

std::string codeInFull(const CompiledCode& code) {
    std::string result;
    const std::vector<CodeColumn> columns = codeColumns(code, false, false);
    for (std::size_t row = 0; row < code.rows.size(); ++row) {
        for (const CodeColumn& column : columns) {
            const CodeCell& cell = column.cells[row];
            result += fmt::format("{}{}, {}, {}\n{}", result.empty() ? "" : "\n", caseName(code.rows[row]),
                                  column.title, strategyName(column.strategy), codeInFull(cell));
        }
    }
    return result;
}

} // namespace vkperftest
