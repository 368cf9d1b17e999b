#include <algorithm>

#include "base/process.h"
#include "cli/console.h"
#include "cli/isa_compiling.h"
#include "cli/options.h"
#include "cli/output.h"
#include "report/documents.h"

namespace vkperftest {
namespace {

constexpr const char* kListTargets = "list"; // of --target

// Options that only users' shaders have.
constexpr const char* kShaderOptions = "-D -I --entry --stage --hlsl-version --spec --workgroup "
                                       "--push-descriptors --all-lines --fail-on";

// kExitUsage if a file is unread, kExitNoDevice if no driver could be opened, kExitRowsFailed if a driver
// rejected a shader, else what shaderFindings says.
Result<int> exitCodeOf(const CompiledShaders& compiled, const ShaderFailures& failOn) {
    if (compiled.unread > 0) return kExitUsage;
    const auto lacks = [](const ShaderCode& code) { return !code.cell.missing.empty(); };
    const auto closed = [&](const ShaderCode& code) {
        return lacks(code) && code.kind == ErrorKind::NoDevice;
    };
    if (!compiled.codes.empty() && std::ranges::all_of(compiled.codes, closed)) return kExitNoDevice;
    if (std::ranges::any_of(compiled.codes, lacks)) return kExitRowsFailed;
    return shaderFindings(compiled.codes, compiled.drivers, failOn);
}

} // namespace

class IsaCommand : public Command {
public:
    void declare(Options& options) override {
        declareShaders(options);
        choice_.declareSuite(options);
        addFilters(options, "name or id", choice_.filters);
        addStrategies(options, kSetName, request_.strategies);
        options.values(
            "--target", "FAMILY",
            "Compile for this GPU or family, without the GPU (through Mesa); repeatable; rdna2 and the like, "
            "a vendor or all: every such family that the installed drivers support; list: the targets",
            [this](const std::string& name) -> Result<void> {
                listTargets_ = listTargets_ || name == kListTargets;
                return name == kListTargets ? Result<void>() : addTargets(name, request_);
            });
        options.texts("--driver", "ICD.json",
                      "Use only the Vulkan driver of this ICD manifest; several are shown side by side",
                      request_.drivers);
        addDevice(options, request_.device);
        options.text("--engine", "NAME",
                     "Tell the driver this name of an application and its engine, such as DXVK: some compile "
                     "differently for them",
                     request_.engine);
        options.flag("--full", full_,
                     "Print the code itself (if it cannot be parsed, every text that the driver reports) and "
                     "the driver's statistics");
        output_.declareAll(options, "Of two shaders or drivers, also print all loads");
        options.flags(
            "--fail-on", "WHAT,...",
            "Exit with 1 for spills, scratch or slower-loads (a shader of FILE spills registers, uses "
            "scratch memory, or, with two drivers or two files, its loops load more often, or less at "
            "once or per subgroup); with 4 if no shader can be judged",
            {{"spills", &failOn_.spills},
             {"scratch", &failOn_.scratch},
             {"slower-loads", &failOn_.slowerLoads}});
        output_.declareFormat(options);
        options.number("--patience", "", 1, 3'600'000, request_.patience); // for tests
    }

