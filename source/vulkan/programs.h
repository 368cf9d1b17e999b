// Programs: what a dispatch needs, made once for each row and strategy. Pipelines and sources are shared
// between them.
#pragma once

#include <cstddef>
#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "run/executor.h"
#include "vulkan/pipeline.h"
#include "vulkan/resources.h"
#include "vulkan/strategy.h"

namespace vkperftest {

// Value of the sink's push constant while timing; any value below 256 opens the sink.
constexpr std::uint32_t kSinkClosed = 0xffffffff;

// The binding that every kernel writes to.
constexpr std::uint32_t kOutputBinding = 1;

// The row's pipeline, which rows may share. Its kernel is null if there is none.
PipelineRequest requestOf(const BoundRow& bound);

struct Program {
    const Pipeline* pipeline = nullptr;
    std::uint32_t byteOffset = 0;
    // In addition to the constants of every kernel: loaded values, addresses or a traversal; usually empty.
    std::vector<std::byte> pushedValues;
    std::optional<Case> sampled;    // a row whose filter is also verified where it mixes (cases/cpu_model.h)
    std::optional<Case> written;    // a row that only writes (cases/written_words.h)
    const Buffer* output = nullptr; // the sums that it writes while the sink is open, or the words
    const SourceObject* image = nullptr; // that it writes to instead, as many words
    std::unique_ptr<Binder> binder;
};

// Appends a program that could be made; returns its index.
template <class All, class T> Result<ProgramId> kept(All& programs, Result<T> made) {
    if (!made.ok()) return std::move(made).error();
    programs.push_back(std::move(made).value());
    return programs.size() - 1;
}

class Programs {
public:
    // `sums`, `words`: what all programs write to, the words those of stores and atomic operations, kWriteSlots *
    // kLoadsPerGroup of them; they must outlive it.
    Programs(Device& device, const Buffer& sums, const Buffer& words)
        : device_(device), sums_(sums), words_(words) {}

    // One result for each bound row, in their order: the program's index, or why there is none.
    std::vector<Result<ProgramId>> add(std::span<const BoundRow> boundRows, const BuildProgress& tell = {});

    const Program& operator[](ProgramId id) const { return programs_[id]; }

private:
    // What rows read, in that layout, or write that write texels, by atomic operations or not.
    struct Object {
        SourceResource resource;
        VkImageLayout imageLayout; // undefined: written
        bool atomics;
        Result<SourceObject> object;
    };
    // What one part of a row reads.
    struct Source {
        SourceResource resource;
        const SourceObject* object = nullptr;
    };

    const Result<Pipeline>* pipelineOf(const PipelineRequest& request) const; // null: not built yet
    Result<void> createSampler(Sampler sampler);
    Result<Program> createProgram(const BoundRow& bound);
    template <class Make>
    const Result<SourceObject>& find(const SourceResource& resource, VkImageLayout imageLayout, bool atomics,
                                     Make make);
    // `sources`: of the row's parts, in order; `output`: of binding 1.
    std::vector<Descriptor> descriptors(const Kernel& kernel, const Case& row,
                                        std::span<const Source> sources, const Descriptor& output) const;
    // The descriptor of the source's data from byte `from` on; the caller sets binding and kind.
    static Descriptor sourceDescriptor(const Source& source, VkDeviceSize from);
    // The same of an element of an array of descriptors.
    static Descriptor elementDescriptor(const Source& source, std::uint32_t element);

    Device& device_;
    const Buffer &sums_, &words_;
    std::map<Sampler, OwnedSampler> samplers_;                           // those that rows have needed
    std::deque<std::pair<PipelineRequest, Result<Pipeline>>> pipelines_; // programs point to them
    std::deque<Object> objects_; // programs are made from several of them at a time
    std::vector<Program> programs_;
};

// Splits a dispatch into calls of vkCmdDispatch with at most 65535 workgroups each, which every device
// supports; all but the last are powers of two.
std::vector<std::uint32_t> dispatchParts(std::uint64_t groups);

// Records the program's binding, its push constants and `groups` workgroups, without barriers. `constant`: of
// programs that sample, one of sampleConstants(); nothing: the one of timing.
void recordDispatch(VkCommandBuffer commands, const Program& program, std::uint32_t sinkRotation,
                    std::uint64_t groups, std::optional<float> constant = {});

// What the probe of bounds checks (cases/cpu_model.h) loads from: a resource of which a part is bound.

struct OutsideSource {
    SourceObject object;
    Descriptor bound;               // of the part
    Descriptor null;                // of nothing
    std::uint32_t firstElement = 0; // of the probe, so that its first kLoadsInside loads lie inside
};

// Not for push constants.
Result<OutsideSource> createOutsideSource(Device& device, ResourceKind kind);

// The key of the probe's kernel for such a resource.
std::string outsideKernel(ResourceKind kind);

} // namespace vkperftest
