#include "cli/deliver.h"

#include "base/atomic_file.h"
#include "cli/console.h"
#include "report/phrases.h"

namespace vkperftest {

Result<void> deliverFiles(const RunFigures& figures, const std::vector<OutputFile>& files, bool explain) {
    Result<void> trouble;
    for (const OutputFile& file : files) {
        Result<void> written =
            writeFileAtomically(file.path, file.format->write(figures, {.explain = explain}));
        if (!written.ok() && trouble.ok()) trouble = std::move(written);
    }
    return trouble;
}

Result<void> deliver(const RunFigures& figures, const ReportFormat& format,
                     const std::vector<OutputFile>& files, bool explain) {
    Result<void> trouble = deliverFiles(figures, files, explain);
    Result<void> printed = print(format.write(figures, {.color = stdoutHasColor(), .explain = explain}));
    if (!printed.ok() && trouble.ok()) trouble = std::move(printed);
    if (!format.hasRemarks) {
        for (const std::string& remark : remarks(figures)) printNote(remark);
    }
    return trouble;
}

} // namespace vkperftest
