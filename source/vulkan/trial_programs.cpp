#include "vulkan/trial_programs.h"

#include <algorithm>
#include <cstring>
#include <utility>

#include <fmt/format.h>

#include "vulkan/code_transcript.h"
#include "vulkan/pipeline_code.h"
#include "vulkan/programs.h"

namespace vkperftest {
namespace {

// Of what variants may bind a buffer as.
constexpr VkBufferUsageFlags kBufferUsage =
    VK_BUFFER_USAGE_UNIFORM_BUFFER_BIT | VK_BUFFER_USAGE_STORAGE_BUFFER_BIT |
    VK_BUFFER_USAGE_UNIFORM_TEXEL_BUFFER_BIT | VK_BUFFER_USAGE_STORAGE_TEXEL_BUFFER_BIT |
    VK_BUFFER_USAGE_TRANSFER_SRC_BIT | VK_BUFFER_USAGE_TRANSFER_DST_BIT;

ImageForm formOf(const TrialResource& resource) {
    constexpr VkImageType kTypes[] = {VK_IMAGE_TYPE_1D, VK_IMAGE_TYPE_2D, VK_IMAGE_TYPE_3D};
    constexpr VkImageViewType kViews[] = {VK_IMAGE_VIEW_TYPE_1D, VK_IMAGE_VIEW_TYPE_2D,
                                          VK_IMAGE_VIEW_TYPE_3D};
    constexpr VkImageViewType kLayered[] = {VK_IMAGE_VIEW_TYPE_1D_ARRAY, VK_IMAGE_VIEW_TYPE_2D_ARRAY,
                                            VK_IMAGE_VIEW_TYPE_3D};
    const std::size_t dimensions = resource.dimensions - 1;
    const auto& [width, height, depth] = resource.extent;
    return {.extent = {width, height, depth},
            .type = kTypes[dimensions],
            .view = resource.layered ? kLayered[dimensions] : kViews[dimensions]};
}

VkBufferImageCopy copyOf(const TrialResource& resource, VkDeviceSize at) {
    return {.bufferOffset = at,
            .imageSubresource = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 0, 1},
            .imageExtent = formOf(resource).extent};
}

ShaderPipelineOptions optionsOf(const PhysicalDevice& device, const Trial& trial, const TrialShader& shader) {
    CompileSettings compiled = shader.compiled;
    if (compiled.robustness == Robustness::Off) compiled.robustness = checksOf(device, trial);
    return {shader.pushDescriptors, compiled};
}

struct Need {
    const char* limit;
    std::uint64_t needed, most;
    bool ofWorkgroup = false; // its size alone decides
};

// Of a buffer's bytes; of what is no buffer one that is always there.
Need rangeNeed(const VkPhysicalDeviceLimits& limits, DescriptorKind kind, Format format,
               std::uint64_t bytes) {
    if (kind == DescriptorKind::UniformBuffer || kind == DescriptorKind::DynamicUniformBuffer)
        return {"maxUniformBufferRange", bytes, limits.maxUniformBufferRange};
    if (kind == DescriptorKind::StorageBuffer || kind == DescriptorKind::DynamicStorageBuffer)
        return {"maxStorageBufferRange", bytes, limits.maxStorageBufferRange};
    if (isTexelBuffer(kind))
        return {"maxTexelBufferElements", bytes / traits(format).bytes(), limits.maxTexelBufferElements};
    return {"", 0, 0};
}

// Unsupported names the first limit of the device that the trial exceeds with that variant, whose bindings may be of
// other kinds than those of the shader as written.
Result<void> checkLimits(const Device& device, const Trial& trial, const TrialShader& shader) {
    static const Offer kScalarLayout = {{"VK_EXT_scalar_block_layout"},
                                        VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SCALAR_BLOCK_LAYOUT_FEATURES,
                                        VK_API_VERSION_1_2};
    const VkPhysicalDeviceLimits limits = coreProperties(device.physical()).limits;
    std::uint64_t invocations = 1;
    for (const std::uint32_t side : trial.localSize) invocations *= side;
    std::vector<Need> needs = {
        {"maxComputeWorkGroupInvocations", invocations, limits.maxComputeWorkGroupInvocations, true},
        {"maxComputeSharedMemorySize", trial.sharedBytes, limits.maxComputeSharedMemorySize},
        {"maxPushConstantsSize", shader.pushed.size(), limits.maxPushConstantsSize}};
    for (std::size_t i = 0; i < 3; ++i) {
        needs.push_back(
            {"maxComputeWorkGroupSize", trial.localSize[i], limits.maxComputeWorkGroupSize[i], true});
        needs.push_back({"maxComputeWorkGroupCount", trial.groups[i], limits.maxComputeWorkGroupCount[i]});
    }
    const std::uint32_t size = shader.compiled.subgroupSize, most = device.subgroup().mostInWorkgroup;
    if (size > 0 && most > 0)
        needs.push_back({"maxComputeWorkgroupSubgroups", (invocations + size - 1) / size, most, true});
    for (const TrialResource& one : trial.resources) {
        const std::uint32_t widest = *std::ranges::max_element(one.extent);
        needs.push_back(
            {"maxBoundDescriptorSets", std::uint64_t{one.where.set} + 1, limits.maxBoundDescriptorSets});
        const Need sides[] = {{"maxImageDimension1D", widest, limits.maxImageDimension1D},
                              {"maxImageDimension2D", widest, limits.maxImageDimension2D},
                              {"maxImageDimension3D", widest, limits.maxImageDimension3D}};
        if (isImage(one.where.kind)) needs.push_back(sides[one.dimensions - 1]);
        for (const ShaderBinding& binding : shader.shader.bindings) {
            if (binding.set != one.where.set || binding.binding != one.where.binding) continue;
            const bool same = binding.kind == one.where.kind;
            if (binding.kind == DescriptorKind::UniformBuffer && !same &&
                !offers(device.physical(), kScalarLayout))
                return lacking("scalarBlockLayout");
            if (same || !isTexelBuffer(binding.kind))
                needs.push_back(rangeNeed(limits, binding.kind, one.format, one.content.size()));
        }
    }
    for (const auto& [resource, format] : shader.texels)
        needs.push_back(rangeNeed(limits, DescriptorKind::UniformTexels, format,
                                  trial.resources[resource].content.size()));
    for (const Need& need : needs)
        if (need.needed > need.most)
            return Error{ErrorKind::Unsupported,
                         fmt::format("the device's {} is {}, but the shader needs {}", need.limit, need.most,
                                     need.needed),
                         need.ofWorkgroup ? "give it a smaller workgroup with --workgroup or --spec"
                                          : "give other sizes with --groups, --buffer, --image or --spec"};
    return {};
}

// Unsupported names the feature that the device lacks of those that the module declares.
Result<void> checkFeatures(const Device& device, std::span<const std::uint32_t> words) {
    static const Offer kUniforms = kDescriptorIndexing.withFlag(3), kImages = kDescriptorIndexing.withFlag(6),
                       kUnsized = kDescriptorIndexing.withFlag(19);
    static const ShaderNeed kOwn[] = {
        {10, "shaderFloat64", &VkPhysicalDeviceFeatures::shaderFloat64},
        {22, "shaderInt16", &VkPhysicalDeviceFeatures::shaderInt16},
        {5302, "runtimeDescriptorArray", nullptr, &kUnsized},
        {5306, "shaderUniformBufferArrayNonUniformIndexing", nullptr, &kUniforms},
        {5309, "shaderStorageImageArrayNonUniformIndexing", nullptr, &kImages}};
    for (const std::span<const ShaderNeed> needs : {shaderNeeds(), std::span<const ShaderNeed>(kOwn)})
        for (const ShaderNeed& need : needs)
            if (declares(words, need) && !offers(device.physical(), need)) return lacking(need.feature);
    constexpr std::uint32_t kFirst =
        61; // OpCapability GroupNonUniform; the others follow as Vulkan's bits do
    VkSubgroupFeatureFlags operations = 0;
    for (std::uint32_t i = 0; i < 8; ++i)
        if (declares(words, {kFirst + i, "", nullptr})) operations |= 1U << i;
    VKPERFTEST_TRY(checkOperations(subgroupTraits(device.physical()), operations));
    return {};
}

} // namespace

