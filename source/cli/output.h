// Where a command's document goes: standard output, and a run's results file while it is measured.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "report/documents.h"
#include "report/results_json.h"
#include "report/writers.h"

namespace vkperftest {

class Options;

// --format and the options for how much is shown. A command declares those that it has.
struct OutputOptions {
    std::span<const Writer> formats = writers(); // to choose from
    const Writer* format = &formats.front();
    bool all = false, wide = false; // --all, --wide

    void declareFormat(Options& options);
    void declareAll(Options& options, const char* what);

    // How much the table shows.
    Extent extent() const { return wide ? Extent::Wide : all ? Extent::All : Extent::Answer; }
};

// Locks the file for this process, and checks that it can be written.
Result<void> prepareFile(const std::string& path);

// A usage error unless the file of --output has the one ending that the command writes, or none.
Result<void> checkEnding(const std::string& path, std::string_view ending);

// A usage error if the option's file is one of the inputs, under any name: its content would be lost.
Result<void> refuseInput(const char* option, const std::string& path, const std::vector<std::string>& inputs,
                         const char* remedy = "name another file");

// Prints the document. Notes that do not fit the format go to stderr.
Result<void> printDocument(const Document& document, const OutputOptions& how);

// Writes the run's results file. A file that another process writes is an error.
Result<void> saveResults(const RunFigures& figures, const std::string& file);

// Saves the run unless the file's name is empty, then prints the document: a reader of standard output that goes away
// must not prevent saving, and a failed file does not prevent printing. Returns the last error, if any; earlier errors
// are printed.
Result<void> saveAndPrint(const RunFigures& figures, const std::string& file,
                          const Result<Document>& document, const OutputOptions& how);

// "saved to x.json" on stderr; pipes and terminals are not named.
void tellSaved(const std::string& file);

// The file of one of several devices: "x.json" is "x-1.json" for device 1; empty without a file.
std::string fileOfDevice(const std::string& file, std::size_t device);

// Keeps a run's results file up to date: it is saved every two seconds, because that keeps the device waiting, and when
// saveNow() is called. The final save is made elsewhere.
class Checkpoints {
public:
    // `seconds` returns the time at which the run had this state, counted from any starting point.
    Checkpoints(std::string file, std::function<double(const RunResult&)> seconds);

    bool wanted() const { return !file_.empty(); }

    // Saves everything measured so far. Only the first failed save is reported to the user; later calls
    // retry.
    void saveNow(const RunResult& sofar);
    // The same if the last save was two seconds ago.
    void save(const RunResult& sofar);

private:
    std::string file_; // empty: pipes cannot be written again
    std::function<double(const RunResult&)> seconds_;
    RunJson json_;
    std::optional<double> savedAt_;
    bool warned_ = false;
};

} // namespace vkperftest
