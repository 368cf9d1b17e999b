// What tests/check_facts.py must not find: names that are compared with names, shown or looked up, and words
// of a sentence that are written.
#include "model/run_result.h"

namespace vkperftest {

const RowResult* named(const RunResult& run, const std::string& name) {
    const auto found = std::find_if(run.rows.begin(), run.rows.end(), [&](const RowResult& row) {
        return row.name == name;
    }); // not .name == "x"
    return found == run.rows.end() ? nullptr : &*found;
}

bool known(const std::map<std::string, int>& numbers, const RowResult& row) {
    return numbers.find(row.name) != numbers.end() && !row.floor.empty();
}

std::string shown(const RowResult& row) {
    const std::string text = row.name + " is slower than its floor";
    return row.operation == "" ? "no operation: " + text : text;
}

bool ofAnotherText(const std::string& text) {
    return text.find(',') != std::string::npos;
}

} // namespace vkperftest
