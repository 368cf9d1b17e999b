#include "cli/deliver.h"

#include "base/atomic_file.h"
#include "cli/console.h"

namespace vkperftest {

Result<void> deliverFiles(const Document& document, const std::vector<OutputFile>& files) {
    Result<void> trouble;
    for (const OutputFile& file : files) {
        Result<void> written = writeFileAtomically(file.path, file.format->write(document, false));
        if (!written.ok() && trouble.ok()) trouble = std::move(written);
    }
    return trouble;
}

Result<void> deliver(const Document& document, const Writer& format, const std::vector<OutputFile>& files) {
    Result<void> trouble = deliverFiles(document, files);
    Result<void> printed = print(format.write(document, stdoutHasColor()));
    if (!printed.ok() && trouble.ok()) trouble = std::move(printed);
    if (format.shown == Shown::Records || format.shown == Shown::Run) {
        for (const std::string& note : document.notes) printNote(note);
    }
    return trouble;
}

} // namespace vkperftest
