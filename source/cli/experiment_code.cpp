#include "cli/experiment_code.h"

#include "base/interrupt.h"
#include "cli/exit_code.h"
#include "cli/isa_matrix.h"
#include "cli/isa_outcome.h"
#include "cli/isa_targets.h"

namespace vkperftest {
namespace {

std::vector<RowCode> rowCodes(const CodeCells& cells, const IsaOptions& options) {
    std::vector<RowCode> codes;
    for (const Strategy strategy : options.strategies) {
        for (const Case& row : options.rows) {
            if (!whyUnsupported({row, strategy}).empty()) continue;
            const CodeCell cell = cellAt(cells, row, strategy);
            codes.push_back({row, strategy, cell.missing, cell.reading});
        }
    }
    return codes;
}

} // namespace

Result<int> judgeTargets(const Experiment& experiment, const IsaOptions& options,
                         const OutputOptions& output) {
    watchForInterrupt(kExitInterrupted);
    ScratchFolder scratch;
    VKPERFTEST_TRY(scratch.create("experiment"));
    std::vector<CompiledSubject> compiled;
    VKPERFTEST_TRY(assign(compiled, compileWanted(options, scratch)));
    if (wasInterrupted()) return kExitInterrupted;
    const DriverNames names = driverNames(options.drivers, compiled);
    std::vector<TargetAnswer> answers;
    for (const CompiledSubject& one : compiled) {
        for (const SubjectCode& code : codesOf({&one, 1})) {
            Result<Answer> answer = judgeCode(experiment, rowCodes(code.cells, options));
            if (!answer.ok()) return answer.error();
            answers.push_back({subjectName(one.subject, names), join(subjectLines({&one, 1}, names), ""),
                               std::move(answer).value()});
        }
    }
    if (!answers.empty()) VKPERFTEST_TRY(printAndSave(codeFindingsDocument(experiment, answers), output));
    return isaOutcome(compiled, names);
}

} // namespace vkperftest
