#include "cli/isa_compiling.h"

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <iterator>
#include <map>
#include <numeric>
#include <optional>
#include <set>
#include <span>
#include <utility>

#include <fmt/format.h>

#include "base/printable.h"
#include "base/process.h"
#include "base/text.h"
#include "cli/console.h"
#include "cli/shader_variants.h"
#include "frontend/compile.h"
#include "frontend/reflection.h"
#include "frontend/wide_accesses.h"

namespace vkperftest {
namespace {

// Of processor time: so long its shader is compiled, variants of it are, too, to find its lines.
constexpr std::chrono::milliseconds kForLines{550};

// Appends what another child did.
void merge(CompiledSubject& all, CompiledSubject more) {
    all.spent += more.spent;
    std::ranges::move(more.log.entries, std::back_inserter(all.log.entries));
    std::ranges::move(more.log.unfinished, std::back_inserter(all.log.unfinished));
    if (!all.trouble.empty() || more.trouble.empty()) return;
    all.trouble = more.trouble;
    all.kind = more.kind;
}

// The key of one of several modules in a child's log.
std::string moduleKey(std::size_t index) {
    return fmt::format("shader {}", index);
}

struct CompiledLines {
    CompiledSubject subject; // with the shader itself alone
    CodeCell cell;           // of the shader itself
    // None if the cell lacks code, or it cannot be read. The lines are those that variants of the shader show.
    std::vector<MemoryOperation> operations;
    std::string aboutLines; // why lines are missing, in sentences; empty if every variant was compiled
};

// One shader, compiled for any number of subjects.
class ShaderChildren {
public:
    // All must outlive this object.
    ShaderChildren(const ShaderRequest& given, const CompileRequest& request, const ShaderVariants& shader)
        : given_(given), request_(request), shader_(shader) {}

    // Compiles the shader itself, then the variants that LineSearch wants, as long as there is time for them. The
    // subject has a trouble only if the shader itself is missing.
    CompiledLines compile(const CompiledSubject& subject) {
        constexpr std::size_t kMostWords = std::size_t{1} << 18U; // of variants in memory
        CompiledLines all;
        spent_ = {};
        limited_ = false;
        all.subject = compileAll(subject, {spirvBytes(shader_.module->words())});
        if (all.subject.log.entries.empty()) return all;
        all.subject.trouble.clear();
        all.cell = std::move(cellsOf(all.subject.log).begin()->second);
        if (!all.cell.missing.empty() || !all.cell.reading.trouble.empty()) return all;
        limited_ = !given_.allLines;
        LineSearch search(all.cell.reading.disassembly, shader_.accessGroups());
        std::vector<ShaderVariant> round = search.next();
        const std::size_t most = std::max<std::size_t>(kMostWords / shader_.module->words().size(), 1);
        std::size_t tried = 0, failed = 0;
        while (!round.empty() && hasTime()) {
            for (std::span<const ShaderVariant> rest = round; !rest.empty() && hasTime();) {
                const std::span<const ShaderVariant> now = rest.first(std::min(most, rest.size()));
                rest = rest.subspan(now.size());
                std::vector<std::string> modules;
                for (const ShaderVariant& variant : now)
                    modules.push_back(spirvBytes(shader_.without(variant)));
                const CompiledSubject done = compileAll(subject, modules);
                if (wasInterrupted()) return all;
                const CodeCells cells = cellsOf(done.log);
                for (std::size_t i = 0; i < now.size(); ++i) {
                    const auto cell = cells.find(moduleKey(i));
                    if (cell == cells.end() && leftOut_.contains(i)) continue;
                    const bool read = cell != cells.end() && cell->second.missing.empty() &&
                                      cell->second.reading.trouble.empty();
                    search.add(now[i], read ? &cell->second.reading.disassembly : nullptr);
                    ++tried;
                    failed += read ? 0U : 1U;
                }
            }
            round = search.next();
        }
        all.operations = search.operations();
        if (!round.empty())
            all.aboutLines =
                "Not all lines were looked for, since that takes long, and a load of data may be "
                "listed as one of a descriptor; --all-lines looks for all.";
        if (failed > 0)
            all.aboutLines +=
                fmt::format("{}The compiler failed on {} of the {} variants of the shader that show "
                            "the lines, so lines may be missing.",
                            all.aboutLines.empty() ? "" : " ", failed, tried);
        return all;
    }

private:
    using Indexes = std::vector<std::size_t>; // of modules

