#include <fmt/format.h>

#include "lint/hlsl_source.h"
#include "lint/rule.h"

namespace vkperftest {
namespace {

constexpr std::uint32_t kShortest = 5; // elements; up to four are no long vector

// 32 bytes for 64-bit elements too: they are pairs of 32-bit words, and five of them have more than eight.
std::uint64_t naturalAlignment(const BufferAccess& access) {
    const std::uint64_t width = access.elementBytes <= 2 ? 16 : 32;
    const std::uint64_t bytes = std::uint64_t(access.elements) * access.elementBytes;
    return (bytes + width - 1) / width * width;
}

LintFinding finding(const BufferAccess& access, std::uint64_t offset, std::uint64_t alignment) {
    const std::uint64_t next = (offset + alignment - 1) / alignment * alignment;
    const std::string type = fmt::format("vector<{}, {}>", access.element, access.elements);
    LintFinding result;
    result.place = access.place;
    result.message =
        fmt::format("{} of {} at offset {}, which is no multiple of its natural alignment of {} bytes; the "
                    "next good offset is {}.",
                    access.method, type, offset, alignment, next);
    result.remedies = {fmt::format("Move the data to offset {}, with padding before it.", next),
                       fmt::format("Keep the offset, and {} it in vectors of up to four elements, none of "
                                   "which crosses a multiple of 16 "
                                   "bytes.",
                                   access.store ? "store" : "load")};
    result.details = {{"type", type},
                      {"offset", std::to_string(offset)},
                      {"alignment", std::to_string(alignment)},
                      {"nextOffset", std::to_string(next)}};
    return result;
}

std::vector<LintFinding> check(const LintSubject& subject, const RuleSettings&) {
    std::vector<LintFinding> findings;
    if (!subject.source) return findings;
    for (const BufferAccess& access : subject.source->accesses) {
        if (access.elements < kShortest || !access.offset) continue;
        const std::uint64_t alignment = naturalAlignment(access);
        if (*access.offset % alignment != 0) findings.push_back(finding(access, *access.offset, alignment));
    }
    return findings;
}

} // namespace

extern const Rule kLongVectorLoad{
    .id = "long-vector-bytebuf-load-misaligned",
    .sentence = "A long vector is loaded from or stored to a byte-address buffer at a constant offset that "
                "is no multiple of "
                "its natural alignment.",
    .severity = Severity::Suggestion,
    .check = check,
};

} // namespace vkperftest
