#include "report/phrases.h"

#include <map>

#include <fmt/format.h>

#include "base/text.h"
#include "isa/summary.h"

namespace vkperftest {
namespace {

std::string phraseOf(const RunResult& run, const StrategyResult& strategy) {
    if (strategy.status != Status::Measured) return {};
    const CodeDigest* code = codeOf(run, strategy);
    return code != nullptr ? loadPhrase(*code) : "unknown";
}

} // namespace

std::string explanation(const RunResult& run, const RowResult& row) {
    std::vector<std::string> parts;
    std::string first;
    for (const StrategyResult& strategy : row.strategies) {
        const std::string phrase = phraseOf(run, strategy);
        if (phrase.empty() || phrase == first) continue;
        if (first.empty()) first = phrase;
        const bool named = &strategy != &row.strategies.front();
        parts.push_back(named ? fmt::format("{}: {}", strategy.strategy, phrase) : phrase);
    }
    return join(parts, "; ");
}

std::vector<std::string> explanationRemarks(const RunResult& run) {
    // If there is no code at all, the run's own remarks say why.
    if (run.codes.empty() && !run.codesMissing.empty()) return {};
    std::map<std::string, std::size_t> figures; // by the reason
    for (const RowResult& row : run.rows) {
        for (const StrategyResult& strategy : row.strategies) {
            if (strategy.status != Status::Measured) continue;
            const CodeDigest* code = codeOf(run, strategy);
            if (code == nullptr)
                ++figures[run.source.empty() ? "the run did not read it" : "published tables lack it"];
            if (code != nullptr && !code->trouble.empty()) ++figures[code->trouble];
        }
    }
    std::vector<std::string> remarks;
    for (const auto& [reason, count] : figures) {
        const std::string why = reason == kNoCompilerOutput ? "" : ": " + reason;
        remarks.push_back(fmt::format("{} for {}{}.", kNoCompilerOutput, counted(count, "figure"), why));
    }
    return remarks;
}

} // namespace vkperftest
