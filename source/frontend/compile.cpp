#include "frontend/compile.h"

#include <algorithm>
#include <chrono>
#include <mutex>
#include <optional>

#include <fmt/format.h>
#include <spirv-tools/libspirv.hpp>

#include "base/printable.h"
#include "base/text.h"
#include "frontend/dxc_compiler.h"
#include "frontend/glslang_compiler.h"
#include "frontend/shader_question.h"
#include "frontend/source_language.h"
#include "frontend/source_text.h"
#include "frontend/spirv_validation.h"

namespace vkperftest {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::chrono::seconds kPatience(8); // for one file

// The first byte of the answer from a copy of this process.
constexpr char kValue = 'v';
constexpr char kError = 'e';

Result<std::vector<std::uint32_t>> assembled(const ShaderFile& file) {
    // A disassembler writes the version into a comment. Without it, use 1.3, which requires less of an entry
    // point.
    constexpr std::string_view kVersion = "; Version: 1.";
    const std::size_t at = file.bytes.find(kVersion);
    const char minor = at == std::string::npos ? '3' : (file.bytes + '3')[at + kVersion.size()];
    constexpr spv_target_env kEnvironments[] = {
        SPV_ENV_UNIVERSAL_1_0, SPV_ENV_UNIVERSAL_1_1, SPV_ENV_UNIVERSAL_1_2, SPV_ENV_UNIVERSAL_1_3,
        SPV_ENV_UNIVERSAL_1_4, SPV_ENV_UNIVERSAL_1_5, SPV_ENV_UNIVERSAL_1_6};
    spvtools::SpirvTools tools(kEnvironments[std::clamp(minor - '0', 0, 6)]);
    std::string error = "SPIRV-Tools failed without an error message";
    tools.SetMessageConsumer(
        [&](spv_message_level_t, const char*, const spv_position_t& place, const char* message) {
            error = fmt::format("line {}, column {}: {}", place.line + 1, place.column + 1, message);
        });
    std::vector<std::uint32_t> words;
    std::string text = file.bytes;
    forgetNewLanguages(text);
    if (!tools.Assemble(text, &words)) return Error{ErrorKind::Usage, error, ""};
    return words;
}

Result<std::vector<CompiledShader>> handedThrough(const ShaderFile& file,
                                                  Result<std::vector<std::uint32_t>> words) {
    if (!words.ok()) return words.error().about(printable(file.path));
    CompiledShader shader;
    shader.words = std::move(words).value();
    return std::vector<CompiledShader>{std::move(shader)};
}

// Entry points that are still to be compiled.
Result<std::string> namesOf(const ShaderFile& file, const ShaderOptions& options) {
    const Result<std::vector<EntryPoint>> entries = entryPoints(file, options);
    if (!entries.ok()) return entries.error();
    std::vector<CompiledShader> shaders;
    for (const EntryPoint& entry : entries.value()) {
        CompiledShader& shader = shaders.emplace_back();
        shader.entryPoint = entry.name;
        shader.stage = entry.stage;
    }
    return toBytes(shaders);
}

Result<std::string> byGlslang(const ShaderFile& file, const ShaderOptions& options) {
    const Result<std::vector<EntryPoint>> entries = entryPoints(file, options);
    if (!entries.ok()) return entries.error();
    std::vector<CompiledShader> shaders;
    for (const EntryPoint& entry : entries.value()) {
        Result<CompiledShader> compiled = compileByGlslang(file, options, entry);
        const std::string complaint = compiled.ok() ? compiledModulesComplaint(compiled.value().words) : "";
        if (compiled.ok() && complaint.empty()) {
            shaders.push_back(std::move(compiled).value());
            continue;
        }
        CompiledShader& shader = shaders.emplace_back();
        shader.entryPoint = entry.name;
        shader.stage = entry.stage;
        shader.trouble = compiled.ok() ? fmt::format("{} compiles '{}' to SPIR-V that is not valid: {}",
                                                     glslangVersion(), printable(entry.name), complaint)
                                       : compiled.error().cause;
    }
    return toBytes(shaders);
}

std::string answerTo(std::string_view bytes) {
    const ShaderQuestion question = shaderQuestion(bytes);
    const Result<std::string> done = question.namesOnly ? namesOf(question.file, question.options)
                                                        : byGlslang(question.file, question.options);
    if (done.ok()) return kValue + done.value();
    return kError + done.error().cause + '\0' + done.error().remedy;
}

// glslang may crash or hang, so it runs in a copy of this process.
Result<std::vector<CompiledShader>> asked(Copies& copies, const ShaderQuestion& question,
                                          Clock::time_point end) {
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(end - Clock::now());
    const Result<std::string> answered = copies.ask(toBytes(question), left);
    if (!answered.ok() || answered.value().empty()) {
        const std::string cause = answered.ok() ? "its answer is empty" : answered.error().cause;
        return Error{ErrorKind::Usage,
                     fmt::format("'{}': glslang gave up: {}", printable(question.file.path), cause),
                     "look for unbounded nesting or expansion"};
    }
    const std::string_view content = std::string_view(answered.value()).substr(1);
    if (answered.value().front() == kValue) return compiledShaders(content);
    const std::size_t zero = content.find('\0');
    return Error{ErrorKind::Usage, std::string(content.substr(0, zero)),
                 std::string(content.substr(zero + 1))};
}

// The same as `compiled`, of glslang alone. What it made is validated in the same copy of this process, which
// costs less than another copy.
Result<std::vector<CompiledShader>> compiledByGlslang(Copies& copies, ShaderQuestion question,
                                                      Clock::time_point end) {
    Result<std::vector<CompiledShader>> made = asked(copies, question, end);
    if (made.ok()) {
        for (CompiledShader& shader : made.value()) shader.validated = shader.trouble.empty();
        return made;
    }
    if (question.file.language != ShaderLanguage::Hlsl || Clock::now() >= end) return made.error();
    // glslang gave up, or what failed precedes compilation, such as a missing include; then this fails, too.
    question.namesOnly = true;
    Result<std::vector<CompiledShader>> names = asked(copies, question, end);
    if (!names.ok()) return names;
    for (CompiledShader& shader : names.value()) shader.trouble = made.error().cause;
    return names;
}

Result<std::vector<CompiledShader>> compiled(Copies& copies, const ShaderFile& file,
                                             const ShaderOptions& options) {
    const Clock::time_point end = Clock::now() + kPatience;
    {
        const std::unique_lock<std::mutex> lock = withoutCopies(); // glslang's locks would be copied locked
        prepareGlslang(file);
    }
    Result<std::vector<CompiledShader>> made =
        compiledByGlslang(copies, {.file = file, .options = options}, end);
    if (!made.ok()) return made;
    std::vector<CompiledShader>& shaders = made.value();
    const auto failed = [](const CompiledShader& shader) { return !shader.trouble.empty(); };
    if (std::ranges::none_of(shaders, failed)) return made;
    const std::optional<Dxc> dxc = file.language == ShaderLanguage::Hlsl ? findDxc() : std::nullopt;
    for (CompiledShader& shader : shaders) {
        if (!dxc || !failed(shader)) continue;
        Result<CompiledShader> again =
            compileByDxc(*dxc, file, options, {shader.entryPoint, shader.stage}, end);
        if (again.ok())
            shader = std::move(again).value();
        else
            shader.trouble = again.error().cause;
    }
    if (!std::ranges::all_of(shaders, failed)) return made;
    const bool dxcMayHelp = file.language == ShaderLanguage::Hlsl && !dxc;
    return Error{ErrorKind::Usage, shaders.front().trouble,
                 dxcMayHelp ? "if this is valid HLSL, put dxc on the PATH: it compiles more HLSL than glslang"
                            : ""};
}

} // namespace

