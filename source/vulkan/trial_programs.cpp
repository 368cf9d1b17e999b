#include "vulkan/trial_programs.h"

#include <algorithm>
#include <cstring>
#include <tuple>
#include <utility>

#include <fmt/format.h>

#include "vulkan/code_transcript.h"
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

Result<void> stage(const Device& device, Buffer& buffer, const std::vector<std::byte>& content) {
    VKPERFTEST_TRY(
        createBuffer(device, buffer, content.size(), VK_BUFFER_USAGE_TRANSFER_SRC_BIT, kHostMemory));
    return writeBuffer(device, buffer, content);
}

VkBufferImageCopy copyOf(const TrialResource& resource, VkDeviceSize at) {
    return {.bufferOffset = at,
            .imageSubresource = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 0, 1},
            .imageExtent = formOf(resource).extent};
}

Shader withChecks(const PhysicalDevice& device, const Trial& trial, Shader shader) {
    Robustness& own = shader.compiled.robustness;
    if (own == Robustness::Off) own = checksOf(device, trial);
    return shader;
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
    const std::uint32_t size = shader.shader.compiled.subgroupSize, most = device.subgroup().mostInWorkgroup;
    if (size > 0 && most > 0)
        needs.push_back({"maxComputeWorkgroupSubgroups", (invocations + size - 1) / size, most, true});
    for (const TrialResource& one : trial.resources) {
        const std::uint32_t widest = *std::ranges::max_element(one.extent);
        const Need sides[] = {{"maxImageDimension1D", widest, limits.maxImageDimension1D},
                              {"maxImageDimension2D", widest, limits.maxImageDimension2D},
                              {"maxImageDimension3D", widest, limits.maxImageDimension3D}};
        if (isImage(one.where.kind)) needs.push_back(sides[one.dimensions - 1]);
        for (const ShaderBinding& binding : shader.shader.bindings) {
            if (binding.set != one.where.set || binding.binding != one.where.binding) continue;
            if (binding.kind == DescriptorKind::UniformBuffer && binding.kind != one.where.kind &&
                !offers(device.physical(), kScalarLayout))
                return lacking("scalarBlockLayout");
            Format format = one.format;
            std::uint64_t bytes = one.content.size();
            for (const TrialShader::OwnContent& own : shader.contents)
                if (own.set == binding.set && own.binding == binding.binding) bytes = own.content.size();
            for (const TrialShader::TexelBuffer& texels : shader.texels)
                if (texels.set == binding.set && texels.binding == binding.binding) format = texels.format;
            needs.push_back(rangeNeed(limits, binding.kind, format, bytes));
        }
    }
    for (const Need& need : needs)
        if (need.needed > need.most)
            return Error{ErrorKind::Unsupported,
                         fmt::format("the device's {} is {}, but the shader needs {}", need.limit, need.most,
                                     need.needed),
                         need.ofWorkgroup ? "give it a smaller workgroup with --workgroup or --spec"
                                          : "give other sizes with --groups, --buffer, --image or --spec"};
    return {};
}

} // namespace

Result<std::vector<Result<CodeDigest>>>
readTrialCodes(const PhysicalDevice& device, const DeviceRecord& record, std::span<const BoundRow> boundRows,
               const Trial& trial, const LogicalDeviceOptions& options) {
    std::deque<Shader> shaders; // which the jobs refer to
    std::vector<CompileJob> jobs;
    for (const TrialShader& one : trial.shaders)
        jobs.push_back(compileJob(codeKey({trialRow(one.name), Strategy::Set}),
                                  shaders.emplace_back(withChecks(device, trial, one.shader))));
    return readCodes(device, record, boundRows, jobs, options);
}

Robustness checksOf(const PhysicalDevice& device, const Trial& trial) {
    if (!trial.checked) return Robustness::Off;
    return checkRobustness(device, Robustness::Two).ok()      ? Robustness::Two
           : checkRobustness(device, Robustness::Buffer).ok() ? Robustness::Buffer
                                                              : Robustness::Off;
}

