#include "report/formats.h"
#include "report/results_json.h"

namespace vkperftest {

std::string jsonReport(const RunResult& run, const ReportStyle&) {
    return runToJson(run, !run.interrupted);
}

} // namespace vkperftest
