// A user's shader with its variants: bindings, settings and rewrites that change nothing in what it computes.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/result.h"
#include "frontend/spirv_module.h"
#include "run/trial.h"
#include "trial/world.h"

namespace vkperftest {

// A rewrite proves what it needs from the defaults of specialization constants, so that a pipeline must not set others.
// Buffers begin at multiples of 16 bytes and end there, too, so that bounds checks never split a vector.
struct VariantInput {
    const SpirvModule& module;
    std::span<const TrialResource> resources; // that it is run with
    // A power of two. The variable part of the byte address of each Load2, Load4, Store2 and Store4 is assumed
    // to be a multiple of it, and of the access' own size at most; 0: only what is proven counts.
    std::uint32_t assumedAlignment = 0;
    // Of those that mayBeUniform(), the ids for which each subgroup's first one leaves equal results; nothing if unknown.
    std::optional<std::vector<std::uint32_t>> uniform = {};

    // The first resource at that place; null if the module declares it, and nothing uses it.
    const TrialResource* resourceAt(std::uint32_t set, std::uint32_t binding) const;
    bool isWritten(std::uint32_t set, std::uint32_t binding) const;
};

struct Variant {
    const char* name;
    // Makes the shader as written, which is the module's, this variant. Returns what must hold of the input, a clause,
    // or an empty text. An error of kind Unsupported says in a clause why the variant does not apply: "it has no
    // storage buffer"; the shader is then useless.
    Result<std::string> (*apply)(TrialShader& shader, const VariantInput& input);
};

// In the order of tables.
std::span<const Variant> allVariants();

// An error of kind Unsupported.
Error doesNotApply(std::string cause);

// The rewrites, one file each in variants/.

// Every storage buffer becomes a buffer reference whose address is pushed. Each access promises the largest
// alignment that is proven of it, at most 4, 8 or 16 bytes, but at least its scalars' own.
template <std::uint32_t kPromise>
Result<std::string> withAddresses(TrialShader& shader, const VariantInput& input);

// What is only read is declared so, and no two buffers may share memory.
Result<std::string> declaredReadOnly(TrialShader& shader, const VariantInput& input);

// Storage buffers of up to 64 KB that are only read become uniform buffers.
Result<std::string> asUniformBuffers(TrialShader& shader, const VariantInput& input);

// A uniform buffer of up to 128 bytes becomes the push constants of a shader without any.
Result<std::string> asPushConstants(TrialShader& shader, const VariantInput& input);

// Arrays of 32-bit words, or of vectors of two or four, that are only read become texel buffers of the same bits.
Result<std::string> asTexelBuffers(TrialShader& shader, const VariantInput& input);

// Neighbouring words that are loaded as one vector.
Result<std::string> withVectorLoads(TrialShader& shader, const VariantInput& input);

// Vectors in buffers, loaded number by number.
Result<std::string> withScalarLoads(TrialShader& shader, const VariantInput& input);

// Indices into buffers are those of each subgroup's first invocation, where that leaves equal results.
Result<std::string> withBroadcasts(TrialShader& shader, const VariantInput& input);

// The first few indices into buffers that may be equal in each subgroup, though a compiler cannot know it.
std::vector<std::uint32_t> mayBeUniform(const SpirvModule& module);

// The module with those of each subgroup's first invocation, or, to see whether they matter, with 0 for them.
std::vector<std::uint32_t> withIndices(const SpirvModule& module, std::span<const std::uint32_t> ids,
                                       bool zero = false);

// Arrays of structures that are only read, member by member, become an array of each member, with contents of their own.
Result<std::string> asStructureOfArrays(TrialShader& shader, const VariantInput& input);

// A usage error if it is certain that an access is not aligned as it is assumed to be.
Result<void> checkAssumed(const TrialSubject& subject, std::uint32_t assumedAlignment);

inline constexpr const char *kAsWritten = "as written", *kBroadcast = "broadcast";

// The shader as written alone. Of what describes it, these functions fill in groups and variants.
std::shared_ptr<Trial> trialOf(const TrialSubject& subject, World world);

// A usage error for a name that is no variant's.
Result<void> checkVariants(const std::vector<std::string>& only);

// With the variants that apply.
std::shared_ptr<Trial> withVariants(const TrialSubject& subject, World world, const VariantOptions& options);

// The shader as written, and another under that name, which must bind the same: else a usage error says what differs.
// `larger`: the other's world, whose contents replace smaller ones.
Result<std::shared_ptr<Trial>> withOther(const TrialSubject& subject, World world, const TrialSubject& other,
                                         const World& larger, const std::string& name);

} // namespace vkperftest