Result<std::unique_ptr<TrialPrograms>> TrialPrograms::create(Device& device, const Trial& trial) {
    VKPERFTEST_TRY(checkLimits(device, trial, trial.shaders.front()));
    std::unique_ptr<TrialPrograms> programs(new TrialPrograms(device, trial));
    VkDeviceSize written = 4;
    for (const TrialResource& resource : trial.resources) {
        VKPERFTEST_TRY(programs->makeResource(resource));
        if (resource.written) written += resource.content.size();
    }
    VKPERFTEST_TRY(vkperftest::create(
        programs->sampler_, "vkCreateSampler", vkCreateSampler, device.get(),
        VkSamplerCreateInfo{.sType = VK_STRUCTURE_TYPE_SAMPLER_CREATE_INFO, .maxLod = VK_LOD_CLAMP_NONE}));
    VKPERFTEST_TRY(
        createBuffer(device, programs->readback_, written, VK_BUFFER_USAGE_TRANSFER_DST_BIT, kReadMemory));
    return programs;
}

Result<void> TrialPrograms::makeResource(const TrialResource& described) {
    Resource& made = resources_.emplace_back();
    made.described = &described;
    const DescriptorKind kind = described.where.kind;
    if (kind == DescriptorKind::Sampler) return {};
    const bool image = isImage(kind), storage = isStorage(kind);
    const ResourceKind ofImage = storage ? ResourceKind::StorageImage : ResourceKind::Texture,
                       ofBuffer = storage ? ResourceKind::StorageTexelBuffer : ResourceKind::TexelBuffer;
    if (image || isTexelBuffer(kind))
        VKPERFTEST_TRY(
            checkFormat(device_, {.kind = image ? ofImage : ofBuffer, .format = described.format}));
    SourceObject& object = made.object;
    const VkFormat format = vulkanFormat(described.format);
    if (image) {
        object.imageLayout = storage ? VK_IMAGE_LAYOUT_GENERAL : kReadOnlyLayout;
        const ImageForm form = formOf(described);
        Buffer staging;
        VKPERFTEST_TRY(stage(device_, staging, described.content));
        VKPERFTEST_TRY(createImage(device_, object, format, form,
                                   storage ? VK_IMAGE_USAGE_STORAGE_BIT | VK_IMAGE_USAGE_TRANSFER_SRC_BIT
                                           : VkImageUsageFlags{VK_IMAGE_USAGE_SAMPLED_BIT}));
        VKPERFTEST_TRY(copyToImage(device_, staging, object, form, traits(described.format).bytes()));
    } else {
        VKPERFTEST_TRY(fill(object.buffer, described.content, kBufferUsage));
        if (isTexelBuffer(kind))
            VKPERFTEST_TRY(createTexelView(device_, object.bufferView, object.buffer, format));
    }
    if (!described.written) return {};
    return fill(made.content, described.content,
                VK_BUFFER_USAGE_TRANSFER_SRC_BIT | VK_BUFFER_USAGE_TRANSFER_DST_BIT);
}

Result<void> TrialPrograms::fill(Buffer& buffer, const std::vector<std::byte>& content,
                                 VkBufferUsageFlags usage) {
    Buffer staging;
    VKPERFTEST_TRY(stage(device_, staging, content));
    VKPERFTEST_TRY(createBuffer(device_, buffer, content.size(), usage, kDeviceMemory));
    return device_.submit([&](VkCommandBuffer commands) {
        const VkBufferCopy whole{0, 0, buffer.bytes};
        vkCmdCopyBuffer(commands, staging.buffer.get(), buffer.buffer.get(), 1, &whole);
    });
}

// Of an array, one for each element that has its own.
std::vector<const TrialPrograms::Resource*> TrialPrograms::resourcesAt(std::uint32_t set,
                                                                       std::uint32_t binding) const {
    std::vector<const Resource*> found;
    for (const Resource& each : resources_)
        if (each.described->where.set == set && each.described->where.binding == binding)
            found.push_back(&each);
    return found;
}

