#include "frontend/glslang_compiler.h"

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <map>
#include <optional>
#include <set>
#include <utility>

#include <fmt/format.h>
#include <glslang/Public/ResourceLimits.h>
#include <glslang/Public/ShaderLang.h>
#include <glslang/SPIRV/GlslangToSpv.h>

#include "base/atomic_file.h"
#include "base/printable.h"
#include "base/text.h"
#include "base/utf8_path.h"
#include "frontend/hlsl_layout.h"
#include "frontend/shader_file.h"
#include "frontend/spirv_module.h"

namespace vkperftest {
namespace {

// In the order of kShaderStages.
constexpr EShLanguage kStages[] = {
    EShLangCompute,  EShLangVertex,     EShLangTessControl, EShLangTessEvaluation, EShLangGeometry,
    EShLangFragment, EShLangTask,       EShLangMesh,        EShLangRayGen,         EShLangIntersect,
    EShLangAnyHit,   EShLangClosestHit, EShLangMiss,        EShLangCallable};
static_assert(std::size(kStages) == kShaderStages.size());

constexpr int kGlslVersion = 450; // where the file has no #version
constexpr int kHlslVersion = 500;
constexpr std::size_t kMostPrepared = 8; // some 5 MB each

bool saysPragmaOnce(std::string_view bytes) {
    for (std::size_t at = 0; (at = bytes.find("pragma", at)) != std::string_view::npos;) {
        const std::string_view before = trim(bytes.substr(0, at).substr(bytes.rfind('\n', at) + 1));
        at += std::string_view("pragma").size();
        if (before == "#" && trim(bytes.substr(at, bytes.find_first_of("\r\n/", at) - at)) == "once")
            return true;
    }
    return false;
}

// `#include` as shader compilers resolve it: looks beside the including file first, then in the folders. A
// file with `#pragma once` is empty from its second time on. Includes may nest 64 deep, deeper than in any
// real shader: a file that exceeds this includes itself, and all further includes fail.
class Includer : public glslang::TShader::Includer {
public:
    Includer(std::string file, const ShaderOptions& options)
        : folders_(options.includeFolders),
          skipMissing_(options.skipMissingIncludes), chain_{std::move(file)} {}

    // `depth` is 1 in the shader itself, 2 in its includes.
    IncludeResult* includeLocal(const char* name, const char* includer, std::size_t depth) override {
        IncludeResult* const found = find(name, pathOf(includer).parent_path(), depth);
        failed_ = found == nullptr;
        return found;
    }

    // Also called for what includeLocal did not find; includeLocal's error is then kept.
    IncludeResult* includeSystem(const char* name, const char*, std::size_t depth) override {
        IncludeResult* const found = std::exchange(failed_, false) ? nullptr : find(name, {}, depth);
        return found != nullptr ? found : new IncludeResult("", error_.data(), error_.size(), nullptr);
    }

    void releaseInclude(IncludeResult* result) override { delete result; }

private:
    struct File {
        bool read = false, once = false;
        std::string bytes;
    };

    // `beside`: the including file's folder, if that counts. Null if there is an error.
    IncludeResult* find(const std::string& name, const std::optional<std::filesystem::path>& beside,
                        std::size_t depth) {
        std::vector<std::filesystem::path> places;
        if (beside) places.push_back(*beside);
        for (const std::string& folder : folders_) places.push_back(pathOf(folder));
        const auto here = std::ranges::find_if(places, [&](const std::filesystem::path& folder) {
            std::error_code failed;
            const std::filesystem::file_status status =
                std::filesystem::status(folder / pathOf(name), failed);
            return std::filesystem::exists(status) && !std::filesystem::is_directory(status);
        });
        if (here == places.end() && skipMissing_) return new IncludeResult(name, "\n", 1, nullptr);
        if (here == places.end())
            return fail(folders_.empty() ? "not found beside the including file"
                                         : "not found beside the including file or in a folder of -I",
                        "name its folder with -I");
        const std::string path = textOf((*here / pathOf(name)).lexically_normal());
        if (std::error_code failed; std::filesystem::is_other(pathOf(path), failed))
            return fail("it is no regular file", "name a file");
        if (chain_.size() > depth) chain_.resize(depth);
        tooDeep_ = tooDeep_ || depth > kDeepest;
        if (tooDeep_) // for good, or two includes at each of 64 levels would never end
            return fail(std::ranges::count(chain_, path) > 0
                            ? "it includes itself endlessly"
                            : fmt::format("includes nest more than {} deep", kDeepest),
                        "give it '#pragma once' or an include guard");
        chain_.push_back(path);
        File& file = files_[path];
        if (file.read && file.once) return new IncludeResult("already read", "\n", 1, nullptr);
        if (!std::exchange(file.read, true)) {
            Result<std::string> bytes = readFile(path);
            if (!bytes.ok()) return fail(bytes.error().cause, bytes.error().remedy);
            file.bytes = withoutByteOrderMark(std::move(bytes).value());
            endLastLine(file.bytes);
            file.once = saysPragmaOnce(file.bytes);
        }
        return new IncludeResult(path, file.bytes.data(), file.bytes.size(), nullptr);
    }

