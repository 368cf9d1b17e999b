#include "cli/isa_shaders.h"

#include <algorithm>
#include <iterator>
#include <optional>
#include <set>
#include <utility>

#include <fmt/format.h>

#include "base/atomic_file.h"
#include "base/exit_code.h"
#include "base/printable.h"
#include "base/process.h"
#include "base/text.h"
#include "cli/console.h"
#include "cli/shader_children.h"
#include "cli/shader_findings.h"
#include "frontend/compile.h"
#include "frontend/reflection.h"
#include "frontend/shader_file.h"

namespace vkperftest {
namespace {

void printMissing(const ShaderCode& code, const DriverNames& drivers) {
    if (code.cell.missing.empty()) return;
    const std::string where = code.subject.target != nullptr || drivers.size() > 1
                                  ? " for " + subjectName(code.subject, drivers)
                                  : "";
    printError({ErrorKind::RowFailed,
                fmt::format("{}, {}: not compiled{}: {}", printable(code.file), printable(code.entryPoint),
                            where, code.cell.missing),
                ""});
}

// Each shader for each subject.
class Compiling {
public:
    Compiling(const ShaderRequest& given, const CompileRequest& request, const ScratchFolder& scratch)
        : given_(given), request_(request), scratch_(scratch),
          names_(driverNames(request.drivers, DriverNames())) {}

    Result<void> open() { return assign(subjects_, openSubjects(request_, scratch_)); }

    std::size_t subjects() const { return subjects_.size(); } // that no driver left out so far

    Result<void> compile(const ShaderVariants& shader, std::vector<ShaderCode>& codes) {
        ShaderChildren children(given_, request_, scratch_, shader, children_);
        std::vector<CompiledSubject> known;
        for (const CompiledSubject& subject : subjects_) {
            if (wasInterrupted()) return {};
            showStatusLine(
                fmt::format("compiling {} for {}", shader.file, subjectName(subject.subject, names_)));
            CompiledLines compiled;
            VKPERFTEST_TRY(assign(compiled, children.compile(subject)));
            if (isLeftOut(compiled.subject, request_)) continue;
            known.push_back(subject);
            codes.push_back(codeOf(shader, subject, std::move(compiled)));
        }
        subjects_ = std::move(known);
        return {};
    }

private:
    static ShaderCode codeOf(const ShaderVariants& shader, const CompiledSubject& subject,
                             CompiledLines compiled) {
        ShaderCode code;
        code.file = shader.file;
        code.entryPoint = shader.entryPoint;
        code.compiler = shader.compiler;
        code.subject = subject.subject;
        code.device = compiled.subject.log.device;
        code.driver = compiled.subject.log.driver;
        code.hasLines = shader.hasLines;
        code.aboutLines = std::move(compiled.aboutLines);
        if (!shader.hasLines)
            code.aboutLines = "The SPIR-V has no debug lines; compile it with -g to see the source lines.";
        code.kind = compiled.subject.kind;
        code.cell = std::move(compiled.cell);
        code.operations = std::move(compiled.operations);
        const std::string& trouble = compiled.subject.trouble;
        if (!trouble.empty() && !code.cell.missing.empty()) code.cell.missing = trouble;
        return code;
    }

