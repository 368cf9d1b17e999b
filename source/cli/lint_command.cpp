#include "cli/inputs.h"
#include "cli/linting.h"
#include "cli/options.h"
#include "cli/shared_options.h"

namespace vkperftest {

class LintCommand : public Command {
public:
    void declare(Options& options) override {
        options.texts("files", "FILE",
                      "HLSL, GLSL or SPIR-V (.hlsl .comp .frag .glsl .spv …): files, and "
                      "folders to search",
                      request_.paths);
        addShaderOptions(options, "", "entry point", request_.how.shader);
        options.flag("--root-descriptors", request_.how.rootDescriptors,
                     "Assume buffers that begin at any multiple of 4 bytes (as root descriptors and raw "
                     "addresses may; default: 16)");
        options.texts("--rule", "ID=off|SEVERITY",
                      "Turn a rule off, or set its severity: suggestion, warning or error; repeatable; "
                      "overrides vkperftest-lint.toml",
                      request_.how.rules);
        options.flag("--rules", request_.listRules, "List the rules");
        std::vector<Choice<std::optional<Severity>>> choices;
        for (const NamedSeverity& one : kSeverities) choices.push_back({one.name, one.value});
        choices.push_back({"never", std::nullopt});
        options.choice<std::optional<Severity>>("--fail-on", "SEVERITY",
                                                "Exit with 1 for findings this severe or worse: suggestion, "
                                                "warning, error, never (default: suggestion)",
                                                choices, request_.failOn);
        options.texts("--measured", "FILE.json",
                      "Add to each finding what it costs according to this results file of the suite "
                      "offset or binding, and turn a finding into a note if it is the same "
                      "or faster on each of these devices; repeatable",
                      request_.measured);
        options.choice<bool>("-f,--format", "NAME", "Format: text, json (default: text)",
                             {{"text", false}, {"json", true}}, request_.json);
    }

    Result<void> check(const Options&) override {
        if (request_.listRules && !request_.paths.empty())
            return contradiction("--rules", "a FILE", "leave one of them out");
        if (!request_.listRules && request_.paths.empty()) {
            return usageError("`lint` needs a file", "name shaders, or a folder of shaders");
        }
        VKPERFTEST_TRY(expandFolders(request_.measured));
        return checkLintRules(request_);
    }

    Result<int> execute() override { return lint(request_); }

private:
    LintRequest request_;
};

std::unique_ptr<Command> newLint() {
    return std::make_unique<LintCommand>();
}

} // namespace vkperftest
