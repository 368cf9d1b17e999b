#include "cli/checkpoints.h"

#include <algorithm>

#include <fmt/format.h>

#include "base/atomic_file.h"
#include "cli/console.h"

namespace vkperftest {
namespace {

std::size_t failuresOf(const RunResult& run) {
    std::size_t count = 0;
    for (const std::vector<RowResult>* rows : {&run.rows, &run.twins}) {
        for (const RowResult& row : *rows) {
            count += static_cast<std::size_t>(std::count_if(
                row.strategies.begin(), row.strategies.end(),
                [](const StrategyResult& strategy) { return strategy.status == Status::Failed; }));
        }
    }
    return count;
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
    const double now = seconds_(sofar);
    const std::size_t failures = failuresOf(sofar);
    if (savedAt_ && failures == savedFailures_ && now < *savedAt_ + kSecondsBetween) return;
    savedAt_ = now;
    savedFailures_ = failures;
    const std::string text = json_.text(sofar, false);
    for (const OutputFile& file : files_) {
        const Result<void> written = writeFileAtomically(file.path, text);
        if (written.ok() || warned_) continue;
        warned_ = true;
        printNote(fmt::format("{}; measuring goes on, and the file is tried again", written.error().cause));
    }
}

} // namespace vkperftest
