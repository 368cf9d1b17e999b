#include "cli/shared_options.h"

#include "base/random_bits.h"
#include "report/phrases.h"

namespace vkperftest {
namespace {

constexpr const char* kDriverPlaceholder = "ICD.json";

// A plan whose rows support none of its strategies would measure nothing, and print a table of reasons.
Result<void> checkMeasurable(const RunPlan& plan) {
    Reason why;
    for (const Case& row : plan.rows) {
        for (const Strategy strategy : plan.strategies) {
            why = whyUnsupported({row, strategy});
            if (why.empty()) return {};
        }
    }
    return Error{ErrorKind::Usage,
                 fmt::format("nothing to measure: no row can be bound by {}: {}",
                             strategyNames(plan.strategies), reasonText(why)),
                 "choose other rows with --filter, or other strategies with --strategy"};
}

// A number with or without its unit: "60", "60s", "0.5%", "0.5 %".
TakeValue numberIn(const char* option, const char* unit, double least, double most,
                   std::optional<double>& number) {
    return [=, &number](const std::string& text) -> Result<void> {
        std::string_view digits = trim(text);
        if (digits.ends_with(*unit == 'p' ? '%' : 's')) digits.remove_suffix(1);
        const std::optional<double> given = parseNumber(trim(digits));
        if (given && *given >= least && *given <= most) {
            number = given;
            return {};
        }
        return Error{ErrorKind::Usage, fmt::format("{} '{}' is not a number in range", option, text),
                     fmt::format("give {} from {:g} to {:g}", unit, least, most)};
    };
}

} // namespace

void addDevice(Options& options, std::string& device, bool all) {
    options.text("-d,--device", "DEVICE",
                 fmt::format("Device by index, part of its name or UUID{} (default: a discrete GPU, else an "
                             "integrated one, else a software driver)",
                             all ? "; `all`: every device in turn" : ""),
                 device);
}

void addDriver(Options& options, std::string& driver) {
    options.text("--driver", kDriverPlaceholder, "Use only the Vulkan driver of this ICD manifest", driver);
}

void addDrivers(Options& options, const std::string& what, std::vector<std::string>& drivers) {
    options.texts("--driver", kDriverPlaceholder, what, drivers);
}

void addFilters(Options& options, std::string_view what, std::vector<std::string>& filters) {
    options.texts(
        "--filter", "GLOB",
        fmt::format(
            "Only rows whose {} matches; * and ? are wildcards; without them, any part may match; repeatable",
            what),
        filters);
}

void RowOptions::declareSuite(Options& options) {
    options.value(
        "--suite", "NAME", fmt::format("Suite of rows: {} (default: matrix)", namesOf(suites())),
        [this](const std::string& name) { return assign(suite, findSuite(name)); }, nameList(suites()));
}

Result<std::vector<Case>> RowOptions::rows() const {
    return selectRows(suite->rows(), filters, suite->name);
}

void addStrategies(Options& options, std::string_view usual, std::vector<Strategy>& strategies) {
    options.value(
        "--strategy", "NAME,…",
        fmt::format("Binding strategies: {} (default: {})", namesOf(kStrategies), usual),
        [&strategies](const std::string& names) { return assign(strategies, parseStrategies(names)); },
        nameList(kStrategies));
}

void MethodOptions::declare(Options& options) {
    addStrategies(options, "the suite's", strategies);
    options.value("--baseline", "ROW",
                  fmt::format("Row that ratios refer to (default: {})", caseName(defaultBaseline())),
                  [this](const std::string& row) {
                      baseline = row;
                      return Result<void>();
                  });
    options.choice<QueueKind>(
        "--queue", "NAME",
        "Queue to measure on: main, with graphics if there is such a queue (default), or compute, without "
        "graphics",
        {{kQueueWords[0], QueueKind::Main}, {kQueueWords[1], QueueKind::Compute}}, queue);
    seed = randomBits();
    options.number("--seed", "Seed of the random orders (default: a random one)", 0, ~std::uint64_t{0}, seed);
    options.flag("--no-code", noCode, "Do not read the driver's compiler output (some drivers fail there)");
}

void MethodOptions::declareEffort(Options& options) {
    options.flag("-q,--quick", quick,
                 "Intervals of 3 % (±1.5 %), in half to three quarters of the default time");
    options.flag("--precise", precise, "Intervals of 0.3 % (±0.15 %), in 5 to 12 times the default time");
    options.value(
        "--precision", "PERCENT",
        "Sample until the 95 % intervals of ratios are this narrow (default: 1, which is ±0.5 %), or "
        "until the time that this usually takes is up",
        numberIn("--precision", "percent", kFinestPercent, kCoarsestPercent, percent));
    options.value("--time", "SECONDS",
                  "Sample for at most this many seconds in total, or until every interval is narrow enough; "
                  "building and verifying take extra time, and every row gets a few samples",
                  numberIn("--time", "seconds", kFewestSeconds, kMostSeconds, seconds));
}

// --time and --precision replace the effort of --quick and --precise, and cannot be combined with them.
Result<Effort> MethodOptions::effort() const {
    if (quick && precise) return contradiction("--quick", "--precise", "give one of them");
    for (const auto& [own, option] : {std::pair(percent, "--precision"), {seconds, "--time"}}) {
        if (!own || !(quick || precise)) continue;
        return contradiction(quick ? "--quick" : "--precise", option,
                             "leave one of them out; --precision and --time may stand together");
    }
    if (percent || seconds) return effortOf(percent, seconds);
    return quick ? kQuickEffort : precise ? kPreciseEffort : kDefaultEffort;
}

Result<RunPlan> MethodOptions::plan(const RowOptions& rows) const {
    RunPlan plan{.suite = std::string(rows.suite->name),
                 .strategies = strategies,
                 .baseline = defaultBaseline(),
                 .seed = seed,
                 .code = !noCode,
                 .recording = rows.suite->recording,
                 .queue = queue};
    VKPERFTEST_TRY(assign(plan.effort, effort()));
    VKPERFTEST_TRY(assign(plan.rows, rows.rows()));
    if (strategies.empty()) plan.strategies = {rows.suite->strategies.begin(), rows.suite->strategies.end()};
    VKPERFTEST_TRY(checkMeasurable(plan));
    if (baseline)
        VKPERFTEST_TRY(assign(plan.baseline, findRow(rows.suite->rows(), *baseline, rows.suite->name)));
    return plan;
}

} // namespace vkperftest
