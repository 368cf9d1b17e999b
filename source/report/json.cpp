#include "report/formats.h"
#include "results/json_text.h"

namespace vkperftest {

std::string jsonReport(const RunResult& run, const ReportStyle&) {
    return runToJson(run, !run.interrupted);
}

} // namespace vkperftest