Result<std::vector<Result<CodeDigest>>>
readTrialCodes(const PhysicalDevice& device, const DeviceRecord& record, std::span<const BoundRow> boundRows,
               const Trial& trial, const LogicalDeviceOptions& options) {
    std::vector<ShaderPipelineOptions> settings; // which the jobs refer to
    for (const TrialShader& shader : trial.shaders) settings.push_back(optionsOf(device, trial, shader));
    std::vector<CompileJob> jobs;
    for (std::size_t i = 0; i < settings.size(); ++i)
        jobs.push_back(compileJob(trial.shaders[i].name, trial.shaders[i].shader, settings[i]));
    std::vector<std::string> keys;
    for (const BoundRow& bound : boundRows) keys.push_back(bound.row.operation.name);
    return readCodes(device, record, keys, jobs, options);
}

Robustness checksOf(const PhysicalDevice& device, const Trial& trial) {
    if (!trial.checked) return Robustness::Off;
    return checkRobustness(device, Robustness::Two).ok()      ? Robustness::Two
           : checkRobustness(device, Robustness::Buffer).ok() ? Robustness::Buffer
                                                              : Robustness::Off;
}

Result<std::unique_ptr<TrialPrograms>> TrialPrograms::create(Device& device, const Trial& trial) {
    std::unique_ptr<TrialPrograms> programs(new TrialPrograms(device, trial));
    VKPERFTEST_TRY(programs->makeResources());
    return programs;
}

