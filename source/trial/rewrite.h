// Rewrites of a compute shader that change nothing in what it computes.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "base/result.h"
#include "cases/format.h"
#include "frontend/spirv_module.h"
#include "isa/shader.h"

namespace vkperftest {

// Where in the push constants a buffer's 64-bit address stands. Addresses are multiples of 16.
struct PushedAddress {
    std::uint32_t set = 0, binding = 0;
    std::uint32_t offset = 0; // bytes
};

// A binding that holds another kind of descriptor.
struct Rebound {
    std::uint32_t set = 0, binding = 0;
    DescriptorKind kind = DescriptorKind::UniformBuffer;
    std::optional<Format> format; // of a texel buffer
};

struct Rewrite {
    std::vector<std::uint32_t> words;    // the module, rewritten
    std::uint32_t pushConstantBytes = 0; // of the rewritten shader's block; 0: the shader's own is unchanged
    // By set and binding: one for each storage buffer that the module uses, and no longer binds.
    std::vector<PushedAddress> addresses;
    std::vector<Rebound> rebound;
    // Set and binding of the uniform buffer whose content is pushed.
    std::optional<std::pair<std::uint32_t, std::uint32_t>> pushed;
    std::string assumption; // what must hold of the input, a clause; empty: nothing
};

// A rewrite proves what it needs from the defaults of specialization constants, so that a pipeline must not set others.
// Buffers begin at multiples of 16 bytes and end there, too, so that bounds checks never split a vector.
struct RewriteInput {
    const SpirvModule& module;
    const std::string& entryPoint; // of the compute shader
    // A power of two. The variable part of the byte address of each Load2, Load4, Store2 and Store4 is assumed
    // to be a multiple of it, and of the access' own size at most; 0: only what is proven counts.
    std::uint32_t assumedAlignment = 0;
    std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint64_t> sizes = {}; // bytes, by set and binding
    std::set<std::pair<std::uint32_t, std::uint32_t>> written = {}; // of these, what the shader may write
};

// The rewrites, one file each in variants/. An error of kind Unsupported says in a clause why a variant does not apply:
// "it has no storage buffer".

// Every storage buffer becomes a buffer reference whose address is pushed. Each access promises the largest
// alignment that is proven of it, at most 4, 8 or 16 bytes, but at least its scalars' own.
Result<Rewrite> withAddresses4(const RewriteInput& input);
Result<Rewrite> withAddresses8(const RewriteInput& input);
Result<Rewrite> withAddresses16(const RewriteInput& input);

// What is only read is declared so, and no two buffers may share memory.
Result<Rewrite> declaredReadOnly(const RewriteInput& input);

// Storage buffers of up to 64 KB that are only read become uniform buffers.
Result<Rewrite> asUniformBuffers(const RewriteInput& input);

// A uniform buffer of up to 128 bytes becomes the push constants of a shader without any.
Result<Rewrite> asPushConstants(const RewriteInput& input);

// Arrays of 32-bit words, or of vectors of two or four, that are only read become texel buffers of the same bits.
Result<Rewrite> asTexelBuffers(const RewriteInput& input);

// Neighbouring words that are loaded as one vector.
Result<Rewrite> withVectorLoads(const RewriteInput& input);

struct RewriteVariant {
    const char* name;
    Result<Rewrite> (*rewrite)(const RewriteInput& input);
};

inline constexpr RewriteVariant kRewriteVariants[] = {
    {"address-4", withAddresses4},       {"address-8", withAddresses8},
    {"address-16", withAddresses16},     {"uniform", asUniformBuffers},
    {"push-constants", asPushConstants}, {"texel-buffer", asTexelBuffers},
    {"readonly", declaredReadOnly},      {"wide", withVectorLoads}};

} // namespace vkperftest
