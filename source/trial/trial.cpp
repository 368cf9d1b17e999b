#include "trial/trial.h"

#include <algorithm>

#include <fmt/format.h>

#include "base/printable.h"
#include "base/text.h"
#include "cases/binding.h"

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

// Binds set 0 so.
template <Strategy kStrategy> Result<std::string> bindBy(TrialShader& shader, const VariantInput&) {
    shader.shader.strategy = kStrategy;
    const auto isIn0 = [](const ShaderBinding& binding) { return binding.set == 0; };
    if (std::ranges::none_of(shader.shader.bindings, isIn0)) return doesNotApply("set 0 is empty");
    if (kStrategy == Strategy::Buffer && !std::ranges::all_of(shader.shader.bindings, isIn0))
        return doesNotApply("it has several descriptor sets");
    return std::string();
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
    return any ? Result<std::string>("") : doesNotApply("it has no buffer");
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
    return any ? Result<std::string>("") : doesNotApply("it has no uniform buffer");
}

constexpr Variant kVariants[] = {
    {"push", bindBy<Strategy::Push>},
    {"push-template", bindBy<Strategy::PushTemplate>},
    {"buffer", bindBy<Strategy::Buffer>},
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
    {"narrow", withScalarLoads},
    {kBroadcast, withBroadcasts},
    {"soa", asStructureOfArrays},
    {"no-checks", demand<Robustness::Forbidden>},
    {"robustness-buffer", demand<Robustness::Buffer>},
    {"robustness-2", demand<Robustness::Two>},
    {"subgroup-8", demandSize<8>},
    {"subgroup-16", demandSize<16>},
    {"subgroup-32", demandSize<32>},
    {"subgroup-64", demandSize<64>},
};

TrialShader shaderOf(const TrialSubject& subject, std::vector<std::byte> pushed, std::string name) {
    TrialShader shader{.name = std::move(name), .shader = subject.shader, .pushed = std::move(pushed)};
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

Error doesNotApply(std::string cause) {
    return {ErrorKind::Unsupported, std::move(cause), ""};
}

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

std::shared_ptr<Trial> trialOf(const TrialSubject& subject, World world) {
    auto trial = std::make_shared<Trial>();
    trial->groups = world.groups;
    trial->localSize = subject.needs.localSize;
    trial->sharedBytes = subject.needs.sharedBytes;
    trial->resources = std::move(world.resources);
    trial->checked = world.checked;
    trial->shaders.push_back(shaderOf(subject, std::move(world.pushed), kAsWritten));
    trial->described.groups.assign(world.groups.begin(), world.groups.end());
    return trial;
}

std::shared_ptr<Trial> withVariants(const TrialSubject& subject, World world, const VariantOptions& options) {
    std::shared_ptr<Trial> trial = trialOf(subject, std::move(world));
    const VariantInput input{*subject.module, trial->resources, options.assumedAlignment, options.uniform};
    for (const Variant& one : kVariants) {
        if (!options.only.empty() && std::ranges::count(options.only, one.name) == 0) continue;
        TriedVariant& tried = trial->described.variants.emplace_back(TriedVariant{one.name, "", ""});
        TrialShader shader = trial->shaders.front();
        shader.name = one.name;
        if (const Result<void> applied = assign(tried.assumption, one.apply(shader, input)); applied.ok())
            trial->shaders.push_back(std::move(shader));
        else
            tried.reason = applied.error().cause;
    }
    return trial;
}

Result<std::shared_ptr<Trial>> withOther(const TrialSubject& subject, World world, const TrialSubject& other,
                                         const World& larger, const std::string& name) {
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
    std::shared_ptr<Trial> trial = trialOf(subject, std::move(world));
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
    TrialShader& added = trial->shaders.emplace_back(shaderOf(other, trial->shaders.front().pushed, name));
    added.pushed.resize(
        std::min<std::size_t>(added.pushed.size(), std::size_t{other.shader.pushConstantBytes + 3} / 4 * 4));
    return trial;
}

} // namespace vkperftest
