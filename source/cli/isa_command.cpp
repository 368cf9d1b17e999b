#include <algorithm>
#include <filesystem>
#include <set>

#include "base/interrupt.h"
#include "base/scratch_folder.h"
#include "cli/console.h"
#include "cli/exit_code.h"
#include "cli/isa_compile.h"
#include "cli/isa_matrix.h"
#include "cli/isa_outcome.h"
#include "cli/isa_targets.h"
#include "report/documents.h"

namespace vkperftest {
namespace {

constexpr const char* kListTargets = "list"; // of --target

// A driver beside itself would only be the same.
Result<void> differentDrivers(const std::vector<std::string>& drivers) {
    std::set<std::filesystem::path> known;
    for (const std::string& driver : drivers) {
        std::error_code failed;
        const std::filesystem::path path = std::filesystem::absolute(driver, failed).lexically_normal();
        if (known.insert(failed ? std::filesystem::path(driver) : path).second) continue;
        return Error{ErrorKind::Usage, fmt::format("--driver '{}' names one driver twice", driver),
                     "name each once"};
    }
    return {};
}

// The code itself, below the devices and drivers that it is of.
Result<void> printInFull(const std::vector<std::string>& subjects, const std::vector<CodeColumn>& columns,
                         const IsaOptions& options) {
    const std::string heading = subjects.empty() ? "" : join(subjects, "\n") + "\n\n";
    return print(heading + codeInFull(columns, options));
}

// A target that one driver was asked for.
ListedTarget listed(const CompiledSubject& compiled) {
    const Target& target = *compiled.subject.target;
    const MesaDriver& driver = *target.driver;
    std::vector<std::string> aliases;
    for (const std::string_view alias : target.aliases) {
        if (!alias.empty()) aliases.emplace_back(alias);
    }
    std::string trouble = compiled.trouble;
    if (compiled.subject.driver.empty()) trouble = fmt::format("{} is not installed", driver.name);
    if (mayBeUnknown(trouble)) {
        trouble = fmt::format("{}{}; {} knows it", trouble == kUnknownTarget ? "" : "probably ",
                              kUnknownTarget, target.mesa);
    }
    return {.vendor = std::string(driver.vendor),
            .name = std::string(target.name),
            .gpus = std::string(target.what),
            .aliases = join(aliases, "; "),
            .driver = std::string(driver.name),
            .version = compiled.transcript.driver,
            .trouble = trouble,
            .package = fmt::format("mesa-vulkan-drivers of Debian {} or newer", driver.debian)};
}

} // namespace

class IsaCommand : public Command {
public:
    void declare(Options& options) override;
    Result<void> check(const Options& given) override;
    Result<int> execute() override;

private:
    Result<int> listTargets();

    IsaOptions asked_;
    bool listTargets_ = false;
    std::string transcript_; // the file that a child writes; empty: this is no child
    ScratchFolder scratch_;
};

template std::unique_ptr<Command> newCommand<IsaCommand>();

void IsaCommand::declare(Options& options) {
    asked_.choice.declareSuite(options);
    addFilters(options, "name or id", asked_.choice.filters);
    addStrategies(options, "set", asked_.strategies);
    options.values(
        "--target", "FAMILY",
        "Compile for this family of GPUs, or a well-known one of them, through Mesa, without a GPU; "
        "repeatable; amd, intel, nvidia or all: those that the drivers at hand know; `list`: "
        "what there is",
        [this](const std::string& name) -> Result<void> {
            listTargets_ = listTargets_ || name == kListTargets;
            return name == kListTargets ? Result<void>() : addTargets(name, asked_);
        });
    addDrivers(options, "Use only the Vulkan driver of this ICD manifest; several are shown side by side",
               asked_.drivers);
    addDevice(options, asked_.device);
    options.flag("--full", asked_.full,
                 "Print the code itself (as it was read; if it cannot be, every text that the driver gives), "
                 "and the driver's statistics");
    asked_.output.declareFormat(options);
    options.number("--patience", "", 1, 3600, asked_.patience); // for tests
    options.text("--into", "FILE", "", transcript_);            // what a parent tells its children
}

Result<void> IsaCommand::check(const Options& given) {
    VKPERFTEST_TRY(differentDrivers(asked_.drivers));
    VKPERFTEST_TRY(assign(asked_.rows, asked_.choice.rows()));
    if (listTargets_ && !asked_.targets.empty())
        return contradiction("--target list", "another --target", "give the list alone");
    for (const char* option : {"--suite", "--filter", "--strategy", "--full"}) {
        if (listTargets_ && given.given(option))
            return contradiction("--target list", option, "the list has no rows; leave one of them out");
    }
    if (given.given("--target") && !asked_.device.empty())
        return contradiction("--target", "--device", "a target is a device; leave one of them out");
    if (asked_.full && asked_.output.format->name != "table")
        return contradiction("--full", "--format", "code has no columns; leave one of them out");
    return {};
}

Result<int> IsaCommand::execute() {
    if (!transcript_.empty()) return compileAsChild(asked_, transcript_);
    watchForInterrupt(kExitInterrupted);
    VKPERFTEST_TRY(scratch_.create("isa"));
    if (listTargets_) return listTargets();
    std::vector<CompiledSubject> compiled;
    VKPERFTEST_TRY(assign(compiled, compileWanted(asked_, scratch_)));
    if (wasInterrupted()) return kExitInterrupted;
    const DriverNames names = driverNames(asked_.drivers, compiled);
    const std::vector<SubjectCode> codes = codesOf(compiled);
    const std::vector<CodeColumn> columns = codeColumns(codes, asked_, names);
    if (!columns.empty()) {
        const std::vector<std::string> subjects = subjectLines(compiled, names);
        VKPERFTEST_TRY(asked_.full ? printInFull(subjects, columns, asked_)
                                   : printAndSave(compiledDocument(subjects, codeMatrix(columns, asked_.rows),
                                                                   codeRecords(codes, asked_, names)),
                                                  asked_.output));
    }
    return isaOutcome(compiled, names);
}

// What each target compiles.
Result<int> IsaCommand::listTargets() {
    asked_ = oneKernel(asked_);
    for (const Target& target : allTargets()) asked_.targets.push_back(&target);
    std::vector<CompiledSubject> compiled;
    VKPERFTEST_TRY(assign(compiled, compileWanted(asked_, scratch_)));
    if (wasInterrupted()) return kExitInterrupted;
    VKPERFTEST_TRY(driverWorks(compiled));
    std::vector<ListedTarget> targets;
    for (const CompiledSubject& one : compiled) {
        const bool asked = asked_.drivers.empty() || !one.subject.driver.empty();
        if (asked) targets.push_back(listed(one));
    }
    VKPERFTEST_TRY(printAndSave(targetsDocument(targets), asked_.output));
    return kExitDone;
}

} // namespace vkperftest
