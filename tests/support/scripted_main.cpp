// The program as users have it, and with `--script FILE` it measures a scripted device instead of a real one
// (support/script.h). In `ab`, two of them are the two sides.
#include <string>
#include <vector>

#include "base/atomic_file.h"
#include "cli/command_line.h"
#include "support/scripted_executor.h"

namespace vkperftest {
namespace {

class ScriptedDevices : public OpenDevices {
public:
    ScriptedDevices(std::string script, const DeviceRecord& device) : script_(std::move(script)) {
        records_ = {device};
    }

    Result<std::unique_ptr<Executor>> executor(std::size_t device, const RunPlan& plan,
                                               DeviceRecord& record) override {
        record = records_[device];
        Result<std::unique_ptr<ScriptedExecutor>> executor = ScriptedExecutor::parse(script_, plan.seed);
        if (!executor.ok()) return executor.error();
        return Result<std::unique_ptr<Executor>>(std::move(executor).value());
    }

    std::vector<std::string> validationMessages() const override { return {}; }

private:
    std::string script_;
};

// A driver's manifest is a .json file, and every other file is a script.
Result<std::unique_ptr<OpenDevices>> openScripted(const DeviceOptions& options) {
    if (options.driver.empty() || options.driver.ends_with(".json")) return openVulkanDevices(options);
    const Result<std::string> text = readFile(options.driver);
    if (!text.ok()) return text.error();
    const Result<std::unique_ptr<ScriptedExecutor>> executor = ScriptedExecutor::parse(text.value());
    if (!executor.ok()) return executor.error().about(options.driver);
    return Result<std::unique_ptr<OpenDevices>>(
        std::make_unique<ScriptedDevices>(text.value(), executor.value()->device()));
}

// `--script` becomes `--driver`, so that the processes that `ab` starts get it, too. The only device is asked
// for, because a software driver that nobody asked for is reported.
std::vector<std::string> withDriver(std::vector<std::string> arguments) {
    constexpr std::string_view kScript = "--script";
    bool scripted = false, chosen = !arguments.empty() && arguments[0] == "ab";
    for (std::string& argument : arguments) {
        chosen = chosen || argument.starts_with("--device");
        if (argument != kScript && !argument.starts_with("--script=")) continue;
        argument.replace(0, kScript.size(), "--driver");
        scripted = true;
    }
    if (scripted && !chosen) arguments.insert(arguments.end(), {"--device", "0"});
    return arguments;
}

} // namespace
} // namespace vkperftest

int main(int argumentCount, char** arguments) {
    using namespace vkperftest;
    return runCommandLine(withDriver({arguments + 1, arguments + argumentCount}), openScripted);
}
