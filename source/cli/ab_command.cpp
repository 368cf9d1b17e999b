#include <filesystem>

#include "base/utf8_path.h"
#include "cli/interleaving.h"
#include "cli/shared_options.h"
#include "model/driver_environment.h"
#include "report/phrases.h"

namespace vkperftest {

class AbCommand : public Command {
public:
    void declare(Options& options) override {
        options.texts("--driver", "ICD.json",
                      "ICD manifest of a driver; give two, A then B (or fewer with two programs)", drivers_);
        options.texts("--program", "PROGRAM",
                      "Program to measure with, instead of this one: another build of vkperftest, or a "
                      "script that starts "
                      "one with the script's arguments; give two, A then B",
                      programs_);
        addDevice(options, device_);
        method_.rows.declareSuite(options);
        method_.declare(options);
        options.flag("-q,--quick", quick_, "3 processes per side with 2 rounds each: half the samples");
        options.number("--blocks",
                       "Processes per side (default: 4, or 3 with --quick); more find smaller changes", 2,
                       1000, interleaving_.blocks);
        options.text("--keep", "PREFIX", "Keep each side's results as PREFIX-a.json and PREFIX-b.json",
                     interleaving_.keep);
        interleaving_.how.declare(options);
    }

    Result<void> check(const Options& given) override {
        if (quick_ && !given.given("--blocks")) interleaving_.blocks = 3;
        // Allowed: two drivers; or two programs with two drivers, one driver for both, or none.
        const std::size_t count = drivers_.size();
        if (!programs_.empty() && programs_.size() != 2) {
            return usageError(fmt::format("`ab` compares two programs, not {}", programs_.size()),
                              "give --program A --program B");
        }
        if (count > 2 || (count < 2 && programs_.empty())) {
            return usageError(fmt::format("`ab` needs two drivers, not {}", count),
                              "give two ICD manifests, --driver A.json --driver B.json, or two programs");
        }
        for (std::size_t i = 0; i < 2; ++i) {
            Side& side = interleaving_.sides[i];
            if (!programs_.empty()) side.program = programs_[i];
            if (count > 0) side.driver = drivers_[count == 1 ? 0 : i];
            const bool both = !side.program.empty() && !side.driver.empty();
            side.name = side.program + (both ? " with " : "") + side.driver;
        }
        if (device_ == kAllDevices)
            return usageError("`ab` measures one device", "name one that `vkperftest devices` lists");
        if (method_.rows.suite->windows)
            return usageError(fmt::format("`ab` measures rows, and the suite '{}' has windows of memory",
                                          method_.rows.suite->name),
                              "measure each driver with `vkperftest experiment cache --driver ICD.json`");
        method_.rows.filters = std::exchange(interleaving_.how.filters, {}); // only these rows are measured
        VKPERFTEST_TRY(method_.completePlan());
        interleaving_.alone = "run";
        std::vector<std::string> inputs = drivers_;
        inputs.insert(inputs.end(), programs_.begin(), programs_.end());
        for (const char* side : {"a", "b"}) {
            if (!interleaving_.keep.empty())
                VKPERFTEST_TRY(refuseInput("--keep", interleaving_.keptFile(side), inputs));
        }
        return {};
    }

    Result<int> execute() override {
        // Else the first side's process would say it, and this one once more.
        for (const std::string& driver : drivers_)
            if (!std::filesystem::exists(pathOf(driver))) VKPERFTEST_TRY(libraryOf(driver));
        return interleaving_.measure(std::bind_front(&AbCommand::arguments, this));
    }

private:
    // The arguments of `run` for one block: one process, which is one restart of its side.
    std::vector<std::string> arguments(const Side& side, std::size_t block, const std::string& file) const {
        const RunPlan& plan = method_.plan;
        const std::string rounds = quick_ ? "2" : "3";
        std::vector<std::string> result = {"run", "--block", rounds, "--output", file};
        const auto add = [&](const char* option, const std::string& value) {
            if (!value.empty()) result.insert(result.end(), {option, value});
        };
        add("--suite", plan.suite);
        add("--strategy", strategyNames(plan.strategies));
        const CompileSettings& compiled = plan.compiled;
        if (compiled.robustness != Robustness::Off)
            add("--robustness", std::string(robustnessName(compiled.robustness)));
        if (compiled.subgroupSize != 0) add("--subgroup-size", std::to_string(compiled.subgroupSize));
        add("--seed", std::to_string(plan.seed + block));
        add("--driver", side.driver);
        add("--device", device_);
        add("--sizes", side.sizesFile);
        // The first process of each side reads the code; the others need not.
        if (!plan.code || !side.blocks.empty()) result.emplace_back("--no-code");
        for (const Case& row : plan.rows) add("--filter", caseId(row));
        return result;
    }

    std::vector<std::string> drivers_, programs_;
    std::string device_;
    MethodOptions method_;
    bool quick_ = false;
    Interleaving interleaving_;
};

std::unique_ptr<Command> newAb() {
    return std::make_unique<AbCommand>();
}

} // namespace vkperftest
