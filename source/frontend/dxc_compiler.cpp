#include "frontend/dxc_compiler.h"

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <map>
#include <mutex>
#include <vector>

#include <fmt/format.h>

#include "base/atomic_file.h"
#include "base/child_process.h"
#include "base/text.h"
#include "base/utf8_path.h"

namespace vkperftest {
namespace {

using Clock = std::chrono::steady_clock;

#ifdef _WIN32
constexpr char kBetweenFolders = ';';
constexpr std::string_view kProgram = "dxc.exe", kNowhere = "NUL";
#else
constexpr char kBetweenFolders = ':';
constexpr std::string_view kProgram = "dxc", kNowhere = "/dev/null";
#endif

constexpr int kOldestModel = 6; // 6_6, if dxc lists none that is newer

// The path of the first `dxc` on the PATH; empty if there is none.
std::string dxcOnPath() {
    for (const std::string& folder : split(environmentVariable("PATH"), kBetweenFolders)) {
        std::error_code failed;
        const std::filesystem::path path = pathOf(folder) / kProgram;
        if (!folder.empty() && std::filesystem::is_regular_file(path, failed)) return textOf(path);
    }
    return {};
}

bool isDecimal(char c) {
    return c >= '0' && c <= '9';
}

// "libdxcompiler.so: 1.8(dev;…)(1.8.0.4739) - …" → "1.8.0.4739": the number with the most parts.
std::string versionIn(const std::string& text) {
    std::string best;
    for (std::size_t at = 0; at < text.size(); ++at) {
        if (!isDecimal(text[at])) continue;
        std::size_t end = at;
        while (end < text.size() && (isDecimal(text[end]) || text[end] == '.')) ++end;
        const std::string number = text.substr(at, end - at);
        if (std::ranges::count(number, '.') > std::ranges::count(best, '.')) best = number;
        at = end;
    }
    return best;
}

// The newest compute profile that dxc's help lists, as "6_8".
std::string modelIn(const std::string& text) {
    constexpr std::string_view kProfile = "cs_6_";
    int newest = kOldestModel;
    for (std::size_t at = 0; (at = text.find(kProfile, at)) != std::string::npos;) {
        at += kProfile.size();
        int minor = 0;
        std::from_chars(text.data() + at, text.data() + text.size(), minor);
        newest = std::max(newest, minor);
    }
    return fmt::format("6_{}", newest);
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

std::vector<std::string> argumentsOf(const Dxc& dxc, const ShaderOptions& options,
                                     const EntryPoint& entryPoint, bool sixteenBitTypes) {
    // Without dxc's own validation, since the module is validated when it is read.
    std::vector<std::string> arguments =
        split("-spirv -fspv-debug=line -fvk-use-dx-layout -Od -Vd -fspv-target-env=vulkan1.2", ' ');
    arguments.insert(arguments.end(), {"-T", dxc.profile(entryPoint.stage), "-E", entryPoint.name});
    if (sixteenBitTypes) arguments.emplace_back("-enable-16bit-types");
    if (!options.hlslVersion.empty()) arguments.insert(arguments.end(), {"-HV", options.hlslVersion});
    for (const std::string& define : options.defines) arguments.push_back("-D" + define);
    for (const std::string& includes : options.includeFolders) arguments.push_back("-I" + includes);
    return arguments;
}

} // namespace

std::string Dxc::profile(const std::string& stage) const {
    constexpr std::pair<std::string_view, std::string_view> kNames[] = {
        {"comp", "cs"}, {"vert", "vs"}, {"frag", "ps"}, {"geom", "gs"},
        {"tesc", "hs"}, {"tese", "ds"}, {"task", "as"}, {"mesh", "ms"}};
    const auto* const known =
        std::ranges::find(kNames, stage, &std::pair<std::string_view, std::string_view>::first);
    return fmt::format("{}_{}", known == std::end(kNames) ? "lib" : known->second, model);
}

std::string Dxc::named(const std::string& stage) const {
    return fmt::format("dxc{}{} ({})", version.empty() ? "" : " ", version, profile(stage));
}

std::optional<Dxc> findDxc() {
    static std::mutex mutex;
    static std::map<std::string, Dxc> known; // by path
    const std::string path = dxcOnPath();
    if (path.empty()) return std::nullopt;
    const std::lock_guard lock(mutex);
    const auto [found, isNew] = known.try_emplace(path);
    if (isNew) {
        found->second.version = versionIn(outputOf(fmt::format("{} --version 2>{}", kProgram, kNowhere)));
        found->second.model = modelIn(outputOf(fmt::format("{} --help 2>{}", kProgram, kNowhere)));
    }
    return found->second;
}

Result<CompiledShader> compileByDxc(const Dxc& dxc, const ShaderFile& file, const ShaderOptions& options,
                                    const EntryPoint& entryPoint, bool sixteenBitTypes,
                                    Clock::time_point end) {
    CompiledShader shader = {.entryPoint = entryPoint.name,
                             .stage = entryPoint.stage,
                             .compiler = dxc.named(entryPoint.stage),
                             .words = {},
                             .trouble = {}};
    ScratchFolder folder;
    VKPERFTEST_TRY(folder.create("lint"));
    const std::string spirv = folder.file("shader.spv"), log = folder.file("dxc.log");
    std::vector<std::string> arguments = argumentsOf(dxc, options, entryPoint, sixteenBitTypes);
    arguments.insert(arguments.end(), {"-Fo", spirv, "-Fe", log, file.path});
    const Result<int> code = runProgram(std::string(kProgram), arguments, [&] { return Clock::now() < end; });
    if (!code.ok())
        return Error{ErrorKind::Usage, fmt::format("{} gave up: {}", shader.compiler, code.error().cause),
                     ""};
    if (code.value() != 0) return errorsOfDxc(log, shader.compiler);
    std::string bytes;
    VKPERFTEST_TRY(assign(bytes, readFile(spirv)));
    VKPERFTEST_TRY(assign(shader.words, spirvWords(bytes)));
    return shader;
}

} // namespace vkperftest
