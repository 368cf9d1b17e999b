#include "frontend/compile.h"

#include <algorithm>
#include <chrono>
#include <filesystem>

#include <fmt/format.h>
#include <spirv-tools/libspirv.hpp>

#include "base/apart.h"
#include "base/atomic_file.h"
#include "base/child_process.h"
#include "base/environment.h"
#include "base/printable.h"
#include "base/scratch_folder.h"
#include "base/text.h"
#include "base/utf8_path.h"
#include "frontend/glslang_compiler.h"

namespace vkperftest {
namespace {

using Clock = std::chrono::steady_clock;

#ifdef _WIN32
constexpr char kBetweenFolders = ';';
constexpr std::string_view kProgram = "dxc.exe";
#else
constexpr char kBetweenFolders = ':';
constexpr std::string_view kProgram = "dxc";
#endif

constexpr std::chrono::seconds kPatience(8); // for one file

// The first byte of the answer from this process's copy.
constexpr char kValue = 'v';
constexpr char kError = 'e';

// glslang may crash or hang, so it runs in a copy of this process.
Result<std::string> apart(const ShaderFile& file, Clock::time_point end,
                          const std::function<Result<std::string>()>& work) {
    const auto answer = [&] {
        const Result<std::string> done = work();
        if (done.ok()) return kValue + done.value();
        return kError + done.error().cause + '\0' + done.error().remedy;
    };
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(end - Clock::now());
    const Result<std::string> answered = runApart(answer, left);
    if (!answered.ok()) {
        return Error{ErrorKind::Usage,
                     fmt::format("'{}': glslang gave up: {}", printable(file.path), answered.error().cause),
                     "look for unbounded nesting or expansion"};
    }
    const std::string_view content = std::string_view(answered.value()).substr(1);
    if (answered.value().front() == kValue) return std::string(content);
    const std::size_t zero = content.find('\0');
    return Error{ErrorKind::Usage, std::string(content.substr(0, zero)),
                 std::string(content.substr(zero + 1))};
}

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
    if (!tools.Assemble(file.bytes, &words)) return Error{ErrorKind::Usage, error, ""};
    return words;
}

Result<std::vector<CompiledShader>> handedThrough(const ShaderFile& file,
                                                  Result<std::vector<std::uint32_t>> words) {
    if (!words.ok()) return words.error().about(printable(file.path));
    return std::vector<CompiledShader>{{.words = std::move(words).value()}};
}

Result<std::string> namesOf(const ShaderFile& file, const ShaderOptions& options) {
    const Result<std::vector<std::string>> names = entryPoints(file, options);
    if (!names.ok()) return names.error();
    return join(names.value(), "\n");
}

Result<std::string> byGlslang(const ShaderFile& file, const ShaderOptions& options) {
    const Result<std::vector<std::string>> entries = entryPoints(file, options);
    if (!entries.ok()) return entries.error();
    std::vector<CompiledShader> shaders;
    for (const std::string& entry : entries.value()) {
        VKPERFTEST_TRY(assign(shaders.emplace_back(), compileByGlslang(file, options, entry)));
    }
    return toBytes(shaders);
}

// The dxc profile for a stage.
std::string profile(const std::string& stage) {
    constexpr std::pair<std::string_view, std::string_view> kNames[] = {
        {"vert", "vs"}, {"frag", "ps"}, {"geom", "gs"}, {"tesc", "hs"},
        {"tese", "ds"}, {"task", "as"}, {"mesh", "ms"}};
    for (const auto& [ours, dxcs] : kNames) {
        if (stage == ours) return fmt::format("{}_6_6", dxcs);
    }
    return stage.starts_with('r') ? "lib_6_6" : "cs_6_6";
}

Error errorsOfDxc(const std::string& log) {
    const Result<std::string> text = readFile(log);
    std::vector<std::string> errors;
    for (const std::string& line : split(text.ok() ? text.value() : "", '\n')) {
        if (line.find("error: ") != std::string::npos) errors.push_back(line);
    }
    return firstErrors(std::move(errors), "dxc");
}

// True if there is a `dxc` on the PATH.
bool hasDxc() {
    for (const std::string& folder : split(environmentVariable("PATH"), kBetweenFolders)) {
        std::error_code failed;
        if (!folder.empty() && std::filesystem::is_regular_file(pathOf(folder) / kProgram, failed))
            return true;
    }
    return false;
}

// Compiles each entry point by `dxc -spirv`, with debug lines and structured buffers as HLSL packs them. The
// error holds dxc's first errors. A compilation still running at `end` is killed.
Result<std::vector<CompiledShader>> compileByDxc(const ShaderFile& file, const ShaderOptions& options,
                                                 const std::vector<std::string>& entryPoints,
                                                 Clock::time_point end) {
    ScratchFolder folder;
    VKPERFTEST_TRY(folder.create("lint"));
    const std::string spirv = folder.file("shader.spv");
    const std::string log = folder.file("dxc.log");
    const std::string stage = stageOf(file, options);
    std::vector<CompiledShader> shaders;
    for (const std::string& entryPoint : entryPoints) {
        std::vector<std::string> arguments =
            split("-spirv -fspv-debug=line -fvk-use-dx-layout -Od -fspv-target-env=vulkan1.2", ' ');
        arguments.insert(arguments.end(), {"-T", profile(stage), "-E", entryPoint, "-Fo", spirv, "-Fe", log});
        for (const std::string& define : options.defines) arguments.push_back("-D" + define);
        for (const std::string& includes : options.includeFolders) arguments.push_back("-I" + includes);
        arguments.push_back(file.path);
        const Result<int> code =
            runProgram(std::string(kProgram), arguments, [&] { return Clock::now() < end; });
        if (!code.ok())
            return Error{ErrorKind::Usage,
                         fmt::format("'{}': dxc gave up: {}", printable(file.path), code.error().cause), ""};
        if (code.value() != 0) return errorsOfDxc(log);
        CompiledShader shader = {.entryPoint = entryPoint, .stage = stage, .compiler = "dxc"};
        std::string bytes;
        VKPERFTEST_TRY(assign(bytes, readFile(spirv)));
        VKPERFTEST_TRY(assign(shader.words, spirvWords(bytes)));
        shaders.push_back(std::move(shader));
    }
    return shaders;
}

Result<std::vector<CompiledShader>> compiled(const ShaderFile& file, const ShaderOptions& options) {
    const Clock::time_point end = Clock::now() + kPatience;
    prepareGlslang(file);
    const Result<std::string> shaders = apart(file, end, [&] { return byGlslang(file, options); });
    if (shaders.ok()) return compiledShaders(shaders.value());
    if (file.language != ShaderLanguage::Hlsl) return shaders.error();
    // Another compiler cannot fix what fails before compilation, such as a missing include.
    std::string names;
    VKPERFTEST_TRY(assign(names, apart(file, end, [&] { return namesOf(file, options); })));
    if (hasDxc()) return compileByDxc(file, options, split(names, '\n'), end);
    Error error = shaders.error();
    error.remedy = "if this is valid HLSL, put dxc on the PATH: it compiles more HLSL than glslang";
    return error;
}

} // namespace

Result<std::vector<CompiledShader>> compileShader(const ShaderFile& file, const ShaderOptions& options) {
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
        return compiled(file, options);
    }
}

bool lacksEntryPoint(const Error& error) {
    return error.cause.find(kNoComputeShader) != std::string::npos ||    // HLSL
           error.cause.find("Missing entry point") != std::string::npos; // glslang's own words
}

} // namespace vkperftest