Result<void> TrialPrograms::makeResources() {
    VKPERFTEST_TRY(checkLimits(device_, trial_, trial_.shaders.front()));
    VkDeviceSize written = 4;
    for (const TrialResource& resource : trial_.resources) {
        VKPERFTEST_TRY(makeResource(resource));
        if (resource.written) written += resource.content.size();
    }
    VKPERFTEST_TRY(vkperftest::create(
        sampler_, "vkCreateSampler", vkCreateSampler, device_.get(),
        VkSamplerCreateInfo{.sType = VK_STRUCTURE_TYPE_SAMPLER_CREATE_INFO, .maxLod = VK_LOD_CLAMP_NONE}));
    return createBuffer(device_, readback_, written, VK_BUFFER_USAGE_TRANSFER_DST_BIT, kReadMemory);
}

Result<void> TrialPrograms::makeResource(const TrialResource& described) {
    Resource& made = resources_.emplace_back();
    made.described = &described;
    const DescriptorKind kind = described.where.kind;
    if (kind == DescriptorKind::Sampler) return {};
    Buffer staging;
    VKPERFTEST_TRY(createBuffer(device_, staging, described.content.size(), VK_BUFFER_USAGE_TRANSFER_SRC_BIT,
                                kHostMemory));
    VKPERFTEST_TRY(writeBuffer(device_, staging, described.content));
    constexpr std::pair<DescriptorKind, ResourceKind> kTexels[] = {
        {DescriptorKind::SampledImage, ResourceKind::Texture},
        {DescriptorKind::CombinedImage, ResourceKind::Texture},
        {DescriptorKind::StorageImage, ResourceKind::StorageImage},
        {DescriptorKind::UniformTexels, ResourceKind::TexelBuffer},
        {DescriptorKind::StorageTexels, ResourceKind::StorageTexelBuffer}};
    for (const auto& [texels, its] : kTexels)
        if (texels == kind) VKPERFTEST_TRY(checkFormat(device_, {.kind = its, .format = described.format}));
    const auto fill = [&](Buffer& buffer, VkBufferUsageFlags usage) -> Result<void> {
        VKPERFTEST_TRY(createBuffer(device_, buffer, staging.bytes, usage, kDeviceMemory));
        return device_.submit([&](VkCommandBuffer commands) {
            const VkBufferCopy whole{0, 0, buffer.bytes};
            vkCmdCopyBuffer(commands, staging.buffer.get(), buffer.buffer.get(), 1, &whole);
        });
    };
    if (isImage(kind)) {
        VKPERFTEST_TRY(makeImage(described, made, staging));
    } else {
        VKPERFTEST_TRY(fill(made.object.buffer, kBufferUsage));
        if (isTexelBuffer(kind))
            VKPERFTEST_TRY(createTexelView(device_, made.object.bufferView, made.object.buffer,
                                           vulkanFormat(described.format), 0, VK_WHOLE_SIZE));
    }
    if (!described.written) return {};
    return fill(made.content, VK_BUFFER_USAGE_TRANSFER_SRC_BIT | VK_BUFFER_USAGE_TRANSFER_DST_BIT);
}

