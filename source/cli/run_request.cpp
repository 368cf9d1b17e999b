#include "cli/run_request.h"

#include <algorithm>
#include <filesystem>

#include "base/utf8_path.h"
#include "cases/twins.h"
#include "perftest/open_results.h"
#include "run/resume.h"

namespace vkperftest {
namespace {

// An option that says how rows are measured, and whether two plans agree on it.
struct Setting {
    const char* option;
    bool (*same)(const RunPlan& a, const RunPlan& b);
};

template <auto member> bool sameMember(const RunPlan& a, const RunPlan& b) {
    return a.*member == b.*member;
}

bool sameEffort(const RunPlan& a, const RunPlan& b) {
    return a.effort.name == b.effort.name;
}

constexpr Setting kSettings[] = {
    {"--suite", sameMember<&RunPlan::suite>},
    {"--filter", sameMember<&RunPlan::rows>},
    {"--strategy", sameMember<&RunPlan::strategies>},
    {"--baseline", sameMember<&RunPlan::baseline>},
    {"--quick", sameEffort},
    {"--precise", sameEffort},
    {"--seed", sameMember<&RunPlan::seed>},
    {"--validate", sameMember<&RunPlan::validated>},
    {"--queue", sameMember<&RunPlan::queue>},
};

} // namespace

void RunRequest::declare(Options& options) {
    addDevice(options, where.device, true);
    addDriver(options, where.driver);
    method.declare(options);
    method.declareEffort(options);
    options.text(
        "--resume", "FILE",
        "Finish this results file (.json): measure what is missing, and save it there or as --output says",
        resume);
    options.flag(
        "--continue", continues,
        "Resume --output's results file (.json) if it is there, else start it: the same command line "
        "finishes what was interrupted");
    options.flag("--validate", where.validate,
                 "Enable the validation layers (times are then not representative)");
    options.text("--script", "FILE", "Measure a scripted device instead of a real one, for tests",
                 where.script);
    options.flag("--as-gpu", where.asGpu, ""); // a software driver is measured like a GPU, for tests
}

Result<void> RunRequest::check(const Options& given, const OutputOptions& printed) {
    if (where.device == kAllDevices && (continues || !resume.empty()))
        return Error{
            ErrorKind::Usage,
            fmt::format("--device all cannot be given with {}", continues ? "--continue" : "--resume"),
            "resume each file by itself"};
    if (where.device == kAllDevices && printed.format->name == "html")
        return contradiction(
            "--device all", "--format html",
            "standard output holds one page; `run --output FILE.html` writes one per device");
    for (const Setting& setting : kSettings) {
        if (given.given(setting.option)) given_.emplace_back(setting.option);
    }
    VKPERFTEST_TRY(output.check({where.driver, where.script}));
    if (continues) VKPERFTEST_TRY(chooseResume());
    if (!resume.empty()) return {};
    VKPERFTEST_TRY(assign(plan, planOf(rows)));
    where.queue = plan.queue;
    return {};
}

// The one of --output that is there.
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
    return {};
}

Result<RunPlan> RunRequest::planOf(const RowOptions& chosen) const {
    Result<RunPlan> made = method.plan(chosen);
    if (!made.ok()) return made;
    made.value().validated = where.validate;
    made.value().twins = missingTwins(made.value().rows);
    return made;
}

Result<void> RunRequest::takeOverResume() {
    if (resume.empty()) return {};
    const Result<RunResult> file = readResultsFile(resume);
    if (!file.ok()) return file.error();
    VKPERFTEST_TRY(assign(plan, resumedPlan(file.value())));
    const auto stands = [&](const char* option) {
        return std::count(given_.begin(), given_.end(), option) > 0;
    };
    RowOptions again = rows;
    if (!stands("--suite")) VKPERFTEST_TRY(assign(again.suite, findSuite(plan.suite)));
    RunPlan asked;
    VKPERFTEST_TRY(assign(asked, planOf(again)));
    for (const Setting& setting : kSettings) {
        if (!stands(setting.option) || setting.same(asked, plan)) continue;
        return Error{ErrorKind::Usage,
                     fmt::format("{} cannot be given with {}: the file sets it", setting.option,
                                 continues ? "--continue" : "--resume"),
                     "leave it out, or start a new file with --output"};
    }
    plan.code = asked.code;
    where.validate = plan.validated;
    where.queue = plan.queue;
    if (output.files.empty()) output.files = {{resume, findNamed(output.formats, "json", "").value()}};
    return {};
}

} // namespace vkperftest