    const ShaderRequest& given_;
    const CompileRequest& request_;
    const ScratchFolder& scratch_;
    DriverNames names_;
    std::vector<CompiledSubject> subjects_;
    std::size_t children_ = 0; // started so far
};

Error notAPackage(const std::string& package, const std::string& why) {
    return {ErrorKind::Usage, fmt::format("--shaders '{}': {}", package, why),
            "name the shader itself, as FILE"};
}

// The modules' indices in --modules; nothing if it is no such list.
std::optional<std::vector<std::size_t>> indicesIn(const std::string& list, std::size_t modules) {
    std::vector<std::size_t> indices;
    for (const std::string& word : split(list, ',')) {
        const std::optional<long long> index = parseInteger(word);
        if (!index || *index < 0 || static_cast<std::size_t>(*index) >= modules) return std::nullopt;
        indices.push_back(static_cast<std::size_t>(*index));
    }
    return indices;
}

} // namespace

Result<std::vector<ShaderVariants>> readShaders(const ShaderRequest& given, std::size_t& unread) {
    std::vector<ShaderVariants> all;
    const auto refuse = [&](const std::string& trouble) {
        printShaderTrouble(trouble);
        ++unread;
    };
    for (const ShaderPath& path : expandShaderPaths(given.paths)) {
        if (!path.trouble.empty()) {
            refuse(path.trouble);
            continue;
        }
        Result<FoundShaders> found = shadersIn(path.path, given.compile, given.constants);
        if (!found.ok()) {
            if (path.named || !lacksEntryPoint(found.error()))
                refuse(shaderTrouble(path.path, found.error()));
            continue;
        }
        if (found.value().shaders.empty() && path.named)
            refuse(shaderTrouble(path.path, noComputeShader(found.value(), given.compile)));
        std::ranges::move(found.value().shaders, std::back_inserter(all));
    }
    std::set<std::string> unversioned;
    for (const ShaderVariants& shader : all) {
        if (!given.compile.hlslVersion.empty() && !takesHlslVersion(shader.compiler))
            unversioned.insert(shader.file);
    }
    noteUnusedHlslVersion(unversioned);
    VKPERFTEST_TRY(checkConstants(given.constants, all));
    if (all.empty() && unread == 0)
        return Error{ErrorKind::Usage, "there is no compute shader among these files",
                     "name files, or folders that hold compute shaders in HLSL, GLSL or SPIR-V"};
    return all;
}

Result<int> CompiledShaders::exitCode(const ShaderFailures& failOn) const {
    if (unread > 0) return kExitUsage;
    const auto lacks = [](const ShaderCode& code) { return !code.cell.missing.empty(); };
    const auto closed = [](const ShaderCode& code) { return code.kind == ErrorKind::NoDevice; };
    if (!codes.empty() && std::ranges::all_of(codes, closed)) return kExitNoDevice;
    if (std::ranges::any_of(codes, lacks)) return kExitRowsFailed;
    return shaderFindings(codes, drivers, failOn);
}

Result<CompiledShaders> compileShaders(const ShaderRequest& shaders, const CompileRequest& request,
                                       const ScratchFolder& scratch) {
    CompiledShaders result;
    std::vector<ShaderVariants> all;
    VKPERFTEST_TRY(assign(all, readShaders(shaders, result.unread)));
    if (all.empty()) return result;
    Compiling compiling(shaders, request, scratch);
    VKPERFTEST_TRY(compiling.open());
    const std::size_t wanted = compiling.subjects();
    for (const ShaderVariants& shader : all) VKPERFTEST_TRY(compiling.compile(shader, result.codes));
    showStatusLine("");
    if (!wasInterrupted()) VKPERFTEST_TRY(noteLeftOut(wanted - compiling.subjects(), result.codes.size()));
    DriverNames versions;
    for (const ShaderCode& code : result.codes) {
        if (!code.driver.empty()) versions[code.subject.driver] = code.driver;
    }
    result.drivers = driverNames(request.drivers, versions);
    for (const ShaderCode& code : result.codes) printMissing(code, result.drivers);
    return result;
}

// All variants have the bindings of the shader itself, even if one lacks the only access to a buffer.
Result<int> compilePackage(const ShaderRequest& shaders, const CompileRequest& request,
                           const std::string& log) {
    std::string bytes;
    VKPERFTEST_TRY(assign(bytes, readFile(shaders.package)));
    Result<std::vector<CompiledShader>> modules = compiledShaders(bytes);
    if (!modules.ok()) return notAPackage(shaders.package, modules.error().cause);
    const auto indices = indicesIn(shaders.modules, modules.value().size());
    if (!indices) return notAPackage(shaders.package, "it does not hold these --modules");
    const CompiledShader& whole = modules.value().front();
    const Result<SpirvModule> module = SpirvModule::read(whole.words, true);
    if (!module.ok()) return module.error();
    ShaderInterface needs;
    VKPERFTEST_TRY(assign(needs, interfaceOf(module.value(), whole.entryPoint)));
    ShaderPipelineOptions how = shaders.pipeline;
    for (const std::string& text : shaders.constants)
        VKPERFTEST_TRY(assign(how.constants.emplace_back(), specialized(text, needs.constants)));
    std::vector<Shader> all;
    for (const std::size_t index : *indices) {
        Shader& shader = all.emplace_back(needs.shader);
        shader.key = moduleKey(index);
        shader.words = modules.value()[index].words;
    }
    return compileAsChild(request, log, all, how);
}

} // namespace vkperftest