    // If a module crashes the compiler or hangs, it is left out, and others that this prevented are compiled in
    // another child, a few times.
    CompiledSubject compileAll(const CompiledSubject& subject, const std::vector<std::string>& modules) {
        constexpr int kMostTries = 4;
        CompiledSubject all;
        Indexes missing(modules.size());
        std::iota(missing.begin(), missing.end(), 0);
        leftOut_.clear();
        for (int tries = 0; tries < kMostTries && !missing.empty() && !wasInterrupted(); ++tries) {
            CompiledSubject done = compileOnce(subject, modules, missing);
            spent_ += done.spent;
            const bool again = done.kind == ErrorKind::RowFailed && !done.trouble.empty() &&
                               !done.log.unfinished.empty(); // else it would end so again
            std::erase_if(missing, [&](std::size_t module) {
                const std::string key = moduleKey(module);
                return std::ranges::count(done.log.unfinished, key) > 0 ||
                       std::ranges::count(done.log.entries, key, &CompileLogEntry::key) > 0;
            });
            if (done.trouble.empty()) leftOut_ = {missing.begin(), missing.end()};
            if (tries == 0)
                all = std::move(done);
            else
                merge(all, std::move(done));
            if (!again) break;
        }
        return all;
    }

    // All variants have the bindings of the shader itself, even if one lacks the only access to a buffer.
    CompiledSubject compileOnce(const CompiledSubject& subject, const std::vector<std::string>& modules,
                                const Indexes& which) const {
        CompileRequest request = request_;
        constexpr std::chrono::nanoseconds kNone(0);
        if (limited_) request.budget = std::max(kNone, kForLines - spent_);
        request.shaders = {shader_.needs.shader.entryPoint,
                           packed(given_.pushDescriptors ? Message{"push"} : Message()),
                           spirvBytes(shader_.module->words())};
        for (const std::size_t module : which)
            request.shaders.insert(request.shaders.end(), {moduleKey(module), modules[module]});
        return compileInChild(subject, request);
    }

    bool hasTime() const { return given_.allLines || spent_ < kForLines; }

