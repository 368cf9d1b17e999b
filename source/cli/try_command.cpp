// `try`: a user's compute shader, measured as written and in variants.
#include <algorithm>

#include <fmt/format.h>

#include "base/child_process.h"
#include "base/printable.h"
#include "base/process.h"
#include "base/text.h"
#include "cli/interleaving.h"
#include "cli/isa_compiling.h"
#include "cli/options.h"
#include "cli/trying.h"

namespace vkperftest {

class TryCommand : public Command {
public:
    void declare(Options& options) override;
    Result<void> check(const Options& given) override;
    Result<int> execute() override;

private:
    std::vector<std::string> ofBlock(const Side& side, const std::string& file) const;

    TryRequest request_;
    Interleaving interleaving_; // of two drivers
};

std::unique_ptr<Command> newTry() {
    return std::make_unique<TryCommand>();
}

void TryCommand::declare(Options& options) {
    options.texts("files", "FILE",
                  "A compute shader in HLSL, GLSL or SPIR-V (or in Slang or WGSL, with their compilers on "
                  "the PATH); two files: two versions of one",
                  request_.files);
    addShaderOptions(options, "", "compute shader", request_.shader);
    addConstants(options, "", request_.constants, request_.shader);
    options.value("--groups", "X[,Y[,Z]]",
                  "Workgroups of a dispatch (default: of a million invocations at most)",
                  [this](const std::string& text) {
                      return assign(request_.world.groups.emplace(),
                                    parseThree("--groups", text, 65535)); // of every device
                  });
    options.texts("--buffer", "NAME=BYTES[:CONTENT]",
                  "Size of a buffer, such as 16M; its content: zero, random, index, or a file (default: "
                  "floats from 0.5 to 1, integers below the number of invocations); repeatable",
                  request_.world.buffers);
    options.texts("--image", "NAME=WxH[:FORMAT]",
                  "Size of an image, and its format, such as RGBA16F; repeatable", request_.world.images);
    options.texts(
        "--push", "NAME=VALUE[,…]",
        "Value of a push constant, by its name, or by its byte offset if the SPIR-V has no names; repeatable",
        request_.world.pushed);
    options.values("--only", "VARIANT,…", "Only these variants (a wrong name lists them); repeatable",
                   [this](const std::string& names) {
                       for (const std::string& name : split(names, ','))
                           request_.variants.only.push_back(name);
                       return Result<void>();
                   });
    options.choice<std::uint32_t>("--assume-alignment", "BYTES",
                                  "Take byte offsets that the shader computes for multiples of 4, 8 or 16",
                                  {{"4", 4}, {"8", 8}, {"16", 16}}, request_.variants.assumedAlignment);
    addDevice(options, request_.run.where.device);
    options.texts(
        "--driver", "ICD.json",
        "Use only the Vulkan driver of this ICD manifest; two: measured in turns, as `ab` does, and compared",
        request_.compile.drivers);
    options.values(
        "--target", "FAMILY",
        "Instead of times, show the loads in the code that Mesa compiles for this GPU family, which may "
        "be absent (`isa --target list` lists them); repeatable",
        [this](const std::string& name) { return addTargets(name, request_.compile); });
    request_.run.declareEffort(options);
    request_.run.plan.seed = randomBits();
    options.value("--threshold", "PERCENT", "Smallest change that counts as faster or slower (default: 3)",
                  [this](const std::string& text) { return assign(request_.threshold, parsePercent(text)); });
    options.flags("--fail-on", "WHAT,…", "Exit with 1 if a variant is: slower, different",
                  {{"slower", &request_.failOnSlower}, {"different", &request_.failOnDifferent}});
    request_.output.declareAll(options, "Print every variant, also those that do not apply (and why)");
    options.flag("--validate", request_.run.where.validate,
                 "Enable the validation layers (times are then not representative)");
    options.flag(kInChild, request_.inChild, "");
    options.text(kProbe, "NAME", "", request_.probe);
    options.number(kBlock, "", 1, 1000, request_.run.plan.blockRounds);
    options.number(kSide, "", 0, 1, request_.side);
    options.number(kMost, "", 1, kUsualMost, request_.most);
    for (const auto& [name, file] : {std::pair(kBlockFile, &request_.blockFile),
                                     std::pair(kLike, &request_.like), std::pair(kSizes, &request_.sizes)})
        options.text(name, "FILE", "", *file);
    request_.run.declareFile(options);
    request_.output.declareFormat(options);
}

Result<void> TryCommand::check(const Options& given) {
    if (request_.files.empty() || request_.files.size() > 2)
        return Error{ErrorKind::Usage,
                     request_.files.empty() ? "`try` needs a file" : "`try` takes one file or two",
                     "name a compute shader, or two versions of one"};
    if (request_.files.size() == 2 && !request_.variants.only.empty())
        return contradiction("two files", "--only", "try the variants of one file");
    std::vector<std::string>& drivers = request_.compile.drivers;
    if (!request_.compile.targets.empty()) {
        VKPERFTEST_TRY(given.refuse({"--device", "--fail-on"}, "with --target",
                                    "a target is compiled for, and not measured"));
        VKPERFTEST_TRY(differentDrivers(drivers));
    } else if (drivers.size() > 2) {
        return Error{ErrorKind::Usage, fmt::format("`try` compares two drivers, not {}", drivers.size()),
                     "give --driver A.json --driver B.json"};
    } else if (drivers.size() == 2 && request_.run.plan.blockRounds == 0) {
        VKPERFTEST_TRY(given.refuse({"--continue", "--validate", "--time", "--precise", "--precision"},
                                    "with two drivers", "their samples are counted, as those of `ab`"));
        if (request_.failOnDifferent)
            return contradiction("--fail-on different", "two drivers", "each has results of its own");
    } else if (!drivers.empty()) {
        request_.run.where.driver = drivers[drivers.size() == 1 ? 0 : request_.side];
    }
    if (request_.run.plan.blockRounds > 0) { // its parent compares
        request_.run.file = request_.blockFile;
        request_.failOnSlower = request_.failOnDifferent = false;
    }
    request_.run.plan.validated = request_.run.where.validate;
    VKPERFTEST_TRY(checkTry(request_));
    VKPERFTEST_TRY(request_.run.completeEffort());
    constexpr double kFewRows = 4; // as many times a suite's share of the time for each: variants are few
    request_.run.plan.effort.secondsPerProgram *= kFewRows;
    VKPERFTEST_TRY(request_.run.checkFile(request_.files));
    if (drivers.size() < 2) return {};
    CompareOptions& how = interleaving_.how;
    how.output = request_.output;
    if (given.given("--threshold")) how.settings.threshold = request_.threshold;
    if (request_.failOnSlower) how.failOn = {Verdict::Worse};
    interleaving_.alone = "try";
    for (std::size_t i = 0; i < 2; ++i)
        interleaving_.sides[i].name = interleaving_.sides[i].driver = drivers[i];
    if (given.given("--quick")) interleaving_.blocks = 3;
    return {};
}

// The command line, and what one block adds to it.
std::vector<std::string> TryCommand::ofBlock(const Side& side, const std::string& file) const {
    std::vector<std::string> own = arguments;
    const auto add = [&](std::initializer_list<std::string> words) {
        own.insert(own.begin() + 1, words); // before a "--"
    };
    add({kInChild, kBlock, interleaving_.blocks == 3 ? "2" : "3", kSide, side.letter == "A" ? "0" : "1",
         kBlockFile, file});
    if (const std::string& like = interleaving_.firstFile(); !like.empty()) add({kLike, like});
    if (!side.sizesFile.empty()) add({kSizes, side.sizesFile});
    return own;
}

// In a process of its own, so that a shader that crashes or hangs a driver can be tried with smaller guesses: most bound
// loops, or are indices.
Result<int> TryCommand::execute() {
    std::vector<std::string>& kept = request_.run.arguments = arguments;
    if (const auto most = std::ranges::find(kept, kMost); most != kept.end()) kept.erase(most, most + 2);
    std::erase(kept, kInChild);
    if (!interleaving_.alone.empty() && request_.run.plan.blockRounds == 0 &&
        request_.compile.targets.empty())
        return interleaving_.measure(
            [this](const Side& side, std::size_t, const std::string& file) { return ofBlock(side, file); });
    if (request_.inChild) endWithParent(); // where a signal ends that one alone
    if (request_.inChild || openDevices != openVulkanDevices || !request_.compile.targets.empty())
        return tryShaders(request_, openDevices);
    std::string program;
    VKPERFTEST_TRY(assign(program, ownProgram()));
    watchForInterrupt(kExitInterrupted);
    Result<int> ended = kExitTooMuch;
    for (const std::uint64_t most : {kUsualMost, std::uint64_t{16}, std::uint64_t{4}, std::uint64_t{1}}) {
        std::vector<std::string> own = arguments;
        own.insert(own.begin() + 1, {kInChild, kMost, std::to_string(most)});
        ended = runProgram(program, own);
        if (wasInterrupted()) return kExitInterrupted;
        if (ended.ok() && ended.value() != kExitTooMuch) return ended;
    }
    return Error{ErrorKind::RowFailed,
                 fmt::format("running '{}' failed: {}", printable(request_.files[0]), ended.error().cause),
                 "the shader accesses memory outside its buffers, or the driver fails: give other sizes with "
                 "--groups and --buffer, or indices with --push"};
}

} // namespace vkperftest
