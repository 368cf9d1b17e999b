#include "vulkan/programs.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>

#include <fmt/format.h>

#include "base/enum_table.h"
#include "cases/cpu_model.h"
#include "vulkan/descriptor_sets.h"

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
constexpr std::uint32_t kSamplerBinding = 2;
constexpr std::array kSourceBindings = {0u, 3u, 4u, 5u}; // of the row's parts, or of its one or two arrays

template <class T> std::vector<std::byte> bytesOf(const T& value) {
    const auto bytes = std::as_bytes(std::span(&value, 1));
    return {bytes.begin(), bytes.end()};
}

} // namespace

PipelineRequest requestOf(const BoundRow& bound) {
    // Without a kernel nothing is built; createProgram() reports why.
    const Kernel* kernel = whyUnsupported(bound).empty() ? findKernel(kernelKey(bound)) : nullptr;
    PipelineRequest request{
        kernel, bound.strategy, {bound.row.robustness, bound.row.subgroupSize}, bound.row.operation.index};
    const SourceResource& source = bound.row.operation.source;
    if (source.kind != ResourceKind::SpecializationConstants) return request;
    const std::vector<std::byte> bytes = sourceBytes(source);
    for (std::uint32_t id = 0; id < bytes.size() / sizeof(std::uint32_t); ++id) {
        std::uint32_t word = 0;
        std::memcpy(&word, bytes.data() + id * sizeof(word), sizeof(word));
        request.constants.push_back({id, word, sizeof(word)});
    }
    return request;
}

std::vector<Result<ProgramId>> Programs::add(std::span<const BoundRow> boundRows, const BuildProgress& tell) {
    std::vector<PipelineRequest> requests;
    for (const BoundRow& bound : boundRows) {
        const PipelineRequest request = requestOf(bound);
        if (request.kernel != nullptr && std::ranges::count(requests, request) == 0 &&
            pipelineOf(request) == nullptr)
            requests.push_back(request);
    }
    std::vector<Result<Pipeline>> built = createPipelines(device_, requests, tell);
    for (std::size_t i = 0; i < requests.size(); ++i)
        pipelines_.emplace_back(std::move(requests[i]), std::move(built[i]));
    std::vector<Result<ProgramId>> results;
    for (const BoundRow& bound : boundRows) results.push_back(kept(programs_, createProgram(bound)));
    return results;
}

const Result<Pipeline>* Programs::pipelineOf(const PipelineRequest& request) const {
    for (const auto& [known, pipeline] : pipelines_)
        if (known == request) return &pipeline;
    return nullptr;
}

Result<void> Programs::createSampler(Sampler sampler) {
    if (sampler == Sampler::None || samplers_.contains(sampler)) return {};
    const bool nearest = sampler == Sampler::Nearest || sampler == Sampler::Gather;
    const VkFilter filter = nearest ? VK_FILTER_NEAREST : VK_FILTER_LINEAR;
    const bool mixesLevels = sampler == Sampler::Trilinear;
    const std::uint32_t anisotropy = anisotropyOf(sampler);
    OwnedSampler created;
    VKPERFTEST_TRY(vkperftest::create(created, "vkCreateSampler", vkCreateSampler, device_.get(),
                                      VkSamplerCreateInfo{.sType = VK_STRUCTURE_TYPE_SAMPLER_CREATE_INFO,
                                                          .magFilter = filter,
                                                          .minFilter = filter,
                                                          .mipmapMode = mixesLevels && !nearest
                                                                            ? VK_SAMPLER_MIPMAP_MODE_LINEAR
                                                                            : VK_SAMPLER_MIPMAP_MODE_NEAREST,
                                                          .addressModeU = VK_SAMPLER_ADDRESS_MODE_REPEAT,
                                                          .addressModeV = VK_SAMPLER_ADDRESS_MODE_REPEAT,
                                                          .addressModeW = VK_SAMPLER_ADDRESS_MODE_REPEAT,
                                                          .anisotropyEnable = anisotropy > 0,
                                                          .maxAnisotropy = static_cast<float>(anisotropy),
                                                          .maxLod = mixesLevels ? 1.0f : 0.0f}));
    samplers_.emplace(sampler, std::move(created));
    return {};
}

template <class Make>
const Result<SourceObject>& Programs::find(const SourceResource& resource, VkImageLayout imageLayout,
                                           bool atomics, Make make) {
    for (const Object& known : objects_) {
        if (known.resource == resource && known.imageLayout == imageLayout && known.atomics == atomics)
            return known.object;
    }
    return objects_.emplace_back(Object{resource, imageLayout, atomics, make()}).object;
}

