#include <algorithm>

#include <fmt/format.h>

#include "addresses/word_groups.h"
#include "frontend/spirv_module.h"
#include "lint/access_place.h"
#include "lint/rule.h"

namespace vkperftest {
namespace {

constexpr std::uint64_t kDescriptorAlignment = 16;    // of a buffer's base
constexpr std::uint64_t kRootDescriptorAlignment = 4; // of a bare address

std::uint64_t widthOf(const WideAccess& access) {
    return std::min(access.bytes, 16u);
}

// The largest power of two that certainly divides the access's address.
std::uint64_t provableAlignment(const WideAccess& access, bool rootDescriptors) {
    const std::uint64_t behindBase = alignmentOf(access.low);
    if (access.form == WideForm::Pointer) return behindBase;
    return std::min(behindBase, rootDescriptors ? kRootDescriptorAlignment : kDescriptorAlignment);
}

// Other rules report certainly misaligned offsets and structures' strides.
bool leftToOtherRules(const WideAccess& access) {
    if (access.form == WideForm::Vector) return alignmentOf(access.low) < widthOf(access);
    return access.form == WideForm::Words && access.offset && *access.offset % widthOf(access) != 0;
}

std::string subjectOf(const SpirvModule& module, const WideAccess& access) {
    const std::string name = module.name(access.variable);
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

std::vector<std::string> remediesFor(const WideAccess& access, bool baseOnly) {
    const auto width = widthOf(access);
    if (access.form == WideForm::Pointer)
        return {fmt::format(
            "If every address is a multiple of {0}, promise it: buffer_reference_align = {0}.", width)};
    if (baseOnly)
        return {"Bind the buffer through a descriptor table; its base is then aligned to 16 bytes.",
                "If every buffer begins at a multiple of 16, promise it: as vk::RawBufferLoad's alignment, "
                "or by buffer_reference_align."};
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
            .remedies = remediesFor(access, baseOnly),
            .details = {
                {"bits", widthOf(access) * 8}, {"alignment", alignment}, {"requirement", widthOf(access)}}};
}

std::vector<LintFinding> checkWideLoads(const LintSubject& subject, const RuleSettings&) {
    std::vector<LintFinding> findings;
    if (!subject.module) return findings;
    for (const WideAccess& access : subject.accesses().wide) {
        const std::uint64_t alignment = provableAlignment(access, subject.rootDescriptors);
        if (alignment >= widthOf(access) || leftToOtherRules(access)) continue;
        const bool baseOnly = alignmentOf(access.low) >= widthOf(access);
        findings.push_back(wideLoadFinding(subject, access, alignment, baseOnly));
    }
    return findings;
}

} // namespace

extern const Rule kWideLoadAlignment{
    .id = "wide-load-alignment-unprovable",
    .sentence = "A load or store of 64 or 128 bits whose address cannot be proven aligned to its width.",
    .severity = Severity::Suggestion,
    .check = checkWideLoads,
};

} // namespace vkperftest
