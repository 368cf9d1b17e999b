// Where a command's document goes: standard output and files, and a run's results while it is measured.
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

struct OutputFile {
    std::string path;
    const Writer* format = nullptr;
};

// --format, --output and the options for showing a run. A command declares those that it has.
struct OutputOptions {
    std::span<const Writer> formats = writers(); // to choose from
    const Writer* format = &formats.front();
    std::vector<std::string> paths;
    bool all = false, wide = false; // --all, --wide
    std::vector<OutputFile> files;  // the paths, each in its format

    void declareFormat(Options& options);
    void declareAll(Options& options, const char* what);
    void declareFiles(Options& options, const char* what = "the output");
    // Fills in the files ("-" is standard output, which is printed anyway). A usage error if an ending stands for
    // no format, or if a file is one of the command's inputs.
    Result<void> check(const std::vector<std::string>& inputs = {});

    // How much the table shows on standard output.
    Extent extent() const { return wide ? Extent::Wide : all ? Extent::All : Extent::Answer; }

    // Calls prepareFile for all files, before anything is measured.
    Result<void> checkFiles() const;
};

// Locks the file for this process, and checks that it can be written.
Result<void> prepareFile(const std::string& path);

// A usage error unless the file of --output has the one ending that the command writes, or none.
Result<void> checkEnding(const std::string& path, std::string_view ending);

// A usage error if the option's file is one of the inputs, under any name: its content would be lost.
Result<void> refuseInput(const char* option, const std::string& path, const std::vector<std::string>& inputs,
                         const char* remedy = "name another file");

// Saves the document in these files, then prints it: a reader of standard output that goes away must not
// prevent saving. A failed file does not prevent the others. Notes that do not fit the format go to stderr,
// and so do the names of the files. Returns the last error, if any; earlier errors are printed.
Result<void> printAndSave(const Document& document, const OutputOptions& how,
                          const std::vector<OutputFile>& files);
Result<void> printAndSave(const Document& document, const OutputOptions& how); // in its own files

// The same without printing. A file that another process writes is an error.
Result<void> save(const Document& document, const OutputOptions& how, const std::vector<OutputFile>& files);

// The files of one of several devices: "x.json" is "x-1.json" for device 1.
std::vector<OutputFile> filesOfDevice(std::vector<OutputFile> files, std::size_t device);
Result<void> checkFilesOfDevices(const std::vector<OutputFile>& files, std::size_t devices);

// "saved to x.json, x.md" on stderr; pipes and terminals are not named.
void tellSaved(const std::vector<OutputFile>& files);

// Keeps a run's results files (.json) up to date: they are saved every two seconds, because that keeps the device
// waiting, and when saveNow() is called. The final save is made elsewhere.
class Checkpoints {
public:
    // `seconds` returns the time at which the run had this state, counted from any starting point.
    Checkpoints(std::vector<OutputFile> files, std::function<double(const RunResult&)> seconds);

    bool wanted() const { return !files_.empty(); }

    // Saves everything measured so far. Only the first failed save is reported to the user; later calls
    // retry.
    void saveNow(const RunResult& sofar);
    // The same if the last save was two seconds ago.
    void save(const RunResult& sofar);

private:
    std::vector<OutputFile> files_;
    std::function<double(const RunResult&)> seconds_;
    RunJson json_;
    std::optional<double> savedAt_;
    bool warned_ = false;
};

} // namespace vkperftest
