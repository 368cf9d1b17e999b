#include "vulkan/programs.h"

#include <algorithm>
#include <bit>

#include <fmt/format.h>

namespace vkperftest {
namespace {

// The push constants of every kernel (shaders/constants.hlsli).
struct LoadConstants {
    std::uint32_t addressMask = 0;
    std::uint32_t byteOffset = 0;
    std::uint32_t sinkRotation = 0;
    std::uint32_t unused = 0; // precedes kernel-specific values, which are set as a whole
};
static_assert(sizeof(LoadConstants) == kPushedValuesAt);

// Bindings that all kernels share.
constexpr std::uint32_t kSourceBinding = 0;
constexpr std::uint32_t kOutputBinding = 1;
constexpr std::uint32_t kSamplerBinding = 2;
constexpr std::uint32_t kSecondSourceBinding = 3;

template <class T> std::vector<std::byte> bytesOf(const T& value) {
    const auto bytes = std::as_bytes(std::span(&value, 1));
    return {bytes.begin(), bytes.end()};
}

// What address kernels find after the constants of every kernel (shaders/address.glsl).
struct Addresses {
    VkDeviceAddress source = 0;
    VkDeviceAddress output = 0;
};

Result<std::unique_ptr<Binder>> makeBinderOf(const Device& device, const Pipeline& pipeline,
                                             std::vector<Descriptor> descriptors) {
    return implementationOf(pipeline.strategy).make(bindingsOf(device, pipeline, {std::move(descriptors)}));
}

} // namespace

PipelineRequest requestOf(const BoundRow& bound) {
    // Without a kernel nothing is built; createProgram() reports why.
    const Kernel* kernel = whyUnsupported(bound).empty() ? findKernel(kernelKey(bound)) : nullptr;
    return {kernel, bound.strategy, bound.row.subgroupSize};
}

Result<std::unique_ptr<Programs>> Programs::create(Device& device, const Outputs& outputs, double sourceShare,
                                                   bool nearestOnly) {
    std::unique_ptr<Programs> programs(new Programs(device, outputs, sourceShare));
    VKPERFTEST_TRY(programs->createSampler(programs->nearest_, VK_FILTER_NEAREST));
    VKPERFTEST_TRY(
        programs->createSampler(programs->bilinear_, nearestOnly ? VK_FILTER_NEAREST : VK_FILTER_LINEAR));
    return programs;
}

std::vector<Result<ProgramId>> Programs::add(std::span<const BoundRow> boundRows, const BuildProgress& tell) {
    std::vector<PipelineRequest> requests;
    for (const BoundRow& bound : boundRows) {
        const PipelineRequest request = requestOf(bound);
        const bool known = std::ranges::find(requests, request) != requests.end() ||
                           std::ranges::find(requests_, request) != requests_.end();
        if (request.kernel != nullptr && !known) requests.push_back(request);
    }
    buildPipelines(requests, tell);
    std::vector<Result<ProgramId>> results;
    for (const BoundRow& bound : boundRows) {
        Result<Program> program = createProgram(bound);
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
    buildPipelines({{&kernel}});
    const Result<Pipeline>& pipeline = *pipelines_.back();
    if (!pipeline.ok()) return pipeline.error();
    Program program{.pipeline = &pipeline.value(), .output = &outputs_.sums};
    VKPERFTEST_TRY(
        assign(program.binder, makeBinderOf(device_, pipeline.value(), descriptors(kernel, {}, {}))));
    programs_.push_back(std::move(program));
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

void Programs::buildPipelines(const std::vector<PipelineRequest>& requests, const BuildProgress& tell) {
    std::vector<Result<Pipeline>> built = createPipelines(device_, requests, tell);
    for (std::size_t i = 0; i < requests.size(); ++i) {
        requests_.push_back(requests[i]);
        pipelines_.push_back(std::make_unique<Result<Pipeline>>(std::move(built[i])));
    }
}

Result<Program> Programs::createProgram(const BoundRow& bound) {
    if (const Reason why = whyUnsupported(bound); !why.empty())
        return Error{ErrorKind::Unsupported, reasonText(why), ""};
    const PipelineRequest request = requestOf(bound);
    if (request.kernel == nullptr)
        return Error{ErrorKind::RowFailed, fmt::format("there is no kernel '{}'", kernelKey(bound)), ""};
    const auto found = std::ranges::find(requests_, request);
    const Result<Pipeline>& pipeline = *pipelines_[static_cast<std::size_t>(found - requests_.begin())];
    if (!pipeline.ok()) return pipeline.error();
    const Operation& operation = bound.row.operation;
    const Result<SourceObject>& source = findSource(operation.source);
    if (!source.ok()) return source.error();
    if (operation.sampler == Sampler::Linear)
        VKPERFTEST_TRY(checkLinearFilter(device_, operation.source.format));
    Program program{
        .pipeline = &pipeline.value(), .byteOffset = operation.byteOffset, .output = &outputOf(bound.row)};
    VKPERFTEST_TRY(
        assign(program.binder, makeBinderOf(device_, pipeline.value(),
                                            descriptors(*request.kernel, bound.row, source.value()))));
    if (traits(bound.strategy).addressAlignment != 0) {
        const VkDeviceAddress begin = source.value().buffer.address + source.value().lead;
        program.pushedValues = bytesOf(Addresses{begin + program.byteOffset, program.output->address});
    }
    if (operation.source.kind == ResourceKind::PushConstants)
        program.pushedValues = sourceBytes(operation.source);
    if (operation.sampler != Sampler::None && !isWithoutLoads(bound.row.technique))
        program.sampled = bound.row;
    if (operation.traversal) program.pushedValues = bytesOf(*operation.traversal);
    return program;
}

const Result<SourceObject>& Programs::findSource(SourceResource resource) {
    if (resource.kind == ResourceKind::TexelBuffer || resource.kind == ResourceKind::StorageBuffer) {
        resource.elements = static_cast<std::uint32_t>(resource.elements * sourceShare_);
    }
    const auto found = std::ranges::find(sources_, resource, &Source::resource);
    if (found != sources_.end()) return found->object;
    return sources_.emplace_back(Source{resource, createSource(device_, resource)}).object;
}

std::vector<Descriptor> Programs::descriptors(const Kernel& kernel, const Case& row,
                                              const SourceObject& source) const {
    std::vector<Descriptor> result;
    for (const Binding& binding : kernel.bindings) {
        Descriptor descriptor;
        if (binding.number == kOutputBinding) {
            const Buffer& output = outputOf(row);
            descriptor.buffer = {output.buffer.get(), 0, output.bytes};
            descriptor.address = output.address;
        } else if (binding.number == kSamplerBinding) {
            descriptor.image.sampler =
                row.operation.sampler == Sampler::Linear ? bilinear_.get() : nearest_.get();
        } else if (binding.number == kSourceBinding) {
            descriptor = sourceDescriptor(row, source, 0);
        } else if (binding.number == kSecondSourceBinding) {
            descriptor = sourceDescriptor(row, source, row.operation.secondArray);
        }
        descriptor.binding = binding.number;
        descriptor.kind = binding.kind;
        result.push_back(std::move(descriptor));
    }
    return result;
}

Descriptor Programs::sourceDescriptor(const Case& row, const SourceObject& source, VkDeviceSize from) const {
    const SourceResource& resource = row.operation.source;
    const VkDeviceSize begin = source.lead + from;
    Descriptor descriptor{
        .buffer = {source.buffer.buffer.get(), begin, source.buffer.bytes - begin},
        .image = {VK_NULL_HANDLE, source.imageView.get(), VK_IMAGE_LAYOUT_SHADER_READ_ONLY_OPTIMAL},
        .texelBuffer = source.bufferView.get(),
        .address = source.buffer.address + begin};
    if (resource.kind == ResourceKind::TexelBuffer) descriptor.texelFormat = vulkanFormat(resource.format);
    if (resource.kind == ResourceKind::UniformBuffer) descriptor.content = sourceBytes(resource);
    return descriptor;
}

const Buffer& Programs::outputOf(const Case& row) const {
    return row.operation.copies ? outputs_.copies : outputs_.sums;
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
                    std::uint64_t groups, float shift) {
    const Pipeline& pipeline = *program.pipeline;
    vkCmdBindPipeline(commands, VK_PIPELINE_BIND_POINT_COMPUTE, pipeline.pipeline.get());
    program.binder->begin(commands);
    program.binder->bind(commands, 0); // succeeds: what can fail is done before any recording
    // An address kernel's offset is part of its address.
    const bool addressed = traits(pipeline.strategy).addressAlignment != 0;
    const std::uint32_t offset =
        program.sampled ? std::bit_cast<std::uint32_t>(shift / kTextureSize) : program.byteOffset;
    const LoadConstants constants{.byteOffset = addressed ? 0 : offset, .sinkRotation = sinkRotation};
    const auto bytes = std::min<std::uint32_t>(sizeof(constants), pipeline.kernel->pushConstantBytes);
    vkCmdPushConstants(commands, pipeline.layout.get(), VK_SHADER_STAGE_COMPUTE_BIT, 0, bytes, &constants);
    if (!program.pushedValues.empty()) {
        vkCmdPushConstants(commands, pipeline.layout.get(), VK_SHADER_STAGE_COMPUTE_BIT, kPushedValuesAt,
                           static_cast<std::uint32_t>(program.pushedValues.size()),
                           program.pushedValues.data());
    }
    // No barrier lies between the parts, so they overlap as workgroups of one call do.
    for (const std::uint32_t part : dispatchParts(groups)) vkCmdDispatch(commands, part, 1, 1);
}

} // namespace vkperftest
