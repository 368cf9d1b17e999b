#include "frontend/glslang_compiler.h"

#include <algorithm>
#include <iterator>
#include <set>
#include <span>
#include <utility>

#include <fmt/format.h>
#include <glslang/Public/ResourceLimits.h>
#include <glslang/Public/ShaderLang.h>
#include <glslang/SPIRV/GlslangToSpv.h>
#include <spirv/unified1/spirv.hpp>

#include "base/printable.h"
#include "base/text.h"
#include "frontend/entry_points.h"
#include "frontend/hlsl_layout.h"
#include "frontend/include_finder.h"

namespace vkperftest {
namespace {

// In the order of kShaderStages.
constexpr EShLanguage kStages[] = {
    EShLangCompute,  EShLangVertex,     EShLangTessControl, EShLangTessEvaluation, EShLangGeometry,
    EShLangFragment, EShLangTask,       EShLangMesh,        EShLangRayGen,         EShLangIntersect,
    EShLangAnyHit,   EShLangClosestHit, EShLangMiss,        EShLangCallable};
static_assert(std::size(kStages) == std::size(kShaderStages));

constexpr int kGlslVersion = 450; // where the file has no #version
constexpr int kHlslVersion = 500;
constexpr std::size_t kMostPrepared = 8; // some 5 MB each

class Includer : public glslang::TShader::Includer {
public:
    explicit Includer(IncludeFinder& finder) : finder_(finder) {}

    IncludeResult* includeLocal(const char* name, const char* includer, std::size_t depth) override {
        IncludeResult* found = find(name, includer, depth, true);
        failed_ = found == nullptr;
        return found;
    }

    // Also called for what includeLocal did not find; includeLocal's error is then kept.
    IncludeResult* includeSystem(const char* name, const char* includer, std::size_t depth) override {
        IncludeResult* found = std::exchange(failed_, false) ? nullptr : find(name, includer, depth, false);
        return found != nullptr ? found : new IncludeResult("", error_.data(), error_.size(), nullptr);
    }

    void releaseInclude(IncludeResult* result) override { delete result; }

private:
    IncludeResult* find(const char* name, const char* includer, std::size_t depth, bool besides) {
        const Result<const IncludedFile*> found = finder_.find(name, includer, depth, besides);
        if (!found.ok()) {
            error_ = found.error().sentence();
            return nullptr;
        }
        const IncludedFile& file = *found.value();
        return new IncludeResult(file.path, file.bytes.data(), file.bytes.size(), nullptr);
    }

    IncludeFinder& finder_;
    std::string error_;
    bool failed_ = false;
};

// A shader as glslang takes it, and everything that it points to.
class Source {
public:
    Source(const ShaderFile& file, const ShaderOptions& options)
        : hlsl_(file.language == ShaderLanguage::Hlsl), finder_(file.path, options.includeFolders),
          includer_(finder_), text_(file.bytes.data()), length_(static_cast<int>(file.bytes.size())),
          name_(file.path.c_str()), stage_(kStages[stageIndex(file, options)]), shader_(stage_) {
        shader_.setStringsWithLengthsAndNames(&text_, &length_, &name_, 1);
        if (!hlsl_) preamble_ = "#extension GL_GOOGLE_include_directive : enable\n";
        for (const std::string& define : options.defines) {
            const std::size_t equals = std::min(define.find('='), define.size());
            const std::string value = equals < define.size() ? define.substr(equals + 1) : "1";
            preamble_ += fmt::format("#define {} {}\n", define.substr(0, equals), value);
        }
        shader_.setPreamble(preamble_.c_str());
        shader_.setEnvInput(hlsl_ ? glslang::EShSourceHlsl : glslang::EShSourceGlsl, stage_,
                            glslang::EShClientVulkan, 100);
        // Later targets would give HLSL's storage buffers a form that SPIR-V 1.5 forbids; GLSL may use what
        // came with 1.2.
        shader_.setEnvClient(glslang::EShClientVulkan,
                             hlsl_ ? glslang::EShTargetVulkan_1_1 : glslang::EShTargetVulkan_1_2);
        shader_.setEnvTarget(glslang::EShTargetSpv,
                             hlsl_ ? glslang::EShTargetSpv_1_3 : glslang::EShTargetSpv_1_5);
        shader_.setAutoMapBindings(true);
        shader_.setAutoMapLocations(true);
        shader_.setNoStorageFormat(hlsl_);
    }

