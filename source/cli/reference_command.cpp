#include "cli/exit_code.h"
#include "cli/options.h"
#include "cli/output.h"
#include "report/documents.h"

namespace vkperftest {

class ReferenceCommand : public Command {
public:
    void declare(CLI::App& app) override { output_.declareFormat(app); }

    Result<int> execute() override {
        VKPERFTEST_TRY(printAndSave(referenceDocument(), output_));
        return kExitDone;
    }

private:
    OutputOptions output_;
};

template std::unique_ptr<Command> newCommand<ReferenceCommand>();

} // namespace vkperftest