    // The cause is a clause without the directive's place.
    IncludeResult* fail(const std::string& cause, const std::string& remedy) {
        error_ = usageError(cause, remedy).sentence();
        return nullptr;
    }

    static constexpr std::size_t kDeepest = 64;

    std::vector<std::string> folders_;
    bool skipMissing_ = false;
    std::vector<std::string> chain_; // files being read: the shader, its include, and so on
    std::map<std::string, File> files_;
    bool tooDeep_ = false;
    std::string error_;
    bool failed_ = false;
};

// A shader as glslang takes it, and everything that it points to.
class Source {
public:
    Source(const ShaderFile& file, const ShaderOptions& options, const std::string& macros = {})
        : hlsl_(file.language == ShaderLanguage::Hlsl), includer_(file.path, options),
          text_(file.bytes.data()), length_(static_cast<int>(file.bytes.size())), name_(file.path.c_str()),
          stage_(kStages[stageIndex(file, options)]), shader_(stage_) {
        shader_.setStringsWithLengthsAndNames(&text_, &length_, &name_, 1);
        if (!hlsl_) preamble_ = "#extension GL_GOOGLE_include_directive : enable\n";
        for (const std::string& define : options.defines) {
            const std::size_t equals = std::min(define.find('='), define.size());
            const std::string value = equals < define.size() ? define.substr(equals + 1) : "1";
            preamble_ += fmt::format("#define {} {}\n", define.substr(0, equals), value);
        }
        preamble_ += macros;
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
        const auto known = std::ranges::find(kShaderStages, stageOf(file, options), &ShaderStage::name);
        return static_cast<std::size_t>(known - kShaderStages.begin());
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
        return fmt::format("{}: {}{}': {}", place, kCannotInclude, message.substr(header + kHeader.size()),
                           message.substr(0, header));
    if (message == "Expected") return fmt::format("{}: expected '{}'", place, token);
    if (token.empty()) return fmt::format("{}: {}", place, message);
    return fmt::format("{}: '{}': {}", place, token, message);
}

// Skips errors that follow from the others.
Error errorsOfGlslang(const char* log) {
    constexpr std::string_view kMark = "ERROR: ";
    std::vector<std::string> errors;
    for (const std::string& line : split(log, '\n')) {
        if (!line.starts_with(kMark)) continue;
        const std::string text(trim(std::string_view(line).substr(kMark.size())));
        const bool follows = text.find("compilation errors.") != std::string::npos ||
                             text.ends_with("compilation terminated") ||
                             text.find("'#extension' : extra tokens") != std::string::npos;
        if (!follows) errors.push_back(plain(text));
    }
    return firstErrors(std::move(errors), "glslang");
}

// The optimizer inlines functions that HLSL passes resources to, and removes unused built-in values to which
// glslang gave the location of another: Vulkan allows neither.
std::vector<std::uint32_t> spirvOf(const glslang::TIntermediate& tree, bool optimized, bool hlsl) {
    glslang::SpvOptions options;
    options.generateDebugInfo = true;
    options.disableOptimizer = !optimized;
    std::vector<std::uint32_t> words;
    glslang::GlslangToSpv(tree, words, &options);
    if (hlsl) packAsHlsl(words);
    return words;
}

} // namespace

Error firstErrors(std::vector<std::string> errors, std::string_view compiler) {
    constexpr std::size_t kMost = 5;
    if (errors.empty()) errors.push_back(fmt::format("{} failed without an error message", compiler));
    errors.resize(std::min(errors.size(), kMost));
    return usageError(join(errors, "\n"), "");
}

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

Result<std::string> preprocessHlsl(const ShaderFile& file, const ShaderOptions& options) {
    const std::string_view version = options.hlslVersion.empty()     ? "2021"
                                     : options.hlslVersion == "202x" ? "2029" // as DXC counts it
                                                                     : std::string_view(options.hlslVersion);
    const std::pair<std::string_view, std::string_view> macros[] = {{"__hlsl_dx_compiler", "1"},
                                                                    {"__SHADER_TARGET_MAJOR", "6"},
                                                                    {"__SHADER_TARGET_MINOR", "9"},
                                                                    {"__spirv__", "1"},
                                                                    {"__HLSL_VERSION", version}};
    std::string directives;
    for (const auto& [name, value] : macros)
        directives += fmt::format("#ifndef {0}\n#define {0} {1}\n#endif\n", name, value);
    Source source(file, options, directives);
    std::string text;
    if (source.preprocess(text)) return text;
    Error error = errorsOfGlslang(source.shader().getInfoLog());
    error.cause.resize(
        std::min(error.cause.find('\n'), error.cause.size())); // the others may follow from the first
    return error;
}

std::string chooseFrom(std::vector<std::string> names) {
    constexpr std::size_t kShown = 8;
    const bool stages = std::ranges::any_of(names, [](const auto& name) { return name.ends_with(')'); });
    if (names.size() > kShown) {
        names.resize(kShown);
        names.emplace_back("…");
    }
    return fmt::format("choose from {} with --entry{}", join(names, ", "), stages ? " and --stage" : "");
}

Error lacksEntry(const ShaderFile& file, const ShaderOptions& options, std::vector<std::string> names) {
    for (std::string& name : names) name = printable(name);
    const std::string entry = printable(options.entry), stage = stageOf(file, options);
    const std::string cause =
        entry.empty() || names.empty()
            ? fmt::format("{}{}{}", kNoEntryPoint, names.empty() ? "" : " of the stage " + stage,
                          entry.empty() ? "" : fmt::format(", and none is called '{}'", entry))
            : fmt::format("{}{}'", kLacksEntry, entry);
    return {ErrorKind::Usage, fmt::format("'{}': {}", printable(file.path), cause),
            names.empty() ? "name an entry point with --entry and its stage with --stage" : chooseFrom(names),
            "", names};
}

Result<std::vector<EntryPoint>> entryPoints(const ShaderFile& file, const ShaderOptions& options,
                                            std::string_view preprocessed) {
    const std::string stage = stageOf(file, options);
    if (file.language != ShaderLanguage::Hlsl) {
        const auto holds = [&](std::string_view word) { return file.bytes.find(word) != std::string::npos; };
        if (!holds("main") && !holds("#include"))
            return usageError(fmt::format("'{}': {}", printable(file.path), kNoEntryPoint),
                              "lint the shaders that include it");
        if (options.entry.empty() || options.entry == "main") return std::vector<EntryPoint>{{"main", stage}};
        return lacksEntry(file, options, {"main"});
    }
    const bool stageGiven = !options.stage.empty() || !stageOfName(file.path).empty();
    std::string_view wanted = options.entry;
    if (wanted.starts_with("::")) wanted.remove_prefix(2);
    std::vector<EntryPoint> found;
    std::vector<std::string> names;
    const std::vector<EntryPoint> functions = hlslFunctions(preprocessed);
    for (const EntryPoint& each : functions) {
        const bool own = !each.stage.empty();
        if (own) names.push_back(stageGiven ? fmt::format("{} ({})", each.name, each.stage) : each.name);
        if (options.entry.empty() ? own && (!stageGiven || each.stage == stage) : each.name == wanted)
            found.push_back({each.name, stageGiven || !own ? stage : each.stage});
    }
    const bool mainMayBe = found.empty() && options.entry.empty() && stageGiven && stage != "comp";
    // A file's name is believed, and that a task shader dispatches meshes in another function.
    const auto unknown = [&](const EntryPoint& each) {
        return each.name == "main" &&
               (options.stage.empty() || each.stage.empty() || (each.stage == "comp" && stage == "task"));
    };
    if (mainMayBe && std::ranges::any_of(functions, unknown)) found.push_back({"main", stage});
    if (found.empty()) return lacksEntry(file, options, std::move(names));
    return found;
}

Result<std::vector<std::uint32_t>> compileByGlslang(const ShaderFile& file, const ShaderOptions& options,
                                                    const EntryPoint& entryPoint) {
    ShaderOptions its = options;
    its.stage = entryPoint.stage;
    Source source(file, its);
    glslang::TShader& shader = source.shader();
    if (source.hlsl()) {
        shader.setEntryPoint(entryPoint.name.c_str());
        shader.setSourceEntryPoint(entryPoint.name.c_str());
    }
    if (!source.parse()) return errorsOfGlslang(shader.getInfoLog());
    glslang::TProgram program;
    program.addShader(&shader);
    if (!program.link(source.messages()) || !program.mapIO()) return errorsOfGlslang(program.getInfoLog());
    const glslang::TIntermediate& tree = *program.getIntermediate(source.stage());
    std::vector<std::uint32_t> words = spirvOf(tree, false, source.hlsl());
    const std::string complaint = validatorsComplaint(words);
    if (complaint.empty()) return words;
    if (source.hlsl()) words = spirvOf(tree, true, true);
    if (source.hlsl() && validatorsComplaint(words).empty()) return words;
    return usageError(fmt::format("{} compiles '{}' to SPIR-V that is not valid: {}", glslangVersion(),
                                  printable(entryPoint.name), complaint),
                      "");
}

} // namespace vkperftest
