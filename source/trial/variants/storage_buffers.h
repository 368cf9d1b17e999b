// The storage buffers of a module, and what it does with pointers into them.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "base/result.h"
#include "frontend/module_edit.h"
#include "frontend/spirv_module.h"

namespace vkperftest {

struct StorageBuffer {
    std::uint32_t variable = 0;
    std::uint32_t structure = 0; // its block's type
    std::uint32_t set = 0, binding = 0;
    bool array = false; // of buffers
    std::string name;   // the variable's or the block's, with quotes, or "the buffer at set 0, binding 1"
};

// By set and binding; aliases of one binding, too.
std::vector<StorageBuffer> storageBuffersOf(const SpirvModule& module);

// An error of kind Unsupported.
Error doesNotApply(std::string cause);

// Whether the variable or all members of its block are decorated.
bool isDecorated(const SpirvModule& module, const StorageBuffer& buffer, spv::Decoration decoration);

// Variables, and the access chains and copies that begin with them, with their variable.
using PointersInto = std::map<std::uint32_t, std::uint32_t>;

// An Unsupported error names the buffer whose pointer is used by anything but access chains, copies, loads,
// stores and atomic operations, which could not take a pointer to another kind of memory.
Result<PointersInto> pointersInto(const SpirvModule& module, const std::vector<StorageBuffer>& buffers);

// The bytes of the largest number in a type.
std::uint32_t largestScalar(const SpirvModule& module, std::uint32_t type);

} // namespace vkperftest
