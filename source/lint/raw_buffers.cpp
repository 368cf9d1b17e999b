// The rules about byte-address buffers and other wide loads: misaligned long vectors, misaligned raw loads, and
// loads whose alignment cannot be proven.
#include <algorithm>
#include <bit>
#include <set>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "frontend/access_origin.h"
#include "frontend/layouts.h"
#include "frontend/spirv_module.h"
#include "frontend/wide_accesses.h"
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

// An access at a constant byte offset.
struct Misplaced {
    std::string what; // "Loads 16 bytes"
    std::uint64_t offset = 0, needed = 0, elements = 0, elementBytes = 4;
};

// `behind`: what follows the needed multiple.
LintFinding misplacedFinding(const Place& place, const Misplaced& one, const std::string& behind) {
    const std::uint64_t next = (one.offset / one.needed + 1) * one.needed;
    const bool undefined = one.offset % one.elementBytes != 0;
    return {.place = place,
            .message =
                undefined ? fmt::format("{} at byte {}, but HLSL requires a multiple of the element size, {} "
                                        "bytes: the behaviour is undefined.",
                                        one.what, one.offset, one.elementBytes)
                          : fmt::format("{} at byte {}, which is not a multiple of {}{}.", one.what,
                                        one.offset, one.needed, behind),
            .remedies = {fmt::format("Move it to byte {}, the next multiple of {}.", next, one.needed)},
            .details = {{"elements", one.elements},
                        {"elementBytes", one.elementBytes},
                        {"offset", one.offset},
                        {"requirement", one.needed},
                        {"next", next}},
            .undefined = undefined};
}

LintFinding longVectorFinding(const HlslAccess& access, std::uint64_t offset, std::uint64_t alignment) {
    const std::string type = fmt::format("vector<{}, {}>", access.element, access.elements);
    LintFinding found = misplacedFinding(access.place,
                                         {fmt::format("{} a {}", access.isStore() ? "Stores" : "Loads", type),
                                          offset, alignment, access.elements, access.elementBytes},
                                         ", its natural alignment");
    found.details.emplace_back("type", type);
    if (!found.undefined)
        found.remedies.push_back(
            fmt::format("Keep the offset, but {} vectors of up to four elements that do not "
                        "cross a multiple of 16 bytes.",
                        access.isStore() ? "store" : "load"));
    return found;
}

std::vector<LintFinding> checkLongVectors(const LintSubject& subject, const RuleSettings&) {
    std::vector<LintFinding> findings;
    // The source shows the elements' type; the module's words do not.
    std::set<std::pair<std::string_view, std::uint32_t>> told;
    for (const HlslAccess& access : subject.written) {
        if (access.elements < kShortestLongVector || !access.offset) continue;
        told.emplace(access.place.file, access.place.line);
        const std::uint64_t alignment = longVectorAlignment(access.elements, access.elementBytes);
        if (*access.offset % alignment != 0)
            findings.push_back(longVectorFinding(access, *access.offset, alignment));
    }
    if (!subject.module) return findings;
    // Requires debug lines with columns, which glslang does not write for HLSL: words at one column belong to
    // one call, but eight words on one line may be two Load4.
    for (const WideAccess& access : subject.accesses().ofOnePlace) {
        const bool known = access.offset && access.instruction->column != 0;
        if (!known || access.bytes < kShortestLongVector * 4) continue;
        const std::uint64_t needed = longVectorAlignment(access.bytes / 4, 4);
        if (*access.offset % needed == 0) continue;
        LintFinding found =
            misplacedFinding(placeOf(subject, access),
                             {fmt::format("{} a vector of {} 32-bit words", access.store ? "Stores" : "Loads",
                                          access.bytes / 4),
                              *access.offset, needed, access.bytes / 4},
                             "");
        found.entryPoint = subject.module->entryPoint();
        if (!told.contains({found.place.file, found.place.line})) findings.push_back(std::move(found));
    }
    return findings;
}

constexpr std::uint64_t kWidest = 16; // bytes of GPUs' widest loads

LintFinding rawLoadFinding(const Place& place, bool store, std::uint64_t bytes, std::uint64_t offset,
                           std::uint64_t needed, std::uint64_t elementBytes) {
    return misplacedFinding(place,
                            {fmt::format("{} {} bytes", store ? "Stores" : "Loads", bytes), offset, needed,
                             bytes / elementBytes, elementBytes},
                            fmt::format(", so it is not a single {}-bit access", needed * 8));
}

