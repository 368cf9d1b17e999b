// Any bytes as the script of a scripted device: an error, or a device of which two rows are measured.
#include <memory>

#include "cases/suite.h"
#include "fuzzing.h"
#include "run/runner.h"
#include "run/script.h"
#include "run/scripted_executor.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace vkperftest;
    const std::string text(textOf(data, size));
    const Result<Script> script = parseScript(text);
    if (!accepted(script)) return 0;
    if (script.value().dieAt != kNever || script.value().interruptAt != kNever)
        return 0; // they end this process, too
    const auto executor = ScriptedExecutor::parse(text, 1);
    require(executor.ok());
    static const std::vector<Case> matrix = matrixRows();
    const RunPlan plan{.suite = "matrix",
                       .rows = {matrix[0], matrix[100]},
                       .strategies = {Strategy::Set, Strategy::Push},
                       .baseline = defaultBaseline(),
                       .effort = kQuickEffort,
                       .recording = true,
                       .block = AbBlock{.rounds = 1}};
    accepted(measure(*executor.value(), plan, {}));
    return 0;
}
