#include <algorithm>
#include <filesystem>
#include <set>

#include "base/exit_code.h"
#include "base/process.h"
#include "cli/console.h"
#include "cli/isa_compiling.h"
#include "cli/isa_shaders.h"
#include "cli/output.h"
#include "report/documents.h"

namespace vkperftest {
namespace {

constexpr const char* kListTargets = "list"; // of --target

// A driver compared with itself would show nothing.
Result<void> differentDrivers(const std::vector<std::string>& drivers) {
    std::set<std::filesystem::path> known;
    for (const std::string& driver : drivers) {
        std::error_code failed;
        const std::filesystem::path path = std::filesystem::absolute(driver, failed).lexically_normal();
        if (known.insert(failed ? std::filesystem::path(driver) : path).second) continue;
        return Error{ErrorKind::Usage, fmt::format("--driver '{}' was given twice", driver),
                     "name each driver once"};
    }
    return {};
}

} // namespace

class IsaCommand : public Command {
public:
    void declare(Options& options) override;
    Result<void> check(const Options& given) override;
    Result<int> execute() override;

private:
    Result<int> listTargets();
    Result<int> showShaders();
    Result<void> checkShaders(const Options& given) const;

    CompileRequest request_;
    ShaderRequest shaders_;
    RowOptions choice_;
    bool full_ = false; // the code itself
    OutputOptions output_;
    bool listTargets_ = false;
    std::string log_; // the file that a child writes; empty: this is not a child
    ScratchFolder scratch_;
};

template std::unique_ptr<Command> newCommand<IsaCommand>();

void IsaCommand::declare(Options& options) {
    shaders_.declare(options);
    choice_.declareSuite(options);
    addFilters(options, "name or id", choice_.filters);
    addStrategies(options, kSetName, request_.strategies);
    std::vector<std::string> words = targetWords();
    words.emplace_back(kListTargets);
    options.values(
        "--target", "FAMILY",
        "Compile for this GPU family, or a well-known GPU, through Mesa, without the GPU; repeatable; amd, "
        "intel, nvidia or all: every family that the installed drivers support; list: the targets",
        [this](const std::string& name) -> Result<void> {
            listTargets_ = listTargets_ || name == kListTargets;
            return name == kListTargets ? Result<void>() : addTargets(name, request_);
        },
        words);
    addDrivers(options, "Use only the Vulkan driver of this ICD manifest; several are shown side by side",
               request_.drivers);
    addDevice(options, request_.device);
    options.flag("--full", full_,
                 "Print the code itself (if it cannot be parsed, every text that the driver reports) and "
                 "the driver's statistics");
    output_.declareFormat(options);
    options.number("--patience", "", 1, 3600, request_.patience); // for tests
    options.text("--into", "FILE", "", log_);                     // set by a parent for its children
    options.text("--model", "NAME", "", request_.model);          // the same
}

Result<void> IsaCommand::check(const Options& given) {
    VKPERFTEST_TRY(differentDrivers(request_.drivers));
    VKPERFTEST_TRY(shaders_.check(request_.drivers.size()));
    VKPERFTEST_TRY(checkShaders(given));
    if (!shaders_.package.empty() && log_.empty())
        return Error{ErrorKind::Usage, "--shaders is for child processes of this program", "name the files"};
    if (!shaders_.any()) request_.compiled = shaders_.pipeline.compiled;
    VKPERFTEST_TRY(chooseRows(request_, choice_));
    if (listTargets_ && !request_.targets.empty())
        return contradiction("--target list", "another --target", "ask for the list alone");
    for (const char* option :
         {"--suite", "--filter", "--strategy", "--subgroup-size", "--robustness", "--full"}) {
        if (listTargets_ && given.given(option))
            return contradiction("--target list", option, "the list has no rows; leave one of them out");
    }
    if (given.given("--target") && !request_.device.empty())
        return contradiction("--target", "--device", "a target replaces a device; leave one of them out");
    if (full_ && output_.format->name != "table")
        return contradiction("--full", "--format", "code has no columns; leave one of them out");
    return {};
}

// Shaders replace rows, and have options of their own.
Result<void> IsaCommand::checkShaders(const Options& given) const {
    if (shaders_.any()) {
        for (const char* option : {"--suite", "--filter", "--strategy"}) {
            if (given.given(option))
                return contradiction("FILE", option, "a shader replaces the rows; leave one of them out");
        }
        if (listTargets_)
            return contradiction("FILE", "--target list", "the list compiles nothing; leave one of them out");
        return {};
    }
    for (const char* option : kShaderOptions) {
        if (!given.given(option)) continue;
        return Error{ErrorKind::Usage, fmt::format("{} needs a FILE", option),
                     "name a compute shader; the rows' kernels are compiled as they are"};
    }
    return {};
}

Result<int> IsaCommand::execute() {
    if (!log_.empty()) {
        return shaders_.any() ? compilePackage(shaders_, request_, log_) : compileAsChild(request_, log_);
    }
    watchForInterrupt(kExitInterrupted);
    VKPERFTEST_TRY(scratch_.create("isa"));
    if (listTargets_) return listTargets();
    if (shaders_.any()) return showShaders();
    std::vector<CompiledSubject> compiled;
    VKPERFTEST_TRY(assign(compiled, compileWanted(request_, scratch_)));
    if (wasInterrupted()) return kExitInterrupted;
    const CompiledCode code = codeOf(compiled, request_);
    const std::vector<std::string> subjects = subjectLines(compiled, code.drivers);
    const std::string heading = subjects.empty() ? "" : join(subjects, "\n") + "\n\n";
    if (!code.subjects.empty())
        VKPERFTEST_TRY(full_ ? print(heading + codeInFull(code))
                             : printAndSave(compiledDocument(subjects, code), output_));
    return isaOutcome(compiled, code.drivers);
}

Result<int> IsaCommand::showShaders() {
    CompiledShaders compiled;
    VKPERFTEST_TRY(assign(compiled, compileShaders(shaders_, request_, scratch_)));
    if (wasInterrupted()) return kExitInterrupted;
    if (!compiled.codes.empty())
        VKPERFTEST_TRY(full_ ? print(codeInFull(compiled.codes, compiled.drivers))
                             : printAndSave(shadersDocument(compiled.codes, compiled.drivers), output_));
    return compiled.exitCode(shaders_.failOn);
}

// Lists each target and the driver that compiles for it.
Result<int> IsaCommand::listTargets() {
    request_ = oneKernel(request_);
    for (const Target& target : allTargets()) request_.targets.push_back(&target);
    std::vector<CompiledSubject> compiled;
    VKPERFTEST_TRY(assign(compiled, compileWanted(request_, scratch_)));
    if (wasInterrupted()) return kExitInterrupted;
    VKPERFTEST_TRY(driverWorks(compiled));
    std::erase_if(compiled, [this](const CompiledSubject& one) { // of drivers that were not asked for
        return !request_.drivers.empty() && one.subject.driver.empty();
    });
    VKPERFTEST_TRY(printAndSave(targetsDocument(compiled), output_));
    return kExitDone;
}

} // namespace vkperftest
