// NVIDIA's GPUs under the kernel driver nouveau. The model is the chipset, 0x162 for TU102. libdrm's
// nouveau_drm.h is not meant for C++ and lacks additions of newer kernels. So the needed parts of
// linux/include/uapi/drm/nouveau_drm.h (Linux 6.12) and linux/drivers/gpu/drm/nouveau/include/nvif/ (ioctl.h,
// class.h, cl0080.h) are repeated here.
#include "kernel_driver.h"

#include <cerrno>
#include <cstring>

namespace fake_device {
namespace {

constexpr std::uint16_t kNvidia = 0x10de;
constexpr std::uint64_t kMemory = std::uint64_t(8) << 30U;

// Calls, numbered from DRM_COMMAND_BASE on.
enum Call : unsigned {
    kGetParameter = 0x00,
    kAllocateChannel = 0x02,
    kFreeChannel = 0x03,
    kObject = 0x07, // NVIF
    kInitMemory = 0x10,
    kBindMemory = 0x11,
    kExecute = 0x12,
    kNewBuffer = 0x40,
    kPrepareBuffer = 0x42,
    kFinishBuffer = 0x43,
};

struct Parameter {
    std::uint64_t name;
    std::uint64_t value;
};

struct Channel { // the head of drm_nouveau_channel_alloc
    std::uint32_t frameBuffer;
    std::uint32_t memory;
    std::int32_t channel;
    std::uint32_t domains;
};

struct Buffer { // drm_nouveau_gem_info, the head of drm_nouveau_gem_new
    std::uint32_t handle;
    std::uint32_t domain;
    std::uint64_t size;
    std::uint64_t address;
    std::uint64_t mapOffset;
    std::uint32_t tileMode;
    std::uint32_t tileFlags;
};

struct ObjectCall { // nvif_ioctl_v0
    std::uint8_t version;
    std::uint8_t type;
    std::uint8_t pad[4];
    std::uint8_t owner;
    std::uint8_t route;
    std::uint64_t token;
    std::uint64_t object;
};

enum ObjectCallType : std::uint8_t { kListClasses = 1, kNewObject = 2, kDeleteObject = 3, kMethod = 4 };

struct ClassList { // the head of nvif_ioctl_sclass_v0
    ObjectCall call;
    std::uint8_t version;
    std::uint8_t count; // of the classes that follow
    std::uint8_t pad[6];
};

struct Class { // nvif_ioctl_sclass_oclass_v0
    std::int32_t name;
    std::int16_t oldest;
    std::int16_t newest;
};

struct DeviceInfo { // nvif_ioctl_mthd_v0 with nv_device_info_v0, its only method here
    ObjectCall call;
    std::uint8_t methodVersion;
    std::uint8_t method;
    std::uint8_t pad[6];
    std::uint8_t version;
    std::uint8_t platform;
    std::uint16_t chipset;
    std::uint8_t revision;
    std::uint8_t family;
    std::uint8_t pad2[2];
    std::uint64_t memory;
    std::uint64_t memoryOfUsers;
    char chip[16];
    char name[64];
};

constexpr std::uint8_t kPciExpress = 3; // platform

struct Generation {
    std::uint32_t chipsets;  // without their last digit
    std::int32_t classes[3]; // that draw, compute and copy
    const char* chip;
};

constexpr Generation kGenerations[] = {
    {0x0e, {0xa097, 0xa0c0, 0xa0b5}, "GK104"}, // Kepler
    {0x0f, {0xa197, 0xa1c0, 0xa0b5}, "GK110"}, // Kepler
    {0x12, {0xb197, 0xb1c0, 0xb0b5}, "GM204"}, // Maxwell
    {0x13, {0xc197, 0xc1c0, 0xc1b5}, "GP102"}, // Pascal
    {0x14, {0xc397, 0xc3c0, 0xc3b5}, "GV100"}, // Volta
    {0x16, {0xc597, 0xc5c0, 0xc5b5}, "TU102"}, // Turing
    {0x17, {0xc797, 0xc7c0, 0xc7b5}, "GA102"}, // Ampere
    {0x18, {0xcb97, 0xcbc0, 0xc8b5}, "GH100"}, // Hopper
    {0x19, {0xc997, 0xc9c0, 0xc7b5}, "AD102"}, // Ada
    {0x1b, {0xce97, 0xcec0, 0xcab5}, "GB202"}, // Blackwell
};

// In every generation: KEPLER_INLINE_TO_MEMORY_B, FERMI_TWOD_A.
constexpr std::int32_t kCommonClasses[] = {0xa140, 0x902d};

const Generation& generationOf(std::uint32_t model) {
    for (const Generation& generation : kGenerations) {
        if (generation.chipsets == model >> 4U) return generation;
    }
    return kGenerations[0];
}

int answerParameter(std::uint32_t model, Parameter& asked) {
    const Parameter known[] = {
        {4, model},          // PCI_DEVICE
        {13, 4 | 16U << 8U}, // GRAPH_UNITS: 4 clusters, 16 pairs of multiprocessors
        {17, 4096},          // EXEC_PUSH_MAX
        {18, kMemory},       // VRAM_BAR_SIZE
        {19, 0},             // VRAM_USED
        {20, 1},             // HAS_VMA_TILEMODE
    };
    for (const Parameter& parameter : known) {
        if (parameter.name != asked.name) continue;
        asked.value = parameter.value;
        return 0;
    }
    return EINVAL;
}

int listClasses(std::uint32_t model, ClassList& list) {
    auto* const classes = reinterpret_cast<Class*>(&list + 1);
    const std::uint8_t room = list.count;
    list.count = 0;
    const auto add = [&](std::int32_t name) {
        if (list.count < room) classes[list.count] = {name, -1, -1};
        ++list.count;
    };
    for (const std::int32_t name : generationOf(model).classes) add(name);
    for (const std::int32_t name : kCommonClasses) add(name);
    return 0;
}

int describeDevice(std::uint32_t model, DeviceInfo& info) {
    info.platform = kPciExpress;
    info.chipset = static_cast<std::uint16_t>(model);
    info.memory = info.memoryOfUsers = kMemory;
    std::strcpy(info.chip, generationOf(model).chip);
    std::strcpy(info.name, generationOf(model).chip);
    return 0;
}

int answerObject(std::uint32_t model, void* argument) {
    switch (static_cast<ObjectCall*>(argument)->type) {
    case kListClasses:
        return listClasses(model, *static_cast<ClassList*>(argument));
    case kMethod:
        return describeDevice(model, *static_cast<DeviceInfo*>(argument));
    case kNewObject:
    case kDeleteObject:
        return 0;
    default:
        return EINVAL;
    }
}

int answer(std::uint32_t model, unsigned number, void* argument) {
    switch (number) {
    case kGetParameter:
        return answerParameter(model, *static_cast<Parameter*>(argument));
    case kAllocateChannel:
        static_cast<Channel*>(argument)->channel = static_cast<std::int32_t>(newHandle());
        return 0;
    case kObject:
        return answerObject(model, argument);
    case kNewBuffer: {
        auto& made = *static_cast<Buffer*>(argument);
        made.handle = newBuffer(made.size);
        made.mapOffset = bufferOffset(made.handle);
        return 0;
    }
    case kExecute: // executes nothing
    case kFreeChannel:
    case kInitMemory:
    case kBindMemory:
    case kPrepareBuffer:
    case kFinishBuffer:
        return 0;
    default:
        return EINVAL;
    }
}

} // namespace

const KernelDriver kNouveau = {"nouveau", kNvidia, answer};

} // namespace fake_device