    Result<void> check(const Options& given) override {
        VKPERFTEST_TRY(differentDrivers(request_.drivers));
        VKPERFTEST_TRY(checkShaders(given));
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

    Result<int> execute() override {
        watchForInterrupt(kExitInterrupted);
        if (listTargets_) return listTargets();
        if (!shaders_.paths.empty()) return showShaders();
        std::vector<CompiledSubject> compiled;
        VKPERFTEST_TRY(assign(compiled, compileWanted(request_)));
        if (wasInterrupted()) return kExitInterrupted;
        const CompiledCode code = codeOf(compiled, request_);
        const std::vector<std::string> subjects = subjectLines(compiled, code.drivers);
        const std::string heading = subjects.empty() ? "" : join(subjects, "\n") + "\n\n";
        if (!code.subjects.empty())
            VKPERFTEST_TRY(full_ ? print(heading + codeInFull(code))
                                 : printDocument(compiledDocument(subjects, code), output_));
        return isaOutcome(compiled, code.drivers);
    }

private:
    void declareShaders(Options& options) {
        options.texts("files", "FILE",
                      "Compute shaders in HLSL, GLSL or SPIR-V: files, and folders to search; "
                      "without any, the rows' kernels",
                      shaders_.paths);
        addShaderOptions(options, "With FILE, ", "compute shader", shaders_.compile);
        addConstants(options, "With FILE, ", shaders_.constants, shaders_.compile);
        options.flag("--push-descriptors", shaders_.pushDescriptors,
                     "With FILE, push the descriptors of set 0");
        options.flag("--all-lines", shaders_.allLines,
                     "With FILE, find the source lines of all instructions, even if the code is long; may "
                     "take minutes");
        addSubgroupSize(options, "Compile for subgroups of N invocations (default: the driver's choice)",
                        request_.compiled.subgroupSize);
        addRobustness(options,
                      "Bounds checks: none, robustBufferAccess, or VK_EXT_robustness2 (default: off)",
                      request_.compiled.robustness);
    }

    // Lists each target and the driver that compiles for it.
    Result<int> listTargets() {
        request_ = oneKernel(request_);
        for (const Target& target : allTargets()) request_.targets.push_back(&target);
        std::vector<CompiledSubject> compiled;
        VKPERFTEST_TRY(assign(compiled, compileWanted(request_)));
        if (wasInterrupted()) return kExitInterrupted;
        VKPERFTEST_TRY(driverWorks(compiled));
        std::erase_if(compiled, [this](const CompiledSubject& one) { // of drivers that were not asked for
            return !request_.drivers.empty() && one.subject.driver.empty();
        });
        VKPERFTEST_TRY(printDocument(targetsDocument(compiled), output_));
        return kExitDone;
    }

    Result<int> showShaders() {
        CompiledShaders compiled;
        VKPERFTEST_TRY(assign(compiled, compileShaders(shaders_, request_)));
        if (wasInterrupted()) return kExitInterrupted;
        if (!compiled.codes.empty())
            VKPERFTEST_TRY(full_ ? print(codeInFull(compiled.codes, compiled.drivers))
                                 : printDocument(shadersDocument(compiled.codes, compiled.drivers), output_));
        return exitCodeOf(compiled, failOn_);
    }

    // Shaders replace rows, and have options of their own.
    Result<void> checkShaders(const Options& given) {
        if (!shaders_.paths.empty()) {
            const std::size_t drivers = request_.drivers.size();
            if (failOn_.slowerLoads && drivers != 2 && (drivers > 2 || shaders_.paths.size() != 2))
                return usageError("--fail-on slower-loads compares, and there are no two sides",
                                  "name two drivers with --driver, or two files");
            for (const char* option : {"--suite", "--filter", "--strategy"}) {
                if (given.given(option))
                    return contradiction("FILE", option, "a shader replaces the rows; leave one of them out");
            }
            if (listTargets_)
                return contradiction("FILE", "--target list",
                                     "the list compiles nothing; leave one of them out");
            return {};
        }
        for (const std::string& option : split(kShaderOptions, ' ')) {
            if (!given.given(option)) continue;
            return usageError(fmt::format("{} needs a FILE", option),
                              "name a compute shader; the rows' kernels are compiled as they are");
        }
        return {};
    }

    CompileRequest request_;
    ShaderRequest shaders_;
    ShaderFailures failOn_;
    RowOptions choice_;
    bool full_ = false; // the code itself
    OutputOptions output_;
    bool listTargets_ = false;
};

std::unique_ptr<Command> newIsa() {
    return std::make_unique<IsaCommand>();
}

} // namespace vkperftest
