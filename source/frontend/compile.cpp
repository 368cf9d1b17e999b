#include "frontend/compile.h"

#include <algorithm>
#include <chrono>

#include <fmt/format.h>
#include <spirv-tools/libspirv.hpp>

#include "base/apart.h"
#include "base/printable.h"
#include "base/text.h"
#include "frontend/dxc.h"
#include "frontend/glslang_compiler.h"

namespace vkperftest {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::chrono::seconds kPatience(8); // with one file

// The first byte of what a copy of this process answers.
constexpr char kValue = 'v';
constexpr char kError = 'e';

// What glslang does may crash or hang, so a copy of this process does it.
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
    // A disassembler writes the version into a comment. Without it, an old one: it asks for less in an entry
    // point.
    constexpr std::string_view kVersion = "; Version: 1.";
    const std::size_t at = file.bytes.find(kVersion);
    const char minor = at == std::string::npos ? '3' : (file.bytes + '3')[at + kVersion.size()];
    constexpr spv_target_env kEnvironments[] = {
        SPV_ENV_UNIVERSAL_1_0, SPV_ENV_UNIVERSAL_1_1, SPV_ENV_UNIVERSAL_1_2, SPV_ENV_UNIVERSAL_1_3,
        SPV_ENV_UNIVERSAL_1_4, SPV_ENV_UNIVERSAL_1_5, SPV_ENV_UNIVERSAL_1_6};
    spvtools::SpirvTools tools(kEnvironments[std::clamp(minor - '0', 0, 6)]);
    std::string error = "SPIRV-Tools did not say what is wrong";
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

Result<std::vector<CompiledShader>> compiled(const ShaderFile& file, const ShaderOptions& options) {
    const Clock::time_point end = Clock::now() + kPatience;
    prepareGlslang(file);
    const Result<std::string> shaders = apart(file, end, [&] { return byGlslang(file, options); });
    if (shaders.ok()) return compiledShaders(shaders.value());
    if (file.language != ShaderLanguage::Hlsl) return shaders.error();
    // What fails before the compiler does, such as a missing include, no other one mends.
    std::string names;
    VKPERFTEST_TRY(assign(names, apart(file, end, [&] { return namesOf(file, options); })));
    if (hasDxc()) return compileByDxc(file, options, split(names, '\n'), end);
    Error error = shaders.error();
    error.remedy = "if HLSL allows this, put dxc on the PATH: it takes what glslang cannot";
    return error;
}

} // namespace

Result<std::vector<CompiledShader>> compileShader(const ShaderFile& file, const ShaderOptions& options) {
    if (!options.stage.empty() && std::find(std::begin(kShaderStages), std::end(kShaderStages),
                                            options.stage) == std::end(kShaderStages)) {
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
