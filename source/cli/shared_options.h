// The options that several commands share.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "cases/suite.h"
#include "cli/options.h"
#include "run/plan.h"

namespace vkperftest {

constexpr std::string_view kAllDevices = "all"; // as --device

// --device; `all`: whether the value `all` is allowed.
void addDevice(Options& options, std::string& device, bool all = false);

// --driver: one, or any number of drivers.
void addDriver(Options& options, std::string& driver);
void addDrivers(Options& options, const std::string& what, std::vector<std::string>& drivers);

// --filter; `what` names the part of a row that it matches.
void addFilters(Options& options, std::string_view what, std::vector<std::string>& filters);

// --suite and --filter: which rows.
struct RowOptions {
    const Suite* suite = &suites()[0];
    std::vector<std::string> filters;

    void declareSuite(Options& options);
    // A usage error names similar rows.
    Result<std::vector<Case>> rows() const;
};

// --strategy; `usual` describes the default.
void addStrategies(Options& options, std::string_view usual, std::vector<Strategy>& strategies);

// --strategy, --baseline, --queue, --seed, --no-code; and the effort: --quick, --precise, --precision,
// --time.
struct MethodOptions {
    std::vector<Strategy> strategies; // empty: the suite's
    std::optional<std::string> baseline;
    QueueKind queue = QueueKind::Main;
    std::uint64_t seed = 0;
    bool noCode = false, quick = false, precise = false;
    std::optional<double> percent, seconds; // of --precision and --time

    void declare(Options& options);
    void declareEffort(Options& options); // --quick, --precise, --precision, --time
    // Rows, strategies, baseline, effort and seed. A usage error names the choices.
    Result<RunPlan> plan(const RowOptions& rows) const;

private:
    Result<Effort> effort() const;
};

} // namespace vkperftest
