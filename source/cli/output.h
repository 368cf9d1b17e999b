// Where a command's document goes: to standard output, and into files.
#pragma once

#include <string>
#include <vector>

#include "base/result.h"
#include "report/documents.h"
#include "report/writers.h"

namespace vkperftest {

class Options;

struct OutputFile {
    std::string path;
    const Writer* format = nullptr;
};

// --format, --output and how a run is shown, of which a command declares those that it has.
struct OutputOptions {
    std::span<const Writer> formats = writers(); // to choose from
    const Writer* format = &formats.front();
    std::vector<std::string> paths;
    RunView view; // of a run's document
    bool columnsChosen = false;
    bool wide = false;                  // whole tables
    std::vector<OutputFile> files;      // the paths, each in its format
    DeviceDocuments* devices = nullptr; // if set, takes what would be printed

    void declareFormat(Options& options, const char* what = "Format");
    void declareFiles(Options& options, const char* what = "it");
    void declareView(Options& options); // --explain and --columns
    // Fills in the files ("-" is standard output, which is printed anyway), and makes the table a wide one if
    // --columns were chosen; a usage error for an ending that stands for no format, or if none of the formats
    // has room for what --explain or --columns asks for, or for a file that is one of the command's inputs.
    Result<void> check(const std::vector<std::string>& inputs = {});

    // prepareFile for all files, before anything is measured.
    Result<void> checkFiles() const;
};

// Whether the file can be written, by this process alone: claims it (base/file_claim.h) and checks it.
Result<void> prepareFile(const std::string& path);

// A usage error unless the file of --output has the only ending that a command writes, or none.
Result<void> checkEnding(const std::string& path, std::string_view ending);

// A usage error if the file that an option names is one of the inputs, by whatever name: what it holds would
// be lost.
Result<void> refuseInput(const char* option, const std::string& path, const std::vector<std::string>& inputs,
                         const char* remedy = "name another file");

// Prints the document and saves it in these files. Files first: a reader of standard output that goes away
// must not cost them; one that fails costs only itself. Notes that the format has no room for go to stderr,
// and so do the names of the files. The last trouble, if there was any; those before it are told.
Result<void> printAndSave(const Document& document, const OutputOptions& how,
                          const std::vector<OutputFile>& files);
Result<void> printAndSave(const Document& document, const OutputOptions& how); // in its own files

// The same without printing. An error for a file that another process has claimed.
Result<void> save(const Document& document, const OutputOptions& how, const std::vector<OutputFile>& files);

// The files of one of several devices: "x.json" is "x-1.json" for device 1.
std::vector<OutputFile> filesOfDevice(std::vector<OutputFile> files, std::size_t device);
Result<void> checkFilesOfDevices(const std::vector<OutputFile>& files, std::size_t devices);

// "saved to x.json, x.md" on stderr; pipes and terminals are not named.
void tellSaved(const std::vector<OutputFile>& files);

} // namespace vkperftest