std::vector<Descriptor> TrialPrograms::descriptorsOf(const TrialProgram& program, std::uint32_t set) const {
    std::vector<Descriptor> all;
    for (const ShaderBinding& binding : program.shader->shader.bindings) {
        if (binding.set != set) continue;
        const std::vector<const Resource*> own = resourcesAt(set, binding.binding);
        const bool inlined = binding.kind == DescriptorKind::InlineUniforms; // whose count is in bytes
        const std::uint32_t count = own.empty() ? 0 : inlined ? 1 : binding.count;
        for (std::uint32_t i = 0; i < count; ++i) {
            const Resource& its = *own[i % own.size()];
            Descriptor& added = all.emplace_back(wholeOf(its.object.buffer));
            added.binding = binding.binding;
            added.element = i;
            added.kind = binding.kind;
            added.image = its.object.sampled();
            added.image.sampler = sampler_.get();
            added.texelBuffer = its.object.bufferView.get();
            added.texelFormat = vulkanFormat(its.described->format);
            if (inlined) added.content = its.described->content;
        }
    }
    const auto& [texels, contents] = std::tie(program.shader->texels, program.shader->contents);
    for (Descriptor& one : all) {
        for (std::size_t i = 0; i < texels.size(); ++i)
            if (texels[i].set == set && texels[i].binding == one.binding)
                one.texelBuffer = program.texels[i].get();
        for (std::size_t i = 0; i < contents.size(); ++i)
            if (contents[i].set == set && contents[i].binding == one.binding)
                one.buffer = wholeOf(program.contents[i]).buffer;
    }
    return all;
}

Result<TrialPrograms::TrialProgram> TrialPrograms::makeProgram(const TrialShader& shader) {
    TrialProgram program{.shader = &shader, .pushed = shader.pushed};
    VKPERFTEST_TRY(checkPipelineRobustness(device_, shader.shader.compiled.robustness));
    VKPERFTEST_TRY(checkFeatures(device_.physical(), shader.shader.words));
    VKPERFTEST_TRY(checkLimits(device_, trial_, shader));
    VKPERFTEST_TRY(
        assign(program.pipeline,
               createShaderPipeline(device_, withChecks(device_.physical(), trial_, shader.shader))));
    for (const TrialShader::Address& address : shader.addresses)
        for (const Resource* const resource : resourcesAt(address.set, address.binding)) {
            const VkDeviceAddress begin = resource->object.buffer.address;
            if (begin == 0) return unsupported("the driver lacks buffer device addresses");
            std::memcpy(program.pushed.data() + address.offset, &begin, sizeof(begin));
        }
    for (const auto& [set, binding, format] : shader.texels)
        VKPERFTEST_TRY(createTexelView(device_, program.texels.emplace_back(),
                                       resourcesAt(set, binding).front()->object.buffer,
                                       vulkanFormat(format)));
    for (const TrialShader::OwnContent& own : shader.contents)
        VKPERFTEST_TRY(fill(program.contents.emplace_back(), own.content, kBufferUsage));
    for (std::uint32_t set = 0; set < program.pipeline.setLayouts.size(); ++set) {
        const Strategy strategy = set == 0 ? shader.shader.strategy : Strategy::Set;
        VKPERFTEST_TRY(assign(program.binders.emplace_back(),
                              implementationOf(strategy).make(bindingsOf(
                                  device_, program.pipeline, {descriptorsOf(program, set)}, 1, set))));
    }
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
    recordBinding(commands, program.pipeline, program.binders, program.pushed);
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

bool TrialPrograms::holdsContent(const TrialResults& results) const {
    auto at = results.begin();
    return std::ranges::all_of(trial_.resources, [&](const TrialResource& one) {
        const auto begin = std::exchange(at, at + (one.written ? std::ssize(one.content) : 0));
        return std::equal(begin, at, one.content.begin());
    });
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
    TrialOutcome& outcome = trial_.outcome;
    TrialResults results;
    VKPERFTEST_TRY(assign(results, run(program)));
    if (reference && expected.empty()) {
        expected = results;
        Hash hash;
        hash.add({reinterpret_cast<const char*>(expected.data()), expected.size()});
        outcome.results = hash.text();
        outcome.unchanged = holdsContent(expected);
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
