#include "base/atomic_file.h"
#include "base/exit_code.h"
#include "cli/console.h"
#include "cli/generated_texts.h"
#include "cli/output.h"

namespace vkperftest {
namespace {

struct GeneratedText {
    std::string_view name;
    std::string (*write)(std::span<const CommandFacts>);
};

constexpr std::array<GeneratedText, 5> kGeneratedTexts = {{{"man", manPage},
                                                           {"bash", bashCompletion},
                                                           {"zsh", zshCompletion},
                                                           {"fish", fishCompletion},
                                                           {"powershell", powershellCompletion}}};

} // namespace

class GenerateCommand : public Command {
public:
    void declare(Options& options) override {
        options.value(
            "what", "WHAT", fmt::format("What to print: {} (man: the manual page)", namesOf(kGeneratedTexts)),
            [this](const std::string& name) {
                return assign(text_, findNamed(kGeneratedTexts, name, "`generate` knows no"));
            },
            nameList(kGeneratedTexts));
        options.text("-o,--output", "FILE", "Write it to this file instead of standard output", file_);
    }

    Result<void> check(const Options&) override {
        if (text_ != nullptr) return {};
        return Error{ErrorKind::Usage, "`generate` does not know what to print",
                     fmt::format("choose from: {}", namesOf(kGeneratedTexts))};
    }

    Result<int> execute() override {
        const std::string text = text_->write(commandFacts());
        VKPERFTEST_TRY(file_.empty() || file_ == "-" ? print(text) : writeFileAtomically(file_, text));
        return kExitDone;
    }

private:
    const GeneratedText* text_ = nullptr;
    std::string file_;
};

template std::unique_ptr<Command> newCommand<GenerateCommand>();

} // namespace vkperftest
