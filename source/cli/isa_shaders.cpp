#include "cli/isa_compiling.h"

#include <algorithm>
#include <iterator>
#include <limits>
#include <map>
#include <numeric>
#include <optional>
#include <set>
#include <span>
#include <thread>
#include <utility>

#include <fmt/format.h>

#include "base/cores.h"
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

// Children at work at the same time: several if the driver compiles in one thread. `words`: of each module.
std::size_t childrenFor(const CompiledSubject& subject, std::size_t modules, std::size_t words) {
    constexpr std::size_t kFewest = std::size_t{1} << 13U; // words that are worth the start of a child
    const Target* const target = subject.subject.target;
    if (target == nullptr || !target->driver->oneThread) return 1;
    const std::size_t most = std::min<std::size_t>(modules, std::thread::hardware_concurrency());
    return std::clamp<std::size_t>(modules * words / kFewest, 1, std::max<std::size_t>(most, 1));
}

// If the shader and its first variants have more words together, the shader is compiled alone first: its code
// shows how long each variant takes.
constexpr std::size_t kMostWordsAtOnce = std::size_t{1} << 15U;

// How many variants take, with the shader itself, about a second on two cores. An estimate, because a clock
// would let each run print other lines. `words`: of the shader's SPIR-V, which may be long where its code is
// not.
std::size_t mostVariants(const CompiledSubject& subject, const Disassembly& whole, std::size_t words) {
    constexpr double kSeconds = 2.9, kWhole = 2; // of one core; the shader itself takes both, as it is alone
    constexpr double kWordsPerSecond = 1U << 20U;
    const Target* const target = subject.subject.target;
    const MesaDriver driver = target != nullptr ? *target->driver : MesaDriver();
    const double each =
        std::max(static_cast<double>(whole.instructions.size() + 1) / driver.instructionsPerSecond,
                 static_cast<double>(words) / kWordsPerSecond);
    return static_cast<std::size_t>(std::max(kSeconds / each - kWhole, 0.0));
}

// Appends what another child did.
void merge(CompiledSubject& all, CompiledSubject more) {
    std::ranges::move(more.log.entries, std::back_inserter(all.log.entries));
    std::ranges::move(more.log.unfinished, std::back_inserter(all.log.unfinished));
    if (!all.trouble.empty() || more.trouble.empty()) return;
    all.trouble = more.trouble;
    all.kind = more.kind;
}

// The key of one of a round's modules in a child's log; 0 is the shader itself.
std::string moduleKey(std::size_t index) {
    return fmt::format("shader {}", index);
}

bool finished(const CompileLog& log, std::size_t module) {
    return std::ranges::any_of(
        log.entries, [key = moduleKey(module)](const CompileLogEntry& entry) { return entry.key == key; });
}

// A usage error if none of the shaders has one of the constants (ID=VALUE).
Result<void> checkConstants(const std::vector<std::string>& given, std::span<const ShaderVariants> shaders) {
    for (const std::string& one : given) {
        std::optional<Error> error;
        const bool known = std::ranges::any_of(shaders, [&](const ShaderVariants& shader) {
            const Result<SpecializedConstant> constant = specialized(one, shader.constants);
            if (!constant.ok()) error = constant.error();
            return constant.ok();
        });
        if (!known && error) return *error;
    }
    return {};
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

    // Compiles the shader itself, then the variants that LineSearch wants. If a module crashes the compiler or
    // hangs, it is left out, and others that this prevented are compiled in another child, a few times. The
    // subject has a trouble only if the shader itself is missing.
    CompiledLines compile(const CompiledSubject& subject);

private:
    // Modules by their place in the round; 0 is the shader itself.
    CompiledSubject compileRound(const CompiledSubject& subject, std::span<const ShaderVariant> round,
                                 bool withWhole);
    CompiledSubject compileAll(const CompiledSubject& subject, const std::vector<std::size_t>& modules) const;
    CompiledSubject compileSome(const CompiledSubject& subject,
                                const std::vector<std::size_t>& modules) const;

    const ShaderRequest& given_;
    const CompileRequest& request_;
    const ShaderVariants& shader_;
    std::vector<std::string> modules_; // the words of this round's
};

