#include <map>

#include <fmt/format.h>

#include "answers/experiment.h"
#include "base/text.h"
#include "cases/suite.h"
#include "model/published.h"
#include "report/documents.h"

namespace vkperftest {

Document suitesDocument() {
    Document document{.sections = {{.grid = {.columns = {{"suite"}, {"rows", Kind::Number}, {"question"}}}}},
                      .more = "--suite NAME prints the rows of a suite."};
    Section& section = document.sections[0];
    std::vector<std::string> experiments;
    std::vector<std::vector<std::string>> others;
    for (const Suite& suite : suiteChoices()) {
        const std::string name(suite.name);
        const bool experiment = suite.question.empty();
        const std::string_view question =
            experiment ? findExperiment(name).value()->question : suite.question;
        if (experiment) experiments.push_back(name);
        (experiment ? others : section.grid.rows)
            .push_back({name, std::to_string(suite.rows().size()), std::string(question)});
    }
    document.records = section.grid;
    document.records.rows.insert(document.records.rows.end(), others.begin(), others.end());
    section.remarks = {fmt::format("experiment NAME: {}.", join(experiments, ", "))};
    return document;
}

Document listDocument(std::span<const ListedSuite> suites) {
    Document document{.records = {.columns = textColumns("name,id,needs,kernel,suites")}};
    std::vector<std::vector<std::string>>& records = document.records.rows;
    std::map<std::string, std::size_t> known; // by id
    for (const ListedSuite& suite : suites) {
        Section section{.grid = {.columns = textColumns("row,id,needs,kernel")}};
        section.grid.columns[1].kind = Kind::Id;
        for (std::size_t i = 2; i < section.grid.columns.size(); ++i) section.grid.columns[i].spare = true;
        if (suites.size() > 1) section.title = suite.name + ": " + counted(suite.rows.size(), "row");
        for (const ListedRow& row : suite.rows) {
            section.grid.rows.push_back({row.name, row.id, row.needs, row.kernel});
            const auto [record, isNew] = known.emplace(row.id, records.size());
            if (isNew)
                records.push_back({row.name, row.id, row.needs, row.kernel, suite.name});
            else
                records[record->second].back() += " " + suite.name;
        }
        document.sections.push_back(std::move(section));
    }
    if (suites.size() > 1) {
        document.sections.back().remarks.push_back(
            counted(records.size(), "row") +
            " in all. A row that several suites share is listed under each, but counted once here.");
    }
    return document;
}

Document referenceDocument() {
    Grid grid{
        .columns = {
            {"GPU"}, {"vendor"}, {"architecture"}, {"rows", Kind::Number}, {"source", Kind::Text, true}}};
    for (const RunResult& table : referenceTables()) {
        const DeviceRecord& gpu = table.device;
        grid.rows.push_back({gpu.name, std::string(vendorName(gpu.vendorId)), gpu.architecture,
                             std::to_string(table.rows.size()), table.source});
    }
    Grid records = grid;
    records.columns.front().title = "gpu";
    const char* use = "To compare a run with a table: vkperftest compare perftest:\"RTX 2080 Ti\" FILE.json";
    return {.sections = {{.grid = std::move(grid), .remarks = {use}}}, .records = std::move(records)};
}

} // namespace vkperftest
