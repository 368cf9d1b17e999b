#include "vulkan/programs.h"

#include <algorithm>
#include <bit>
#include <span>

#include <fmt/format.h>

#include "cases/traversal.h"

namespace vkperftest {
namespace {

// The push constants of every kernel (shaders/constants.hlsli), and where those follow that only some have.
constexpr std::size_t kPushedValuesAt = 16;
struct LoadConstants {
    std::uint32_t addressMask = 0;
    std::uint32_t byteOffset = 0;
    std::uint32_t sinkRotation = 0;
};

// Bindings that all kernels share.
constexpr std::uint32_t kSourceBinding = 0;
constexpr std::uint32_t kSumsBinding = 1;
constexpr std::uint32_t kSamplerBinding = 2;
constexpr std::uint32_t kSecondSourceBinding = 3;

std::vector<std::byte> bytesOf(const Traversal& traversal) {
    const auto bytes = std::as_bytes(std::span(&traversal, 1));
    return {bytes.begin(), bytes.end()};
}

} // namespace

PipelineRequest requestOf(const Target& target) {
    return {findKernel(kernelKey(target.row)), target.strategy, target.row.subgroupSize};
}

Result<std::unique_ptr<Programs>> Programs::create(Device& device, VkBuffer sums, double sourceShare) {
    std::unique_ptr<Programs> programs(new Programs(device, sums, sourceShare));
    VKPERFTEST_TRY(programs->createSampler(programs->nearest_, VK_FILTER_NEAREST));
    VKPERFTEST_TRY(programs->createSampler(programs->bilinear_, VK_FILTER_LINEAR));
    return programs;
}

std::vector<Result<ProgramId>> Programs::add(std::span<const Target> targets) {
    buildPipelines(targets);
    std::vector<Result<ProgramId>> results;
    for (const Target& target : targets) {
        Result<Program> program = createProgram(target);
        if (!program.ok()) {
            results.push_back(program.error());
            continue;
        }
        results.push_back(programs_.size());
        programs_.push_back(std::move(program).value());
    }
    return results;
}

Result<ProgramId> Programs::add(const Kernel& kernel) {
    std::vector<Result<Pipeline>> built = createPipelines(device_, std::vector{PipelineRequest{&kernel}});
    if (!built.front().ok()) return built.front().error();
    requests_.push_back({&kernel});
    pipelines_.push_back(std::make_unique<Result<Pipeline>>(std::move(built.front())));
    const Pipeline& pipeline = pipelines_.back()->value();
    Result<Bound> bound =
        bindDescriptors(device_, pipeline.strategy, pipeline.setLayout.get(), descriptors(kernel, {}, {}));
    if (!bound.ok()) return bound.error();
    programs_.push_back({.pipeline = &pipeline, .bound = std::move(bound).value()});
    return programs_.size() - 1;
}

Result<void> Programs::createSampler(OwnedSampler& sampler, VkFilter filter) {
    return vkperftest::create(sampler, "vkCreateSampler", vkCreateSampler, device_.get(),
                              VkSamplerCreateInfo{.sType = VK_STRUCTURE_TYPE_SAMPLER_CREATE_INFO,
                                                  .magFilter = filter,
                                                  .minFilter = filter,
                                                  .mipmapMode = VK_SAMPLER_MIPMAP_MODE_NEAREST,
                                                  .addressModeU = VK_SAMPLER_ADDRESS_MODE_REPEAT,
                                                  .addressModeV = VK_SAMPLER_ADDRESS_MODE_REPEAT,
                                                  .addressModeW = VK_SAMPLER_ADDRESS_MODE_REPEAT});
}

void Programs::buildPipelines(std::span<const Target> targets) {
    std::vector<PipelineRequest> requests;
    for (const Target& target : targets) {
        const PipelineRequest request = requestOf(target);
        const bool known = std::find(requests.begin(), requests.end(), request) != requests.end() ||
                           std::find(requests_.begin(), requests_.end(), request) != requests_.end();
        if (request.kernel != nullptr && !known) requests.push_back(request);
    }
    std::vector<Result<Pipeline>> built = createPipelines(device_, requests);
    for (std::size_t i = 0; i < requests.size(); ++i) {
        requests_.push_back(requests[i]);
        pipelines_.push_back(std::make_unique<Result<Pipeline>>(std::move(built[i])));
    }
}

Result<Program> Programs::createProgram(const Target& target) {
    const Kernel* kernel = findKernel(kernelKey(target.row));
    if (kernel == nullptr) {
        return Error{ErrorKind::RowFailed, fmt::format("there is no kernel '{}'", kernelKey(target.row)), ""};
    }
    const auto found = std::find(requests_.begin(), requests_.end(), requestOf(target));
    const Result<Pipeline>& pipeline = *pipelines_[static_cast<std::size_t>(found - requests_.begin())];
    if (!pipeline.ok()) return pipeline.error();
    const Result<SourceObject>& source = findSource(target.row);
    if (!source.ok()) return source.error();
    if (target.row.access == Access::SampleBilinear && !filtersLinearly(device_, target.row.format)) {
        return Error{ErrorKind::Unsupported,
                     fmt::format("{} lacks VK_FORMAT_FEATURE_SAMPLED_IMAGE_FILTER_LINEAR_BIT",
                                 traits(target.row.format).textureName),
                     ""};
    }
    Result<Bound> bound = bindDescriptors(device_, target.strategy, pipeline.value().setLayout.get(),
                                          descriptors(*kernel, target.row, source.value()));
    if (!bound.ok()) return bound.error();
    Program program{.pipeline = &pipeline.value(),
                    .byteOffset = target.row.byteOffset,
                    .bound = std::move(bound).value()};
    const SourceResource resource = sourceResource(target.row);
    if (resource.kind == ResourceKind::PushConstants) program.pushedValues = sourceBytes(resource);
    if (traverses(target.row.access)) program.pushedValues = bytesOf(traversalOf(target.row));
    return program;
}

const Result<SourceObject>& Programs::findSource(const Case& row) {
    SourceResource resource = sourceResource(row);
    if (resource.kind == ResourceKind::TexelBuffer || resource.kind == ResourceKind::StorageBuffer) {
        resource.elements = static_cast<std::uint32_t>(resource.elements * sourceShare_);
    }
    const auto found = std::find_if(sources_.begin(), sources_.end(),
                                    [&](const auto& cached) { return cached->resource == resource; });
    if (found != sources_.end()) return (*found)->object;
    sources_.push_back(std::make_unique<Source>(Source{resource, createSource(device_, resource)}));
    return sources_.back()->object;
}

std::vector<Descriptor> Programs::descriptors(const Kernel& kernel, const Case& row,
                                              const SourceObject& source) const {
    std::vector<Descriptor> result;
    for (const Binding& binding : kernel.bindings) {
        Descriptor descriptor{.binding = binding.number, .kind = binding.kind};
        if (binding.number == kSumsBinding) {
            descriptor.buffer = {sums_, 0, VK_WHOLE_SIZE};
        } else if (binding.number == kSamplerBinding) {
            descriptor.image.sampler =
                row.access == Access::SampleBilinear ? bilinear_.get() : nearest_.get();
        } else if (binding.number == kSourceBinding) {
            descriptor.buffer = {source.buffer.buffer.get(), 0, VK_WHOLE_SIZE};
            descriptor.image = {VK_NULL_HANDLE, source.imageView.get(),
                                VK_IMAGE_LAYOUT_SHADER_READ_ONLY_OPTIMAL};
            descriptor.texelBuffer = source.bufferView.get();
        } else if (binding.number == kSecondSourceBinding) {
            descriptor.buffer = {source.buffer.buffer.get(), secondPartOffset(row), VK_WHOLE_SIZE};
        }
        result.push_back(descriptor);
    }
    return result;
}

std::vector<std::uint32_t> dispatchParts(std::uint64_t groups) {
    constexpr std::uint32_t kMost = 65535;
    std::vector<std::uint32_t> parts;
    while (groups > kMost) {
        parts.push_back(std::bit_floor(kMost));
        groups -= parts.back();
    }
    parts.push_back(static_cast<std::uint32_t>(groups));
    return parts;
}

void recordDispatch(VkCommandBuffer commands, const Program& program, std::uint32_t sinkRotation,
                    std::uint64_t groups) {
    const Pipeline& pipeline = *program.pipeline;
    vkCmdBindPipeline(commands, VK_PIPELINE_BIND_POINT_COMPUTE, pipeline.pipeline.get());
    recordBinding(commands, pipeline.layout.get(), program.bound);
    const LoadConstants constants{.byteOffset = program.byteOffset, .sinkRotation = sinkRotation};
    static_assert(sizeof(constants) == 12);
    vkCmdPushConstants(commands, pipeline.layout.get(), VK_SHADER_STAGE_COMPUTE_BIT, 0, sizeof(constants),
                       &constants);
    if (!program.pushedValues.empty()) {
        vkCmdPushConstants(commands, pipeline.layout.get(), VK_SHADER_STAGE_COMPUTE_BIT, kPushedValuesAt,
                           static_cast<std::uint32_t>(program.pushedValues.size()),
                           program.pushedValues.data());
    }
    // No barrier lies between the parts, so they overlap as workgroups of one call do.
    for (const std::uint32_t part : dispatchParts(groups)) vkCmdDispatch(commands, part, 1, 1);
}

} // namespace vkperftest
