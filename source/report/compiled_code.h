// What drivers' compilers made of rows: rows × what they were compiled by, for and under.
#pragma once

#include <string>
#include <vector>

#include "cases/bound_row.h"
#include "isa/subjects.h"
#include "isa/transcript.h"
#include "report/document.h"

namespace vkperftest {

struct SubjectCode {
    IsaSubject subject;
    std::string device;          // and driver, one line
    std::string driver;          // its version; may be empty
    std::vector<CodeCell> cells; // what the rows load: all under the first strategy, then under the next
};

struct CompiledCode {
    std::vector<Case> rows;
    std::vector<Strategy> strategies;
    DriverNames drivers;
    std::vector<SubjectCode> subjects;
};

// For readers a column for each subject and strategy; where two drivers compile for one target, or for none, one that says
// what changes from the first to the second. For programs a line for each subject, strategy and row. `subjects`: which
// devices and drivers the columns stand for.
Document compiledDocument(const std::vector<std::string>& subjects, const CompiledCode& code);

// The code itself (CodeReading::code), with the subgroup size and the drivers' statistics.
std::string codeInFull(const CompiledCode& code);

} // namespace vkperftest
