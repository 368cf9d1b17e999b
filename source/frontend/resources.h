// What a compute shader needs to be run: its workgroup, and the layout of everything that it reads and writes.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/result.h"
#include "frontend/layouts.h"
#include "frontend/spirv_module.h"
#include "frontend/workgroup.h"
#include "isa/shader.h"

namespace vkperftest {

// A variable that is bound to a resource: several may be bound to one.
struct ResourceView {
    std::uint32_t variable = 0; // id
    BlockLayout layout;         // of buffers; where all words become floats, its elements are floats
};

struct ShaderResource {
    ShaderBinding where;
    std::string name;                    // as the source has it; may be empty
    std::vector<std::string> otherNames; // a buffer's: its block's, and its members'
    std::vector<ResourceView> views;
    // As far as is known: by loads, by stores, and by atomic operations, which do both.
    bool read = false, written = false;
    // Of images and texel buffers.
    spv::Dim dimension = spv::Dim2D;
    bool layered = false, multisampled = false;
    bool compared = false;                             // samples compare with its depths
    spv::ImageFormat format = spv::ImageFormatUnknown; // that the shader declares
    std::uint32_t channels = 4;                        // that stores write, where no format is declared
    bool isFloat = true, isSigned = false;             // its texels' type
};

// A member of the push constants.
struct PushedMember {
    std::string name; // its byte offset if the module has no names
    std::vector<ScalarField> fields;

    bool operator==(const PushedMember&) const = default;
};

struct ShaderResources {
    WorkgroupSize localSize = {1, 1, 1};
    std::uint64_t sharedBytes =
        0; // of a workgroup, without padding; 0 if the module has other entry points, too
    std::vector<ShaderResource> resources; // in the order of `bindings`
    std::vector<PushedMember> pushed;
};

// Of the shader's entry point; `values`: the module, inlined(). A usage error for an empty workgroup; Unsupported if it reads addresses from a buffer,
// whose content nobody could make.
Result<ShaderResources> resourcesOf(const SpirvModule& module, const SpirvModule& values,
                                    const Shader& shader);

} // namespace vkperftest