Result<void> TrialPrograms::makeImage(const TrialResource& described, Resource& into, const Buffer& staging) {
    const bool storage = described.where.kind == DescriptorKind::StorageImage;
    SourceObject& object = into.object;
    object.imageLayout = storage ? VK_IMAGE_LAYOUT_GENERAL : kReadOnlyLayout;
    const ImageForm form = formOf(described);
    VKPERFTEST_TRY(createImage(device_, object, vulkanFormat(described.format), form,
                               storage ? VK_IMAGE_USAGE_STORAGE_BIT | VK_IMAGE_USAGE_TRANSFER_SRC_BIT
                                       : VkImageUsageFlags{VK_IMAGE_USAGE_SAMPLED_BIT}));
    return copyToImage(device_, staging, object, form, traits(described.format).bytes());
}

struct TrialPrograms::Writes {
    std::vector<VkWriteDescriptorSet> all;
    std::deque<std::vector<VkDescriptorBufferInfo>> buffers;
    std::deque<std::vector<VkDescriptorImageInfo>> images;
    std::deque<std::vector<VkBufferView>> texels;
    std::deque<VkWriteDescriptorSetInlineUniformBlockEXT> blocks;
    std::vector<std::uint32_t> offsets; // dynamic
};

VkBufferView TrialPrograms::viewOf(const TrialProgram& program, const Resource& resource) const {
    const auto& texels = program.shader->texels;
    for (std::size_t i = 0; i < texels.size(); ++i)
        if (&resources_[texels[i].first] == &resource) return program.texels[i].get();
    return resource.object.bufferView.get();
}

TrialPrograms::Writes TrialPrograms::writesOf(const TrialProgram& program, std::uint32_t set,
                                              VkDescriptorSet into) const {
    Writes writes;
    for (const ShaderBinding& binding : program.shader->shader.bindings) {
        if (binding.set != set) continue;
        std::vector<const Resource*> own; // of its elements, which repeat them
        for (const Resource& each : resources_)
            if (each.described->where.set == binding.set && each.described->where.binding == binding.binding)
                own.push_back(&each);
        if (own.empty()) continue;
        auto& infos = writes.images.emplace_back();
        auto& buffers = writes.buffers.emplace_back();
        auto& texels = writes.texels.emplace_back();
        for (std::uint32_t i = 0; i < binding.count; ++i) {
            const Resource& its = *own[i % own.size()];
            infos.push_back(its.object.sampled());
            infos.back().sampler = sampler_.get();
            buffers.push_back({its.object.buffer.buffer.get(), 0, VK_WHOLE_SIZE});
            texels.push_back(viewOf(program, its));
        }
        writes.all.push_back({.sType = VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET,
                              .dstSet = into,
                              .dstBinding = binding.binding,
                              .descriptorCount = binding.count,
                              .descriptorType = descriptorType(binding.kind),
                              .pImageInfo = infos.data(),
                              .pBufferInfo = buffers.data(),
                              .pTexelBufferView = texels.data()});
        if (isDynamic(binding.kind)) writes.offsets.resize(writes.offsets.size() + binding.count);
        if (binding.kind == DescriptorKind::InlineUniforms)
            writes.all.back().pNext = &writes.blocks.emplace_back(VkWriteDescriptorSetInlineUniformBlockEXT{
                .sType = VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET_INLINE_UNIFORM_BLOCK_EXT,
                .dataSize = binding.count,
                .pData = own.front()->described->content.data()});
    }
    return writes;
}

