// A user's shader and its variants, with everything that they read and write: what an executor needs to run them.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/hash.h"
#include "cases/case.h"
#include "cases/format.h"
#include "isa/shader.h"
#include "model/run_result.h"

namespace vkperftest {

struct TrialSubject;

// Descriptors of an array without a size, and the most that have resources of their own.
inline constexpr std::uint32_t kArrayElements = 16;
// Integers that nobody gave, if nothing says that they must be fewer.
inline constexpr std::uint64_t kUsualMost = 1ULL << 32U;

// As the user gave them; what is missing is guessed.
struct WorldOptions {
    std::optional<std::array<std::uint32_t, 3>> groups; // --groups
    std::vector<std::string> buffers;                   // --buffer NAME=BYTES[:zero|random|index|FILE]
    std::vector<std::string> images;                    // --image NAME=WIDTHxHEIGHT[xDEPTH][:FORMAT]
    std::vector<std::string> pushed;                    // --push NAME=VALUE[,VALUE…]
    std::uint64_t most = kUsualMost;                    // a guessed integer is at most that
    const TrialSubject* other = nullptr; // a second version, whose indices must lie inside, too
};

struct VariantOptions {
    std::vector<std::string> only;      // names of variants; empty: all
    std::uint32_t assumedAlignment = 0; // this and the next as VariantInput has them (trial/trial.h)
    std::optional<std::vector<std::uint32_t>> uniform = {};
};

// What the shaders bind: all variants share it, and each run of one begins with this content.
struct TrialResource {
    ShaderBinding where;
    std::size_t element =
        0; // of an array: of those from 0 on that have resources of their own, which others repeat
    std::string name;
    std::vector<std::byte> content;                  // of a buffer, or of an image's texels, row by row
    bool written = false;                            // by some shader: it is compared
    bool changed = false;                            // also read, so that it is restored before each dispatch
    Format format = Format::R32F;                    // of texels
    std::array<std::uint32_t, 3> extent = {1, 1, 1}; // of an image
    std::uint32_t dimensions = 2;                    // of an image
    bool layered = false;                            // its view is one of an array of one layer
};

struct TrialShader {
    std::string name; // of the variant: "address-16"
    Shader shader;
    std::vector<std::byte> pushed; // its push constants
    // The address, of 64 bits and a multiple of 16, of the buffer that the shader as written has there.
    struct Address {
        std::uint32_t set = 0, binding = 0;
        std::uint32_t offset = 0; // in the push constants, in bytes
    };
    std::vector<Address> addresses; // by set and binding
    // Where the shader as written has buffers.
    struct TexelBuffer {
        std::uint32_t set = 0, binding = 0;
        Format format = Format::R32UI;
    };
    std::vector<TexelBuffer> texels;
    // What a buffer that is only read holds instead.
    struct OwnContent {
        std::uint32_t set = 0, binding = 0;
        std::vector<std::byte> content;
    };
    std::vector<OwnContent> contents;
};

// What running the shader as written showed; the executor writes it.
struct TrialOutcome {
    bool reproducible = true, unchanged = false; // as in TriedShader
    std::string results;                         // a hash of what the first run left; empty until then
};

struct Trial {
    TriedShader described;                              // RunSettings::shader, without the outcome
    std::array<std::uint32_t, 3> groups = {1, 1, 1};    // workgroups of a dispatch
    std::array<std::uint32_t, 3> localSize = {1, 1, 1}; // invocations of a workgroup
    std::uint64_t sharedBytes = 0;                      // of a workgroup, without padding
    std::vector<TrialResource> resources;
    std::vector<TrialShader> shaders; // the first one is the shader as written
    bool checked = true;              // bounds are, as far as the device can
    mutable TrialOutcome outcome;     // of running it
};

template <class Value> void addBytes(Hash& hash, std::span<const Value> values) {
    hash.add({reinterpret_cast<const char*>(values.data()), values.size_bytes()});
}

// Of each variant's SPIR-V, as Provenance::kernels has them.
inline std::map<std::string, std::string> hashesOf(const Trial& trial) {
    std::map<std::string, std::string> hashes;
    for (const TrialShader& shader : trial.shaders) {
        Hash hash;
        addBytes(hash, std::span(shader.shader.words));
        hashes[shader.name] = hash.text();
    }
    return hashes;
}

// TriedShader::contents.
inline std::string contentsOf(const Trial& trial) {
    Hash hash;
    for (const TrialResource& resource : trial.resources) addBytes(hash, std::span(resource.content));
    for (const TrialShader& shader : trial.shaders) addBytes(hash, std::span(shader.pushed));
    hash.add(trial.checked ? "checked" : "unchecked");
    return hash.text();
}

// The row of a run that measures the variant of that name.
inline Case trialRow(const std::string& variant) {
    Case row;
    row.operation.name = row.operation.id = row.operation.kernel = variant;
    row.operation.foreign = true;
    return row;
}

} // namespace vkperftest
