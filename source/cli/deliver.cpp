#include "cli/deliver.h"

#include "base/atomic_file.h"
#include "cli/console.h"
#include "report/phrases.h"

namespace vkperftest {

Result<void> deliverFiles(const RunResult& run, const std::vector<OutputFile>& files, bool explain) {
    Result<void> trouble;
    for (const OutputFile& file : files) {
        Result<void> written = writeFileAtomically(file.path, file.format->write(run, {.explain = explain}));
        if (!written.ok() && trouble.ok()) trouble = std::move(written);
    }
    return trouble;
}

Result<void> deliver(const RunResult& run, const ReportFormat& format, const std::vector<OutputFile>& files,
                     bool explain) {
    Result<void> trouble = deliverFiles(run, files, explain);
    Result<void> printed = print(format.write(run, {.color = stdoutHasColor(), .explain = explain}));
    if (!printed.ok() && trouble.ok()) trouble = std::move(printed);
    if (!format.hasRemarks) {
        for (const std::string& remark : remarks(run)) printNote(remark);
    }
    return trouble;
}

} // namespace vkperftest