Result<void> TrialPrograms::makeSets(TrialProgram& program) {
    const std::size_t count = program.pipeline.setLayouts.size();
    std::vector<VkDescriptorPoolSize> sizes;
    for (const ShaderBinding& binding : program.shader->shader.bindings)
        sizes.push_back({descriptorType(binding.kind), binding.count});
    if (sizes.empty()) return {};
    VKPERFTEST_TRY(createPool(device_, program.pool, sizes, static_cast<std::uint32_t>(count)));
    program.sets.resize(count, VK_NULL_HANDLE);
    for (std::uint32_t set = program.shader->pushDescriptors ? 1 : 0; set < count; ++set) {
        const VkDescriptorSetLayout layout = program.pipeline.setLayouts[set].get();
        const VkDescriptorSetAllocateInfo allocation{.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_ALLOCATE_INFO,
                                                     .descriptorPool = program.pool.get(),
                                                     .descriptorSetCount = 1,
                                                     .pSetLayouts = &layout};
        VKPERFTEST_TRY(check("vkAllocateDescriptorSets",
                             vkAllocateDescriptorSets(device_.get(), &allocation, &program.sets[set])));
        const Writes writes = writesOf(program, set, program.sets[set]);
        vkUpdateDescriptorSets(device_.get(), static_cast<std::uint32_t>(writes.all.size()),
                               writes.all.data(), 0, nullptr);
    }
    return {};
}

Result<TrialPrograms::TrialProgram> TrialPrograms::makeProgram(const TrialShader& shader) {
    TrialProgram program{.shader = &shader, .pushed = shader.pushed};
    if (shader.compiled.robustness != Robustness::Off) {
        VKPERFTEST_TRY(checkRobustness(device_.physical(), shader.compiled.robustness));
        if (!device_.robustPerPipeline()) return unsupported(std::string(kNoPipelineRobustness));
    }
    VKPERFTEST_TRY(checkFeatures(device_, shader.shader.words));
    VKPERFTEST_TRY(checkLimits(device_, trial_, shader));
    const ShaderPipelineOptions options = optionsOf(device_.physical(), trial_, shader);
    VKPERFTEST_TRY(assign(program.pipeline, createShaderPipeline(device_, shader.shader, options)));
    for (const TrialShader::Address& address : shader.addresses) {
        const VkDeviceAddress begin = resources_[address.resource].object.buffer.address;
        if (begin == 0) return unsupported("the driver lacks buffer device addresses");
        std::memcpy(program.pushed.data() + address.offset, &begin, sizeof(begin));
    }
    for (const auto& [resource, format] : shader.texels)
        VKPERFTEST_TRY(createTexelView(device_, program.texels.emplace_back(),
                                       resources_[resource].object.buffer, vulkanFormat(format), 0,
                                       VK_WHOLE_SIZE));
    VKPERFTEST_TRY(makeSets(program));
    return program;
}

