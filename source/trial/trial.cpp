#include "trial/trial.h"

#include <algorithm>

#include <fmt/format.h>

#include "base/printable.h"
#include "base/text.h"

namespace vkperftest {
namespace {

template <Robustness kRobustness> Result<std::string> demand(TrialShader& shader, const VariantInput&) {
    shader.shader.compiled.robustness = kRobustness;
    return std::string();
}

template <std::uint32_t kSize> Result<std::string> demandSize(TrialShader& shader, const VariantInput&) {
    shader.shader.compiled.subgroupSize = kSize;
    return std::string();
}

Result<std::string> appliesIf(bool any, const char* otherwise) {
    if (any) return std::string();
    return Error{ErrorKind::Unsupported, otherwise, ""};
}

Result<std::string> push(TrialShader& shader, const VariantInput&) {
    shader.shader.pushDescriptors = true;
    return appliesIf(std::ranges::count(shader.shader.bindings, 0U, &ShaderBinding::set) > 0,
                     "set 0 is empty");
}

Result<std::string> offsetDynamically(TrialShader& shader, const VariantInput&) {
    bool any = false;
    for (ShaderBinding& binding : shader.shader.bindings) {
        if (binding.kind == DescriptorKind::UniformBuffer)
            binding.kind = DescriptorKind::DynamicUniformBuffer;
        if (binding.kind == DescriptorKind::StorageBuffer)
            binding.kind = DescriptorKind::DynamicStorageBuffer;
        any = any || isDynamic(binding.kind);
    }
    return appliesIf(any, "it has no buffer");
}

Result<std::string> putInSet(TrialShader& shader, const VariantInput& input) {
    bool any = false;
    for (ShaderBinding& binding : shader.shader.bindings) {
        const TrialResource* const resource = input.resourceAt(binding.set, binding.binding);
        if (binding.kind != DescriptorKind::UniformBuffer || binding.count != 1 || resource == nullptr)
            continue;
        binding.kind = DescriptorKind::InlineUniforms;
        binding.count = static_cast<std::uint32_t>(resource->content.size());
        any = true;
    }
    return appliesIf(any, "it has no uniform buffer");
}

constexpr Variant kVariants[] = {
    {"push", push},
    {"dynamic", offsetDynamically},
    {"inline", putInSet},
    {"address-4", withAddresses<4>},
    {"address-8", withAddresses<8>},
    {"address-16", withAddresses<16>},
    {"uniform", asUniformBuffers},
    {"push-constants", asPushConstants},
    {"texel-buffer", asTexelBuffers},
    {"readonly", declaredReadOnly},
    {"wide", withVectorLoads},
    {"no-checks", demand<Robustness::Forbidden>},
    {"robustness-buffer", demand<Robustness::Buffer>},
    {"robustness-2", demand<Robustness::Two>},
    {"subgroup-8", demandSize<8>},
    {"subgroup-16", demandSize<16>},
    {"subgroup-32", demandSize<32>},
    {"subgroup-64", demandSize<64>},
};

TrialShader shaderOf(const TrialSubject& subject, const World& world, std::string name) {
    TrialShader shader{.name = std::move(name), .shader = subject.shader, .pushed = world.pushed};
    for (ShaderBinding& binding : shader.shader.bindings)
        if (binding.count == 0) binding.count = kArrayElements;
    return shader;
}

// Contents that another shader needs more of.
void takeLarger(std::vector<TrialResource>& resources, const World& other) {
    for (TrialResource& resource : resources)
        for (const TrialResource& its : other.resources)
            if (its.where == resource.where && its.element == resource.element &&
                its.content.size() > resource.content.size())
                resource.content = its.content;
}

} // namespace

std::span<const Variant> allVariants() {
    return kVariants;
}

const TrialResource* VariantInput::resourceAt(std::uint32_t set, std::uint32_t binding) const {
    const auto found = std::ranges::find_if(resources, [&](const TrialResource& one) {
        return one.where.set == set && one.where.binding == binding;
    });
    return found != resources.end() ? &*found : nullptr;
}

bool VariantInput::isWritten(std::uint32_t set, std::uint32_t binding) const {
    const TrialResource* const resource = resourceAt(set, binding);
    return resource != nullptr && resource->written;
}

Result<void> checkVariants(const std::vector<std::string>& only) {
    std::vector<std::string> names;
    for (const Variant& one : kVariants) names.emplace_back(one.name);
    for (const std::string& name : only)
        if (std::ranges::count(names, name) == 0)
            return Error{ErrorKind::Usage,
                         fmt::format("--only '{}' is no variant{}", printable(name), didYouMean(name, names)),
                         "choose from: " + join(names, ", ")};
    return {};
}

std::shared_ptr<Trial> trialOf(const TrialSubject& subject, const World& world) {
    auto trial = std::make_shared<Trial>();
    trial->groups = world.groups;
    trial->localSize = subject.needs.localSize;
    trial->sharedBytes = subject.needs.sharedBytes;
    trial->resources = world.resources;
    trial->checked = world.checked;
    trial->shaders.push_back(shaderOf(subject, world, kAsWritten));
    trial->described.groups.assign(world.groups.begin(), world.groups.end());
    return trial;
}

std::shared_ptr<Trial> withVariants(const TrialSubject& subject, const World& world,
                                    const VariantOptions& options) {
    std::shared_ptr<Trial> trial = trialOf(subject, world);
    const VariantInput input{*subject.module, world.resources, options.assumedAlignment};
    for (const Variant& one : kVariants) {
        if (!options.only.empty() && std::ranges::count(options.only, one.name) == 0) continue;
        TriedVariant& tried = trial->described.variants.emplace_back(TriedVariant{one.name, "", ""});
        TrialShader shader = shaderOf(subject, world, one.name);
        if (const Result<void> applied = assign(tried.assumption, one.apply(shader, input)); applied.ok())
            trial->shaders.push_back(std::move(shader));
        else
            tried.reason = applied.error().cause;
    }
    return trial;
}

Result<std::shared_ptr<Trial>> withOther(const TrialSubject& subject, const World& world,
                                         const TrialSubject& other, const World& larger,
                                         const std::string& name) {
    const auto differ = [&](std::string what) {
        return Error{ErrorKind::Usage, fmt::format("'{}' {}", printable(name), what),
                     "two versions can be compared if they bind the same resources"};
    };
    for (const ShaderResource& its : other.needs.resources) {
        const auto same = std::ranges::find(subject.needs.resources, its.where, &ShaderResource::where);
        const bool alike = same != subject.needs.resources.end() && same->dimension == its.dimension &&
                           same->layered == its.layered && same->format == its.format &&
                           same->isFloat == its.isFloat && same->isSigned == its.isSigned;
        if (!alike)
            return differ(fmt::format("binds {} resource at {}.{}",
                                      same == subject.needs.resources.end() ? "one more" : "another",
                                      its.where.set, its.where.binding));
    }
    for (std::size_t i = 0; i < other.needs.pushed.size(); ++i)
        if (i >= subject.needs.pushed.size() || other.needs.pushed[i] != subject.needs.pushed[i])
            return differ("has other push constants");
    if (other.needs.localSize != subject.needs.localSize) return differ("has another workgroup size");
    std::shared_ptr<Trial> trial = trialOf(subject, world);
    trial->described.variants = {{name, "", ""}};
    for (const ShaderResource& its : other.needs.resources) {
        const auto first = std::ranges::find(subject.needs.resources, its.where, &ShaderResource::where);
        for (TrialResource& resource : trial->resources) {
            if (resource.where != its.where) continue;
            resource.written = first->written || its.written;
            resource.changed = resource.written && (first->read || its.read);
        }
    }
    takeLarger(trial->resources, larger);
    TrialShader& added = trial->shaders.emplace_back(shaderOf(other, world, name));
    added.pushed.resize(
        std::min<std::size_t>(added.pushed.size(), std::size_t{other.shader.pushConstantBytes + 3} / 4 * 4));
    return trial;
}

} // namespace vkperftest
