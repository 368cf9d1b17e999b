// Any bytes as a text that PerfTest printed: an error, or figures that a results file holds, and whose rows
// PerfTest's own format prints again.
#include <string>

#include "fuzzing.h"
#include "model/perftest_text.h"
#include "model/published.h"
#include "report/documents.h"
#include "report/results_json.h"
#include "report/writers.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace vkperftest;
    const Result<ImportedText> read = parsePerfTestText(textOf(data, size));
    if (!accepted(read)) return 0;
    const RunResult& run = read.value().run;
    const Result<RunResult> file = runFromJson(runToJson(run, true), "imported.json");
    require(file.ok() && file.value().rows.size() == run.rows.size());
    const RunFigures figures = analyse(run);
    const Document document = runDocument(figures);
    for (const Writer& writer : runWriters()) {
        const std::string text = writer.write(document, {});
        if (writer.name != "perftest") continue;
        const Result<ImportedText> again = parsePerfTestText(text);
        if (accepted(again)) require(again.value().run.rows.size() == run.rows.size());
    }
    return 0;
}
