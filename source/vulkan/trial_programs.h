// A user's shader and its variants on a device (run/trial.h): their memory, pipelines and dispatches.
#pragma once

#include <cstddef>
#include <deque>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "run/executor.h"
#include "run/trial.h"
#include "vulkan/pipeline.h"
#include "vulkan/resources.h"

namespace vkperftest {

// The bounds checks that variants have unless they set their own: the most that the device can do if the trial is
// checked, else none.
Robustness checksOf(const PhysicalDevice& device, const Trial& trial);

// What the shader as written left in all that is written, one resource after the other; empty until it first ran.
using TrialResults = std::vector<std::byte>;

// What the driver's compiler makes of the rows' variants; see readRowCodes (code_transcript.h).
Result<std::vector<Result<CodeDigest>>>
readTrialCodes(const PhysicalDevice& device, const DeviceRecord& record, std::span<const BoundRow> boundRows,
               const Trial& trial, const LogicalDeviceOptions& options);

class TrialPrograms {
public:
    // Makes everything that the shaders bind. The trial must outlive it. Unsupported names what the device lacks.
    static Result<std::unique_ptr<TrialPrograms>> create(Device& device, const Trial& trial);

    // As Programs::add; rows are found by their operations' names.
    std::vector<Result<ProgramId>> add(std::span<const BoundRow> boundRows, const BuildProgress& tell);

    // Whether some shader reads what it writes.
    bool changesContent() const;
    // How many times a submission may restore the contents: at most `most`, and about 256 MB.
    std::size_t mostRestored(std::size_t most) const;
    // Records that everything that is written begins with its content again.
    void recordContent(VkCommandBuffer commands) const;
    // Records that many dispatches, one after the other.
    void record(VkCommandBuffer commands, ProgramId program, std::uint64_t dispatches) const;

    // Runs the program once and compares what it left with the results of the shader as written, which its first
    // run sets: it runs twice then, and if these differ, nothing is compared from then on. WrongValues names the
    // first word that differs.
    Result<void> verify(ProgramId program, TrialResults& expected);

private:
    struct Resource {
        const TrialResource* described = nullptr;
        SourceObject object;
        Buffer content; // what it begins with, if it is written
    };
    struct TrialProgram {
        const TrialShader* shader = nullptr;
        Pipeline pipeline;
        std::vector<std::unique_ptr<Binder>> binders; // by set
        std::vector<std::byte> pushed;
        std::deque<Owned<VkBufferView, vkDestroyBufferView>> texels; // as TrialShader::texels
        std::deque<Buffer> contents;                                 // as TrialShader::contents
    };

    TrialPrograms(Device& device, const Trial& trial) : device_(device), trial_(trial) {}
    Result<void> makeResource(const TrialResource& described);
    Result<void> fill(Buffer& buffer, const std::vector<std::byte>& content, VkBufferUsageFlags usage);
    Result<TrialProgram> makeProgram(const TrialShader& shader);
    std::vector<const Resource*> resourcesAt(std::uint32_t set, std::uint32_t binding) const;
    std::vector<Descriptor> descriptorsOf(const TrialProgram& program, std::uint32_t set) const;
    bool holdsContent(const TrialResults& results) const; // of all that is written
    Result<TrialResults> run(ProgramId program);
    std::string differenceOf(const TrialResults& expected, const TrialResults& results) const;

    Device& device_;
    const Trial& trial_;
    std::deque<Resource> resources_;
    OwnedSampler sampler_;
    Buffer readback_;
    std::deque<TrialProgram> programs_;
};

} // namespace vkperftest