CompiledLines ShaderChildren::compile(const CompiledSubject& subject) {
    const std::vector<AccessGroup> groups = shader_.accessGroups();
    CompiledLines all;
    std::optional<LineSearch> search;
    std::vector<ShaderVariant> round = firstVariants(groups);
    const std::size_t words = shader_.module->words().size();
    if (words * (1 + round.size()) > kMostWordsAtOnce) round.clear();
    std::size_t most = round.size(), tried = 0, untried = 0, failed = 0;
    do {
        const std::size_t count = std::min(round.size(), most - tried);
        const std::span<const ShaderVariant> now = std::span(round).first(count);
        CompiledSubject done;
        if (count > 0 || !search) done = compileRound(subject, now, !search);
        if (wasInterrupted()) return all;
        const CodeCells cells = cellsOf(done.log);
        const auto cellOf = [&](std::size_t module) -> const CodeCell* {
            const auto cell = cells.find(moduleKey(module));
            return cell != cells.end() ? &cell->second : nullptr;
        };
        const auto disassemblyOf = [&](std::size_t module) -> const Disassembly* {
            const CodeCell* const cell = cellOf(module);
            const bool read = cell != nullptr && cell->missing.empty() && cell->reading.trouble.empty();
            return read ? &cell->reading.disassembly : nullptr;
        };
        if (!search) {
            all.subject = std::move(done);
            if (cellOf(0) != nullptr) all.cell = *cellOf(0);
            if (disassemblyOf(0) == nullptr) return all;
            search.emplace(*disassemblyOf(0), groups);
            most = given_.allLines ? std::numeric_limits<std::size_t>::max()
                                   : std::max(count, mostVariants(subject, *disassemblyOf(0), words));
        }
        for (std::size_t i = 0; i < round.size(); ++i) {
            const Disassembly* const disassembly = i < count ? disassemblyOf(i + 1) : nullptr;
            failed += i < count && disassembly == nullptr ? 1U : 0U;
            search->add(round[i], disassembly);
        }
        tried += count;
        untried += round.size() - count;
        round = search->next();
    } while (!round.empty());
    all.operations = search->operations();
    if (untried > 0)
        all.aboutLines =
            "The code is long, so not all lines were looked for, and a load of data may be listed as "
            "one of a descriptor; --all-lines looks for all lines, which takes longer.";
    if (failed > 0)
        all.aboutLines +=
            fmt::format("{}The compiler failed on {} of the {} variants of the shader that show "
                        "the lines, so lines may be missing.",
                        all.aboutLines.empty() ? "" : " ", failed, tried);
    return all;
}

// After a crash or hang; none if the shader itself was alone with it. `last`: what the last children were at.
std::vector<std::size_t> stillMissing(const std::vector<std::size_t>& wanted, const CompileLog& done,
                                      const std::vector<std::string>& last) {
    std::vector<std::size_t> missing;
    if (wanted.front() == 0 && !finished(done, 0)) {
        const bool itself = last.size() == 1 && last.front() == moduleKey(0);
        if (!itself && !last.empty()) missing.push_back(0); // alone
        return missing;
    }
    for (const std::size_t module : wanted) {
        if (!finished(done, module) && std::ranges::count(done.unfinished, moduleKey(module)) == 0)
            missing.push_back(module);
    }
    return missing;
}

CompiledSubject ShaderChildren::compileRound(const CompiledSubject& subject,
                                             std::span<const ShaderVariant> round, bool withWhole) {
    constexpr int kMostTries = 4;
    modules_ = {spirvBytes(shader_.module->words())};
    for (const ShaderVariant& variant : round) modules_.push_back(spirvBytes(shader_.without(variant)));
    std::vector<std::size_t> wanted(modules_.size() - (withWhole ? 0 : 1));
    std::iota(wanted.begin(), wanted.end(), withWhole ? 0 : 1);
    CompiledSubject all = compileAll(subject, wanted);
    std::vector<std::string> last = all.log.unfinished;
    for (int tries = 1; tries < kMostTries && !wasInterrupted(); ++tries) {
        if (all.trouble.empty() || all.kind != ErrorKind::RowFailed) break;
        const std::vector<std::size_t> missing = stillMissing(wanted, all.log, last);
        if (missing.empty()) break;
        CompiledSubject more = compileAll(subject, missing);
        last = more.log.unfinished;
        if (missing.front() == 0) all.trouble = more.trouble.empty() ? all.trouble : more.trouble;
        merge(all, std::move(more));
    }
    if (finished(all.log, 0)) all.trouble.clear();
    return all;
}

