#include "cli/run_request.h"

#include <algorithm>
#include <filesystem>

#include "base/atomic_file.h"
#include "base/utf8_path.h"
#include "cases/controls.h"
#include "model/published.h"

namespace vkperftest {

void RunRequest::declare(Options& options) {
    addDevice(options, where.device, true);
    addDriver(options, where.driver);
    method.declare(options);
    method.declareEffort(options);
    options.flag(
        "--continue", continues,
        "If --output's results file (.json) exists, keep its finished rows and measure the others: repeating "
        "the command line finishes an interrupted run");
    options.flag("--validate", where.validate,
                 "Enable the validation layers (times are then not representative)");
    options.flag("--as-gpu", where.asGpu, ""); // a software driver is measured like a GPU, for tests
}

Result<void> RunRequest::check(const Options& given, const OutputOptions& printed) {
    if (where.device == kAllDevices && continues)
        return contradiction("--device all", "--continue", "continue each device's file separately");
    if (where.device == kAllDevices && printed.format->name == "html")
        return contradiction(
            "--device all", "--format html",
            "standard output holds one page; `run --output FILE.html` writes one per device");
    seedGiven_ = given.given("--seed");
    VKPERFTEST_TRY(output.check({where.driver}));
    VKPERFTEST_TRY(assign(plan, method.plan(rows)));
    plan.validated = where.validate;
    plan.twins = missingTwins(plan.rows);
    where.queue = plan.queue;
    return {};
}

Result<void> RunRequest::openEarlier() {
    if (!continues) return {};
    std::vector<OutputFile> whole = output.files;
    std::erase_if(whole, [](const OutputFile& file) { return file.format->shown != Shown::Data; });
    if (whole.size() != 1)
        return Error{ErrorKind::Usage, "--continue needs one results file",
                     "name it with --output FILE.json"};
    // First, or what another run saves there meanwhile would be lost. It makes the file, if there is none.
    VKPERFTEST_TRY(lockFile(whole[0].path));
    std::error_code unknown;
    if (std::filesystem::file_size(pathOf(whole[0].path), unknown) == 0 || unknown) return {};
    Result<RunResult> file = openResults(whole[0].path);
    if (!file.ok()) {
        Error error = file.error();
        error.remedy = "delete the file, or name another one with --output";
        return error;
    }
    if (!seedGiven_) plan.seed = file.value().settings.seed;
    earlier = EarlierFile{whole[0].path, std::move(file).value()};
    return {};
}

} // namespace vkperftest
