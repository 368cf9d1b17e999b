#include "cli/trying.h"

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <span>
#include <thread>

#include <fmt/format.h>

#include "base/child_process.h"
#include "base/printable.h"
#include "base/process.h"
#include "base/text.h"
#include "base/utf8_path.h"
#include "cli/console.h"
#include "cli/isa_compiling.h"
#include "cli/shader_variants.h"
#include "frontend/resources.h"
#include "model/published.h"
#include "run/dispatch_size.h"
#include "run/timing.h"
#include "trial/trial.h"

namespace vkperftest {
namespace {

constexpr const char* kUnchecked = "unchecked"; // of --probe
constexpr int kUniform = 64;                    // begins exit codes of --probe broadcast

using Groups = std::array<std::uint32_t, 3>;

// A compute shader of a file.
struct ReadShader {
    TrialSubject subject;
    std::string source;          // TriedShader::source
    bool usualWorkgroup = false; // as SizedModule has it
};

// Whatever they point to would have to be made up.
bool takesAddresses(const SpirvModule& module) {
    return std::ranges::any_of(module.instructions(), [](const SpirvInstruction& one) {
        return is(&one, spv::OpCapability) &&
               one.operands[0] == spv::CapabilityPhysicalStorageBufferAddresses;
    });
}

// As many lines of a source as results files hold.
std::string beginning(const std::string& source) {
    const std::string text = printable(source, Keep::Lines);
    return text.size() <= kMostKept ? text : text.substr(0, text.rfind('\n', kMostKept - 1) + 1);
}

// The one compute shader of the file that the options leave.
Result<ReadShader> readShader(const std::string& path, const ShaderOptions& options,
                              const std::vector<std::string>& constants) {
    FoundShaders found;
    VKPERFTEST_TRY(assign(found, shadersIn(path, options, constants)));
    VKPERFTEST_TRY(checkConstants(constants, found.shaders));
    if (found.shaders.empty()) return noComputeShader(found.others, "`try` measures compute shaders");
    if (found.shaders.size() > 1) {
        std::vector<std::string> names;
        for (const ShaderVariants& one : found.shaders)
            names.push_back(printable(one.needs.shader.entryPoint) + " (comp)");
        return Error{ErrorKind::Usage, "it has several compute shaders: " + join(names, ", "),
                     "choose one with --entry"};
    }
    ShaderVariants& only = found.shaders.front();
    if (takesAddresses(*only.module))
        return Error{ErrorKind::Unsupported, "it takes addresses of buffers, which cannot be made up",
                     "measure a version of it that binds its buffers"};
    ReadShader read{.source = beginning(found.source), .usualWorkgroup = only.usualWorkgroup};
    VKPERFTEST_TRY(assign(read.subject, subjectOf(only.module, std::move(only.needs.shader))));
    return read;
}

// "16 MB", "4.5 MB"
std::string aboutBytes(std::uint64_t bytes) {
    constexpr double kStep = 1024;
    const auto number = static_cast<double>(bytes);
    if (number < kStep) return sizeText(bytes);
    return number < kStep * kStep ? threeDigits(number / kStep) + " KB"
                                  : threeDigits(number / kStep / kStep) + " MB";
}

std::string groupsText(const Groups& groups) {
    std::vector<std::string> sides;
    for (std::size_t i = 0; i < 3; ++i)
        if (i == 0 || groups[i] > 1 || (i == 1 && groups[2] > 1)) sides.push_back(std::to_string(groups[i]));
    return join(sides, " x ");
}

// "1024 workgroups of 64, 16 MB in, 16 MB out"
std::string settingText(const TrialSubject& subject, const World& world) {
    std::uint64_t in = 0, out = 0;
    for (const TrialResource& resource : world.resources)
        (resource.written ? out : in) += resource.content.size();
    const bool one = world.groups == Groups{1, 1, 1};
    std::string text = fmt::format("{} workgroup{} of {}", groupsText(world.groups), one ? "" : "s",
                                   groupsText(subject.needs.localSize));
    if (in > 0) text += fmt::format(", {} in", aboutBytes(in));
    if (out > 0) text += fmt::format(", {} out", aboutBytes(out));
    if (!world.small.empty()) text += fmt::format(", accesses exceed {}", join(world.small, ", "));
    return text;
}

// TriedShader::memory, as the trial and its executor (vulkan/trial_programs.h) hold contents, each twice: on the host and
// on the device, and on its way there. What is written has a copy on the device to begin with again, one to be read
// back, and two results.
std::string memoryText(const Trial& trial) {
    std::uint64_t all = 0;
    for (const TrialResource& resource : trial.resources)
        all += resource.content.size() * (resource.written ? 7 : 3);
    for (const TrialShader& shader : trial.shaders)
        for (const TrialShader::OwnContent& own : shader.contents) all += 3 * own.content.size();
    return aboutBytes(all);
}

// TriedShader::guessed.
std::string guessedText(const World& world, bool usualWorkgroup) {
    std::vector<std::string> guessed;
    if (usualWorkgroup) guessed.emplace_back("--workgroup");
    if (world.guessedGroups) guessed.emplace_back("--groups");
    if (!world.guessed.empty()) guessed.emplace_back("--buffer");
    if (world.guessedImages) guessed.emplace_back("--image");
    if (world.guessedPush) guessed.emplace_back("--push");
    std::string all = join(guessed, ", ");
    if (!world.few.empty()) all += fmt::format("; {}, since they may index descriptors", world.few);
    if (world.most != kUsualMost)
        all += fmt::format("; no integer above {}: larger ones fail, take too long or change nothing",
                           world.most);
    return all;
}

// For all that is tried, and not an ordinary result: the shader's fault, or the device's.
Error unlessUnsupported(Error error, ErrorKind instead) {
    if (error.kind != ErrorKind::Unsupported) return error;
    if (error.remedy.empty())
        error.remedy =
            "measure a version that does without it, or name another device with --device or --driver";
    error.kind = instead;
    return error;
}

constexpr std::string_view kWhatBoundsLoops = "give what bounds its loops with --push, --buffer and --spec";

// A device that hangs was usable until the shader ran.
Error whatHangs(Error error) {
    if (error.kind == ErrorKind::NoDevice)
        error = {ErrorKind::RowFailed, std::move(error.cause),
                 "a loop of the shader may not end: " + std::string(kWhatBoundsLoops)};
    return error;
}

class Trying {
public:
    Trying(TryRequest& request, DeviceOpener openDevices) : given_(request), openDevices_(openDevices) {
        if (request.most > 0) request.world.most = request.most;
    }

