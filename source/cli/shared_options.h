// The options that several commands share.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "cases/suite.h"
#include "cli/options.h"
#include "frontend/shader_file.h"
#include "run/plan.h"

namespace vkperftest {

constexpr std::string_view kAllDevices = "all"; // as --device

// --device; `all`: whether the value `all` is allowed.
void addDevice(Options& options, std::string& device, bool all = false);

// --driver: one.
void addDriver(Options& options, std::string& driver);

// --filter; `what` names the part of a row that it matches.
void addFilters(Options& options, std::string_view what, std::vector<std::string>& filters);

// --suite and --filter: which rows.
struct RowOptions {
    const Suite* suite = &suites()[0];
    std::vector<std::string> filters;

    void declareSuite(Options& options);
    // A usage error for filters of a suite that measures windows of memory.
    Result<void> checkWindows() const;
    // A usage error for a filter that matches none.
    Result<std::vector<Case>> rows() const;
};

// --strategy; `usual` describes the default.
void addStrategies(Options& options, std::string_view usual, std::vector<Strategy>& strategies);

// A usage error, "nothing to measure: …", if none of the strategies can bind any of the rows.
Result<void> checkBindable(std::span<const Case> rows, const std::vector<Strategy>& strategies,
                           std::string_view what);

// A usage error if --robustness was given with rows that set their own.
Result<void> checkRobustness(std::span<const Case> rows, Robustness given);

// --robustness and --subgroup-size, for rows or for users' shaders.
void addRobustness(Options& options, const std::string& what, Robustness& robustness);
void addSubgroupSize(Options& options, const std::string& what, std::uint32_t& size);

// -D, -I, --entry, --stage and --hlsl-version: how users' shaders are compiled to SPIR-V. `when`: how the
// descriptions begin ("With FILE, "), or empty; `every`: what is compiled without --entry.
void addShaderOptions(Options& options, const std::string& when, const std::string& every,
                      ShaderOptions& shader);

// --spec and --workgroup.
void addConstants(Options& options, const std::string& when, std::vector<std::string>& constants,
                  ShaderOptions& shader);

// "X", "X,Y" or "X,Y,Z", each from 1 to `most`, as an option's value. A usage error for other texts.
Result<std::array<std::uint32_t, 3>> parseThree(std::string_view option, const std::string& text,
                                                std::uint32_t most);

// What is measured, and how: --strategy, --robustness, --subgroup-size, --seed, --no-code; and
// the effort: --quick, --precise, --precision, --time.
struct MethodOptions {
    RunPlan plan; // the options write into it; without its provenance
    RowOptions rows;

    void declare(Options& options);
    void declareEffort(Options& options); // --quick, --precise, --precision, --time
    // Adds the effort to the plan. A usage error for options that contradict each other.
    Result<void> completeEffort();
    // The same, and what follows from the rows and the options together. A usage error names the choices.
    Result<void> completePlan();

private:
    bool noCode_ = false, quick_ = false, precise_ = false;
    std::optional<double> percent_, seconds_; // of --precision and --time
};

} // namespace vkperftest
