#include <algorithm>
#include <bit>
#include <set>
#include <utility>

#include <fmt/format.h>

#include "addresses/word_groups.h"
#include "frontend/spirv_module.h"
#include "lint/access_place.h"
#include "lint/hlsl/source.h"
#include "lint/rule.h"

namespace vkperftest {
namespace {

constexpr std::uint64_t kWidest = 16; // bytes of GPUs' widest loads

// A size that is a power of two takes one load of that width; three words take two or three loads.
std::uint64_t naturalAlignment(std::uint32_t elementBytes, std::uint32_t elements) {
    const std::uint64_t bytes = std::uint64_t{elementBytes} * elements;
    return std::min(std::has_single_bit(bytes) ? bytes : elementBytes, kWidest);
}

LintFinding rawLoadFinding(const Place& place, bool store, std::uint64_t bytes, std::uint64_t offset,
                           std::uint64_t needed, std::uint64_t elementBytes) {
    const std::uint64_t next = (offset / needed + 1) * needed;
    const bool undefined = offset % elementBytes != 0;
    return {
        .place = place,
        .message =
            undefined
                ? fmt::format("{} {} bytes at byte {}, but HLSL requires a multiple of the element size, {} "
                              "bytes: the behaviour is undefined.",
                              store ? "Stores" : "Loads", bytes, offset, elementBytes)
                : fmt::format("{} {} bytes at byte {}, which is not a multiple of {}, so it is not a single "
                              "{}-bit access.",
                              store ? "Stores" : "Loads", bytes, offset, needed, needed * 8),
        .remedies = {fmt::format("Move it to byte {}, the next multiple of {}.", next, needed)},
        .details = {{"elements", bytes / elementBytes},
                    {"elementBytes", elementBytes},
                    {"offset", offset},
                    {"requirement", needed},
                    {"next", next}},
        .undefined = undefined};
}

// Vectors of five or more elements belong to long-vector-bytebuf-load-misaligned.
bool judged(const BufferAccess& access) {
    return access.offset && access.elements >= 1 && access.elements <= 4 && access.alignment != 0;
}

std::vector<LintFinding> checkRawLoads(const LintSubject& subject, const RuleSettings&) {
    std::vector<LintFinding> findings;
    std::set<std::pair<std::string_view, std::uint32_t>> seen;
    if (subject.source) {
        for (const BufferAccess& access : subject.source->accesses) {
            if (!judged(access)) continue;
            seen.emplace(access.place.file, access.place.line);
            // Structures and matrices are loaded member by member.
            const bool whole = access.elementBytes == access.alignment;
            const std::uint64_t needed =
                whole ? naturalAlignment(access.elementBytes, access.elements) : access.alignment;
            if (*access.offset % needed == 0) continue;
            findings.push_back(rawLoadFinding(access.place, access.store,
                                              std::uint64_t{access.elementBytes} * access.elements,
                                              *access.offset, needed, access.alignment));
        }
    }
    if (!subject.module) return findings;
    // Offsets that the compiler folded but the scan of the source could not.
    for (const WideAccess& access : subject.accesses().wide) {
        if (access.form != WideForm::Words || access.bytes > kWidest || !access.offset) continue;
        const Place place = placeOf(subject, access);
        if (*access.offset % access.bytes == 0 || seen.contains({place.file, place.line})) continue;
        findings.push_back(
            rawLoadFinding(place, access.store, access.bytes, *access.offset, access.bytes, 4));
        findings.back().entryPoint = subject.module->entryPoint();
    }
    return findings;
}

} // namespace

extern const Rule kRawLoadMisaligned{
    .id = "byteaddressbuffer-load-misaligned",
    .sentence = "A Load2, Load4 or Load<T> (or a matching Store) at a constant offset that is not a multiple "
                "of its width.",
    .severity = Severity::Warning,
    .check = checkRawLoads,
};

} // namespace vkperftest
