// Programs: what a dispatch needs, made once for each row and strategy. Pipelines and sources are shared
// between them.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "run/executor.h"
#include "vulkan/pipeline.h"
#include "vulkan/resources.h"

namespace vkperftest {

// Value of the sink's push constant while timing; any value below 256 opens the sink.
constexpr std::uint32_t kSinkClosed = 0xffffffff;

// The row's pipeline, which rows may share. Its kernel is null if there is none.
PipelineRequest requestOf(const BoundRow& bound);

struct Program {
    const Pipeline* pipeline = nullptr;
    std::uint32_t byteOffset = 0;
    // In addition to the constants of every kernel: loaded values, addresses or a traversal; usually empty.
    std::vector<std::byte> pushedValues;
    std::optional<Case> sampled;    // a row whose filter is also verified beside texels' centres
    const Buffer* output = nullptr; // the sums or the copies that it writes while the sink is open
    std::unique_ptr<Binder> binder;
};

// What all programs write to; must outlive them.
struct Outputs {
    const Buffer& sums;
    const Buffer& copies; // of kCopySlots workgroups
};

class Programs {
public:
    // `sourceShare`, `nearestOnly`: see VulkanExecutorOptions.
    static Result<std::unique_ptr<Programs>> create(Device& device, const Outputs& outputs,
                                                    double sourceShare, bool nearestOnly);

    // One result for each bound row, in their order: the program's index, or why there is none.
    std::vector<Result<ProgramId>> add(std::span<const BoundRow> boundRows, const BuildProgress& tell = {});

    // The program of a kernel that no row runs; it reads no source.
    Result<ProgramId> add(const Kernel& kernel);

    const Program& operator[](ProgramId id) const { return programs_[id]; }

private:
    struct Source {
        SourceResource resource;
        Result<SourceObject> object;
    };

    Programs(Device& device, const Outputs& outputs, double sourceShare)
        : device_(device), outputs_(outputs), sourceShare_(sourceShare) {}
    Result<void> createSampler(OwnedSampler& sampler, VkFilter filter);
    void buildPipelines(const std::vector<PipelineRequest>& requests, const BuildProgress& tell = {});
    Result<Program> createProgram(const BoundRow& bound);
    const Result<SourceObject>& findSource(SourceResource resource);
    const Buffer& outputOf(const Case& row) const;
    std::vector<Descriptor> descriptors(const Kernel& kernel, const Case& row,
                                        const SourceObject& source) const;
    // The descriptor of the source's data from byte `from` on; the caller sets binding and kind.
    Descriptor sourceDescriptor(const Case& row, const SourceObject& source, VkDeviceSize from) const;

    Device& device_;
    Outputs outputs_;
    double sourceShare_;
    OwnedSampler nearest_;
    OwnedSampler bilinear_;
    std::vector<PipelineRequest> requests_;                    // of pipelines_, in their order
    std::vector<std::unique_ptr<Result<Pipeline>>> pipelines_; // programs point to them
    std::vector<Source> sources_;
    std::vector<Program> programs_;
};

// Splits a dispatch into calls of vkCmdDispatch with at most 65535 workgroups each, which every device
// supports; all but the last are powers of two.
std::vector<std::uint32_t> dispatchParts(std::uint64_t groups);

// Records the program's binding, its push constants and `groups` workgroups, without barriers. `shift`: for
// programs that sample, the distance from the texels' centres, in texels.
void recordDispatch(VkCommandBuffer commands, const Program& program, std::uint32_t sinkRotation,
                    std::uint64_t groups, float shift = 0);

} // namespace vkperftest
