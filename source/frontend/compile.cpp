#include "frontend/compile.h"

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <functional>
#include <map>
#include <mutex>
#include <regex>
#include <set>
#include <utility>

#include <fmt/format.h>

#include "base/atomic_file.h"
#include "base/child_process.h"
#include "base/named.h"
#include "base/printable.h"
#include "base/text.h"
#include "base/utf8_path.h"
#include "frontend/glslang_compiler.h"
#include "frontend/reflection.h"
#include "frontend/spirv_module.h"

namespace vkperftest {
namespace {

using Clock = std::chrono::steady_clock;

// For each run of glslang in processor time, for all of dxc for a file on the wall.
constexpr std::chrono::seconds kPatience(8);

#ifdef _WIN32
constexpr char kBetweenFolders = ';';
constexpr std::string_view kProgram = "dxc.exe", kNowhere = "NUL", kEnding = ".exe";
#else
constexpr char kBetweenFolders = ':';
constexpr std::string_view kProgram = "dxc", kNowhere = "/dev/null", kEnding;
#endif

constexpr int kOldestModel = 6; // 6_6, if dxc lists none that is newer

struct Dxc {
    std::string version; // "1.8.0.4739"; empty if it does not report one
    std::string model;   // the newest shader model that it lists: "6_8"

    std::string profile(const std::string& stage) const; // "cs_6_8" for "comp"
    std::string named(const std::string& stage) const {  // "dxc 1.8.0.4739 (cs_6_8)"
        return fmt::format("dxc{}{} ({})", version.empty() ? "" : " ", version, profile(stage));
    }
};

std::string Dxc::profile(const std::string& stage) const {
    const auto known = std::ranges::find(kShaderStages, stage, &ShaderStage::name);
    return fmt::format("{}_{}", known != std::end(kShaderStages) ? known->profile : "lib", model);
}

// The path of the first program of that name on the PATH; empty if there is none.
std::string onPath(std::string_view program) {
    for (const std::string& folder : split(environmentVariable("PATH"), kBetweenFolders)) {
        std::error_code failed;
        const std::filesystem::path path = pathOf(folder) / program;
        if (!folder.empty() && std::filesystem::is_regular_file(path, failed)) return textOf(path);
    }
    return {};
}

Error errorsOfDxc(const std::string& log, const std::string& compiler) {
    const Result<std::string> text = readFile(log);
    std::vector<std::string> errors;
    for (const std::string& line : split(text.ok() ? text.value() : "", '\n')) {
        if (line.find("error: ") != std::string::npos) errors.push_back(line);
    }
    const Error first = firstErrors(std::move(errors), "it");
    return {first.kind, fmt::format("{}: {}", compiler, first.cause), ""};
}

void addMacrosAndFolders(const ShaderOptions& options, std::vector<std::string>& arguments) {
    for (const std::string& define : options.defines) arguments.push_back("-D" + define);
    for (const std::string& includes : options.includeFolders) arguments.push_back("-I" + includes);
}

// Asks the first dxc on the PATH, once in a process, for its version and shader models. Nothing if there is
// none.
std::optional<Dxc> findDxc() {
    static std::mutex mutex;
    static std::map<std::string, Dxc> known; // by path
    const std::string path = onPath(kProgram);
    if (path.empty()) return std::nullopt;
    const std::lock_guard lock(mutex);
    const auto [found, isNew] = known.try_emplace(path);
    if (isNew) {
        // "libdxcompiler.so: 1.8(dev;…)(1.8.0.4739) - …" → "1.8.0.4739"
        const std::string text = outputOf(fmt::format("{} --version 2>{}", kProgram, kNowhere));
        if (std::smatch its; std::regex_search(text, its, std::regex("[0-9]+(\\.[0-9]+){2,}")))
            found->second.version = its.str();
        long long newest = kOldestModel; // of the compute profiles that its help lists
        const std::string help = outputOf(fmt::format("{} --help 2>{}", kProgram, kNowhere));
        const std::regex profile("cs_6_([0-9]+)");
        for (std::sregex_iterator at(help.begin(), help.end(), profile), end; at != end; ++at)
            newest = std::max(newest, parseInteger(at->str(1)).value_or(0));
        found->second.model = fmt::format("6_{}", newest);
    }
    return found->second;
}

// Compiles with debug lines, without optimization, and with structured buffers as HLSL packs them. The error
// begins with the compiler's name and holds dxc's first errors. A compilation still running at `end` is
// killed.
Result<CompiledShader> compileByDxc(const Dxc& dxc, const ShaderFile& file, const ShaderOptions& options,
                                    const EntryPoint& entryPoint, bool sixteenBitTypes,
                                    Clock::time_point end) {
    CompiledShader shader{.entry = entryPoint, .compiler = dxc.named(entryPoint.stage)};
    ScratchFolder folder;
    VKPERFTEST_TRY(folder.create("lint"));
    const std::string spirv = folder.file("shader.spv"), log = folder.file("dxc.log");
    // Without dxc's own validation, since the module is validated when it is read.
    std::vector<std::string> arguments =
        split("-spirv -fspv-debug=line -fvk-use-dx-layout -Od -Vd -fspv-target-env=vulkan1.2", ' ');
    arguments.insert(arguments.end(), {"-T", dxc.profile(entryPoint.stage), "-E", entryPoint.name});
    if (sixteenBitTypes) arguments.emplace_back("-enable-16bit-types");
    if (!options.hlslVersion.empty()) arguments.insert(arguments.end(), {"-HV", options.hlslVersion});
    addMacrosAndFolders(options, arguments);
    arguments.insert(arguments.end(), {"-Fo", spirv, "-Fe", log, file.path});
    const Result<int> code = runProgram(std::string(kProgram), arguments, end);
    if (!code.ok()) return usageError(fmt::format("{} gave up: {}", shader.compiler, code.error().cause), "");
    if (code.value() != 0) return errorsOfDxc(log, shader.compiler);
    std::string bytes;
    VKPERFTEST_TRY(assign(bytes, readFile(spirv)));
    VKPERFTEST_TRY(assign(shader.words, spirvWords(bytes)));
    return shader;
}

// A module with all entry points. An error if it lacks the one that the options name.
Result<std::vector<CompiledShader>> withEntry(const ShaderFile& file, const ShaderOptions& options,
                                              CompiledShader shader) {
    if (!options.entry.empty()) {
        const Result<SpirvModule> module = SpirvModule::read(shader.words);
        if (!module.ok()) return module.error();
        shader.validated = true;
        std::vector<std::string> names;
        for (const EntryPoint& one : entryPointsOf(module.value())) names.push_back(one.name);
        if (std::ranges::count(names, options.entry) == 0) return lacksEntry(file, options, std::move(names));
    }
    return std::vector<CompiledShader>{std::move(shader)};
}

// By the first of these programs on the PATH, whose messages go to standard error.
Result<std::vector<CompiledShader>> compileByOther(const ShaderFile& file, const ShaderOptions& options) {
    const bool slang = file.language == ShaderLanguage::Slang;
    ScratchFolder folder;
    VKPERFTEST_TRY(folder.create("lint"));
    const std::string spirv = folder.file("shader.spv");
    std::vector<std::string> ofSlang = {file.path, "-target", "spirv", "-g", "-fvk-use-entrypoint-name",
                                        "-o",      spirv};
    addMacrosAndFolders(options, ofSlang);
    const std::pair<std::string_view, std::vector<std::string>> programs[] = {
        {"slangc", ofSlang},
        {"naga", {file.path, spirv}},
        {"tint", {"--format=spirv", "-o", spirv, file.path}}};
    for (const auto& [name, arguments] : programs) {
        const std::string program = onPath(std::string(name).append(kEnding));
        if (program.empty() || (name == "slangc") != slang) continue;
        const Result<int> code = runProgram(program, arguments, Clock::now() + kPatience);
        if (!code.ok() || code.value() != 0)
            return usageError(fmt::format("'{}': {} {}", printable(file.path), name,
                                          code.ok() ? "rejects it" : "gave up: " + code.error().cause),
                              "");
        CompiledShader shader{.compiler = std::string(name)};
        std::string bytes;
        VKPERFTEST_TRY(assign(bytes, readFile(spirv)));
        VKPERFTEST_TRY(assign(shader.words, spirvWords(bytes)));
        return withEntry(file, options, std::move(shader));
    }
    return usageError(fmt::format("'{}' is in {}, for which no compiler is on the PATH", printable(file.path),
                                  slang ? "Slang" : "WGSL"),
                      slang ? "put slangc there" : "put naga or tint there");
}

// glslang may crash or hang, so it runs in a copy of this process.
Result<std::string> withGlslang(const ShaderFile& file, const std::function<std::string()>& work) {
    Result<std::string> answer = runApart(work, kPatience);
    if (answer.ok()) return answer;
    return usageError(fmt::format("'{}': glslang gave up: {}", printable(file.path), answer.error().cause),
                      "look for unbounded nesting or expansion");
}

Result<std::string> preprocessedText(const ShaderFile& file, const ShaderOptions& options) {
    Result<std::string> answer = withGlslang(file, [&] {
        const Result<std::string> text = preprocessHlsl(file, options);
        return packed(text.ok() ? Message{text.value()} : Message{text.error().cause, text.error().remedy});
    });
    if (!answer.ok()) return answer;
    const Message texts = unpacked(answer.value()).value_or(Message());
    if (texts.size() == 1) return texts[0];
    return usageError(texts.empty() ? "" : texts[0], texts.empty() ? "" : texts.back());
}

// What it makes is validated in the same copy of this process, which costs less than another copy.
Result<std::vector<CompiledShader>> compiledByGlslang(const ShaderFile& file, const ShaderOptions& options,
                                                      const std::vector<EntryPoint>& entries) {
    Result<std::string> answer = withGlslang(file, [&] {
        Message made; // the trouble and the words of each entry point
        for (const EntryPoint& entry : entries) {
            const Result<std::vector<std::uint32_t>> words = compileByGlslang(file, options, entry);
            made.push_back(words.ok() ? "" : words.error().cause);
            made.push_back(words.ok() ? spirvBytes(words.value()) : "");
        }
        return packed(made);
    });
    if (answer.ok()) {
        Message made = unpacked(answer.value()).value_or(Message());
        made.resize(2 * entries.size());
        std::vector<CompiledShader> shaders;
        for (std::size_t i = 0; i < entries.size(); ++i) {
            CompiledShader& shader = shaders.emplace_back();
            shader.entry = entries[i];
            shader.trouble = made[2 * i];
            if (!shader.trouble.empty()) continue;
            shader.compiler = glslangVersion();
            VKPERFTEST_TRY(assign(shader.words, spirvWords(made[2 * i + 1])));
            shader.validated = true;
        }
        return shaders;
    }
    if (file.language != ShaderLanguage::Hlsl) return answer.error();
    std::vector<CompiledShader> none; // dxc may do better
    for (const EntryPoint& entry : entries) none.push_back({.entry = entry, .trouble = answer.error().cause});
    return none;
}

// Direct3D's registers t0, u0, b0 and s0 are four places; compilers make one binding of them unless they are told where
// each kind begins. All but the first get numbers that are free.
void separateBindings(std::vector<std::uint32_t>& words) {
    std::map<std::uint32_t, std::uint32_t> sets; // by id
    std::vector<std::size_t> bindings;           // decorations
    std::uint32_t most = 0;
    for (std::size_t at = kSpirvHeaderWords; at + 3 < words.size() && words[at] >> 16U != 0;
         at += words[at] >> 16U) {
        if ((words[at] & 0xffffU) != spv::OpDecorate) continue;
        if (words[at + 2] == spv::DecorationDescriptorSet) sets[words[at + 1]] = words[at + 3];
        if (words[at + 2] != spv::DecorationBinding) continue;
        bindings.push_back(at);
        most = std::max(most, words[at + 3]);
    }
    std::set<std::pair<std::uint32_t, std::uint32_t>> taken;
    for (const std::size_t at : bindings)
        if (!taken.emplace(sets[words[at + 1]], words[at + 3]).second) words[at + 3] = ++most;
}

Result<std::vector<CompiledShader>> compiled(const ShaderFile& file, const ShaderOptions& options,
                                             std::optional<std::string>& text) {
    {
        const std::unique_lock<std::mutex> lock = withoutCopies(); // glslang's locks would be copied locked
        prepareGlslang(file);
    }
    const bool hlsl = file.language == ShaderLanguage::Hlsl;
    if (hlsl) {
        std::string preprocessed;
        VKPERFTEST_TRY(assign(preprocessed, preprocessedText(file, options)));
        text = std::move(preprocessed);
    }
    std::vector<EntryPoint> entries;
    VKPERFTEST_TRY(assign(entries, entryPoints(file, options, text.value_or(""))));
    Result<std::vector<CompiledShader>> made = compiledByGlslang(file, options, entries);
    if (!made.ok()) return made;
    std::vector<CompiledShader>& shaders = made.value();
    const auto failed = [](const CompiledShader& shader) { return !shader.trouble.empty(); };
    if (std::ranges::none_of(shaders, failed)) return made;
    const std::optional<Dxc> dxc = hlsl ? findDxc() : std::nullopt;
    const Clock::time_point latest = Clock::now() + kPatience;
    for (CompiledShader& shader : shaders) {
        if (!dxc || !failed(shader)) continue;
        Result<CompiledShader> again =
            compileByDxc(*dxc, file, options, shader.entry, usesSixteenBitTypes(*text, options), latest);
        if (again.ok())
            shader = std::move(again).value();
        else
            shader.trouble = again.error().cause;
    }
    if (!std::ranges::all_of(shaders, failed)) return made;
    return usageError(shaders.front().trouble, std::string(hlsl && !dxc ? kNoDxc : ""));
}

} // namespace

Result<std::vector<CompiledShader>> compileShader(const ShaderFile& file, const ShaderOptions& options,
                                                  std::optional<std::string>* preprocessed) {
    if (!options.stage.empty() && std::ranges::count(kShaderStages, options.stage, &ShaderStage::name) == 0) {
        return usageError(fmt::format("there is no stage '{}'", options.stage),
                          fmt::format("--stage takes {}", namesOf(kShaderStages)));
    }
    if (file.language == ShaderLanguage::Spirv) {
        CompiledShader shader;
        const Result<void> read = assign(shader.words, spirvWords(file.bytes));
        if (!read.ok()) return read.error().about(printable(file.path));
        return withEntry(file, options, std::move(shader));
    }
    if (file.language == ShaderLanguage::Slang || file.language == ShaderLanguage::Wgsl)
        return compileByOther(file, options);
    ShaderFile ended = file;
    endLastLine(ended.bytes);
    std::optional<std::string> text;
    Result<std::vector<CompiledShader>> shaders = compiled(ended, options, text);
    if (shaders.ok() && text &&
        text->find("vk::") == std::string::npos) // which places resources in Vulkan's way
        for (CompiledShader& shader : shaders.value()) separateBindings(shader.words);
    if (preprocessed != nullptr) *preprocessed = std::move(text);
    return shaders;
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
    return error.cause.find(kNoEntryPoint) != std::string::npos ||
           error.cause.find("Missing entry point") != std::string::npos || // glslang's own words
           error.cause.find(kLacksEntry) != std::string::npos;
}

bool lacksDxc(const Error& error) {
    return error.remedy == kNoDxc;
}

bool lacksInclude(const Error& error) {
    return error.cause.find(kCannotInclude) != std::string::npos;
}

std::string spirvBytes(std::span<const std::uint32_t> words) {
    return {reinterpret_cast<const char*>(words.data()), words.size_bytes()};
}

} // namespace vkperftest
