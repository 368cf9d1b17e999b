#include "cli/options.h"

#include <algorithm>
#include <charconv>

#include "base/random_bits.h"

namespace vkperftest {
namespace {

constexpr const char* kDriverPlaceholder = "ICD.json";

void takeOrThrow(const TakeValue& take, const std::string& value) {
    if (const Result<void> taken = take(value); !taken.ok()) throw WrongValue(taken.error());
}

// In the commands' members an empty text stands for none given.
CLI::Option* refuseEmpty(CLI::Option* option) {
    if (option->get_positional()) return option;
    return option->each([name = option->get_name()](const std::string& text) {
        if (text.empty())
            throw WrongValue({ErrorKind::Usage, name + " is empty", "give it a value, or leave it out"});
    });
}

// A plan none of whose rows goes with any of its strategies would print a table of reasons, and measure nothing.
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

} // namespace

Result<void> Command::check(const CLI::App&) {
    return {};
}

CLI::Option* addValue(CLI::App& app, const char* name, const char* placeholder, const std::string& what,
                      const TakeValue& take) {
    const auto one = [take](const std::string& value) { takeOrThrow(take, value); };
    return app.add_option_function<std::string>(name, one, what)->type_name(placeholder);
}

CLI::Option* addText(CLI::App& app, const char* name, const char* placeholder, const std::string& what,
                     std::string& text) {
    return refuseEmpty(app.add_option(name, text, what)->type_name(placeholder));
}

CLI::Option* addFlag(CLI::App& app, const char* name, bool& flag, const std::string& what) {
    return app.add_flag(name, flag, what)->disable_flag_override();
}

CLI::Option* addValues(CLI::App& app, const char* name, const char* placeholder, const std::string& what,
                       const TakeValue& take) {
    const auto all = [take](const std::vector<std::string>& values) {
        for (const std::string& value : values) takeOrThrow(take, value);
    };
    return app.add_option_function<std::vector<std::string>>(name, all, what)
        ->type_name(placeholder)
        ->allow_extra_args(false);
}

CLI::Option* addTexts(CLI::App& app, const char* name, const char* placeholder, const std::string& what,
                      std::vector<std::string>& texts) {
    return refuseEmpty(app.add_option(name, texts, what)->type_name(placeholder)->allow_extra_args(false));
}

CLI::Option* addNumber(CLI::App& app, const char* name, const std::string& what, std::uint64_t least,
                       std::uint64_t most, std::uint64_t& number) {
    return addValue(app, name, "NUMBER", what, [=, &number](const std::string& text) -> Result<void> {
        const char* const all = text.data() + text.size();
        const auto [end, error] = std::from_chars(text.data(), all, number);
        if (error == std::errc() && end == all && number >= least && number <= most) return {};
        return Error{ErrorKind::Usage, fmt::format("{} '{}' is not a whole number in range", name, text),
                     fmt::format("give one from {} to {}", least, most)};
    });
}

Result<void> refuse(const CLI::App& given, std::initializer_list<const char*> options, std::string_view with,
                    const char* remedy) {
    for (const char* name : options) {
        const CLI::Option* option = given.get_option_no_throw(name);
        if (option == nullptr || option->count() == 0) continue;
        return Error{ErrorKind::Usage, fmt::format("{} cannot be given {}", name, with), remedy};
    }
    return {};
}

Error contradiction(std::string_view a, std::string_view b, const char* remedy) {
    return {ErrorKind::Usage, fmt::format("{} and {} contradict each other", a, b), remedy};
}

void addDevice(CLI::App& app, std::string& device, bool all) {
    addText(app, "-d,--device", "DEVICE",
            fmt::format("Device by index, part of its name or UUID{} (default: the fastest kind present)",
                        all ? "; `all`: every device in turn" : ""),
            device);
}

void addDriver(CLI::App& app, std::string& driver) {
    addText(app, "--driver", kDriverPlaceholder, "Use only the Vulkan driver of this ICD manifest", driver);
}

void addDrivers(CLI::App& app, const std::string& what, std::vector<std::string>& drivers) {
    addTexts(app, "--driver", kDriverPlaceholder, what, drivers);
}

void RowOptions::declareSuite(CLI::App& app) {
    addValue(app, "--suite", "NAME", fmt::format("Suite of rows: {} (default: matrix)", namesOf(suites())),
             [this](const std::string& name) { return assign(suite, findSuite(name)); });
}

void addFilters(CLI::App& app, std::string_view what, std::vector<std::string>& filters) {
    addTexts(
        app, "--filter", "GLOB",
        fmt::format(
            "Only rows whose {} matches; * and ? are wildcards, without them any part matches; repeatable",
            what),
        filters);
}

Result<std::vector<Case>> RowOptions::rows() const {
    return selectRows(suite->rows(), filters);
}

void addStrategies(CLI::App& app, const char* usual, std::vector<Strategy>& chosen) {
    addValue(app, "--strategy", "NAME,…",
             fmt::format("Binding strategies: {} (default: {})", namesOf(kStrategies), usual),
             [&chosen](const std::string& names) { return assign(chosen, parseStrategies(names)); });
}

std::string strategyNames(const std::vector<Strategy>& strategies) {
    std::vector<std::string> names;
    for (const Strategy strategy : strategies) names.emplace_back(strategyName(strategy));
    return join(names, ",");
}

void MethodOptions::declare(CLI::App& app) {
    addStrategies(app, "the suite's", strategies);
    addValue(app, "--baseline", "ROW",
             fmt::format("Row that ratios refer to (default: {})", caseName(defaultBaseline())),
             [this](const std::string& row) {
                 baseline = row;
                 return Result<void>();
             });
    addValue(app, "--queue", "NAME",
             "Queue to measure on: main, with graphics where there is one (default), or compute, of a family "
             "without graphics",
             [this](const std::string& name) {
                 return assign(queue, chosen<QueueKind>("--queue", name,
                                                        {{kQueueWords[0], QueueKind::Main},
                                                         {kQueueWords[1], QueueKind::Compute}}));
             });
    seed = randomBits();
    addNumber(app, "--seed", "Seed of the random orders (default: a random one)", 0, ~std::uint64_t{0}, seed);
    addFlag(app, "--no-code", noCode, "Do not read the driver's compiler output (some drivers break there)");
}

void MethodOptions::declareEffort(CLI::App& app) {
    addFlag(app, "-q,--quick", quick, "Intervals of 3 %, in half to three quarters of the time");
    addFlag(app, "--precise", precise, "Intervals of 0.3 %, in 5 to 12 times as long");
}

Result<RunPlan> MethodOptions::plan(const RowOptions& rows) const {
    RunPlan plan{.suite = std::string(rows.suite->name),
                 .strategies = strategies,
                 .baseline = defaultBaseline(),
                 .effort = quick     ? kQuickEffort
                           : precise ? kPreciseEffort
                                     : kDefaultEffort,
                 .seed = seed,
                 .code = !noCode,
                 .recording = rows.suite->recording,
                 .queue = queue};
    VKPERFTEST_TRY(assign(plan.rows, rows.rows()));
    if (strategies.empty()) plan.strategies = {rows.suite->strategies.begin(), rows.suite->strategies.end()};
    VKPERFTEST_TRY(checkMeasurable(plan));
    if (baseline) VKPERFTEST_TRY(assign(plan.baseline, findRow(rows.suite->rows(), *baseline)));
    if (quick && precise) return contradiction("--quick", "--precise", "give one of them");
    return plan;
}

} // namespace vkperftest
