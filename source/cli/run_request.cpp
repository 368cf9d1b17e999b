#include "cli/run_request.h"

#include <algorithm>
#include <filesystem>

#include "base/atomic_file.h"
#include "base/file_claim.h"
#include "base/printable.h"
#include "base/utf8_path.h"
#include "cases/twins.h"
#include "perftest/open_results.h"
#include "run/resume.h"

namespace vkperftest {

void RunRequest::declare(Options& options) {
    addDevice(options, where.device, true);
    addDriver(options, where.driver);
    method.declare(options);
    method.declareEffort(options);
    options.text(
        "--resume", "FILE",
        "Finish this results file (.json): measure what is missing, and save it there or to --output",
        resume);
    options.flag(
        "--continue", continues,
        "Resume --output's results file (.json) if it exists, else start it: repeating the command line "
        "finishes an interrupted run");
    options.flag("--validate", where.validate,
                 "Enable the validation layers (times are then not representative)");
    options.flag("--as-gpu", where.asGpu, ""); // a software driver is measured like a GPU, for tests
}

Result<void> RunRequest::check(const Options& given, const OutputOptions& printed) {
    if (where.device == kAllDevices && (continues || !resume.empty()))
        return Error{
            ErrorKind::Usage,
            fmt::format("--device all cannot be given with {}", continues ? "--continue" : "--resume"),
            "resume each file separately"};
    if (where.device == kAllDevices && printed.format->name == "html")
        return contradiction(
            "--device all", "--format html",
            "standard output holds one page; `run --output FILE.html` writes one per device");
    for (const PlanSetting& setting : planSettings()) {
        if (given.given(std::string(setting.option))) given_.emplace_back(setting.option);
    }
    VKPERFTEST_TRY(output.check({where.driver}));
    if (continues) VKPERFTEST_TRY(chooseResume());
    if (!resume.empty()) return {};
    VKPERFTEST_TRY(assign(plan, planOf(rows)));
    where.queue = plan.queue;
    return {};
}

// Resumes the results file of --output, if it exists.
Result<void> RunRequest::chooseResume() {
    if (!resume.empty())
        return contradiction("--resume", "--continue",
                             "each names the file to finish; leave one of them out");
    std::vector<OutputFile> whole = output.files;
    std::erase_if(whole, [](const OutputFile& file) { return file.format->shown != Shown::Data; });
    if (whole.size() != 1)
        return Error{ErrorKind::Usage, "--continue needs one results file",
                     "name it with --output FILE.json"};
    std::error_code unknown;
    if (std::filesystem::exists(pathOf(whole[0].path), unknown)) resume = whole[0].path;
    if (!unknown) return {};
    return Error{
        ErrorKind::Usage,
        fmt::format("cannot find out whether '{}' exists ({})", printable(whole[0].path), unknown.message()),
        "check the path; to start a new file, leave out --continue"};
}

Result<RunPlan> RunRequest::planOf(const RowOptions& chosen) const {
    Result<RunPlan> made = method.plan(chosen);
    if (!made.ok()) return made;
    made.value().validated = where.validate;
    made.value().twins = missingTwins(made.value().rows);
    return made;
}

Result<void> RunRequest::takePlan() {
    const Result<RunResult> file = readResultsFile(resume);
    if (!file.ok()) return file.error();
    return assign(plan, resumedPlan(file.value()));
}

// Called before the file is read, or what another run saves there meanwhile would be lost. A file that is
// only read needs no claim.
Result<void> RunRequest::claimResumed() const {
    const auto isResumed = [&](const OutputFile& file) { return isSameFile(file.path, resume); };
    const bool written = output.files.empty() || std::ranges::any_of(output.files, isResumed);
    return written ? claimFile(resume) : Result<void>();
}

Result<void> RunRequest::takeOverResume() {
    if (resume.empty()) return {};
    VKPERFTEST_TRY(claimResumed());
    if (Result<void> taken = takePlan(); !taken.ok()) {
        Error error = taken.error();
        if (continues) error.remedy = "delete the file, or name another one with --output";
        return error;
    }
    // With --continue every option counts, whether given or by default, except the seed.
    const auto asksFor = [&](std::string_view option) {
        return (continues && option != kSeedOption) || std::ranges::count(given_, option) > 0;
    };
    RowOptions again = rows;
    if (!asksFor("--suite")) VKPERFTEST_TRY(assign(again.suite, findSuite(plan.suite)));
    RunPlan asked;
    VKPERFTEST_TRY(assign(asked, planOf(again)));
    for (const PlanSetting& setting : planSettings()) {
        if (asksFor(setting.option) && setting.of(asked) != setting.of(plan))
            return differing(resume, setting, plan, asked);
    }
    plan.code = asked.code;
    where.validate = plan.validated;
    where.queue = plan.queue;
    if (output.files.empty()) output.files = {{resume, findNamed(output.formats, "json", "").value()}};
    return {};
}

} // namespace vkperftest
