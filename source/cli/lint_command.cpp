#include "cli/exit_code.h"
#include "cli/linting.h"
#include "cli/options.h"

namespace vkperftest {

class LintCommand : public Command {
public:
    void declare(CLI::App& app) override {
        app.add_option("files", request_.paths,
                       "HLSL, GLSL compute or SPIR-V (.hlsl .comp .glsl .spv .spvasm): files, folders to "
                       "search, and quoted patterns")
            ->type_name("FILE");
        declareShader(app);
        declareRules(app);
        addTexts(app, "--measured", "FILE.json",
                 "Add to each finding what it costs according to this results file of the suite vector, "
                 "stride or binding; repeatable",
                 request_.measured);
        addValues(
            app, "--target", "FAMILY",
            "Add to each finding what Mesa's compiler makes of such a load for this GPU family, without "
            "a GPU (`isa --target list`); repeatable",
            [this](const std::string& name) -> Result<void> {
                return assign(request_.targets.emplace_back(), findTarget(name));
            });
        declareOutput(app);
    }

    Result<void> check(const CLI::App&) override {
        if (request_.listRules && !request_.paths.empty())
            return contradiction("--rules", "a FILE", "leave one of them out");
        if (!request_.listRules && request_.paths.empty()) {
            return Error{ErrorKind::Usage, "`lint` needs a file", "name shaders or a folder that holds some"};
        }
        for (const std::string& path : outputs_) {
            if (path == "-") continue; // printed anyway
            VKPERFTEST_TRY(assign(request_.files.emplace_back(LintOutputFile{path}).format,
                                  findByEnding(lintWriters(), path, request_.format)));
        }
        return checkLintRules(request_);
    }

    Result<int> execute() override { return lint(request_); }

private:
    void declareShader(CLI::App& app) {
        addTexts(app, "-D", "NAME[=VALUE]", "Define a macro; repeatable", request_.defines);
        addTexts(app, "-I", "FOLDER", "Search this folder for included files; repeatable",
                 request_.includeFolders);
        addText(app, "--entry", "NAME", "Entry point (default: all that a file holds)", request_.entry);
        addText(app, "--stage", "NAME", "Its stage (default: from the file's name or the source, else comp)",
                request_.stage);
        addFlag(app, "--root-descriptors", request_.rootDescriptors,
                "Assume that buffers begin at any multiple of 4 bytes, as root descriptors and raw addresses "
                "may (default: 16)");
    }

    void declareRules(CLI::App& app) {
        addTexts(app, "--rule", "ID=off|SEVERITY",
                 "Turn a rule off, or on with the severity suggestion, warning or error; repeatable; "
                 "overrides vkperftest-lint.toml",
                 request_.rules);
        addNumber(app, "--cache-line-target",
                  "Cache line that strides must fit, in bytes: 16, 32, 64 or 128 (default: 32)", 16, 128,
                  request_.cacheLineTarget);
        addFlag(app, "--rules", request_.listRules, "List the rules");
        addValue(
            app, "--fail-on", "SEVERITY",
            "Exit code 1 for findings of this severity or worse: suggestion, warning, error, never (default: "
            "suggestion)",
            [this](const std::string& word) -> Result<void> {
                std::vector<Choice<std::optional<Severity>>> choices;
                for (const NamedSeverity& one : kSeverities) choices.push_back({one.name, one.value});
                choices.push_back({"never", std::nullopt});
                return assign(request_.failOn, chosen("--fail-on", word, choices));
            });
    }

    void declareOutput(CLI::App& app) {
        addValue(app, "-f,--format", "NAME",
                 fmt::format("Format: {} (default: {})", namesOf(lintWriters()), request_.format->name),
                 [this](const std::string& name) {
                     return assign(request_.format, findNamed(lintWriters(), name, "`lint` has no format"));
                 });
        addTexts(app, "-o,--output", "FILE",
                 "Also write it to this file: .json, .sarif, others as --format; repeatable", outputs_);
    }

    LintRequest request_;
    std::vector<std::string> outputs_;
};

template std::unique_ptr<Command> newCommand<LintCommand>();

} // namespace vkperftest
