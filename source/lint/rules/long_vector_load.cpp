#include <set>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "frontend/spirv_module.h"
#include "lint/hlsl/source.h"
#include "lint/rule.h"
#include "lint/spirv/word_groups.h"

namespace vkperftest {
namespace {

constexpr std::uint32_t kShortestLongVector = 5; // elements

// The vector's natural alignment in bytes: its size, rounded up to a multiple of 16 bytes for elements of 16
// bits, else of
// 32. Elements of 64 bits count as two of 32; and five to seven elements of 32 bits get 32 either way.
std::uint64_t longVectorAlignment(std::uint64_t elements, std::uint32_t elementBytes) {
    const std::uint64_t width = elementBytes <= 2 ? 16 : 32;
    return (elements * elementBytes + width - 1) / width * width;
}

LintFinding longVectorFinding(const BufferAccess& access, std::uint64_t offset, std::uint64_t alignment) {
    const std::uint64_t next = (offset + alignment - 1) / alignment * alignment;
    const std::string type = fmt::format("vector<{}, {}>", access.element, access.elements);
    return {.place = access.place,
            .message = fmt::format("{} a {} at byte {}, which is not a multiple of its natural alignment, {} "
                                   "bytes; the next good offset is {}",
                                   access.store ? "Stores" : "Loads", type, offset, alignment, next),
            .remedies = {fmt::format("Move the vector to byte {}, the next multiple of {}.", next, alignment),
                         fmt::format("Keep the offset, and {} vectors of up to four elements, none of which "
                                     "crosses a multiple of 16 bytes.",
                                     access.store ? "store" : "load")},
            .details = {{"type", type},
                        {"offset", fmt::to_string(offset)},
                        {"requirement", fmt::to_string(alignment)},
                        {"next", fmt::to_string(next)},
                        {"elements", fmt::to_string(access.elements)},
                        {"elementBytes", fmt::to_string(access.elementBytes)}}};
}

LintFinding wordsFinding(const SpirvModule& module, const WideAccess& access, std::uint64_t offset) {
    const std::uint32_t count = access.bytes / 4;
    const std::uint64_t needed = longVectorAlignment(count, 4);
    const std::uint64_t next = (offset / needed + 1) * needed;
    return {.place = module.placeOf(*access.instruction),
            .entryPoint = module.entryPoint(),
            .message =
                fmt::format("{} {} 32-bit words at byte {}, which is not a multiple of {}.",
                            access.store ? "Stores a vector of" : "Loads a vector of", count, offset, needed),
            .remedies = {fmt::format("Move the vector to byte {}, the next multiple of {}.", next, needed)},
            .details = {{"elements", fmt::to_string(count)},
                        {"elementBytes", "4"},
                        {"offset", fmt::to_string(offset)},
                        {"requirement", fmt::to_string(needed)},
                        {"next", fmt::to_string(next)}}};
}

// Only with debug lines that name a column, as glslang's for HLSL do not: words of one column belong to one
// call, while eight words of one line may as well be two Load4.
std::vector<LintFinding> longVectorsInModule(const SpirvModule& module) {
    std::vector<LintFinding> findings;
    for (const WideAccess& access : wordsOfOnePlace(module)) {
        if (access.bytes < kShortestLongVector * 4 || access.instruction->column == 0 || !access.offset)
            continue;
        if (*access.offset % longVectorAlignment(access.bytes / 4, 4) != 0)
            findings.push_back(wordsFinding(module, access, *access.offset));
    }
    return findings;
}

std::vector<LintFinding> checkLongVectors(const LintSubject& subject, const RuleSettings&) {
    std::vector<LintFinding> findings;
    // The source knows the elements' type, which words do not tell.
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
    for (LintFinding& found : longVectorsInModule(*subject.module)) {
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