std::vector<Result<ProgramId>> TrialPrograms::add(std::span<const BoundRow> boundRows,
                                                  const BuildProgress& tell) {
    constexpr int kCompileSeconds = 60;
    std::vector<Result<ProgramId>> results;
    for (const BoundRow& bound : boundRows) {
        const std::string& name = bound.row.operation.name;
        const auto shader = std::ranges::find(trial_.shaders, name, &TrialShader::name);
        if (tell) tell(results.size(), boundRows.size());
        if (shader == trial_.shaders.end()) {
            results.push_back(rowFailed(fmt::format("there is no variant '{}'", name)));
            continue;
        }
        const auto known = std::ranges::find(programs_, &*shader, &TrialProgram::shader);
        if (known != programs_.end()) {
            results.push_back(static_cast<ProgramId>(known - programs_.begin()));
            continue;
        }
        const Result<ProgramId> made = kept(programs_, makeProgram(*shader));
        // Some drivers compile in the first submission, which may take longer than a dispatch may: one of nothing.
        const Result<void> compiled = !made.ok() ? Result<void>(made.error())
                                                 : device_.submit(
                                                       [&](VkCommandBuffer commands) {
                                                           record(commands, made.value(), 0);
                                                           vkCmdDispatch(commands, 0, 0, 0);
                                                       },
                                                       kCompileSeconds);
        if (made.ok() && device_.hung())
            results.push_back(
                Error{ErrorKind::Unsupported,
                      fmt::format("the driver compiles longer than {} seconds", kCompileSeconds),
                      "measure a version with shorter loops or smaller tables"});
        else
            results.push_back(compiled.ok() ? made : Result<ProgramId>(compiled.error()));
    }
    return results;
}

bool TrialPrograms::changesContent() const {
    return std::ranges::any_of(trial_.resources, &TrialResource::changed);
}

std::size_t TrialPrograms::mostRestored(std::size_t most) const {
    constexpr std::size_t kMostBytes = std::size_t{1} << 28U;
    std::size_t bytes = 1;
    for (const TrialResource& one : trial_.resources) bytes += one.written ? one.content.size() : 0;
    return std::clamp<std::size_t>(kMostBytes / bytes, 1, most);
}

void TrialPrograms::recordContent(VkCommandBuffer commands) const {
    memoryBarrier(commands, VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT | VK_PIPELINE_STAGE_TRANSFER_BIT,
                  VK_ACCESS_SHADER_WRITE_BIT | VK_ACCESS_TRANSFER_WRITE_BIT, VK_PIPELINE_STAGE_TRANSFER_BIT,
                  VK_ACCESS_TRANSFER_WRITE_BIT);
    for (const Resource& one : resources_) {
        if (!one.described->written) continue;
        if (isImage(one.described->where.kind)) {
            const VkBufferImageCopy copy = copyOf(*one.described, 0);
            vkCmdCopyBufferToImage(commands, one.content.buffer.get(), one.object.image.get(),
                                   VK_IMAGE_LAYOUT_GENERAL, 1, &copy);
        } else {
            const VkBufferCopy whole{0, 0, one.content.bytes};
            vkCmdCopyBuffer(commands, one.content.buffer.get(), one.object.buffer.buffer.get(), 1, &whole);
        }
    }
    memoryBarrier(commands, VK_PIPELINE_STAGE_TRANSFER_BIT, VK_ACCESS_TRANSFER_WRITE_BIT,
                  VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT,
                  VK_ACCESS_SHADER_READ_BIT | VK_ACCESS_SHADER_WRITE_BIT);
}

void TrialPrograms::record(VkCommandBuffer commands, ProgramId id, std::uint64_t dispatches) const {
    const TrialProgram& program = programs_[id];
    const VkPipelineLayout layout = program.pipeline.layout.get();
    vkCmdBindPipeline(commands, VK_PIPELINE_BIND_POINT_COMPUTE, program.pipeline.pipeline.get());
    for (std::uint32_t set = 0; set < program.sets.size(); ++set) {
        const Writes writes = writesOf(program, set, VK_NULL_HANDLE);
        if (program.sets[set] != VK_NULL_HANDLE) {
            vkCmdBindDescriptorSets(commands, VK_PIPELINE_BIND_POINT_COMPUTE, layout, set, 1,
                                    &program.sets[set], static_cast<std::uint32_t>(writes.offsets.size()),
                                    writes.offsets.data());
            continue;
        }
        if (!writes.all.empty())
            vkCmdPushDescriptorSetKHR(commands, VK_PIPELINE_BIND_POINT_COMPUTE, layout, set,
                                      static_cast<std::uint32_t>(writes.all.size()), writes.all.data());
    }
    if (!program.pushed.empty())
        vkCmdPushConstants(commands, layout, VK_SHADER_STAGE_COMPUTE_BIT, 0,
                           static_cast<std::uint32_t>(program.pushed.size()), program.pushed.data());
    for (std::uint64_t i = 0; i < dispatches; ++i) {
        if (i > 0) dispatchBarrier(commands);
        vkCmdDispatch(commands, trial_.groups[0], trial_.groups[1], trial_.groups[2]);
    }
}