    static std::size_t stageIndex(const ShaderFile& file, const ShaderOptions& options) {
        const auto* const known = std::ranges::find(kShaderStages, stageOf(file, options));
        return static_cast<std::size_t>(known - kShaderStages);
    }

    bool preprocess(std::string& text) {
        return shader_.preprocess(GetDefaultResources(), version(), ENoProfile, false, false, messages(),
                                  &text, includer_);
    }
    bool parse() {
        return shader_.parse(GetDefaultResources(), version(), ENoProfile, false, false, messages(),
                             includer_);
    }

    glslang::TShader& shader() { return shader_; }
    EShLanguage stage() const { return stage_; }
    bool hlsl() const { return hlsl_; }

    EShMessages messages() const {
        const unsigned hlsl = hlsl_ ? EShMsgReadHlsl | EShMsgHlslOffsets : 0U;
        return static_cast<EShMessages>(EShMsgSpvRules | EShMsgVulkanRules | EShMsgDebugInfo |
                                        EShMsgSuppressWarnings | hlsl);
    }

private:
    int version() const { return hlsl_ ? kHlslVersion : kGlslVersion; }

    bool hlsl_;
    IncludeFinder finder_;
    Includer includer_;
    const char* text_;
    int length_;
    const char* name_;
    std::string preamble_;
    EShLanguage stage_;
    glslang::TShader shader_;
};

// The directive for a version with compute shaders. Empty for other versions: glslang crashes on some of
// them.
std::string versionDirective(std::string_view glsl) {
    constexpr std::string_view kVersion = "#version ";
    constexpr std::string_view kVersions[] = {"420", "430", "440", "450", "460", "310 es", "320 es"};
    const std::size_t at = std::min(glsl.find(kVersion), glsl.size());
    const std::string_view line = trim(glsl.substr(at, glsl.find_first_of("\r\n", at) - at));
    for (const std::string_view version : kVersions) {
        if (line.ends_with(version)) return fmt::format("{}{}\n", kVersion, version);
    }
    return {};
}

// "a.hlsl:3: 'x' : unknown variable" becomes "a.hlsl:3: 'x': unknown variable", and "a.hlsl:3: ']' :
// Expected" becomes "a.hlsl:3: expected ']'". For includes, the name is last.
std::string plain(std::string_view error) {
    constexpr std::string_view kHeader = " for header name: ";
    const std::size_t open = error.find(": '");
    const std::size_t close = open == std::string_view::npos ? open : error.find("' : ", open);
    if (close == std::string_view::npos) return std::string(error);
    const std::string_view place = error.substr(0, open);
    const std::string_view token = error.substr(open + 3, close - open - 3);
    const std::string_view message = trim(error.substr(close + 4));
    const std::size_t header = message.rfind(kHeader);
    if (header != std::string_view::npos)
        return fmt::format("{}: cannot include '{}': {}", place, message.substr(header + kHeader.size()),
                           message.substr(0, header));
    if (message == "Expected") return fmt::format("{}: expected '{}'", place, token);
    if (token.empty()) return fmt::format("{}: {}", place, message);
    return fmt::format("{}: '{}': {}", place, token, message);
}

// Skips errors that only count the others.
Error errorsOfGlslang(const char* log) {
    constexpr std::string_view kMark = "ERROR: ";
    std::vector<std::string> errors;
    for (const std::string& line : split(log, '\n')) {
        if (!line.starts_with(kMark)) continue;
        const std::string text(trim(std::string_view(line).substr(kMark.size())));
        if (text.find("compilation errors.") == std::string::npos) errors.push_back(plain(text));
    }
    return firstErrors(std::move(errors), "glslang");
}

// True if a module that glslang made from HLSL passes buffers, textures or samplers to functions, or keeps
// them in variables. Vulkan does not allow either; glslang's optimizer inlines them away. A validator would
// find them too, but takes half as long as compilation.
bool needsInlining(std::span<const std::uint32_t> words) {
    std::set<std::uint32_t> resources;      // types that are or hold one
    std::set<std::uint32_t> bufferPointers; // types of pointers that no function may take
    const auto isResource = [&](std::uint32_t id) { return resources.contains(id); };
    for (std::size_t at = 5; at < words.size();) {
        const std::span<const std::uint32_t> word = words.subspan(at, words[at] >> 16U);
        at += word.size();
        switch (static_cast<spv::Op>(word[0] & 0xffffU)) {
        case spv::OpTypeImage:
        case spv::OpTypeSampler:
        case spv::OpTypeSampledImage:
        case spv::OpTypeRuntimeArray:
            resources.insert(word[1]);
            break;
        case spv::OpTypeArray:
        case spv::OpTypeStruct:
            if (std::any_of(word.begin() + 2, word.end(), isResource)) resources.insert(word[1]);
            break;
        case spv::OpTypePointer: {
            const auto storage = static_cast<spv::StorageClass>(word[2]);
            if (storage == spv::StorageClassFunction && isResource(word[3])) return true;
            if (storage == spv::StorageClassUniform || storage == spv::StorageClassStorageBuffer)
                bufferPointers.insert(word[1]);
            break;
        }
        case spv::OpFunctionParameter:
            if (bufferPointers.contains(word[1])) return true;
            break;
        default:
            break;
        }
    }
    return false;
}

} // namespace

std::string glslangVersion() {
    const glslang::Version version = glslang::GetVersion();
    return fmt::format("glslang {}.{}.{}", version.major, version.minor, version.patch);
}

void prepareGlslang(const ShaderFile& file) {
    static const bool initialized = glslang::InitializeProcess();
    static std::set<std::string> prepared;
    const bool hlsl = file.language == ShaderLanguage::Hlsl;
    const std::string smallest =
        hlsl ? "[numthreads(1, 1, 1)] void main() {}" : versionDirective(file.bytes) + "void main() {}";
    if (!initialized || prepared.size() == kMostPrepared || !prepared.insert(smallest).second) return;
    Source({.path = "prepare", .language = file.language, .bytes = smallest}, {}).parse();
}

Result<std::vector<std::string>> entryPoints(const ShaderFile& file, const ShaderOptions& options) {
    if (!options.entry.empty()) return std::vector<std::string>{options.entry};
    if (file.language != ShaderLanguage::Hlsl || Source::stageIndex(file, options) != 0)
        return std::vector<std::string>{"main"};
    Source source(file, options);
    std::string text;
    if (!source.preprocess(text)) return errorsOfGlslang(source.shader().getInfoLog());
    std::vector<std::string> names = computeEntryPoints(text);
    if (names.empty()) {
        return Error{ErrorKind::Usage, fmt::format("'{}': {}", printable(file.path), kNoComputeShader),
                     "name an entry point with --entry and its stage with --stage"};
    }
    return names;
}

Result<CompiledShader> compileByGlslang(const ShaderFile& file, const ShaderOptions& options,
                                        const std::string& entryPoint) {
    Source source(file, options);
    glslang::TShader& shader = source.shader();
    if (source.hlsl()) {
        shader.setEntryPoint(entryPoint.c_str());
        shader.setSourceEntryPoint(entryPoint.c_str());
    } else if (entryPoint != "main") {
        return Error{ErrorKind::Usage,
                     fmt::format("'{}': GLSL has no entry point '{}'", printable(file.path), entryPoint),
                     "omit --entry: the entry point is main"};
    }
    if (!source.parse()) return errorsOfGlslang(shader.getInfoLog());
    glslang::TProgram program;
    program.addShader(&shader);
    if (!program.link(source.messages()) || !program.mapIO()) return errorsOfGlslang(program.getInfoLog());
    glslang::SpvOptions spirv;
    spirv.generateDebugInfo = true;
    spirv.disableOptimizer = true;
    CompiledShader compiled = {.entryPoint = entryPoint,
                               .stage = std::string(kShaderStages[Source::stageIndex(file, options)]),
                               .compiler = glslangVersion()};
    const glslang::TIntermediate& shaderTree = *program.getIntermediate(source.stage());
    glslang::GlslangToSpv(shaderTree, compiled.words, &spirv);
    if (source.hlsl() && needsInlining(compiled.words)) {
        spirv.disableOptimizer = false;
        compiled.words.clear();
        glslang::GlslangToSpv(shaderTree, compiled.words, &spirv);
    }
    if (source.hlsl()) packAsHlsl(compiled.words);
    return compiled;
}

} // namespace vkperftest
