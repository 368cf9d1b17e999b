// The results file: a run as JSON (results/results-1.schema.json describes it) and back.
#pragma once

#include <map>
#include <string>
#include <string_view>

#include "base/result.h"
#include "results/model.h"

namespace vkperftest {

// Of the files that this program writes. A reader of 1.x reads every 1.y: a minor version only adds fields.
constexpr std::string_view kSchemaVersion = "1.1";

// The file's whole text, with a newline at its end. Holds no NaN and no infinity. `complete`: the run has
// ended; a file that is saved while it goes on says so.
std::string runToJson(const RunResult& run, bool complete);

// The same for one run again and again while it goes on: the text of a row that has stopped is made once.
class RunJson {
public:
    std::string text(const RunResult& run, bool complete);

private:
    std::map<std::string, std::string> finished_; // by the row's name
    std::string codes_;                           // they do not change once they are there
};

// Reads such a text. What stands in it is checked: types, lengths that belong together, samples greater than
// zero, no row twice, no key twice; fields that it does not know are passed over, derived ones ("summary")
// too. A usage error names `origin` (a file name), the place and what is wrong there. A run that was not
// complete and does not say why it ended comes back as interrupted.
Result<RunResult> runFromJson(std::string_view text, std::string_view origin);

// A text as JSON writes it, in quotes; bytes that are not UTF-8 are replaced.
std::string jsonString(std::string_view text);

} // namespace vkperftest