Result<TrialResults> TrialPrograms::run(ProgramId program) {
    VKPERFTEST_TRY(device_.submit([&](VkCommandBuffer commands) {
        recordContent(commands);
        record(commands, program, 1);
        recordReadback(commands, [&] {
            VkDeviceSize at = 0;
            for (const Resource& one : resources_) {
                if (!one.described->written) continue;
                if (isImage(one.described->where.kind)) {
                    const VkBufferImageCopy copy = copyOf(*one.described, at);
                    vkCmdCopyImageToBuffer(commands, one.object.image.get(), VK_IMAGE_LAYOUT_GENERAL,
                                           readback_.buffer.get(), 1, &copy);
                } else {
                    const VkBufferCopy whole{0, at, one.content.bytes};
                    vkCmdCopyBuffer(commands, one.object.buffer.buffer.get(), readback_.buffer.get(), 1,
                                    &whole);
                }
                at += one.content.bytes;
            }
        });
    }));
    TrialResults results(readback_.bytes - 4);
    VKPERFTEST_TRY(readBuffer(device_, readback_, results));
    return results;
}

TrialResults TrialPrograms::contents() const {
    TrialResults all;
    for (const TrialResource& one : trial_.resources)
        if (one.written) all.insert(all.end(), one.content.begin(), one.content.end());
    return all;
}

std::string TrialPrograms::differenceOf(const TrialResults& expected, const TrialResults& results) const {
    std::size_t at = 0;
    for (const Resource& one : resources_) {
        if (!one.described->written) continue;
        const std::size_t bytes = one.described->content.size();
        for (std::size_t i = 0; i < bytes; i += sizeof(std::uint32_t)) {
            std::uint32_t was = 0, is = 0;
            const std::size_t count = std::min(sizeof(was), bytes - i);
            std::memcpy(&was, expected.data() + at + i, count);
            std::memcpy(&is, results.data() + at + i, count);
            if (was != is)
                return fmt::format("not equal in {} at byte {}: {:#010x} as written, {:#010x} here",
                                   one.described->name, i, was, is);
        }
        at += bytes;
    }
    return {};
}

Result<void> TrialPrograms::verify(ProgramId program, TrialResults& expected) {
    const bool reference = programs_[program].shader == &trial_.shaders.front();
    constexpr int kRepeats = 2; // of the first run
    TrialOutcome unkept;
    TrialOutcome& outcome = trial_.outcome != nullptr ? *trial_.outcome : unkept;
    TrialResults results;
    VKPERFTEST_TRY(assign(results, run(program)));
    if (reference && expected.empty()) {
        expected = results;
        Hash hash;
        hash.add({reinterpret_cast<const char*>(expected.data()), expected.size()});
        outcome.results = hash.text();
        outcome.unchanged = expected == contents();
        for (int i = 0; i < kRepeats && outcome.reproducible; ++i) {
            VKPERFTEST_TRY(assign(results, run(program)));
            outcome.reproducible = results == expected;
        }
    }
    const std::string difference = outcome.reproducible ? differenceOf(expected, results) : "";
    if (difference.empty()) return {};
    if (!reference) return wrongValues(difference);
    outcome.reproducible = false;
    return {};
}

} // namespace vkperftest
