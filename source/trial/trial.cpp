#include "trial/trial.h"

#include <algorithm>
#include <optional>

#include <fmt/format.h>

#include "base/printable.h"
#include "base/text.h"
#include "trial/rewrite.h"

namespace vkperftest {
namespace {

// A variant that runs the same SPIR-V. Returns why it does not apply, a clause, or null.
struct SettingVariant {
    const char* name;
    const char* (*apply)(TrialShader& shader, const World& world);
};

template <Robustness kRobustness> const char* demand(TrialShader& shader, const World&) {
    shader.compiled.robustness = kRobustness;
    return nullptr;
}

template <std::uint32_t kSize> const char* demandSize(TrialShader& shader, const World&) {
    shader.compiled.subgroupSize = kSize;
    return nullptr;
}

const char* push(TrialShader& shader, const World&) {
    shader.pushDescriptors = true;
    const bool any = std::ranges::count(shader.shader.bindings, 0U, &ShaderBinding::set) > 0;
    return any ? nullptr : "set 0 is empty";
}

// The resource at that place; nothing if the module declares it, and nothing uses it.
std::optional<std::size_t> resourceAt(const World& world, std::uint32_t set, std::uint32_t binding) {
    const auto found = std::ranges::find_if(world.resources, [&](const TrialResource& one) {
        return one.where.set == set && one.where.binding == binding;
    });
    if (found == world.resources.end()) return std::nullopt;
    return static_cast<std::size_t>(found - world.resources.begin());
}

const char* offsetDynamically(TrialShader& shader, const World&) {
    bool any = false;
    for (ShaderBinding& binding : shader.shader.bindings) {
        if (binding.kind == DescriptorKind::UniformBuffer)
            binding.kind = DescriptorKind::DynamicUniformBuffer;
        if (binding.kind == DescriptorKind::StorageBuffer)
            binding.kind = DescriptorKind::DynamicStorageBuffer;
        any = any || isDynamic(binding.kind);
    }
    return any ? nullptr : "it has no buffer";
}

const char* putInSet(TrialShader& shader, const World& world) {
    bool any = false;
    for (ShaderBinding& binding : shader.shader.bindings) {
        const std::optional<std::size_t> resource = resourceAt(world, binding.set, binding.binding);
        if (binding.kind != DescriptorKind::UniformBuffer || binding.count != 1 || !resource) continue;
        binding.kind = DescriptorKind::InlineUniforms;
        binding.count = static_cast<std::uint32_t>(world.resources[*resource].content.size());
        any = true;
    }
    return any ? nullptr : "it has no uniform buffer";
}

constexpr SettingVariant kBindings[] = {{"push", push}, {"dynamic", offsetDynamically}, {"inline", putInSet}};

constexpr SettingVariant kSettings[] = {
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

// Applies the rewrite, or says why it does not apply.
Result<TrialShader> rewritten(const TrialSubject& subject, const World& world, const VariantOptions& options,
                              const RewriteVariant& variant, std::string& assumption) {
    RewriteInput input{*subject.module, subject.shader.entryPoint, options.assumedAlignment};
    for (const TrialResource& one : world.resources) {
        input.sizes[{one.where.set, one.where.binding}] = one.content.size();
        if (one.written) input.written.emplace(one.where.set, one.where.binding);
    }
    Rewrite rewrite;
    VKPERFTEST_TRY(assign(rewrite, variant.rewrite(input)));
    TrialShader shader = shaderOf(subject, world, variant.name);
    shader.shader.words = std::move(rewrite.words);
    if (rewrite.pushConstantBytes > 0) {
        shader.shader.pushConstantBytes = rewrite.pushConstantBytes;
        if (rewrite.pushed)
            if (const auto resource = resourceAt(world, rewrite.pushed->first, rewrite.pushed->second))
                shader.pushed = world.resources[*resource].content;
        shader.pushed.resize(rewrite.pushConstantBytes);
    }
    for (const PushedAddress& address : rewrite.addresses)
        if (const auto resource = resourceAt(world, address.set, address.binding))
            shader.addresses.push_back({*resource, address.offset});
    for (const Rebound& one : rewrite.rebound) {
        for (ShaderBinding& binding : shader.shader.bindings)
            if (binding.set == one.set && binding.binding == one.binding) binding.kind = one.kind;
        if (const auto resource = resourceAt(world, one.set, one.binding); resource && one.format)
            shader.texels.emplace_back(*resource, *one.format);
    }
    assumption = std::move(rewrite.assumption);
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

std::vector<std::string> variantNames() {
    std::vector<std::string> names;
    for (const SettingVariant& one : kBindings) names.emplace_back(one.name);
    for (const RewriteVariant& one : kRewriteVariants) names.emplace_back(one.name);
    for (const SettingVariant& one : kSettings) names.emplace_back(one.name);
    return names;
}

} // namespace

Result<void> checkVariants(const std::vector<std::string>& only) {
    const std::vector<std::string> names = variantNames();
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
    std::vector<TriedVariant>& variants = trial->described.variants;
    const auto wanted = [&](const char* name) {
        return options.only.empty() || std::ranges::count(options.only, name) > 0;
    };
    const auto addSettings = [&](std::span<const SettingVariant> settings) {
        for (const SettingVariant& one : settings) {
            if (!wanted(one.name)) continue;
            TriedVariant& tried = variants.emplace_back(TriedVariant{one.name, "", ""});
            TrialShader shader = shaderOf(subject, world, one.name);
            if (const char* const why = one.apply(shader, world); why != nullptr)
                tried.reason = why;
            else
                trial->shaders.push_back(std::move(shader));
        }
    };
    addSettings(kBindings);
    for (const RewriteVariant& one : kRewriteVariants) {
        if (!wanted(one.name)) continue;
        TriedVariant& tried = variants.emplace_back(TriedVariant{one.name, "", ""});
        Result<TrialShader> shader = rewritten(subject, world, options, one, tried.assumption);
        if (shader.ok())
            trial->shaders.push_back(std::move(shader).value());
        else
            tried.reason = shader.error().cause;
    }
    addSettings(kSettings);
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