Result<Program> Programs::createProgram(const BoundRow& bound) {
    if (const Reason why = whyUnsupported(bound); !why.empty()) return unsupported(reasonText(why));
    const PipelineRequest request = requestOf(bound);
    if (request.kernel == nullptr) return rowFailed(fmt::format("there is no kernel '{}'", kernelKey(bound)));
    const Result<Pipeline>& pipeline = *pipelineOf(request);
    if (!pipeline.ok()) return pipeline.error();
    const Operation& operation = bound.row.operation;
    std::vector<Source> sources;
    for (const Case& part : partsOf(bound.row)) {
        if (onlyWrites(operation.kind)) break; // they have no source
        const SourceResource& source = part.operation.source;
        const VkImageLayout layout = implementationOf(bound.strategy).imageLayout;
        const Result<SourceObject>& object =
            find(source, layout, false, [&] { return createSource(device_, source, layout); });
        if (!object.ok()) return object.error();
        sources.push_back({source, &object.value()});
    }
    VKPERFTEST_TRY(checkSampler(device_, operation.sampler, operation.source));
    VKPERFTEST_TRY(createSampler(operation.sampler));
    Program program{.pipeline = &pipeline.value(),
                    .byteOffset = operation.byteOffset,
                    .output = onlyWrites(operation.kind) ? &words_ : &sums_};
    Descriptor output = wholeOf(*program.output);
    if (onlyWrites(operation.kind) && operation.source.kind != ResourceKind::StorageBuffer) {
        const bool atomics = operation.atomic != Atomic::None;
        const Result<SourceObject>& texels = find(operation.source, VK_IMAGE_LAYOUT_UNDEFINED, atomics,
                                                  [&] { return createDestination(device_, operation); });
        if (!texels.ok()) return texels.error();
        output = sourceDescriptor({operation.source, &texels.value()}, 0);
        if (isImage(operation.source.kind))
            program.image = &texels.value();
        else
            program.output = &texels.value().buffer;
    }
    const Bindings bindings =
        bindingsOf(device_, pipeline.value(), {descriptors(*request.kernel, bound.row, sources, output)});
    VKPERFTEST_TRY(assign(program.binder, implementationOf(bound.strategy).make(bindings)));
    if (traits(bound.strategy).addressAlignment != 0) {
        const SourceObject& source = *sources.front().object;
        const VkDeviceAddress begin = source.buffer.address + source.lead;
        // As shaders/address.glsl finds them after the constants of every kernel.
        program.pushedValues = bytesOf(std::array{begin + program.byteOffset, program.output->address});
    }
    if (operation.source.kind == ResourceKind::PushConstants)
        program.pushedValues = sourceBytes(operation.source);
    if (operation.sampler != Sampler::None && !isWithoutLoads(bound.row.technique))
        program.sampled = bound.row;
    if (onlyWrites(operation.kind)) program.written = bound.row;
    if (operation.traversal) program.pushedValues = bytesOf(*operation.traversal);
    return program;
}

std::vector<Descriptor> Programs::descriptors(const Kernel& kernel, const Case& row,
                                              std::span<const Source> sources,
                                              const Descriptor& output) const {
    std::vector<Descriptor> result;
    for (const Binding& binding : kernel.bindings) {
        for (std::uint32_t element = 0; element < binding.count; ++element) {
            Descriptor descriptor;
            if (binding.number == kOutputBinding) {
                descriptor = output;
            } else if (binding.number == kSamplerBinding) {
                descriptor.image.sampler = samplers_.at(row.operation.sampler).get();
            } else if (binding.count > 1) {
                descriptor = elementDescriptor(sources.front(), element);
            } else {
                const auto found = std::ranges::find(kSourceBindings, binding.number);
                const auto number = static_cast<std::size_t>(found - kSourceBindings.begin());
                descriptor = number < sources.size()
                                 ? sourceDescriptor(sources[number], 0)
                                 : sourceDescriptor(sources.front(), row.operation.secondArray);
            }
            descriptor.binding = binding.number;
            descriptor.element = element;
            descriptor.kind = binding.kind;
            result.push_back(std::move(descriptor));
        }
    }
    return result;
}

