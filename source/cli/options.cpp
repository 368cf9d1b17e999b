#include "cli/options.h"

#include <algorithm>
#include <charconv>

#include "base/random_bits.h"
#include "cli/wrong_value.h"

namespace vkperftest {
namespace {

constexpr const char* kDriverPlaceholder = "ICD.json";

void takeOrThrow(const TakeValue& take, const std::string& value) {
    if (const Result<void> taken = take(value); !taken.ok()) throw WrongValue(taken.error());
}

// Elsewhere an empty manifest stands for none given.
void refuseEmptyDriver(const std::string& manifest) {
    if (manifest.empty())
        throw WrongValue({ErrorKind::Usage, "a --driver is empty", "name an ICD manifest, or leave it out"});
}

// CLI11 would take -1 for 2^64 - 1.
Result<std::uint64_t> parseSeed(const std::string& text) {
    std::uint64_t seed = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), seed);
    if (error == std::errc() && end == text.data() + text.size()) return seed;
    return Error{ErrorKind::Usage, fmt::format("--seed '{}' is no whole number from 0 to 2^64 - 1", text),
                 "leave it out for a random one"};
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
    return app.add_option(name, text, what)->type_name(placeholder);
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
    return app.add_option(name, texts, what)->type_name(placeholder)->allow_extra_args(false);
}

CLI::Option* addNumber(CLI::App& app, const char* name, const std::string& what, std::size_t least,
                       std::size_t most, std::size_t& number) {
    return addValue(app, name, "NUMBER", what, [=, &number](const std::string& text) -> Result<void> {
        number = static_cast<std::size_t>(parseInteger(text).value_or(-1)); // what is negative becomes huge
        if (number >= least && number <= most) return {};
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
    addText(app, "--device", "DEVICE",
            fmt::format("Device by index, part of its name or UUID{} (default: the fastest kind present)",
                        all ? "; `all`: every device in turn" : ""),
            device);
}

void addDriver(CLI::App& app, std::string& driver) {
    addText(app, "--driver", kDriverPlaceholder, "Use only the Vulkan driver of this ICD manifest", driver)
        ->each(refuseEmptyDriver);
}

void addDrivers(CLI::App& app, const std::string& what, std::vector<std::string>& drivers) {
    addTexts(app, "--driver", kDriverPlaceholder, what, drivers)->each(refuseEmptyDriver);
}

void RowOptions::declareSuite(CLI::App& app) {
    addValue(app, "--suite", "NAME", fmt::format("Suite of rows: {} (default: matrix)", namesOf(suites())),
             [this](const std::string& name) { return assign(suite, findSuite(name)); });
}

void addFilters(CLI::App& app, std::string_view what, std::vector<std::string>& filters) {
    addTexts(app, "--filter", "GLOB",
             fmt::format("Only rows whose {} matches: * and ? are wildcards, without them any part of it "
                         "matches; may be given several times",
                         what),
             filters);
}

void RowOptions::declareFilter(CLI::App& app) {
    addFilters(app, "name or id", filters);
}

Result<std::vector<Case>> RowOptions::rows() const {
    if (std::find(filters.begin(), filters.end(), "") != filters.end())
        return Error{ErrorKind::Usage, "a --filter is empty", "leave it out for all rows"};
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
    seed = randomBits();
    addValue(app, "--seed", "NUMBER", "Seed of the random orders (default: a random one)",
             [this](const std::string& text) { return assign(seed, parseSeed(text)); });
    app.add_flag("--no-code", noCode,
                 "Do not ask the driver what its compiler made of the kernels, for drivers that break there");
}

void MethodOptions::declareEffort(CLI::App& app) {
    app.add_flag("--quick", quick, "Intervals of 3 %, half the time");
    app.add_flag("--precise", precise, "Intervals of 0.3 %, some twelve times the time");
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
                 .recording = rows.suite->recording};
    VKPERFTEST_TRY(assign(plan.rows, rows.rows()));
    if (strategies.empty()) plan.strategies = {rows.suite->strategies.begin(), rows.suite->strategies.end()};
    if (baseline) VKPERFTEST_TRY(assign(plan.baseline, findRow(rows.suite->rows(), *baseline)));
    if (quick && precise) return contradiction("--quick", "--precise", "give one of them");
    return plan;
}

} // namespace vkperftest
