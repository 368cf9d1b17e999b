#include "base/exit_code.h"
#include "cli/options.h"
#include "cli/output.h"
#include "report/documents.h"

namespace vkperftest {

class ReferenceCommand : public Command {
public:
    void declare(Options& options) override { output_.declareFormat(options); }

    Result<int> execute() override {
        VKPERFTEST_TRY(printAndSave(referenceDocument(), output_));
        return kExitDone;
    }

private:
    OutputOptions output_;
};

template std::unique_ptr<Command> newCommand<ReferenceCommand>();

} // namespace vkperftest
