#include <set>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "addresses/word_groups.h"
#include "frontend/spirv_module.h"
#include "lint/access_place.h"
#include "lint/hlsl/source.h"
#include "lint/rule.h"

namespace vkperftest {
namespace {

constexpr std::uint32_t kShortestLongVector = 5; // elements

// The vector's natural alignment in bytes: its size, rounded up to a multiple of 16 bytes for 16-bit
// elements, otherwise of 32. A 64-bit element counts as two of 32 bits. Five to seven 32-bit elements get 32
// bytes either way.
std::uint64_t longVectorAlignment(std::uint64_t elements, std::uint32_t elementBytes) {
    const std::uint64_t width = elementBytes <= 2 ? 16 : 32;
    return (elements * elementBytes + width - 1) / width * width;
}

LintFinding longVectorFinding(const BufferAccess& access, std::uint64_t offset, std::uint64_t alignment) {
    const std::uint64_t next = (offset + alignment - 1) / alignment * alignment;
    const std::string type = fmt::format("vector<{}, {}>", access.element, access.elements);
    const char* const what = access.store ? "Stores" : "Loads";
    const bool undefined = offset % access.elementBytes != 0;
    std::vector<std::string> remedies = {
        fmt::format("Move the vector to byte {}, the next multiple of {}.", next, alignment)};
    if (!undefined)
        remedies.push_back(fmt::format("Keep the offset, but {} vectors of up to four elements that do not "
                                       "cross a multiple of 16 bytes.",
                                       access.store ? "store" : "load"));
    return {.place = access.place,
            .message =
                undefined
                    ? fmt::format("{} a {} at byte {}, but HLSL requires a multiple of the element size, {} "
                                  "bytes: the behaviour is undefined.",
                                  what, type, offset, access.elementBytes)
                    : fmt::format("{} a {} at byte {}, which is not a multiple of its natural alignment, {} "
                                  "bytes; the next aligned offset is {}.",
                                  what, type, offset, alignment, next),
            .remedies = std::move(remedies),
            .details = {{"type", type},
                        {"offset", offset},
                        {"requirement", alignment},
                        {"next", next},
                        {"elements", access.elements},
                        {"elementBytes", access.elementBytes}},
            .undefined = undefined};
}

LintFinding wordsFinding(const LintSubject& subject, const WideAccess& access, std::uint64_t offset) {
    const std::uint32_t count = access.bytes / 4;
    const std::uint64_t needed = longVectorAlignment(count, 4);
    const std::uint64_t next = (offset / needed + 1) * needed;
    return {.place = placeOf(subject, access),
            .entryPoint = subject.module->entryPoint(),
            .message =
                fmt::format("{} {} 32-bit words at byte {}, which is not a multiple of {}.",
                            access.store ? "Stores a vector of" : "Loads a vector of", count, offset, needed),
            .remedies = {fmt::format("Move the vector to byte {}, the next multiple of {}.", next, needed)},
            .details = {{"elements", count},
                        {"elementBytes", 4u},
                        {"offset", offset},
                        {"requirement", needed},
                        {"next", next}}};
}

// Requires debug lines with columns, which glslang does not write for HLSL: words at one column belong to one
// call, but eight words on one line may be two Load4.
std::vector<LintFinding> longVectorsInModule(const LintSubject& subject) {
    std::vector<LintFinding> findings;
    for (const WideAccess& access : subject.accesses().ofOnePlace) {
        if (access.bytes < kShortestLongVector * 4 || access.instruction->column == 0 || !access.offset)
            continue;
        if (*access.offset % longVectorAlignment(access.bytes / 4, 4) != 0)
            findings.push_back(wordsFinding(subject, access, *access.offset));
    }
    return findings;
}

std::vector<LintFinding> checkLongVectors(const LintSubject& subject, const RuleSettings&) {
    std::vector<LintFinding> findings;
    // The source shows the elements' type; the module's words do not.
    std::set<std::pair<std::string_view, std::uint32_t>> told;
    if (subject.source) {
        for (const BufferAccess& access : subject.source->accesses) {
            if (access.elements < kShortestLongVector || !access.offset) continue;
            told.emplace(access.place.file, access.place.line);
            const std::uint64_t alignment = longVectorAlignment(access.elements, access.elementBytes);
            if (*access.offset % alignment != 0)
                findings.push_back(longVectorFinding(access, *access.offset, alignment));
        }
    }
    if (!subject.module) return findings;
    for (LintFinding& found : longVectorsInModule(subject)) {
        if (!told.contains({found.place.file, found.place.line})) findings.push_back(std::move(found));
    }
    return findings;
}

} // namespace

extern const Rule kLongVectorLoad{
    .id = "long-vector-bytebuf-load-misaligned",
    .sentence = "A long vector is loaded from or stored in a byte-address buffer at an offset that is not a "
                "multiple of its natural alignment.",
    .severity = Severity::Suggestion,
    .check = checkLongVectors,
};

} // namespace vkperftest
