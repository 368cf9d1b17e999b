// The experiment "vector", judged from code alone.
#include <fmt/format.h>

#include "base/text.h"
#include "experiments/code.h"
#include "experiments/judging.h"
#include "experiments/vector.h"
#include "isa/summary.h"

namespace vkperftest {
namespace {

// One vector at all of its offsets.
struct CompiledVector {
    std::string name; // "float5"
    std::vector<const RowCode*> places;
};

std::vector<CompiledVector> compiledVectors(std::span<const RowCode> codes) {
    std::vector<CompiledVector> vectors;
    for (const RowCode& code : codes) {
        const bool direct = code.row.pattern == Pattern::Linear && code.row.technique == Technique::Direct;
        if (!direct || code.row.operation.kind != LoadKind::RawVector) continue;
        const std::string name = vectorName(code.row.operation);
        if (vectors.empty() || vectors.back().name != name) vectors.push_back({name, {}});
        vectors.back().places.push_back(&code);
    }
    return vectors;
}

// The offsets whose code differs from the first one's.
std::vector<std::string> offsetsApart(const std::vector<const RowCode*>& places) {
    std::vector<std::string> offsets;
    for (const RowCode* place : places)
        if (sameCode(places[0]->facts, place->facts) == false)
            offsets.push_back(std::to_string(place->row.operation.byteOffset));
    return offsets;
}

Finding judgeCompiled(const CompiledVector& vector, const std::vector<std::string>& apart) {
    for (const RowCode* place : vector.places)
        if (const std::optional<Trouble> trouble = place->trouble()) return undecided(vector.name, *trouble);
    const CodeFacts& first = vector.places[0]->facts;
    const Operation& load = vector.places[0]->row.operation;
    constexpr std::uint32_t kWordBits = 32, kWidestBits = 128;
    const std::uint32_t bits = traits(load.source.format).bytesOf(load.width) * 8;
    const std::uint32_t least = (bits + kWidestBits - 1) / kWidestBits;
    const double loads = loadsOfEach(first);
    const bool words = loads * kWordBits >= bits;
    const Found verdict = loads == 0 ? Found::NoLoad : loads > least ? Found::Split : Found::Whole;
    const std::string how = verdict == Found::NoLoad  ? "no load in the loop"
                            : verdict == Found::Whole ? "as few loads as possible, of up to 128 bits"
                            : words                   ? "split into single words"
                                                      : "split into more loads than necessary";
    std::string details;
    if (verdict == Found::Whole) details = fmt::format(" ({})", loadPhrase(first));
    if (verdict == Found::Split)
        details = fmt::format(" ({}; {} of 128 bits would do)", loadPhrase(first), least);
    const std::string where = !apart.empty()             ? "; other code at offset " + join(apart, ", ")
                              : vector.places.size() > 1 ? "; the same code at every offset"
                                                         : "";
    return {
        .subject = vector.name, .verdict = verdict, .sentence = how + details + where, .before = how + where};
}

// "all 23 vectors"; "2 of 23 vectors (float5, float6)"; "none of 23 vectors". Many are not named.
std::string someVectors(const std::vector<std::string>& names, std::size_t all) {
    if (names.empty()) return fmt::format("none of {} vectors", all);
    if (names.size() == all) return fmt::format("all {} vectors", all);
    constexpr std::size_t kMostNames = 4;
    return fmt::format("{} of {} vectors{}", names.size(), all,
                       names.size() > kMostNames ? "" : fmt::format(" ({})", join(names, ", ")));
}

// `apart`: the vectors whose code differs at some offset.
std::string concludeCompiled(const std::vector<Finding>& findings, const std::vector<std::string>& apart) {
    std::vector<std::string> split;
    std::size_t judged = 0;
    for (const Finding& finding : findings) {
        judged += finding.verdict != Found::CannotSay;
        if (finding.verdict == Found::Split) split.push_back(finding.subject);
    }
    if (judged == 0) return noConclusion(findings, "vectors");
    const std::string offset =
        apart.empty() ? "the offset changes no code: only a GPU shows what misalignment costs"
                      : fmt::format("the offset changes the code of {}", someVectors(apart, judged));
    return fmt::format("The compiler splits {}{}, and {}{}", someVectors(split, judged),
                       split.empty() ? "" : " into more loads than necessary", offset,
                       noVerdictOn(findings.size() - judged, "vector"));
}

} // namespace

Answer answerVectorCode(std::span<const RowCode> codes) {
    Answer answer;
    std::vector<std::string> apart;
    for (const CompiledVector& vector : compiledVectors(codes)) {
        const std::vector<std::string> offsets = offsetsApart(vector.places);
        answer.findings.push_back(judgeCompiled(vector, offsets));
        if (!offsets.empty() && !answer.findings.back().trouble) apart.push_back(vector.name);
    }
    answer.conclusion = concludeCompiled(answer.findings, apart);
    return answer;
}

} // namespace vkperftest
