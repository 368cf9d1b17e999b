// The experiment "vector" of code alone.
#include <algorithm>

#include <fmt/format.h>

#include "base/text.h"
#include "experiments/code.h"
#include "experiments/judging.h"
#include "isa/digest.h"

namespace vkperftest {
namespace {

// One vector at all of its offsets.
struct Vector {
    std::string name; // "float5"
    std::vector<const RowCode*> places;
};

std::vector<Vector> vectorsOf(std::span<const RowCode> codes) {
    std::vector<Vector> vectors;
    for (const RowCode& code : codes) {
        const std::string& name = code.row.operation.name; // "ByteAddressBuffer.Load<float5>"
        const std::size_t open = name.find('<'), close = name.find('>');
        const bool judged = code.row.pattern == Pattern::Linear && code.row.technique == Technique::Direct &&
                            open != std::string::npos && close != std::string::npos;
        if (!judged) continue;
        const std::string vector = name.substr(open + 1, close - open - 1);
        if (vectors.empty() || vectors.back().name != vector) vectors.push_back({vector, {}});
        vectors.back().places.push_back(&code);
    }
    return vectors;
}

std::uint32_t bitsOf(const Operation& operation) {
    return operation.width * traits(operation.source.format).bytesPerChannel * 8;
}

// The offsets whose code is another than the first one's.
std::vector<std::string> offsetsApart(const std::vector<const RowCode*>& places) {
    std::vector<std::string> offsets;
    for (const RowCode* place : places) {
        if (sameCode(places[0]->facts, place->facts) == false)
            offsets.push_back(std::to_string(place->row.operation.byteOffset));
    }
    return offsets;
}

struct Judged {
    Finding finding;
    bool apart = false; // at some offset its code is another
};

Judged judge(const Vector& vector) {
    for (const RowCode* place : vector.places) {
        if (const std::string trouble = place->trouble(); !trouble.empty())
            return {undecided(vector.name, trouble)};
    }
    const RowCode& first = *vector.places[0];
    constexpr std::uint32_t kWordBits = 32, kWidestBits = 128;
    const std::uint32_t bits = bitsOf(first.row.operation);
    const std::uint32_t least = (bits + kWidestBits - 1) / kWidestBits;
    const double loads = loadsOfEach(first.facts);
    const bool words = loads * kWordBits >= bits;
    const std::string_view verdict = loads == 0 ? kNoLoad : loads > least ? kSplit : kWhole;
    std::string pattern = verdict == kNoLoad  ? "no load in the loop"
                          : verdict == kWhole ? "as few loads as can be, of up to 128 bits"
                          : words             ? "split into single words"
                                              : "split into more loads than there must be";
    std::string sentence = pattern;
    if (verdict == kWhole) sentence += fmt::format(" ({})", loadPhrase(first.facts));
    if (verdict == kSplit)
        sentence += fmt::format(" ({}; {} of 128 bits would do)", loadPhrase(first.facts), least);
    const std::vector<std::string> apart = offsetsApart(vector.places);
    const std::string where = !apart.empty()             ? "; other code at offset " + join(apart, ", ")
                              : vector.places.size() > 1 ? "; the same code at every offset"
                                                         : "";
    return {{.subject = vector.name,
             .verdict = std::string(verdict),
             .sentence = sentence + where,
             .pattern = pattern + where},
            !apart.empty()};
}

// "all 23 vectors"; "2 of 23 vectors (float5, float6)"; "none of 23 vectors". Many are not named.
std::string someOf(const std::vector<std::string>& names, std::size_t all) {
    if (names.empty()) return fmt::format("none of {} vectors", all);
    if (names.size() == all) return fmt::format("all {} vectors", all);
    constexpr std::size_t kMostNames = 4;
    return fmt::format("{} of {} vectors{}", names.size(), all,
                       names.size() > kMostNames ? "" : fmt::format(" ({})", join(names, ", ")));
}

std::string conclude(const std::vector<Judged>& vectors) {
    std::vector<Finding> findings;
    std::vector<std::string> split, apart;
    std::size_t unknown = 0;
    for (const Judged& one : vectors) {
        findings.push_back(one.finding);
        if (one.finding.verdict == kCannotSay) ++unknown;
        if (one.finding.verdict == kSplit) split.push_back(one.finding.subject);
        if (one.apart) apart.push_back(one.finding.subject);
    }
    if (unknown == vectors.size()) return noConclusion(unknown, "vectors", findings);
    const std::size_t judged = vectors.size() - unknown;
    const std::string offset = apart.empty()
                                   ? "the offset changes no code: only a GPU tells what misalignment costs"
                                   : fmt::format("the offset changes the code of {}", someOf(apart, judged));
    return fmt::format("The compiler splits {}{}, and {}{}", someOf(split, judged),
                       split.empty() ? "" : " into more loads than there must be", offset,
                       notJudged(unknown));
}

} // namespace

Answer answerVectorCode(std::span<const RowCode> codes) {
    Answer answer;
    std::vector<Judged> judged;
    for (const Vector& vector : vectorsOf(codes)) {
        judged.push_back(judge(vector));
        answer.findings.push_back(judged.back().finding);
    }
    answer.conclusion = conclude(judged);
    return answer;
}

} // namespace vkperftest
