// `try`: a user's compute shader, measured as written and in variants.
#include <fmt/format.h>

#include "base/child_process.h"
#include "base/printable.h"
#include "base/process.h"
#include "base/text.h"
#include "cli/console.h"
#include "cli/options.h"
#include "cli/trying.h"

namespace vkperftest {

class TryCommand : public Command {
public:
    void declare(Options& options) override;
    Result<void> check(const Options& given) override;
    Result<int> execute() override;

private:
    TryRequest request_;
};

std::unique_ptr<Command> newTry() {
    return std::make_unique<TryCommand>();
}

Result<std::array<std::uint32_t, 3>> parseGroups(const std::string& text) {
    constexpr long long kMost = 65535; // that every device offers
    std::array<std::uint32_t, 3> groups = {1, 1, 1};
    const std::vector<std::string> parts = split(text, ',');
    bool right = parts.size() <= 3;
    for (std::size_t i = 0; right && i < parts.size(); ++i) {
        const std::optional<long long> number = parseInteger(parts[i]);
        right = number && *number >= 1 && *number <= kMost;
        if (right) groups[i] = static_cast<std::uint32_t>(*number);
    }
    if (right) return groups;
    return Error{ErrorKind::Usage, fmt::format("--groups '{}' is not X, X,Y or X,Y,Z", printable(text)),
                 fmt::format("give numbers of workgroups from 1 to {}", kMost)};
}

void TryCommand::declare(Options& options) {
    options.texts("files", "FILE", "A compute shader in HLSL, GLSL or SPIR-V; two files: two versions of one",
                  request_.files);
    addShaderOptions(options, "", "compute shader", request_.shader);
    options.texts("--spec", "ID=VALUE",
                  "Value of a specialization constant, by its number or name; repeatable",
                  request_.constants);
    options.value(
        "--groups", "X[,Y[,Z]]", "Workgroups of a dispatch (default: of about a million invocations)",
        [this](const std::string& text) { return assign(request_.groups.emplace(), parseGroups(text)); });
    options.texts("--buffer", "NAME=BYTES[:CONTENT]",
                  "Size of a buffer, such as 16M, and its content: zero, random, index, or a file (default: "
                  "floats from 0.5 to 1, "
                  "integers below the number of invocations); repeatable",
                  request_.buffers);
    options.texts("--image", "NAME=WxH[:FORMAT]",
                  "Size of an image, and its format, such as RGBA16F; repeatable", request_.images);
    options.texts("--push", "NAME=VALUE[,…]", "Value of a push constant; repeatable", request_.pushed);
    options.values("--only", "VARIANT,…", "Only these variants (docs/try.md lists them); repeatable",
                   [this](const std::string& names) {
                       for (const std::string& name : split(names, ',')) request_.only.push_back(name);
                       return Result<void>();
                   });
    options.choice<std::uint32_t>("--assume-alignment", "BYTES",
                                  "Take byte offsets that the shader computes for multiples of 4, 8 or 16",
                                  {{"4", 4}, {"8", 8}, {"16", 16}}, request_.assumedAlignment);
    addDevice(options, request_.run.where.device);
    addDriver(options, request_.run.where.driver);
    request_.run.declareEffort(options);
    request_.run.plan.seed = randomBits();
    options.value("--threshold", "PERCENT", "Smallest change that counts as faster or slower (default: 3)",
                  [this](const std::string& text) -> Result<void> {
                      const std::optional<double> percent = parseNumber(text);
                      if (!percent || *percent < 0.1 || *percent > 100)
                          return Error{ErrorKind::Usage,
                                       fmt::format("--threshold '{}' is no percentage", text),
                                       "give 0.1 to 100"};
                      request_.threshold = *percent / 100;
                      return {};
                  });
    options.value("--fail-on", "WHAT,…", "Exit with 1 if a variant is: slower, different",
                  [this](const std::string& words) -> Result<void> {
                      for (const std::string& word : split(words, ',')) {
                          bool* which = nullptr;
                          VKPERFTEST_TRY(
                              assign(which, chosen<bool*>("--fail-on", word,
                                                          {{"slower", &request_.failOnSlower},
                                                           {"different", &request_.failOnDifferent}})));
                          *which = true;
                      }
                      return {};
                  });
    options.flag("--all", request_.all, "Also list the variants that do not apply, with their reasons");
    options.flag("--validate", request_.run.where.validate,
                 "Enable the validation layers (times are then not representative)");
    options.flag(kInChild, request_.inChild, "");
    options.text(kProbe, "NAME", "", request_.probe);
    request_.run.canContinue = false;
    request_.run.output.formats = writers();
    request_.run.output.format = &request_.run.output.formats.front();
    request_.run.output.declareFormat(options);
    request_.run.output.declareFiles(options);
}

Result<void> TryCommand::check(const Options&) {
    if (request_.files.empty() || request_.files.size() > 2)
        return Error{ErrorKind::Usage,
                     request_.files.empty() ? "`try` needs a file" : "`try` takes one file or two",
                     "name a compute shader, or two versions of one"};
    if (request_.files.size() == 2 && !request_.only.empty())
        return contradiction("two files", "--only", "try the variants of one file");
    VKPERFTEST_TRY(checkTry(request_));
    request_.run.plan.validated = request_.run.where.validate;
    VKPERFTEST_TRY(request_.run.completeEffort());
    constexpr double kFewRows = 4; // as many times a suite's share of the time for each: variants are few
    request_.run.plan.effort.secondsPerProgram *= kFewRows;
    return request_.run.output.check(request_.files);
}

// In a process of its own, so that a shader that crashes a driver ends with a sentence.
Result<int> TryCommand::execute() {
    if (request_.inChild || openDevices != openVulkanDevices)
        return tryShaders(request_, openDevices, arguments);
    std::vector<std::string> own = arguments;
    own.insert(own.begin() + 1, kInChild);
    std::string program;
    VKPERFTEST_TRY(assign(program, ownProgram()));
    watchForInterrupt(kExitInterrupted);
    Result<int> ended = runProgram(program, own);
    if (ended.ok()) return ended;
    return Error{ErrorKind::RowFailed,
                 fmt::format("running '{}' failed: {}", printable(request_.files[0]), ended.error().cause),
                 "the shader accesses memory outside its buffers, or the driver fails: give other sizes with "
                 "--groups and --buffer"};
}

} // namespace vkperftest