// In one child, or dealt out to several.
CompiledSubject ShaderChildren::compileAll(const CompiledSubject& subject,
                                           const std::vector<std::size_t>& modules) const {
    const std::size_t count = childrenFor(subject, modules.size(), shader_.module->words().size());
    std::vector<std::vector<std::size_t>> shares(count);
    for (std::size_t i = 0; i < modules.size(); ++i) shares[i % count].push_back(modules[i]);
    std::vector<CompiledSubject> results(count);
    onAllCores(count, [&](std::size_t i) { results[i] = compileSome(subject, shares[i]); });
    for (std::size_t i = 1; i < count; ++i) merge(results.front(), std::move(results[i]));
    return std::move(results.front());
}

// All variants have the bindings of the shader itself, even if one lacks the only access to a buffer.
CompiledSubject ShaderChildren::compileSome(const CompiledSubject& subject,
                                            const std::vector<std::size_t>& modules) const {
    CompileRequest request = request_;
    request.shaders = {shader_.entryPoint, packed(given_.pushDescriptors ? Message{kPushed} : Message()),
                       packed(constantsOf(given_.constants, shader_)), modules_.front()};
    for (const std::size_t module : modules)
        request.shaders.insert(request.shaders.end(), {moduleKey(module), modules_[module]});
    return compileInChild(subject, request);
}

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
        std::size_t loaded = 0;
        for (const MemoryOperation& operation : operations) {
            if (operation.access != Access::Load || std::ranges::count(operation.lines, line) == 0) continue;
            known = known && operation.linesComplete && operation.load.bits > 0 &&
                    operation.lines.size() == 1 && depths[line].contains(depthOf(operation.loop, code.loops));
            one.most = std::max(one.most, operation.load.bits);
            loaded += operation.count * operation.load.bits;
        }
        if (known && one.most > 0 && one.most < one.bits && loaded >= places[line].size() * one.bits)
            all.push_back(one);
    }
    return all;
}

ShaderCode codeOf(const ShaderVariants& shader, const CompiledSubject& subject, CompiledLines compiled) {
    ShaderCode code;
    code.file = shader.file;
    code.entryPoint = shader.entryPoint;
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
    for (const SpecConstant& one : shader.constants)
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
    std::vector<Error> lacking; // an entry point
    std::size_t withoutDxc = 0;
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
            withoutDxc += lacksDxc(error) ? 1u : 0u;
            if (lacksDxc(error)) error.remedy.clear();
            refuse(shaderTrouble(path.path, error));
            continue;
        }
        if (found.value().shaders.empty() && path.named)
            refuse(shaderTrouble(path.path, noComputeShader(found.value())));
        std::ranges::move(found.value().shaders, std::back_inserter(all));
    }
    if (withoutDxc > 0) printNote(dxcWouldHelp(withoutDxc));
    VKPERFTEST_TRY(checkConstants(given.constants, all));
    if (all.empty() && unread == 0 && !lacking.empty() && !given.compile.entry.empty())
        return entryNowhere(lacking);
    if (all.empty() && unread == 0)
        return Error{ErrorKind::Usage, "there is no compute shader among these files",
                     "name files, or folders that hold compute shaders in HLSL, GLSL or SPIR-V"};
    return all;
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

namespace {

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

Result<ShaderSet> askedShaders(const Message& message) {
    const std::string& entryPoint = message.at(0);
    const Result<SpirvModule> whole = SpirvModule::read(wordsIn(message.at(3)), true);
    if (!whole.ok()) return whole.error();
    ShaderInterface needs;
    VKPERFTEST_TRY(assign(needs, interfaceOf(whole.value(), entryPoint)));
    ShaderSet set;
    for (const std::string& text : unpacked(message.at(1)).value_or(Message())) {
        set.options.pushDescriptors = set.options.pushDescriptors || text == kPushed;
        if (text != kPushed) takeBinding(text, needs.shader);
    }
    for (const std::string& text : unpacked(message.at(2)).value_or(Message()))
        VKPERFTEST_TRY(assign(set.options.constants.emplace_back(), specialized(text, needs.constants)));
    VKPERFTEST_TRY(assign(needs, interfaceOf(whole.value(), entryPoint, set.options.constants)));
    for (std::size_t i = 4; i + 1 < message.size(); i += 2) {
        Shader& shader = set.shaders.emplace_back(needs.shader);
        shader.key = message[i];
        shader.words = wordsIn(message[i + 1]);
    }
    return set;
}

} // namespace vkperftest