ShaderCompiler::ShaderCompiler() : copies_(answerTo) {}

Result<std::vector<CompiledShader>> ShaderCompiler::compile(const ShaderFile& file,
                                                            const ShaderOptions& options) {
    if (!options.stage.empty() && std::ranges::count(kShaderStages, options.stage) == 0) {
        return Error{ErrorKind::Usage, fmt::format("there is no stage '{}'", options.stage),
                     fmt::format("--stage takes {}", fmt::join(kShaderStages, ", "))};
    }
    switch (file.language) {
    case ShaderLanguage::SpirvBinary:
        return handedThrough(file, spirvWords(file.bytes));
    case ShaderLanguage::SpirvAssembly:
        return handedThrough(file, assembled(file));
    default:
        break;
    }
    ShaderFile ended = file;
    endLastLine(ended.bytes);
    return compiled(copies_, ended, options);
}

Result<std::vector<CompiledShader>> compileShader(const ShaderFile& file, const ShaderOptions& options) {
    return ShaderCompiler().compile(file, options);
}

bool takesHlslVersion(const std::string& compiler) {
    return !compiler.empty() && compiler != glslangVersion();
}

bool lacksEntryPoint(const Error& error) {
    return error.cause.find(kNoEntryPoint) != std::string::npos ||       // HLSL
           error.cause.find("Missing entry point") != std::string::npos; // glslang's own words
}

} // namespace vkperftest
