#include "frontend/dxc.h"

#include <filesystem>

#include <fmt/format.h>

#include "base/atomic_file.h"
#include "base/child_process.h"
#include "base/environment.h"
#include "base/printable.h"
#include "base/scratch_folder.h"
#include "base/text.h"
#include "base/utf8_path.h"

namespace vkperftest {
namespace {

#ifdef _WIN32
constexpr char kBetweenFolders = ';';
constexpr std::string_view kProgram = "dxc.exe";
#else
constexpr char kBetweenFolders = ':';
constexpr std::string_view kProgram = "dxc";
#endif

// What dxc says of other stages than "comp" in its profiles.
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

Error gaveUp(const ShaderFile& file, const std::string& why) {
    return {ErrorKind::Usage, fmt::format("'{}': dxc gave up: {}", printable(file.path), why), ""};
}

} // namespace

bool hasDxc() {
    for (const std::string& folder : split(environmentVariable("PATH"), kBetweenFolders)) {
        std::error_code failed;
        if (!folder.empty() && std::filesystem::is_regular_file(pathOf(folder) / kProgram, failed))
            return true;
    }
    return false;
}

Result<std::vector<CompiledShader>> compileByDxc(const ShaderFile& file, const ShaderOptions& options,
                                                 const std::vector<std::string>& entryPoints,
                                                 std::chrono::steady_clock::time_point end) {
    ScratchFolder folder;
    VKPERFTEST_TRY(folder.create("lint"));
    const std::string spirv = folder.file("shader.spv");
    const std::string log = folder.file("dxc.log");
    const std::string named = options.stage.empty() ? stageOfName(file.path) : options.stage;
    const std::string stage = named.empty() ? "comp" : named;
    std::vector<CompiledShader> shaders;
    for (const std::string& entryPoint : entryPoints) {
        std::vector<std::string> arguments =
            split("-spirv -fspv-debug=line -fvk-use-dx-layout -Od -fspv-target-env=vulkan1.2", ' ');
        for (const auto& [option, value] : std::initializer_list<std::pair<std::string, std::string>>{
                 {"-T", profile(stage)}, {"-E", entryPoint}, {"-Fo", spirv}, {"-Fe", log}}) {
            arguments.push_back(option);
            arguments.push_back(value);
        }
        for (const std::string& define : options.defines) arguments.push_back("-D" + define);
        for (const std::string& includes : options.includeFolders) arguments.push_back("-I" + includes);
        arguments.push_back(file.path);
        const Result<int> code = runProgram(std::string(kProgram), arguments,
                                            [&] { return std::chrono::steady_clock::now() < end; });
        if (!code.ok()) return gaveUp(file, code.error().cause);
        if (code.value() != 0) return errorsOfDxc(log);
        CompiledShader shader = {.entryPoint = entryPoint, .stage = stage, .compiler = "dxc"};
        std::string bytes;
        VKPERFTEST_TRY(assign(bytes, readFile(spirv)));
        VKPERFTEST_TRY(assign(shader.words, spirvWords(bytes)));
        shaders.push_back(std::move(shader));
    }
    return shaders;
}

} // namespace vkperftest