std::vector<LintFinding> checkRawLoads(const LintSubject& subject, const RuleSettings&) {
    std::vector<LintFinding> findings;
    std::set<std::pair<std::string_view, std::uint32_t>> seen;
    for (const HlslAccess& access : subject.written) {
        if (access.elements == 0 || access.elements > 4 || !access.offset) continue; // more: the other rule
        seen.emplace(access.place.file, access.place.line);
        // A size that is a power of two takes one load of that width; three words take two or three loads.
        const std::uint64_t bytes = std::uint64_t{access.elementBytes} * access.elements;
        const std::uint64_t needed =
            std::min(std::has_single_bit(bytes) ? bytes : access.elementBytes, kWidest);
        if (*access.offset % needed != 0)
            findings.push_back(rawLoadFinding(access.place, access.isStore(), bytes, *access.offset, needed,
                                              access.elementBytes));
    }
    if (!subject.module) return findings;
    // Offsets that the compiler folded but the text does not show.
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

std::uint64_t widthOf(const WideAccess& access) {
    return std::min(access.bytes, 16u);
}

std::string subjectOf(const SpirvModule& module, const WideAccess& access) {
    const SpirvInstruction* const variable = module.definition(access.variable);
    std::string name = module.name(access.variable);
    if (name.empty() && is(variable, spv::OpVariable))
        name = module.name(heldBy(module, *variable).result); // a block
    const std::string_view verb = access.store ? "Stores" : "Loads";
    if (access.form == WideForm::Pointer) return fmt::format("{} {} bits", verb, widthOf(access) * 8);
    return fmt::format("{} {} bits {} {}", verb, widthOf(access) * 8, access.store ? "to" : "from",
                       name.empty() ? "a buffer" : "'" + name + "'");
}

// `baseOnly`: the offset from the base is aligned.
std::string trouble(const WideAccess& access, std::uint64_t alignment, bool baseOnly) {
    const std::uint64_t width = widthOf(access);
    if (access.low.value % width != 0)
        return fmt::format("at an address that is never a multiple of {}", width);
    return fmt::format("at an address that is only {} to be a multiple of {} bytes, not {}{}",
                       access.form == WideForm::Pointer ? "promised" : "known", alignment, width,
                       baseOnly ? ", because a root descriptor promises no more" : "");
}

// Bytes from one element to the next, of an address `index * bytes` with or without constants added; 0 of others.
std::uint64_t distanceOf(const SpirvModule& module, const SpirvInstruction* address) {
    constexpr std::uint64_t kNegative = std::uint64_t{1} << 31U; // from here on as 32-bit integers
    constexpr int kMostConstants = 8;
    for (int i = 0; i < kMostConstants && is(address, spv::OpIAdd); ++i) {
        const bool first = constantValue(module, address->operands[0]) != 0;
        if (!first && constantValue(module, address->operands[1]) == 0) return 0;
        address = module.definition(address->operands[first ? 1 : 0]);
    }
    if (!is(address, spv::OpIMul)) return 0;
    const std::uint64_t factor =
        std::max(constantValue(module, address->operands[0]), constantValue(module, address->operands[1]));
    return factor < kNegative ? factor : 0;
}

std::vector<std::string> remediesFor(const SpirvModule& module, const WideAccess& access, bool baseOnly) {
    const auto width = widthOf(access);
    if (access.form == WideForm::Pointer)
        return {fmt::format(
            "If every address is a multiple of {0}, promise it: buffer_reference_align = {0}.", width)};
    if (baseOnly)
        return {"Bind the buffer through a descriptor table; its base is then aligned to 16 bytes.",
                "If every buffer begins at a multiple of 16, promise it: as vk::RawBufferLoad's alignment, "
                "or by buffer_reference_align."};
    if (const std::uint64_t distance = distanceOf(module, access.address); distance % width != 0)
        return {
            fmt::format("Elements of {} bytes do not all begin at multiples of {}. Read them as a structured "
                        "buffer's, and measure both: `vkperftest try A B`.",
                        distance, width)};
    if (access.low.value % width != 0)
        return {fmt::format("Move what it {} to a multiple of {}, or use single words.",
                            access.store ? "writes" : "reads", width)};
    return {fmt::format("Build the address from terms and factors that are multiples of {0}: `index * {0}`.",
                        width),
            fmt::format("If it is always a multiple of {0}, clear its low bits: `address & ~{1}`.", width,
                        width - 1)};
}

LintFinding wideLoadFinding(const LintSubject& subject, const WideAccess& access, std::uint64_t alignment,
                            bool baseOnly) {
    const SpirvModule& module = *subject.module;
    return {.place = placeOf(subject, access),
            .entryPoint = module.entryPoint(),
            .message = fmt::format("{} {}.", subjectOf(module, access), trouble(access, alignment, baseOnly)),
            .remedies = remediesFor(module, access, baseOnly),
            .details = {
                {"bits", widthOf(access) * 8}, {"alignment", alignment}, {"requirement", widthOf(access)}}};
}

std::vector<LintFinding> checkWideLoads(const LintSubject& subject, const RuleSettings&) {
    std::vector<LintFinding> findings;
    if (!subject.module) return findings;
    for (const WideAccess& access : subject.accesses().wide) {
        const std::uint64_t alignment = provableAlignment(
            access, subject.rootDescriptors ? kRootDescriptorAlignment : kDescriptorAlignment);
        const bool baseOnly = alignmentOf(access.low) >= widthOf(access);
        // Other rules report structures' strides and certainly misaligned offsets.
        const bool strided = access.form == WideForm::Vector && !baseOnly;
        const bool misplaced =
            access.form == WideForm::Words && access.offset && *access.offset % widthOf(access) != 0;
        if (alignment >= widthOf(access) || strided || misplaced) continue;
        findings.push_back(wideLoadFinding(subject, access, alignment, baseOnly));
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

extern const Rule kRawLoadMisaligned{
    .id = "byteaddressbuffer-load-misaligned",
    .sentence = "A Load or Store of a byte-address buffer at a constant offset that is not a multiple "
                "of what its size demands.",
    .severity = Severity::Warning,
    .check = checkRawLoads,
};

extern const Rule kWideLoadAlignment{
    .id = "wide-load-alignment-unprovable",
    .sentence = "A load or store of 64 or 128 bits whose address cannot be proven aligned to its width.",
    .severity = Severity::Suggestion,
    .check = checkWideLoads,
};

} // namespace vkperftest
