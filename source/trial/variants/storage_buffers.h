// The storage buffers of a module, and what it does with pointers into them.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "base/result.h"
#include "frontend/module_edit.h"
#include "frontend/spirv_module.h"
#include "trial/trial.h"

namespace vkperftest {

struct StorageBuffer {
    std::uint32_t variable = 0;
    std::uint32_t structure = 0; // its block's type
    std::uint32_t set = 0, binding = 0;
    bool array = false; // of buffers
    bool alone = true;  // at its binding
    std::string name;   // the variable's or the block's, with quotes, or "the buffer at set 0, binding 1"
};

// By set and binding; aliases of one binding, too. Or what is bound to descriptors of another kind.
std::vector<StorageBuffer> storageBuffersOf(const SpirvModule& module,
                                            DescriptorKind kind = DescriptorKind::StorageBuffer);

// "byte offsets are multiples of 16"
std::string assumedText(const VariantInput& input);

// Gives the variant's binding that kind.
void rebind(TrialShader& shader, const StorageBuffer& buffer, DescriptorKind kind);

// Whether the variable or all members of its block are decorated.
bool isDecorated(const SpirvModule& module, const StorageBuffer& buffer, spv::Decoration decoration);

// Whether the number and width of its accesses must stay as they are: it, or a member, is volatile or coherent.
bool isVolatile(const SpirvModule& module, const StorageBuffer& buffer);

// Variables, and the access chains and copies that begin with them, with their variable.
using PointersInto = std::map<std::uint32_t, std::uint32_t>;

// An Unsupported error names the buffer whose pointer is used by anything but access chains, copies, loads,
// stores and atomic operations, which could not take a pointer to another kind of memory.
Result<PointersInto> pointersInto(const SpirvModule& module, const std::vector<StorageBuffer>& buffers);

// Makes those pointers that are no variables lead into that kind of memory; `types`: of what they point to, and what
// takes their places.
void retype(const SpirvModule& module, ModuleEdit& edit, const PointersInto& pointers,
            spv::StorageClass storage, const std::map<std::uint32_t, std::uint32_t>& types = {});

// A storage buffer that the shader loads from and never writes, alone at its binding and no array of buffers.
struct ReadBuffer : StorageBuffer {
    PointersInto pointers; // that only lead to loads
};
std::vector<ReadBuffer> readBuffersOf(const VariantInput& input);

// What may write to a buffer, or wait for others that do.
bool mayChangeBuffers(const SpirvModule& module, const SpirvInstruction& one);

// Decorates another id, and its members, like this one; as a Block where it is a BufferBlock.
void copyAnnotations(const SpirvModule& module, ModuleEdit& edit, std::uint32_t from, std::uint32_t to);

// The bytes of the largest number in a type.
std::uint32_t largestScalar(const SpirvModule& module, std::uint32_t type);

} // namespace vkperftest
