// Rewrites of a compute shader that change nothing in what it computes.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <span>
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

// A rewrite proves what it needs from the module's own specialization constants, so that a pipeline must not
// set others (withConstants, frontend/kept_accesses.h). Buffers begin at multiples of 16 bytes and end there, too, so that bounds checks never split a
// vector.
struct RewriteInput {
    const SpirvModule& module;
    const std::string& entryPoint; // of the compute shader
    // A power of two. The variable part of the byte address of each Load2, Load4, Store2 and Store4 is assumed
    // to be a multiple of it, and of the access' own size at most; 0: only what is proven counts.
    std::uint32_t assumedAlignment = 0;
    std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint64_t> sizes = {}; // bytes, by set and binding
    std::set<std::pair<std::uint32_t, std::uint32_t>> written = {}; // of these, what the shader may write
};

struct RewriteVariant {
    const char* name; // "address-16"
    // An error of kind Unsupported says in a clause why the variant does not apply: "it has no storage
    // buffer".
    Result<Rewrite> (*rewrite)(const RewriteInput& input);
};

std::span<const RewriteVariant> rewriteVariants();

} // namespace vkperftest
