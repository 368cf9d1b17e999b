#include "cli/shader_children.h"

#include <algorithm>
#include <iterator>
#include <limits>
#include <numeric>
#include <optional>
#include <thread>
#include <utility>

#include <fmt/format.h>

#include "base/atomic_file.h"
#include "base/cores.h"
#include "base/process.h"
#include "base/text.h"
#include "frontend/compile.h"
#include "frontend/reflection.h"

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
    constexpr double kSeconds = 1.45, kWhole = 2; // of one core; the shader itself takes both, as it is alone
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

bool finished(const CompileLog& log, std::size_t module) {
    return std::ranges::any_of(
        log.entries, [key = moduleKey(module)](const CompileLogEntry& entry) { return entry.key == key; });
}

} // namespace

std::string moduleKey(std::size_t index) {
    return fmt::format("shader {}", index);
}

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

Result<CompiledLines> ShaderChildren::compile(const CompiledSubject& subject) {
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
        if (count > 0 || !search) VKPERFTEST_TRY(assign(done, compileRound(subject, now, !search)));
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
            most = given_.allLines() ? std::numeric_limits<std::size_t>::max()
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

Result<CompiledSubject> ShaderChildren::compileRound(const CompiledSubject& subject,
                                                     std::span<const ShaderVariant> round, bool withWhole) {
    CompiledShader whole{.entryPoint = shader_.entryPoint, .stage = "comp", .compiler = {}};
    const std::span<const std::uint32_t> words = shader_.module->words();
    whole.words.assign(words.begin(), words.end());
    std::vector<CompiledShader> modules(1 + round.size(), whole);
    for (std::size_t i = 0; i < round.size(); ++i) modules[i + 1].words = shader_.without(round[i]);
    VKPERFTEST_TRY(writeFileAtomically(package_, toBytes(modules)));
    std::vector<std::size_t> wanted(modules.size() - (withWhole ? 0 : 1));
    std::iota(wanted.begin(), wanted.end(), withWhole ? 0 : 1);
    return compileSafely(subject, wanted);
}

CompiledSubject ShaderChildren::compileSafely(const CompiledSubject& subject,
                                              const std::vector<std::size_t>& modules) {
    constexpr int kMostRounds = 4;
    CompiledSubject all = compileAll(subject, modules);
    std::vector<std::string> last = all.log.unfinished;
    for (int round = 1; round < kMostRounds && !wasInterrupted(); ++round) {
        if (all.trouble.empty() || all.kind != ErrorKind::RowFailed) break;
        const std::vector<std::size_t> missing = stillMissing(modules, all.log, last);
        if (missing.empty()) break;
        CompiledSubject more = compileAll(subject, missing);
        last = more.log.unfinished;
        if (missing.front() == 0) all.trouble = more.trouble.empty() ? all.trouble : more.trouble;
        merge(all, std::move(more));
    }
    if (finished(all.log, 0)) all.trouble.clear();
    return all;
}

// After a crash or hang; none if the shader itself was alone with it. `last`: what the last children were at.
std::vector<std::size_t> ShaderChildren::stillMissing(const std::vector<std::size_t>& wanted,
                                                      const CompileLog& done,
                                                      const std::vector<std::string>& last) const {
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

// In one child, or dealt out to several.
CompiledSubject ShaderChildren::compileAll(const CompiledSubject& subject,
                                           const std::vector<std::size_t>& modules) {
    const std::size_t count = childrenFor(subject, modules.size(), shader_.module->words().size());
    std::vector<std::vector<std::size_t>> shares(count);
    for (std::size_t i = 0; i < modules.size(); ++i) shares[i % count].push_back(modules[i]);
    const std::size_t first = children_;
    children_ += count;
    std::vector<CompiledSubject> results(count);
    onAllCores(count, [&](std::size_t i) {
        results[i] = compileSome(subject, shares[i], scratch_.file(std::to_string(first + i)));
    });
    for (std::size_t i = 1; i < count; ++i) merge(results.front(), std::move(results[i]));
    return std::move(results.front());
}

CompiledSubject ShaderChildren::compileSome(const CompiledSubject& subject,
                                            const std::vector<std::size_t>& modules,
                                            const std::string& file) const {
    CompileRequest request = request_;
    std::vector<std::string>& arguments = request.shaderArguments;
    arguments = {"--shaders", package_};
    const auto add = [&](const char* option, const std::string& value) {
        arguments.insert(arguments.end(), {option, value});
    };
    std::vector<std::string> numbers;
    for (const std::size_t module : modules) numbers.push_back(std::to_string(module));
    add("--modules", join(numbers, ","));
    for (const std::string& constant : constantsOf(given_.constants, shader_)) add("--spec", constant);
    const ShaderPipelineOptions& pipeline = given_.pipeline;
    if (pipeline.pushDescriptors) arguments.emplace_back("--push-descriptors");
    const CompileSettings& compiled = pipeline.compiled;
    if (compiled.subgroupSize != 0) add("--subgroup-size", std::to_string(compiled.subgroupSize));
    if (compiled.robustness != Robustness::Off)
        add("--robustness", std::string(robustnessName(compiled.robustness)));
    return compileInChild(subject, request, file + ".transcript");
}

} // namespace vkperftest