    const ShaderRequest& given_;
    const CompileRequest& request_;
    const ShaderVariants& shader_;
    std::chrono::nanoseconds spent_{0}; // for the subject
    bool limited_ = false;              // what is compiled may be left out
    std::set<std::size_t> leftOut_;     // of the last modules, for lack of time
};

void printMissing(const ShaderCode& code, const DriverNames& drivers) {
    if (code.cell.missing.empty()) return;
    const std::string where = code.subject.target != nullptr || drivers.size() > 1
                                  ? " for " + subjectName(code.subject, drivers)
                                  : "";
    const CompiledSubject subject{
        .subject = code.subject, .log = {}, .trouble = code.cell.missing, .kind = code.kind};
    printError({ErrorKind::RowFailed,
                fmt::format("{}, {}: not compiled{}: {}", printable(code.file), printable(code.entryPoint),
                            where, code.cell.missing),
                troublesOf({&subject, 1}, drivers).front().remedy});
}

std::size_t depthOf(std::size_t loop, const std::vector<Loop>& loops) {
    std::size_t depth = 0;
    for (; loop != kNoLoop; loop = loops[loop].parent) ++depth;
    return depth;
}

// Of lines whose instructions are all known, and in as many loops as in the source: else a loop is unrolled.
// Where fewer bits are loaded than the source loads, components have no use.
std::vector<NarrowedLoad> narrowedIn(const ShaderVariants& shader, const Disassembly& code,
                                     const std::vector<MemoryOperation>& operations) {
    constexpr std::uint32_t kWidest = 16; // bytes of GPUs' widest loads
    std::map<SourceLine, std::set<std::size_t>> depths;
    for (const RemovableGroup& group : shader.groups)
        for (std::size_t set = 0; set < group.accesses.size(); ++set)
            for (const SourceAccess& one : group.accesses[set])
                if (one.access == Access::Load) depths[group.lines.sets[set].line].insert(one.loops);
    std::map<SourceLine, NarrowedLoad> wide;
    std::map<SourceLine, std::set<std::pair<std::uint32_t, std::uint64_t>>>
        places; // glslang repeats some loads
    for (const WideAccess& access : accessesOf(*shader.module).wide) {
        const Place place = shader.module->placeOf(*access.instruction);
        if (access.store || place.line == 0) continue;
        const std::uint32_t bits = std::min(access.bytes, kWidest) * 8;
        const SourceLine line = sourceLine(place.file, place.line, shader.file);
        NarrowedLoad& one =
            wide.emplace(line, NarrowedLoad{line, bits, 0, provableAlignment(access)}).first->second;
        one.bits = std::max(one.bits, bits);
        one.alignment = std::min(one.alignment, provableAlignment(access));
        places[line].emplace(access.variable, access.where);
    }
    std::vector<NarrowedLoad> all;
    for (auto& [line, one] : wide) {
        bool known = depths[line].size() == 1;
        std::size_t loaded = 0, needed = 0;
        std::set<SourceLine> together = {line}; // whose loads the code counts as one
        for (const MemoryOperation& operation : operations) {
            if (operation.load.access != Access::Load || std::ranges::count(operation.lines, line) == 0)
                continue;
            known = known && operation.linesComplete && operation.load.bits > 0 &&
                    depths[line].contains(depthOf(operation.loop, code.loops));
            together.insert(operation.lines.begin(), operation.lines.end());
            one.most = std::max(one.most, operation.load.bits);
            loaded += operation.count * operation.load.bits;
        }
        for (const SourceLine& each : together) {
            known = known && wide.contains(each);
            needed += known ? places[each].size() * wide.at(each).bits : 0;
        }
        if (known && one.most > 0 && one.most < one.bits && loaded >= needed) all.push_back(one);
    }
    return all;
}

ShaderCode codeOf(const ShaderVariants& shader, const CompiledSubject& subject, CompiledLines compiled) {
    ShaderCode code;
    code.file = shader.file;
    code.entryPoint = shader.needs.shader.entryPoint;
    code.compiler = shader.compiler;
    code.subject = subject.subject;
    code.device = compiled.subject.log.device;
    code.driver = compiled.subject.log.driver;
    code.hasLines = shader.hasLines;
    code.workgroup = shader.workgroup;
    code.usualWorkgroup = shader.usualWorkgroup;
    for (const IndexedArray& one : indexedArrays(*shader.module))
        code.indexedArrays.push_back(fmt::format(
            "{}{}", one.name.empty() ? "one without a name" : fmt::format("'{}'", printable(one.name)),
            one.place.line > 0 ? fmt::format(" (line {})", one.place.line) : ""));
    for (const SpecConstant& one : shader.needs.constants)
        code.constants.push_back(fmt::format(
            "{}{} = {}", one.id, one.name.empty() ? "" : fmt::format(" ({})", printable(one.name)),
            one.value.empty() ? "?" : one.value));
    code.aboutLines = std::move(compiled.aboutLines);
    if (!shader.hasLines)
        code.aboutLines = "The SPIR-V has no debug lines; compile it with -g to see the source lines.";
    code.kind = compiled.subject.kind;
    code.cell = std::move(compiled.cell);
    code.operations = std::move(compiled.operations);
    code.narrowed = narrowedIn(shader, code.cell.reading.disassembly, code.operations);
    const std::string& trouble = compiled.subject.trouble;
    if (!trouble.empty() && !code.cell.missing.empty()) code.cell.missing = trouble;
    return code;
}

// As compileShaders says.
Result<std::vector<ShaderVariants>> readShaders(const ShaderRequest& given, std::size_t& unread) {
    std::vector<ShaderVariants> all;
    std::vector<Error> lacking;          // an entry point
    std::vector<std::string> withoutDxc; // the troubles of files
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
            Error error = found.error();
            if (!path.named && lacksEntryPoint(error)) {
                lacking.push_back(std::move(error));
                continue;
            }
            if (lacksDxc(error)) {
                error.remedy.clear();
                withoutDxc.push_back(shaderTrouble(path.path, error));
            } else {
                refuse(shaderTrouble(path.path, error));
            }
            continue;
        }
        if (found.value().shaders.empty() && path.named)
            refuse(shaderTrouble(
                path.path, noComputeShader(found.value().others, "`isa` compiles compute shaders only")));
        for (ShaderVariants& shader : found.value().shaders) shader.findAccesses();
        std::ranges::move(found.value().shaders, std::back_inserter(all));
    }
    constexpr std::size_t kMostShown = 3;
    unread += withoutDxc.size();
    if (!withoutDxc.empty()) printNote(dxcWouldHelp(withoutDxc.size()));
    for (const std::string& trouble : std::span(withoutDxc).first(std::min(kMostShown, withoutDxc.size())))
        printShaderTrouble(trouble);
    if (withoutDxc.size() > kMostShown)
        printNote(fmt::format("glslang rejects {} more", withoutDxc.size() - kMostShown));
    VKPERFTEST_TRY(checkConstants(given.constants, all));
    if (all.empty() && unread == 0 && !lacking.empty() && !given.compile.entry.empty())
        return entryNowhere(lacking);
    if (all.empty() && unread == 0)
        return usageError("there is no compute shader among these files",
                          "name files, or folders that hold compute shaders in HLSL, GLSL or SPIR-V");
    return all;
}

