// Intel's kernel driver i915 (linux/include/uapi/drm/i915_drm.h). The model is the PCI device. It claims the
// units of a small GPU for every generation: compilers do not ask.
#include "fake_device/kernel_driver.h"

#include <cerrno>
#include <cstddef>
#include <cstring>

#include <i915_drm.h>

namespace fake_device {
namespace {

constexpr std::uint16_t kIntel = 0x8086;
constexpr std::uint64_t kAddresses = std::uint64_t(1) << 48U; // of a context
constexpr std::uint64_t kMemory = std::uint64_t(4) << 30U;
constexpr std::uint64_t kAperture = std::uint64_t(256) << 20U;

int answerParameter(std::uint32_t model, const drm_i915_getparam& asked) {
    const struct {
        int name, value;
    } known[] = {
        {I915_PARAM_CHIPSET_ID, static_cast<int>(model)},
        {I915_PARAM_HAS_EXECBUF2, 1},
        {I915_PARAM_HAS_WAIT_TIMEOUT, 1},
        {I915_PARAM_MMAP_VERSION, 1},
        {I915_PARAM_HAS_EXEC_SOFTPIN, 1},
        {I915_PARAM_HAS_EXEC_ASYNC, 1},
        {I915_PARAM_HAS_EXEC_CAPTURE, 1},
        {I915_PARAM_HAS_EXEC_FENCE_ARRAY, 1},
        {I915_PARAM_HAS_CONTEXT_ISOLATION, 1},
        {I915_PARAM_HAS_EXEC_TIMELINE_FENCES, 1},
        {I915_PARAM_HAS_USERPTR_PROBE, 1},
        {I915_PARAM_REVISION, 0},
        {I915_PARAM_MMAP_GTT_VERSION, 4},    // the first with DRM_IOCTL_I915_GEM_MMAP_OFFSET
        {I915_PARAM_CMD_PARSER_VERSION, 10}, // the newest
        {I915_PARAM_CS_TIMESTAMP_FREQUENCY, 12'000'000},
    };
    for (const auto& parameter : known) {
        if (parameter.name != asked.param) continue;
        *asked.value = parameter.value;
        return 0;
    }
    return EINVAL;
}

// Answers a query with a head and the array that follows it. A length of 0 asks for the number of bytes.
template <class Head, class Element, std::size_t Count>
void give(drm_i915_query_item& item, const Head& head, const Element (&elements)[Count]) {
    constexpr int kBytes = sizeof head + sizeof elements;
    if (item.length == 0) {
        item.length = kBytes;
    } else if (item.length < kBytes) {
        item.length = -EINVAL;
    } else {
        auto* const into = reinterpret_cast<unsigned char*>(item.data_ptr);
        std::memcpy(into, &head, sizeof head);
        std::memcpy(into + sizeof head, elements, sizeof elements);
    }
}

void giveTopology(drm_i915_query_item& item) {
    drm_i915_query_topology_info head = {};
    head.max_slices = 1;
    head.max_subslices = 3;
    head.max_eus_per_subslice = 8;
    head.subslice_offset = 1;
    head.subslice_stride = 1;
    head.eu_offset = 2;
    head.eu_stride = 1;
    constexpr std::uint8_t kMasks[] = {0b1, 0b111, 0xff, 0xff, 0xff}; // slices, subslices, execution units
    give(item, head, kMasks);
}

void giveEngines(drm_i915_query_item& item) {
    drm_i915_engine_info engines[2] = {};
    engines[0].engine.engine_class = I915_ENGINE_CLASS_RENDER;
    engines[1].engine.engine_class = I915_ENGINE_CLASS_COPY;
    auto head = drm_i915_query_engine_info();
    head.num_engines = 2;
    give(item, head, engines);
}

// The system's memory and the device's own; drivers do not ask for the latter on GPUs without it.
void giveRegions(drm_i915_query_item& item) {
    drm_i915_memory_region_info regions[2] = {};
    regions[1].region.memory_class = I915_MEMORY_CLASS_DEVICE;
    for (drm_i915_memory_region_info& region : regions) {
        region.probed_size = kMemory;
        region.unallocated_size = kMemory;
    }
    auto head = drm_i915_query_memory_regions();
    head.num_regions = 2;
    give(item, head, regions);
}

int answerQuery(const drm_i915_query& query) {
    auto* const items = reinterpret_cast<drm_i915_query_item*>(query.items_ptr);
    for (std::uint32_t i = 0; i < query.num_items; ++i) {
        switch (items[i].query_id) {
        case DRM_I915_QUERY_TOPOLOGY_INFO:
        case DRM_I915_QUERY_GEOMETRY_SUBSLICES:
            giveTopology(items[i]);
            break;
        case DRM_I915_QUERY_ENGINE_INFO:
            giveEngines(items[i]);
            break;
        case DRM_I915_QUERY_MEMORY_REGIONS:
            giveRegions(items[i]);
            break;
        default:
            items[i].length = -EINVAL;
        }
    }
    return 0;
}

int answerContextParameter(drm_i915_gem_context_param& asked) {
    switch (asked.param) {
    case I915_CONTEXT_PARAM_GTT_SIZE:
        asked.value = kAddresses;
        return 0;
    case I915_CONTEXT_PARAM_VM:
        asked.value = newHandle();
        return 0;
    default:
        return EINVAL;
    }
}

int answer(std::uint32_t model, unsigned number, void* argument) {
    switch (number) {
    case DRM_I915_GETPARAM:
        return answerParameter(model, *static_cast<drm_i915_getparam*>(argument));
    case DRM_I915_QUERY:
        return answerQuery(*static_cast<drm_i915_query*>(argument));
    case DRM_I915_GEM_CREATE:
    case DRM_I915_GEM_CREATE_EXT: { // whose argument begins the same way
        auto& made = *static_cast<drm_i915_gem_create*>(argument);
        made.handle = newBuffer(made.size);
        return 0;
    }
    case DRM_I915_GEM_USERPTR:
        static_cast<drm_i915_gem_userptr*>(argument)->handle = newHandle();
        return 0;
    case DRM_I915_GEM_MMAP_GTT: { // and GEM_MMAP_OFFSET, whose argument begins the same way
        auto& asked = *static_cast<drm_i915_gem_mmap_gtt*>(argument);
        asked.offset = bufferOffset(asked.handle);
        return 0;
    }
    case DRM_I915_GEM_GET_APERTURE:
        *static_cast<drm_i915_gem_get_aperture*>(argument) = {kAperture, kAperture};
        return 0;
    case DRM_I915_GEM_CONTEXT_CREATE:
        static_cast<drm_i915_gem_context_create*>(argument)->ctx_id = newHandle();
        return 0;
    case DRM_I915_GEM_CONTEXT_GETPARAM:
        return answerContextParameter(*static_cast<drm_i915_gem_context_param*>(argument));
    case DRM_I915_GEM_VM_CREATE:
        static_cast<drm_i915_gem_vm_control*>(argument)->vm_id = newHandle();
        return 0;
    case DRM_I915_GEM_EXECBUFFER2: // executes nothing
    case DRM_I915_GEM_WAIT:
    case DRM_I915_GEM_SET_TILING:
    case DRM_I915_GEM_SET_DOMAIN:
    case DRM_I915_GEM_SET_CACHING:
    case DRM_I915_REG_READ:
    case DRM_I915_GET_RESET_STATS:
    case DRM_I915_GEM_CONTEXT_SETPARAM:
    case DRM_I915_GEM_CONTEXT_DESTROY:
    case DRM_I915_GEM_VM_DESTROY:
        return 0;
    default:
        return EINVAL;
    }
}

} // namespace

const KernelDriver kI915 = {"i915", kIntel, answer};

} // namespace fake_device
