#include "report/formats.h"
#include "report/results_json.h"

namespace vkperftest {

std::string jsonReport(const RunFigures& figures, const ReportStyle&) {
    return runToJson(figures, !figures.run->interrupted);
}

} // namespace vkperftest
