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
#include "frontend/shader_file.h"
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

// What a copy of this process that compiles shaders is asked.
struct ShaderQuestion {
    ShaderFile file;
    ShaderOptions options;
    std::vector<EntryPoint> entries; // to compile; none: to preprocess the file
};

std::string taken(std::string_view& bytes) {
    return std::string(takeField(bytes).value());
}

std::string listBytes(const std::vector<std::string>& list) {
    std::string bytes;
    for (const std::string& each : list) appendField(bytes, each);
    return bytes;
}

std::vector<std::string> takenList(std::string_view& bytes) {
    std::vector<std::string> list;
    for (std::string_view left = takeField(bytes).value(); !left.empty();) list.push_back(taken(left));
    return list;
}

std::string toBytes(const ShaderQuestion& question) {
    const ShaderOptions& options = question.options;
    std::string bytes;
    bytes += static_cast<char>(question.file.language);
    for (const std::string* text :
         {&question.file.path, &question.file.bytes, &options.entry, &options.stage, &options.hlslVersion})
        appendField(bytes, *text);
    appendField(bytes, listBytes(options.defines));
    appendField(bytes, listBytes(options.includeFolders));
    std::vector<std::string> entries;
    for (const EntryPoint& entry : question.entries) entries.insert(entries.end(), {entry.name, entry.stage});
    appendField(bytes, listBytes(entries));
    return bytes;
}

// Of what toBytes wrote; throws for other bytes.
ShaderQuestion shaderQuestion(std::string_view bytes) {
    ShaderQuestion question;
    ShaderOptions& options = question.options;
    question.file.language = static_cast<ShaderLanguage>(bytes.at(0));
    bytes.remove_prefix(1);
    for (std::string* text :
         {&question.file.path, &question.file.bytes, &options.entry, &options.stage, &options.hlslVersion})
        *text = taken(bytes);
    options.defines = takenList(bytes);
    options.includeFolders = takenList(bytes);
    const std::vector<std::string> entries = takenList(bytes);
    for (std::size_t i = 0; i + 1 < entries.size(); i += 2)
        question.entries.push_back({entries[i], entries[i + 1]});
    return question;
}

CompiledShader failedShader(const EntryPoint& entry, std::string trouble) {
    CompiledShader shader;
    shader.entryPoint = entry.name;
    shader.stage = entry.stage;
    shader.trouble = std::move(trouble);
    return shader;
}

std::string byGlslang(const ShaderQuestion& question) {
    std::vector<CompiledShader> shaders;
    for (const EntryPoint& entry : question.entries) {
        Result<CompiledShader> compiled = compileByGlslang(question.file, question.options, entry);
        shaders.push_back(compiled.ok() ? std::move(compiled).value()
                                        : failedShader(entry, compiled.error().cause));
    }
    return toBytes(shaders);
}

std::string answerTo(std::string_view bytes) {
    const ShaderQuestion question = shaderQuestion(bytes);
    if (!question.entries.empty()) return kValue + byGlslang(question);
    const Result<std::string> text = preprocessHlsl(question.file, question.options);
    if (text.ok()) return kValue + text.value();
    return kError + text.error().cause + '\0' + text.error().remedy;
}

// glslang may crash or hang, so it runs in a copy of this process.
Result<std::string> asked(Copies& copies, const ShaderQuestion& question, Clock::time_point end) {
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(end - Clock::now());
    const Result<std::string> answered = copies.ask(toBytes(question), left);
    if (!answered.ok() || answered.value().empty()) {
        const std::string cause = answered.ok() ? "its answer is empty" : answered.error().cause;
        return Error{ErrorKind::Usage,
                     fmt::format("'{}': glslang gave up: {}", printable(question.file.path), cause),
                     "look for unbounded nesting or expansion"};
    }
    const std::string content = answered.value().substr(1);
    if (answered.value().front() == kValue) return content;
    const std::size_t zero = content.find('\0');
    return Error{ErrorKind::Usage, content.substr(0, zero), content.substr(zero + 1)};
}