Descriptor Programs::sourceDescriptor(const Source& source, VkDeviceSize from) {
    const SourceObject& object = *source.object;
    const VkDeviceSize begin = object.lead + from;
    Descriptor descriptor{.buffer = {object.buffer.buffer.get(), begin, object.buffer.bytes - begin},
                          .image = object.sampled(),
                          .texelBuffer = object.bufferView.get(),
                          .address = object.buffer.address + begin};
    const SourceResource& resource = source.resource;
    if (isTexelBuffer(resource.kind)) descriptor.texelFormat = vulkanFormat(resource.format);
    if (resource.kind == ResourceKind::UniformBuffer) descriptor.content = sourceBytes(resource);
    return descriptor;
}

Descriptor Programs::elementDescriptor(const Source& source, std::uint32_t element) {
    const SourceResource& resource = source.resource;
    Descriptor descriptor = sourceDescriptor(source, element * resource.bytesApart());
    descriptor.buffer.range = resource.ofOneDescriptor().bytes();
    const std::vector<SourceObject>& further = source.object->further;
    if (element == 0 || further.empty()) return descriptor;
    descriptor.image = further[element - 1].sampled();
    descriptor.texelBuffer = further[element - 1].bufferView.get();
    return descriptor;
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
                    std::uint64_t groups, std::optional<float> constant) {
    const Pipeline& pipeline = *program.pipeline;
    // An address kernel's offset is part of its address.
    const bool addressed = traits(pipeline.strategy).addressAlignment != 0;
    const std::uint32_t offset =
        program.sampled
            ? std::bit_cast<std::uint32_t>(constant.value_or(sampleConstants(*program.sampled).timed))
            : program.byteOffset;
    const LoadConstants constants{.byteOffset = addressed ? 0 : offset, .sinkRotation = sinkRotation};
    const auto bytes = std::min<std::size_t>(sizeof(constants), pipeline.kernel->pushConstantBytes);
    recordBinding(commands, pipeline, {&program.binder, 1},
                  std::as_bytes(std::span(&constants, 1)).first(bytes));
    if (!program.pushedValues.empty()) {
        vkCmdPushConstants(commands, pipeline.layout.get(), VK_SHADER_STAGE_COMPUTE_BIT, kPushedValuesAt,
                           static_cast<std::uint32_t>(program.pushedValues.size()),
                           program.pushedValues.data());
    }
    // No barrier lies between the parts, so they overlap as workgroups of one call do.
    for (const std::uint32_t part : dispatchParts(groups)) vkCmdDispatch(commands, part, 1, 1);
}

namespace {

constexpr std::uint32_t kBoundElements = 1024; // of 16 bytes, as the kernel's constant buffer has
constexpr std::uint32_t kAllElements = 4096;   // more than the probe loads

} // namespace

Result<OutsideSource> createOutsideSource(Device& device, ResourceKind kind) {
    const bool image = isImage(kind);
    const SourceResource resource{.kind = kind,
                                  .format = Format::RGBA32F,
                                  .elements = image ? kTextureSize * kTextureSize : kAllElements,
                                  .bytesPerElement = 16};
    const VkDeviceSize known = image ? resource.elements : kBoundElements,
                       bytes = resource.bytesPerElement * known;
    std::vector<float> words(resource.bytes() / sizeof(float), kOutsideWord);
    std::fill_n(words.begin(), bytes / sizeof(float), kInsideWord);
    OutsideSource source;
    SourceObject& object = source.object;
    VKPERFTEST_TRY(assign(object, createSource(device, resource, std::as_bytes(std::span(words)))));
    source.bound = {.buffer = {object.buffer.buffer.get(), object.lead, bytes},
                    .image = object.sampled(),
                    .address = object.buffer.address + object.lead};
    source.null = {.buffer = {VK_NULL_HANDLE, 0, VK_WHOLE_SIZE},
                   .image = {.imageLayout = object.imageLayout}};
    source.firstElement = (image ? kTextureSize : kBoundElements) - kLoadsInside;
    if (!isTexelBuffer(kind)) return source;
    const VkFormat format = vulkanFormat(resource.format);
    VKPERFTEST_TRY(createTexelView(device, object.bufferView, object.buffer, format, 0, bytes));
    source.bound.texelBuffer = object.bufferView.get();
    source.bound.texelFormat = source.null.texelFormat = format;
    return source;
}

std::string outsideKernel(ResourceKind kind) {
    constexpr auto kVariants = enumTable<ResourceKind, const char*>(
        {"typed", "raw", "constant", "texture", "", "rwtyped", "rwtexture", ""});
    return std::string("outside_load.") + kVariants[kind];
}

} // namespace vkperftest
