#include "cli/shader_variants.h"

#include <algorithm>
#include <cctype>
#include <iterator>
#include <map>
#include <set>
#include <span>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "base/atomic_file.h"
#include "base/printable.h"
#include "base/text.h"
#include "frontend/access_origin.h"
#include "frontend/access_removal.h"
#include "frontend/glslang_compiler.h"
#include "frontend/kept_accesses.h"
#include "frontend/spirv_module.h"
#include "frontend/workgroup.h"

namespace vkperftest {
namespace {

// `variable`: as SourceAccess has it.
std::optional<std::uint32_t> storageClassOf(const SpirvModule& module, std::uint32_t variable) {
    const SpirvInstruction* const defined = module.definition(variable);
    return is(defined, spv::OpVariable) ? std::optional(defined->operands[0]) : std::nullopt;
}

AccessedMemory memoryOf(const SpirvModule& module, std::uint32_t variable) {
    const std::optional<std::uint32_t> storage = storageClassOf(module, variable);
    if (storage == spv::StorageClassWorkgroup) return AccessedMemory::Shared;
    if (storage != spv::StorageClassUniformConstant) return AccessedMemory::Buffer;
    const SpirvInstruction* image = &heldBy(module, *module.definition(variable));
    if (is(image, spv::OpTypeSampledImage)) image = module.definition(image->operands[0]);
    const bool texels = !is(image, spv::OpTypeImage) || image->operands[1] == spv::DimBuffer;
    return texels ? AccessedMemory::Texels : AccessedMemory::Image;
}

// Copies of one access, as dxc makes them when it unrolls a loop, have its column, too. glslang writes no
// columns.
std::size_t countInSource(const std::vector<SourceAccess>& accesses) {
    std::set<std::uint32_t> columns;
    std::size_t count = 0;
    for (const SourceAccess& one : accesses)
        count += one.place.column == 0 || columns.insert(one.place.column).second ? 1U : 0U;
    return count;
}

// Adds those of the accesses that can be removed and have a line: by variable, and by unit and line.
void addGroups(Access access, const std::vector<SourceAccess>& all, ShaderVariants& shader) {
    using Key = std::pair<std::vector<std::uint32_t>, SourceLine>; // likeness and line
    const SpirvModule& module = *shader.module;
    std::vector<SourceAccess> removable;
    withoutAccesses(module, all, removable);
    std::map<std::uint32_t, std::size_t> groups;  // by variable
    std::vector<std::map<Key, std::size_t>> sets; // by group
    std::vector<std::map<std::vector<std::uint32_t>, std::size_t>> units;
    const std::size_t first = shader.groups.size();
    const bool complete = removable.size() == all.size() &&
                          std::ranges::none_of(all, [](const auto& one) { return one.place.line == 0; });
    for (const SourceAccess& one : removable) {
        if (one.place.line == 0) continue;
        const auto [group, isNew] = groups.emplace(one.variable, groups.size());
        if (isNew) {
            RemovableGroup& its = shader.groups.emplace_back();
            its.lines.kind = {access, memoryOf(module, one.variable)};
            its.lines.pushConstants = storageClassOf(module, one.variable) == spv::StorageClassPushConstant;
            its.lines.complete = complete;
            sets.emplace_back();
            units.emplace_back();
        }
        const std::size_t at = group->second;
        RemovableGroup& its = shader.groups[first + at];
        const std::size_t unit = units[at].emplace(one.likeness, units[at].size()).first->second;
        const SourceLine line = sourceLine(one.place.file, one.place.line, shader.file);
        const auto [set, isNewSet] = sets[at].emplace(Key{one.likeness, line}, sets[at].size());
        if (isNewSet) {
            its.lines.sets.push_back({line, unit});
            its.accesses.emplace_back();
        }
        its.accesses[set->second].push_back(one);
        AccessGroup::Set& ofLine = its.lines.sets[set->second];
        ofLine.accesses = countInSource(its.accesses[set->second]);
        ofLine.repeats = ofLine.repeats || one.repeats || ofLine.accesses < its.accesses[set->second].size();
        ofLine.branch = one.branch;
        ofLine.loops.insert(one.outermost);
        ofLine.bits = std::max<std::size_t>(ofLine.bits, one.bits);
    }
}

// What the source calls the variable: its name, or those of the members of a block without one.
std::vector<std::string> namesOf(const SpirvModule& module, std::uint32_t variable) {
    const SpirvInstruction* const defined = module.definition(variable);
    if (!is(defined, spv::OpVariable)) return {};
    std::vector<std::string> names = {module.name(variable)};
    const SpirvInstruction& block = heldBy(module, *defined);
    if (names[0].empty() && is(&block, spv::OpTypeStruct))
        for (std::uint32_t i = 0; i < block.operands.size(); ++i)
            names.push_back(module.memberName(block.result, i));
    std::erase(names, "");
    return names;
}

bool hasWord(std::string_view text, std::string_view word) {
    const auto isPart = [&](std::size_t at) {
        return at < text.size() &&
               (std::isalnum(static_cast<unsigned char>(text[at])) != 0 || text[at] == '_');
    };
    for (std::size_t at = 0; (at = text.find(word, at)) != std::string_view::npos; ++at)
        if (!isPart(at - 1) && !isPart(at + word.size())) return true;
    return false;
}

// An access over several lines gets the line of its name, in place of the last one of its index, as glslang has it: the
// nearest line above that leaves a bracket open, or ends with '='.
void moveToNames(std::vector<SourceAccess>& accesses, const SpirvModule& module, const std::string& path) {
    const Result<std::string> text = readFile(path);
    if (!text.ok() || text.value().find("#line") != std::string::npos) return;
    std::vector<std::string> lines = split(text.value(), '\n');
    for (std::string& line : lines) line = trim(std::string_view(line).substr(0, line.find("//")));
    for (SourceAccess& access : accesses) {
        const std::uint32_t last = access.place.line;
        if (access.place.file != path || access.place.column != 0 || last == 0 || last > lines.size())
            continue;
        const std::vector<std::string> names = namesOf(module, access.variable);
        const auto isNamed = [&](std::uint32_t line) {
            return std::ranges::any_of(
                names, [&](const std::string& name) { return hasWord(lines[line - 1], name); });
        };
        int open = 0;
        for (std::uint32_t line = last - 1; line > 0 && !isNamed(last); --line) {
            const std::string& code = lines[line - 1];
            if (!code.empty() &&
                (code[0] == '#' || std::string_view(";{}").find(code.back()) != std::string_view::npos))
                break;
            for (const char one : code)
                open += one == '(' || one == '[' ? 1 : one == ')' || one == ']' ? -1 : 0;
            const bool goesOn = open > 0 || code.ends_with('=');
            if (!goesOn || !isNamed(line)) continue;
            access.place.line = line;
            break;
        }
    }
}

// Adds those of one module.
Result<void> addShaders(const std::string& path, CompiledShader compiled, const ShaderOptions& options,
                        std::span<const std::string> constants, FoundShaders& found) {
    Result<SpirvModule> read = SpirvModule::read(std::move(compiled.words), compiled.validated);
    if (!read.ok()) return read.error();
    const SpirvModule module = std::move(read).value();
    for (const EntryPoint& entry : entryPointsOf(module)) {
        // HLSL and GLSL were compiled for the wanted entry point alone.
        const bool wanted =
            !compiled.entry.name.empty() || options.entry.empty() || options.entry == entry.name;
        if (!wanted || entry.stage != "comp") {
            found.others.push_back(fmt::format("{} ({})", printable(entry.name), entry.stage));
            continue;
        }
        ShaderInterface needs;
        VKPERFTEST_TRY(assign(needs, interfaceOf(module, entry.name)));
        std::vector<SpecializedConstant> values;
        for (const std::string& one : constants)
            if (const auto value = specialized(one, needs.constants); value.ok())
                values.push_back(value.value());
        Result<SizedModule> made = sizedModule(SpirvModule::read(needs.shader.words, true).value(),
                                               entry.name, values, options.workgroup);
        if (!made.ok()) return made.error();
        SizedModule& sized = made.value();
        ShaderVariants& shader = found.shaders.emplace_back();
        shader.file = path;
        shader.compiler = compiled.compiler;
        shader.workgroup = sized.size;
        shader.usualWorkgroup = sized.usual;
        shader.module = std::make_shared<const SpirvModule>(std::move(sized.module));
        VKPERFTEST_TRY(assign(shader.needs, interfaceOf(*shader.module, entry.name)));
    }
    return {};
}

// As compileShader says; the error about a file without any says how to write one.
Result<std::vector<CompiledShader>> computeShadersIn(const ShaderFile& file, const ShaderOptions& options) {
    Result<std::vector<CompiledShader>> compiled = compileShader(file, options);
    if (compiled.ok() || !lacksEntryPoint(compiled.error()) || !compiled.error().choices.empty())
        return compiled;
    Error error = compiled.error();
    error.remedy = file.language == ShaderLanguage::Hlsl
                       ? "write [numthreads(X, Y, Z)] above a function, or name one with --entry"
                       : "write main(), or name the file that includes this one";
    return error;
}

} // namespace

void ShaderVariants::findAccesses() {
    std::vector<SourceAccess> all = sourceAccesses(*module);
    hasLines =
        all.empty() || std::ranges::any_of(all, [](const SourceAccess& one) { return one.place.line != 0; });
    keepUsed(all, *module);
    if (!compiler.empty()) moveToNames(all, *module, file); // from that text
    for (const Access access : {Access::Load, Access::Store, Access::Atomic}) {
        std::vector<SourceAccess> its;
        std::ranges::copy_if(all, std::back_inserter(its),
                             [&](const SourceAccess& one) { return one.access == access; });
        addGroups(access, its, *this);
    }
}

std::vector<std::uint32_t> ShaderVariants::without(const ShaderVariant& variant) const {
    std::vector<SourceAccess> missing, removed;
    const std::vector<std::vector<SourceAccess>>& accesses = groups[variant.group].accesses;
    for (std::size_t i = 0; i < accesses.size(); ++i) {
        if (variant.removed[i]) missing.insert(missing.end(), accesses[i].begin(), accesses[i].end());
    }
    return withoutAccesses(*module, missing, removed);
}

std::vector<AccessGroup> ShaderVariants::accessGroups() const {
    std::vector<AccessGroup> all;
    for (const RemovableGroup& group : groups) all.push_back(group.lines);
    return all;
}

Result<void> checkConstants(std::span<const std::string> given, std::span<const ShaderVariants> shaders) {
    for (const std::string& one : given) {
        std::optional<Error> error;
        const bool known = std::ranges::any_of(shaders, [&](const ShaderVariants& shader) {
            const Result<SpecializedConstant> constant = specialized(one, shader.needs.constants);
            if (!constant.ok()) error = constant.error();
            return constant.ok();
        });
        if (!known && error) return *error;
    }
    return {};
}

Result<FoundShaders> shadersIn(const std::string& path, const ShaderOptions& options,
                               std::span<const std::string> constants) {
    Result<ShaderFile> file = readShaderFile(path);
    if (!file.ok()) return file.error();
    Result<std::vector<CompiledShader>> modules = computeShadersIn(file.value(), options);
    if (!modules.ok()) return modules.error();
    FoundShaders found;
    for (CompiledShader& module : modules.value()) {
        if (!module.trouble.empty())
            return usageError(module.trouble,
                              modules.value().size() > 1 ? "choose another entry point with --entry" : "");
        VKPERFTEST_TRY(addShaders(path, std::move(module), options, constants, found));
    }
    if (file.value().language != ShaderLanguage::Spirv) found.source = std::move(file.value().bytes);
    return found;
}

Error noComputeShader(std::span<const std::string> others, const char* does) {
    return usageError("it has no compute shader" + (others.empty() ? "" : ", but " + join(others, ", ")),
                      does);
}

Error entryNowhere(std::span<const Error> lacking) {
    const Error* named = nullptr;
    std::vector<std::string> choices;
    for (const Error& one : lacking) {
        if (named == nullptr && !one.choices.empty()) named = &one;
        for (const std::string& name : one.choices)
            if (std::ranges::count(choices, name) == 0) choices.push_back(name);
    }
    Error error = named != nullptr ? *named : lacking.front();
    if (lacking.size() > 1)
        error.cause += lacking.size() == 2
                           ? ", and the other file has none either"
                           : fmt::format(", and the {} other files have none either", lacking.size() - 1);
    if (named != nullptr) error.remedy = chooseFrom(std::move(choices));
    return error;
}

} // namespace vkperftest