// By glslang alone. What it made was validated in the same copy of this process, which costs less than another
// copy.
Result<std::vector<CompiledShader>> compiledByGlslang(Copies& copies, const ShaderQuestion& question,
                                                      Clock::time_point end) {
    const Result<std::string> answer = asked(copies, question, end);
    if (answer.ok()) {
        Result<std::vector<CompiledShader>> made = compiledShaders(answer.value());
        if (!made.ok()) return made;
        for (CompiledShader& shader : made.value()) shader.validated = shader.trouble.empty();
        return made;
    }
    if (question.file.language != ShaderLanguage::Hlsl || Clock::now() >= end) return answer.error();
    std::vector<CompiledShader> none; // dxc may do better
    for (const EntryPoint& entry : question.entries)
        none.push_back(failedShader(entry, answer.error().cause));
    return none;
}

Result<std::vector<CompiledShader>> compiled(Copies& copies, const ShaderFile& file,
                                             const ShaderOptions& options,
                                             std::optional<std::string>& preprocessed) {
    const Clock::time_point end = Clock::now() + kPatience;
    {
        const std::unique_lock<std::mutex> lock = withoutCopies(); // glslang's locks would be copied locked
        prepareGlslang(file);
    }
    ShaderQuestion question{.file = file, .options = options, .entries = {}};
    if (file.language == ShaderLanguage::Hlsl) {
        std::string text;
        VKPERFTEST_TRY(assign(text, asked(copies, question, end)));
        preprocessed = std::move(text);
    }
    VKPERFTEST_TRY(assign(question.entries, entryPoints(file, options, preprocessed.value_or(""))));
    Result<std::vector<CompiledShader>> made = compiledByGlslang(copies, question, end);
    if (!made.ok()) return made;
    std::vector<CompiledShader>& shaders = made.value();
    const auto failed = [](const CompiledShader& shader) { return !shader.trouble.empty(); };
    if (std::ranges::none_of(shaders, failed)) return made;
    const std::optional<Dxc> dxc = file.language == ShaderLanguage::Hlsl ? findDxc() : std::nullopt;
    const bool sixteenBitTypes = dxc && usesSixteenBitTypes(*preprocessed, options);
    for (CompiledShader& shader : shaders) {
        if (!dxc || !failed(shader)) continue;
        Result<CompiledShader> again =
            compileByDxc(*dxc, file, options, {shader.entryPoint, shader.stage}, sixteenBitTypes, end);
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
                                                            const ShaderOptions& options,
                                                            std::optional<std::string>* preprocessed) {
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
    std::optional<std::string> text;
    Result<std::vector<CompiledShader>> shaders = compiled(copies_, ended, options, text);
    if (preprocessed != nullptr) *preprocessed = std::move(text);
    return shaders;
}

Result<std::vector<CompiledShader>> compileShader(const ShaderFile& file, const ShaderOptions& options) {
    return ShaderCompiler().compile(file, options);
}

bool takesHlslVersion(const std::string& compiler) {
    return !compiler.empty() && compiler != glslangVersion();
}

bool usesSixteenBitTypes(std::string_view preprocessed, const ShaderOptions& options) {
    constexpr std::string_view kTypes[] = {"float16_t", "int16_t"}; // and uint16_t
    return std::ranges::any_of(
               kTypes,
               [&](std::string_view type) { return preprocessed.find(type) != std::string_view::npos; }) ||
           std::ranges::any_of(options.defines, [](const std::string& define) {
               return define.starts_with("__HLSL_ENABLE_16_BIT");
           });
}

bool lacksEntryPoint(const Error& error) {
    return error.cause.find(kNoEntryPoint) != std::string::npos ||       // HLSL
           error.cause.find("Missing entry point") != std::string::npos; // glslang's own words
}

} // namespace vkperftest