    Result<int> tryShader();

private:
    Result<World> findWorld();
    using Names = std::vector<std::string>;
    Result<double> runTrial(const std::shared_ptr<Trial>& trial, double quick = kSubmissionNanoseconds,
                            Names* equal = nullptr);
    Result<int> probeUniform(World world);
    void findUniform(const Groups& groups);
    Result<std::shared_ptr<Trial>> prepared(World world, const VariantOptions& variants);
    Result<int> probe();
    std::optional<int> probed(const std::string& name, const Groups& groups) const;
    void dropUnsafe();
    Result<void> plan(World world);
    Result<int> showCode();
    void judge(const RunFigures& figures);

    TryRequest& given_;
    DeviceOpener openDevices_;
    ReadShader shader_, other_;
    std::optional<TriedShader> like_; // of the results file whose guesses are taken
    std::shared_ptr<Trial> trial_;
    std::unique_ptr<OpenDevices> devices_; // of runTrial
    bool found_ = false;                   // what --fail-on names
    const char* unjudged_ = nullptr;       // what it names, of which nothing could be judged
};

// Runs all of its shaders once, and returns what a dispatch of the first one takes, in nanoseconds; one that seems to take
// longer than `quick` may have been disturbed, and is repeated. Others may lack what they need, or leave other results:
// `equal` gets the names of those that do not, as far as they can be tried in a few seconds.
Result<double> Trying::runTrial(const std::shared_ptr<Trial>& trial, double quick, Names* equal) {
    constexpr double kPatience = 50e6;
    constexpr std::chrono::seconds kEnough(2); // of pipelines that take long to compile
    RunPlan plan;
    plan.strategies = {Strategy::Set};
    plan.trial = trial;
    std::size_t index = 0;
    VKPERFTEST_TRY(assign(index, selectDevice(devices_->records(), given_.run.where.device)));
    DeviceRecord record;
    const Result<std::unique_ptr<Executor>> executor = devices_->executor(index, plan, record);
    if (!executor.ok()) return executor.error();
    double nanoseconds = 0;
    const auto begin = std::chrono::steady_clock::now();
    for (const TrialShader& shader : trial->shaders) {
        if (equal != nullptr && std::chrono::steady_clock::now() - begin > kEnough) break;
        const bool first = &shader == &trial->shaders.front();
        const BoundRow row{trialRow(shader.name), Strategy::Set};
        const Result<ProgramId> program = executor.value()->prepare({&row, 1}).front();
        if (!program.ok() && first) return program.error();
        if (!program.ok()) continue;
        const Result<void> verified = executor.value()->verify(program.value(), {});
        if (!verified.ok() && (first || verified.error().kind != ErrorKind::WrongValues))
            return whatHangs(verified.error());
        if (equal != nullptr && verified.ok()) equal->push_back(shader.name);
        const std::vector twice(2, Dispatch{program.value(), 1});
        double spent = 0, fastest = 0;
        do {
            std::vector<double> times;
            if (const Result<void> sampled = assign(times, sampleRunning(*executor.value(), twice));
                !sampled.ok())
                return whatHangs(sampled.error());
            const double faster = *std::ranges::min_element(times);
            fastest = spent == 0 ? faster : std::min(fastest, faster);
            spent += times[0] + times[1];
        } while (first && fastest > quick && spent < kPatience);
        if (first) nanoseconds = fastest;
    }
    return nanoseconds;
}

// Begins with one workgroup and goes on to as many as were asked for. Guessed ones stop at a dispatch of a few
// milliseconds. Bounds are checked meanwhile.
Result<World> Trying::findWorld() {
    constexpr double kGuessedDispatches = 4; // of Method::dispatchNanoseconds
    constexpr double kGrowth = 8;
    constexpr std::uint64_t kFourFactors =
        215; // integers whose product is one: where it wraps, shaders do nothing
    VKPERFTEST_TRY(assign(devices_, openDevices_(given_.run.where)));
    std::size_t index = 0;
    VKPERFTEST_TRY(assign(index, selectDevice(devices_->records(), given_.run.where.device)));
    const bool guessed = !given_.world.groups;
    const double most =
        guessed ? kGuessedDispatches * methodOf(devices_->records()[index].kind).dispatchNanoseconds
                : kSubmissionNanoseconds / 2;
    std::vector<Groups> sizes = {groupsOf(shader_.subject, given_.world)};
    while (sizes.back() != Groups{1, 1, 1}) sizes.push_back(fewerGroups(sizes.back()));
    std::ranges::reverse(sizes);
    std::optional<Groups> found;
    std::uint64_t least = given_.world.most; // integers that are guessed there are at most that
    bool changed = true;
    for (const Groups& groups : sizes) {
        Result<World> made = worldOf(shader_.subject, given_.world, groups);
        if (!made.ok() && guessed && found) break; // more would take too much memory
        if (!made.ok()) return made.error();
        double time = 0;
        const double quick = &groups == &sizes.back() ? most : most / kGrowth;
        const std::shared_ptr<Trial> trial = trialOf(shader_.subject, std::move(made).value());
        VKPERFTEST_TRY(assign(time, runTrial(trial, quick)));
        if (trial->outcome.unchanged && changed && given_.world.most == kUsualMost && !like_) {
            given_.world.most = kFourFactors;
            World fewer;
            VKPERFTEST_TRY(assign(fewer, worldOf(shader_.subject, given_.world, groups)));
            const std::shared_ptr<Trial> its = trialOf(shader_.subject, std::move(fewer));
            VKPERFTEST_TRY(assign(time, runTrial(its, quick)));
            changed = !its->outcome.unchanged;
            if (!changed) given_.world.most = kUsualMost;
        }
        if (guessed && found && time > most) break; // its loops are longer, too
        found = groups;
        least = given_.world.most;
        if (guessed && time > kSubmissionNanoseconds / 2)
            return Error{ErrorKind::RowFailed, fmt::format("one workgroup takes {:.0f} ms", time * 1e-6),
                         std::string(kWhatBoundsLoops)};
        if (time <= quick || &groups == &sizes.back()) continue;
        if (guessed) break;
        return Error{
            ErrorKind::Usage,
            fmt::format("a dispatch of {} workgroups takes {:.1f} ms, so that one of {} would take too long",
                        groupsText(groups), time * 1e-6, groupsText(sizes.back())),
            "give fewer workgroups with --groups"};
    }
    given_.world.most = least;
    devices_.reset();
    return worldOf(shader_.subject, given_.world, *found);
}

Result<std::shared_ptr<Trial>> Trying::prepared(World world, const VariantOptions& variants) {
    const std::string setting = settingText(shader_.subject, world);
    const std::string guessed = guessedText(world, shader_.usualWorkgroup);
    const std::uint64_t most = world.most;
    std::shared_ptr<Trial> trial;
    if (given_.files.size() < 2) {
        trial = withVariants(shader_.subject, std::move(world), variants);
    } else {
        WorldOptions its = given_.world;
        its.other = &shader_.subject;
        World larger;
        VKPERFTEST_TRY(assign(larger, worldOf(other_.subject, its, world.groups)));
        VKPERFTEST_TRY(assign(trial, withOther(shader_.subject, std::move(world), other_.subject, larger,
                                               textOf(pathOf(given_.files[1]).filename()))));
    }
    TriedShader& described = trial->described;
    described.file = textOf(pathOf(given_.files[0]).filename());
    described.entryPoint = shader_.subject.shader.entryPoint;
    described.setting = setting;
    described.memory = memoryText(*trial);
    described.guessed = guessed;
    if (most != kUsualMost) described.most = most;
    described.source = shader_.source;
    if (given_.files.size() == 2) described.variants.front().source = other_.source;
    described.checked = trial->checked;
    return trial;
}

// In a process of its own: which of the indices that may be uniform are, as the bits of an exit code. Results that cannot be
// compared show nothing, nor does an index that does not matter.
Result<int> Trying::probeUniform(World world) {
    static constexpr std::chrono::seconds kMostSeconds(6);
    const SpirvModule& module = *shader_.subject.module;
    const std::vector<std::uint32_t> ids = mayBeUniform(module);
    const std::shared_ptr<Trial> trial = trialOf(shader_.subject, std::move(world));
    const auto nameOf = [](std::uint32_t id, bool zero) { return fmt::format("{} {}", id, zero); };
    for (const std::uint32_t id : ids)
        for (const bool zero : {true, false}) {
            TrialShader& one = trial->shaders.emplace_back(trial->shaders.front());
            one.name = nameOf(id, zero);
            one.shader.words = withIndices(module, {&id, 1}, zero);
        }
    Names equal;
    std::thread([] { // some compilers take minutes for one of these
        std::this_thread::sleep_for(kMostSeconds);
        std::_Exit(kExitRowsFailed);
    })
        .detach();
    VKPERFTEST_TRY(runTrial(trial, kSubmissionNanoseconds, &equal));
    const auto isEqual = [&](const std::string& name) { return std::ranges::count(equal, name) > 0; };
    int code = kUniform;
    for (std::size_t i = 0; i < ids.size(); ++i)
        if (trial->outcome.reproducible && isEqual(nameOf(ids[i], false)) && !isEqual(nameOf(ids[i], true)))
            code |= 1 << i;
    return code;
}

// Indices that are not uniform may make loops endless.
void Trying::findUniform(const Groups& groups) {
    const std::vector<std::string>& only = given_.variants.only;
    const bool wanted = only.empty() || std::ranges::count(only, kBroadcast) > 0;
    if (!wanted || given_.files.size() > 1 || openDevices_ != openVulkanDevices) return;
    std::vector<std::uint32_t>& uniform = given_.variants.uniform.emplace();
    const std::vector<std::uint32_t> ids = mayBeUniform(*shader_.subject.module);
    const int found = ids.empty() ? 0 : probed(kBroadcast, groups).value_or(0);
    for (std::size_t i = 0; i < ids.size() && found / kUniform == 1; ++i)
        if ((found >> i & 1) != 0) uniform.push_back(ids[i]);
}

// In a process of its own, which may crash: a variant whose accesses nobody checks. Returns whether it ended, and for
// kUnchecked whether the shader, and the other version, leave the same without checks.
Result<int> Trying::probe() {
    World world;
    VKPERFTEST_TRY(assign(world, worldOf(shader_.subject, given_.world, *given_.world.groups)));
    VKPERFTEST_TRY(assign(devices_, openDevices_(given_.run.where)));
    if (given_.probe == kBroadcast) return probeUniform(std::move(world));
    VariantOptions one = given_.variants;
    one.only = {given_.probe};
    std::shared_ptr<Trial> trial;
    VKPERFTEST_TRY(assign(trial, prepared(std::move(world), one)));
    Result<double> ran = runTrial(trial);
    if (!ran.ok()) return kExitRowsFailed;
    if (given_.probe != kUnchecked) return kExitDone;
    const TrialOutcome checked = std::exchange(trial->outcome, {});
    trial->checked = false;
    ran = runTrial(trial);
    const bool same = ran.ok() && checked.reproducible && trial->outcome.reproducible &&
                      checked.results == trial->outcome.results;
    return same ? kExitDone : kExitFindings;
}

// What came of such a process: its exit code, or nothing if it crashed.
std::optional<int> Trying::probed(const std::string& name, const Groups& groups) const {
    std::vector<std::string> own = given_.run.arguments;
    std::vector<std::string> added = {kInChild, kMost, std::to_string(given_.world.most), kProbe, name};
    if (!given_.world.groups) {
        added.emplace_back("--groups");
        added.push_back(fmt::format("{}", fmt::join(groups, ",")));
    }
    own.insert(own.begin() + 1, added.begin(), added.end()); // before a "--"
    const Result<std::string> program = ownProgram();
    const Result<int> ended = program.ok() ? runProgram(program.value(), own) : Result<int>(program.error());
    return ended.ok() ? std::optional(ended.value()) : std::nullopt;
}

// Where nothing lies outside, checks would only make loads through descriptors slower than those by address.
void Trying::dropUnsafe() {
    if (openDevices_ != openVulkanDevices) return;
    trial_->checked = like_ ? like_->checked : probed(kUnchecked, trial_->groups) != kExitDone;
    trial_->described.checked = trial_->checked;
    std::erase_if(trial_->shaders, [&](const TrialShader& shader) {
        const bool unsafe =
            !shader.addresses.empty() || shader.shader.compiled.robustness == Robustness::Forbidden;
        if (!unsafe || given_.files.size() > 1) return false;
        const auto crashed = [&](const TriedVariant& one) { return one.name == shader.name && one.crashed; };
        if (like_ ? std::ranges::none_of(like_->variants, crashed)
                  : probed(shader.name, trial_->groups).has_value())
            return false;
        const auto tried = std::ranges::find(trial_->described.variants, shader.name, &TriedVariant::name);
        tried->reason = "it crashes: the shader accesses memory outside its buffers, or the driver fails";
        tried->crashed = true;
        return true;
    });
}

Result<void> Trying::plan(World world) {
    findUniform(world.groups);
    VKPERFTEST_TRY(assign(trial_, prepared(std::move(world), given_.variants)));
    dropUnsafe();
    trial_->described.contents = contentsOf(*trial_);
    if (like_) {
        trial_->described.guessed = like_->guessed;
        trial_->described.unchanged = like_->unchanged;
        trial_->described.reproducible = like_->reproducible;
    }
    RunPlan& plan = given_.run.plan;
    plan.suite = trial_->described.file;
    plan.strategies = {Strategy::Set};
    plan.baseline = trialRow(kAsWritten);
    for (const TrialShader& shader : trial_->shaders) plan.rows.push_back(trialRow(shader.name));
    plan.trial = trial_;
    return {};
}

// Without running anything, so that sizes do not count.
Result<int> Trying::showCode() {
    World world;
    VKPERFTEST_TRY(assign(world, worldOf(shader_.subject, given_.world, {1, 1, 1})));
    VKPERFTEST_TRY(assign(trial_, prepared(std::move(world), given_.variants)));
    return showVariantCode(given_, *trial_);
}

// For --fail-on.
void Trying::judge(const RunFigures& figures) {
    const TriedShader& tried = *figures.run->settings.shader;
    const bool comparable = tried.reproducible && !tried.unchanged;
    bool timed = false, compared = false;
    for (const RowFigures& row : std::span(figures.rows).subspan(1)) { // but as written
        const Verdict verdict = verdictOnVariant(row, given_.threshold);
        const Status status = row.row->strategies[0].status;
        timed = timed || verdict != Verdict::Unknown;
        compared = compared || (comparable && (status == Status::Measured || status == Status::WrongValues));
        found_ = found_ || (given_.failOnSlower && verdict == Verdict::Worse) ||
                 (given_.failOnDifferent && tried.reproducible && status == Status::WrongValues);
    }
    if (given_.failOnSlower && !timed) unjudged_ = "slower";
    if (given_.failOnDifferent && !compared) unjudged_ = "different";
}

Result<int> Trying::tryShader() {
    for (std::size_t i = 0; i < given_.files.size(); ++i) {
        const std::string& path = given_.files[i];
        const Result<void> read =
            assign(i == 0 ? shader_ : other_, readShader(path, given_.shader, given_.constants));
        if (read.ok()) continue;
        const Error error = unlessUnsupported(read.error(), ErrorKind::Usage);
        printShaderTrouble(shaderTrouble(path, error)); // a compiler's has several lines
        return exitCode(error);
    }
    if (given_.files.size() > 1) given_.world.other = &other_.subject;
    if (!given_.probe.empty()) {
        const Result<int> ended = probe();
        return ended.ok() ? ended : Result<int>(kExitRowsFailed); // without a word: its parent speaks
    }
    World world; // the smallest shows what is wrong with the options, before any device is opened
    if (Result<World> smallest = worldOf(shader_.subject, given_.world, {1, 1, 1}); !smallest.ok())
        return unlessUnsupported(smallest.error(), ErrorKind::Usage);
    VKPERFTEST_TRY(checkAssumed(shader_.subject, given_.variants.assumedAlignment));
    if (!given_.compile.targets.empty()) return showCode();
    VKPERFTEST_TRY(given_.run.openEarlier());
    if (given_.run.earlier) like_ = given_.run.earlier->settings.shader;
    if (!given_.like.empty()) {
        RunResult first;
        VKPERFTEST_TRY(assign(first, readResultsFile(given_.like)));
        like_ = first.settings.shader;
    }
    if (!given_.sizes.empty()) {
        RunResult own;
        VKPERFTEST_TRY(assign(own, readResultsFile(given_.sizes)));
        given_.run.plan.sizes = sizesOf(own);
        given_.run.plan.code = false; // the first process of each driver reads it
    }
    if (like_ && !given_.world.groups && like_->groups.size() == 3)
        given_.world.groups = Groups{like_->groups[0], like_->groups[1], like_->groups[2]};
    if (like_ && like_->most > 0) given_.world.most = like_->most;
    if (Result<World> found = findWorld(); found.ok()) {
        world = std::move(found).value();
    } else {
        const ErrorKind kind = found.error().kind;
        if (given_.most > 1 && kind != ErrorKind::NoDevice && kind != ErrorKind::Unsupported)
            return kExitTooMuch;
        const bool chosen = !given_.run.where.device.empty() || !given_.compile.drivers.empty();
        if (kind != ErrorKind::NoDevice || chosen)
            return unlessUnsupported(found.error(), ErrorKind::NoDevice);
        printNote(found.error().cause +
                  ", so this is the code for GPUs that drivers here compile for (--target)");
        const Result<int> shown = showCode();
        return shown.ok() ? shown : Result<int>(found.error());
    }
    VKPERFTEST_TRY(plan(std::move(world)));
    int code = 0;
    VKPERFTEST_TRY(assign(
        code,
        measureDevices(given_.run, openDevices_, [this](const RunFigures& figures, const std::string& file) {
            judge(figures);
            if (given_.run.plan.blockRounds > 0) return saveResults(figures, file);
            return saveAndPrint(figures, file, triedDocument(figures, given_.threshold, given_.output.all),
                                given_.output);
        })));
    if (code != kExitDone && code != kExitRowsFailed) return code;
    if (!found_ && unjudged_ != nullptr)
        return Error{ErrorKind::RowFailed, fmt::format("--fail-on {} could not check any variant", unjudged_),
                     "the lines above say why"};
    return found_ ? kExitFindings : code;
}

} // namespace

Result<void> checkTry(const TryRequest& request) {
    return checkVariants(request.variants.only);
}

Result<int> tryShaders(TryRequest& request, DeviceOpener openDevices) {
    return Trying(request, openDevices).tryShader();
}

} // namespace vkperftest
