// Compute pipelines: a kernel for one binding strategy, subgroup size and robustness.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "isa/disassembly.h"
#include "isa/shader.h"
#include "model/device_record.h"
#include "run/executor.h"
#include "vulkan/api.h"
#include "vulkan/device.h"
#include "vulkan/strategy.h"

namespace vkperftest {

struct Pipeline {
    const Kernel* kernel = nullptr;
    Strategy strategy = Strategy::Set;
    OwnedSetLayout setLayout;
    Owned<VkPipelineLayout, vkDestroyPipelineLayout> layout;
    OwnedPipeline pipeline;
};

struct PipelineRequest {
    const Kernel* kernel = nullptr;
    Strategy strategy = Strategy::Set;
    CompileSettings compiled = {}; // demanded in addition to the device's (LogicalDeviceOptions)
    DescriptorIndex index = DescriptorIndex::None; // of the kernel's array of descriptors
    std::vector<std::byte> constants =
        {}; // the kernel's specialization constants, 4 bytes each, from number 0 on
    bool operator==(const PipelineRequest&) const = default;
};

// Bindings of `places` for dispatches of the pipeline.
Bindings bindingsOf(const Device& device, const Pipeline& pipeline,
                    std::vector<std::vector<Descriptor>> places, std::uint64_t dispatches = 1);

// Unsupported, with the reason, if the device cannot run the kernel that way. May be called from several
// threads.
Result<Pipeline> createPipeline(const Device& device, const PipelineRequest& request);

// Builds all pipelines, on as many threads as there are cores; one result each, in order. If the driver
// chooses the subgroup's size, kernels see their actual size only on devices with
// VK_EXT_subgroup_size_control; without it, Vulkan lets a driver report another.
std::vector<Result<Pipeline>> createPipelines(const Device& device, std::span<const PipelineRequest> requests,
                                              const BuildProgress& tell = {});

// What the driver's compiler reports about a pipeline (VK_KHR_pipeline_executable_properties).

// A pipeline, and what must live as long as it does.
struct BuiltPipeline {
    VkPipeline handle = VK_NULL_HANDLE;
    std::shared_ptr<const void> owner;
};

struct CompileJob {
    std::string key; // equal for equal pipelines
    std::function<Result<BuiltPipeline>(const Device&)> build;
};

CompileJob compileJob(std::string key, const PipelineRequest& request);

// The same for a user's shader; both arguments must outlive the job.
CompileJob compileJob(std::string key, const Shader& shader, const ShaderPipelineOptions& options);

// Called with a job's key, from several threads, one at a time.
struct CodeHooks {
    std::function<void(const std::string&)> begin;
    std::function<void(const std::string&, const Result<DriverCode>&)> end;
};

// Unsupported if the driver reports no code.
Result<void> tellsCode(const PhysicalDevice& device);

// Builds each distinct pipeline once, and reads what the driver reports about its first executable (nothing
// if there is none). Representations that are not text are skipped. Uses all cores, or one if the driver's
// disassembler is not thread-safe, and a device of its own, which need not be able to execute anything.
// NoDevice if the device cannot be opened or its driver reports no code. Afterwards volk's functions are
// those of that closed device: if another device is open, call its useFunctions(). `options`: what else the
// device is opened with.
Result<void> compileOnly(const PhysicalDevice& device, const DeviceRecord& record,
                         std::span<const CompileJob> jobs, const CodeHooks& hooks,
                         LogicalDeviceOptions options = {});

} // namespace vkperftest
