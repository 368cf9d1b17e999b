#include "cli/checkpoints.h"

#include <algorithm>

#include <fmt/format.h>

#include "base/atomic_file.h"
#include "cli/console.h"

namespace vkperftest {
namespace {

std::size_t finishedRows(const RunResult& run) {
    return static_cast<std::size_t>(std::count_if(
        run.rows.begin(), run.rows.end(), [](const RowResult& row) { return row.stopped.has_value(); }));
}

} // namespace

Checkpoints::Checkpoints(std::vector<OutputFile> files, std::function<double(const RunResult&)> seconds)
    : files_(std::move(files)), seconds_(std::move(seconds)) {
    std::erase_if(files_, [](const OutputFile& file) {
        return file.format->shown != Shown::Data || !isReplaceable(file.path);
    });
}

void Checkpoints::save(const RunResult& sofar) {
    constexpr double kSecondsBetween = 2;
    if (!savedAt_ || seconds_(sofar) >= *savedAt_ + kSecondsBetween) {
        saveNow(sofar);
    } else if (finishedRows(sofar) != rowsSaved_) {
        rowsSaved_ = finishedRows(sofar);
        write(json_.textOfStopped(sofar));
    }
}

void Checkpoints::saveNow(const RunResult& sofar) {
    savedAt_ = seconds_(sofar);
    rowsSaved_ = finishedRows(sofar);
    write(json_.text(sofar));
}

void Checkpoints::write(const std::string& text) {
    for (const OutputFile& file : files_) {
        const Result<void> written = writeFileAtomically(file.path, text);
        if (written.ok() || warned_) continue;
        warned_ = true;
        printNote(fmt::format("{}; measuring continues, and the save is retried", written.error().cause));
    }
}

} // namespace vkperftest
