// Any bytes as a results file: an error, or a run that comes back as it was written, and that every command
// which reads results files has something to say of.
#include <random>
#include <string>
#include <vector>

#include "analysis/comparison.h"
#include "answers/advice.h"
#include "fuzzing.h"
#include "model/published.h"
#include "report/documents.h"
#include "report/page.h"
#include "report/results_json.h"
#include "report/writers.h"

namespace vkperftest {
namespace {

void writeEverywhere(const Document& document) {
    for (const Writer& writer : runWriters()) {
        if (writer.shown == Shown::Run && document.figures == nullptr) continue;
        require(!writer.write(document, {}).empty());
        if (writer.shown == Shown::Sections)
            writer.write(document, {.width = 200, .color = true, .extent = Extent::Wide});
    }
}

void compareWith(const RunResult& base, const RunResult& now) {
    const Result<Comparison> comparison = compareRuns(base, now, {});
    if (accepted(comparison))
        writeEverywhere(
            comparisonDocument(std::vector<ComparedRuns>{{"a", "b", "A", "B", comparison.value()}}));
}

void show(const RunResult& run) {
    const RunFigures figures = analyse(run);
    writeEverywhere(runDocument(figures));
    writeEverywhere(adviceDocument(figures, true));
    for (const Experiment& experiment : experiments()) {
        const Result<Answer> answer = judgeRun(experiment, figures);
        if (accepted(answer)) writeEverywhere(findingsDocument(experiment, figures, answer.value()));
    }
    compareWith(run, run);
    compareWith(referenceTables()[0], run);
    const std::vector<NamedFigures> runs = {{"a.json", &figures}, {"b.json", &figures}};
    pictureOf(sortedByDevice(runs));
    htmlPage(pageOf(sortedByDevice(runs)));
    std::vector<OmittedFile> omitted;
    siteOf(sortedByDevice(soundFiles(runs, omitted)), omitted);
}

// Where the values and keys of a JSON text lie, strings and bare words: all that stands between blanks and marks.
std::vector<std::string_view> tokensOf(std::string_view text) {
    std::vector<std::string_view> tokens;
    for (std::size_t at = 0; at < text.size();) {
        const bool quoted = text[at] == '"';
        std::size_t end = text.find_first_of(quoted ? "\"" : " \n,:[]{}\"", at + 1);
        end = std::min(end, text.size() - 1) + (quoted ? 1 : 0);
        if (end <= at) break;
        if (std::string_view(" \n,:[]{}").find(text[at]) == std::string_view::npos)
            tokens.push_back(text.substr(at, end - at));
        at = end;
    }
    return tokens;
}

} // namespace
} // namespace vkperftest

// libFuzzer's own way of changing bytes.
extern "C" std::size_t LLVMFuzzerMutate(std::uint8_t* bytes, std::size_t size, std::size_t most);

// Most of the time one value or key becomes another of the text's, or one that is hard to take: bytes at
// random hardly ever leave JSON behind.
extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t* bytes, std::size_t size, std::size_t most,
                                               unsigned seed) {
    constexpr std::string_view kHard[] = {"null", "0",  "-1",   "1e308", "1e-308",  "18446744073709551615",
                                          "[]",   "{}", "\"\"", "true",  "\"set\"", "\"\\u001b[2J\""};
    std::minstd_rand random(seed);
    const std::string text(vkperftest::textOf(bytes, size));
    const std::vector<std::string_view> tokens = vkperftest::tokensOf(text);
    if (seed % 4 == 0 || tokens.empty()) return LLVMFuzzerMutate(bytes, size, most);
    const std::string_view from =
        seed % 4 == 1 ? kHard[random() % std::size(kHard)] : tokens[random() % tokens.size()];
    const std::string_view to = tokens[random() % tokens.size()];
    const auto at = static_cast<std::size_t>(to.data() - text.data());
    const std::string changed = text.substr(0, at) + std::string(from) + text.substr(at + to.size());
    if (changed.size() > most) return LLVMFuzzerMutate(bytes, size, most);
    changed.copy(reinterpret_cast<char*>(bytes), changed.size());
    return changed.size();
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace vkperftest;
    const Result<RunResult> read = runFromJson(textOf(data, size), "fuzzed.json");
    if (!accepted(read)) return 0;
    const RunResult& run = read.value();
    const std::string written = runToJson(run, !run.interrupted);
    const Result<RunResult> again = runFromJson(written, "written.json");
    require(again.ok() && runToJson(again.value(), !run.interrupted) == written);
    show(run);
    return 0;
}
