// What a user's shader is run with: workgroups, buffers, images and push constants, as the user says or as the shader
// suggests.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "base/result.h"
#include "frontend/resources.h"
#include "run/trial.h"
#include "trial/contents.h"

namespace vkperftest {

struct TrialSubject {
    std::shared_ptr<const SpirvModule> module;
    std::shared_ptr<const SpirvModule> values; // inlined(), of which guesses are made
    Shader shader;
    ShaderResources needs;
};

// Of a compute shader of the module. As resourcesOf says if it cannot be run.
Result<TrialSubject> subjectOf(std::shared_ptr<const SpirvModule> module, Shader shader);

struct World {
    std::array<std::uint32_t, 3> groups = {1, 1, 1};
    std::vector<TrialResource> resources; // in the order of the shader's bindings
    std::vector<std::byte> pushed;
    std::uint64_t most = kUsualMost; // as the options have it
    bool guessedGroups = false, guessedImages = false, guessedPush = false;
    std::string few;     // which guessed integers are small, since they may index descriptors; else empty
    bool checked = true; // bounds are
    std::vector<std::string> guessed; // names of buffers whose sizes nobody gave
    std::vector<std::string>
        small; // of those that are smaller than the accesses reach, as far as that is known
};

// The workgroups that the user gave; else of 2^20 invocations, in as many dimensions as the shader's workgroup has.
std::array<std::uint32_t, 3> groupsOf(const TrialSubject& subject, const WorldOptions& options);

// A half of each side, or an eighth of a row; the same if there is only one.
std::array<std::uint32_t, 3> fewerGroups(std::array<std::uint32_t, 3> groups);

// With so many workgroups. Buffers have the size that the largest index needs, as far as the shader's arithmetic shows
// it (frontend/index_bounds.h); else 16 elements for each invocation of words, one of other elements. Integers are
// below the number of invocations in a row; in uniform buffers and push constants they are about that number; smaller
// where they index descriptors. A usage error for options that name nothing, for indices of descriptors that lie
// outside, and for what would take more than 1 GiB; Unsupported for resources that cannot be made, such as acceleration structures and multisampled images.
Result<World> worldOf(const TrialSubject& subject, const WorldOptions& options,
                      std::array<std::uint32_t, 3> groups);

} // namespace vkperftest
