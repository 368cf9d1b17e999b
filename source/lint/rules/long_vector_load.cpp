#include <set>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "lint/hlsl_source.h"
#include "lint/long_vectors.h"
#include "lint/rule.h"
#include "lint/word_groups.h"

namespace vkperftest {
namespace {

LintFinding finding(const BufferAccess& access, std::uint64_t offset, std::uint64_t alignment) {
    const std::uint64_t next = (offset + alignment - 1) / alignment * alignment;
    const std::string type = fmt::format("vector<{}, {}>", access.element, access.elements);
    LintFinding result;
    result.place = access.place;
    result.message = fmt::format("{} a {} at byte {}, which is not a multiple of its natural alignment, {} "
                                 "bytes; the next good offset is {}",
                                 access.store ? "Stores" : "Loads", type, offset, alignment, next);
    result.remedies = {fmt::format("Move the vector to byte {}, the next multiple of {}.", next, alignment),
                       fmt::format("Keep the offset, and {} vectors of up to four elements, none of which "
                                   "crosses a multiple of 16 bytes.",
                                   access.store ? "store" : "load")};
    result.details = {{"type", type},
                      {"offset", fmt::to_string(offset)},
                      {"requirement", fmt::to_string(alignment)},
                      {"next", fmt::to_string(next)},
                      {"elements", fmt::to_string(access.elements)},
                      {"elementBytes", fmt::to_string(access.elementBytes)}};
    return result;
}

std::vector<LintFinding> sourceFindings(const std::vector<const BufferAccess*>& accesses) {
    std::vector<LintFinding> findings;
    for (const BufferAccess* access : accesses) {
        const std::uint64_t alignment = longVectorAlignment(access->elements, access->elementBytes);
        if (*access->offset % alignment != 0)
            findings.push_back(finding(*access, *access->offset, alignment));
    }
    return findings;
}

std::vector<LintFinding> check(const LintSubject& subject, const RuleSettings&) {
    std::vector<const BufferAccess*> known;
    if (subject.source) {
        for (const BufferAccess& access : subject.source->accesses) {
            if (access.elements >= kShortestLongVector && access.offset) known.push_back(&access);
        }
    }
    std::vector<LintFinding> findings = sourceFindings(known);
    if (!subject.module) return findings;
    // The source knows the elements' type, which words do not tell.
    std::set<std::pair<std::string_view, std::uint32_t>> told;
    for (const BufferAccess* access : known) told.emplace(access->place.file, access->place.line);
    for (LintFinding& words : longVectorFindings(*subject.module)) {
        if (!told.contains({words.place.file, words.place.line})) findings.push_back(std::move(words));
    }
    return findings;
}

} // namespace

extern const Rule kLongVectorLoad{
    .id = "long-vector-bytebuf-load-misaligned",
    .sentence = "A long vector is loaded from or stored in a byte-address buffer at an offset that is not a "
                "multiple of its natural alignment.",
    .severity = Severity::Suggestion,
    .check = check,
};

} // namespace vkperftest