// "SET,BINDING,KIND,COUNT": another kind of descriptor than the module tells.
void takeBinding(const std::string& text, Shader& shader) {
    std::vector<std::uint32_t> numbers;
    for (const std::string& part : split(text, ','))
        numbers.push_back(static_cast<std::uint32_t>(parseInteger(part).value_or(0)));
    if (numbers.size() != 4) return;
    for (ShaderBinding& one : shader.bindings) {
        if (one.set != numbers[0] || one.binding != numbers[1]) continue;
        one.kind = static_cast<DescriptorKind>(numbers[2]);
        one.count = numbers[3];
    }
}

} // namespace

Result<CompiledShaders> compileShaders(const ShaderRequest& given, CompileRequest request) {
    CompiledShaders result;
    std::vector<ShaderVariants> all;
    VKPERFTEST_TRY(assign(all, readShaders(given, result.unread)));
    if (all.empty()) return result;
    std::vector<CompiledSubject> subjects; // that no driver left out so far
    VKPERFTEST_TRY(assign(subjects, openSubjects(request)));
    const std::size_t wanted = subjects.size();
    const DriverNames names = driverNames(request.drivers, DriverNames());
    for (const ShaderVariants& shader : all) {
        ShaderChildren children(given, request, shader);
        std::vector<CompiledSubject> known;
        for (const CompiledSubject& subject : subjects) {
            if (wasInterrupted()) return result;
            showStatusLine(
                fmt::format("compiling {} for {}", shader.file, subjectName(subject.subject, names)));
            CompiledLines compiled = children.compile(subject);
            if (isLeftOut(compiled.subject, request)) continue;
            known.push_back(subject);
            result.codes.push_back(codeOf(shader, subject, std::move(compiled)));
        }
        subjects = std::move(known);
    }
    showStatusLine("");
    if (!wasInterrupted()) VKPERFTEST_TRY(noteLeftOut(wanted - subjects.size(), result.codes.size()));
    DriverNames versions;
    for (const ShaderCode& code : result.codes) {
        if (!code.driver.empty()) versions[code.subject.driver] = code.driver;
    }
    result.drivers = driverNames(request.drivers, versions);
    for (const ShaderCode& code : result.codes) printMissing(code, result.drivers);
    return result;
}

Result<std::vector<Shader>> askedShaders(const Message& message) {
    const std::string& entryPoint = message.at(0);
    std::vector<std::uint32_t> words;
    VKPERFTEST_TRY(assign(words, spirvWords(message.at(2))));
    const Result<SpirvModule> whole = SpirvModule::read(std::move(words), true);
    if (!whole.ok()) return whole.error();
    ShaderInterface needs;
    VKPERFTEST_TRY(assign(needs, interfaceOf(whole.value(), entryPoint)));
    for (const std::string& text : unpacked(message.at(1)).value_or(Message())) {
        if (const auto strategies = parseStrategies(text); strategies.ok())
            needs.shader.strategy = strategies.value().front();
        else
            takeBinding(text, needs.shader);
    }
    std::vector<Shader> shaders;
    for (std::size_t i = 3; i + 1 < message.size(); i += 2) {
        Shader& shader = shaders.emplace_back(needs.shader);
        shader.key = message[i];
        VKPERFTEST_TRY(assign(shader.words, spirvWords(message[i + 1])));
    }
    return shaders;
}

} // namespace vkperftest
