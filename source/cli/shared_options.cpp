#include "cli/shared_options.h"

#include <algorithm>

#include "base/printable.h"
#include "base/process.h"
#include "base/text.h"
#include "cases/controls.h"
#include "report/phrases.h"

namespace vkperftest {
namespace {

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
        return usageError(fmt::format("{} '{}' is not a number in range", option, text),
                          fmt::format("give {} from {:g} to {:g}", unit, least, most));
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
    options.text("--driver", "ICD.json", "Use only the Vulkan driver of this ICD manifest", driver);
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
        "--suite", "NAME",
        fmt::format(
            "Suite of rows: {} (default: matrix); {}: the rows of every suite, each once, without the "
            "windows of memory of cache and the times of recording of binding",
            namesOf(suiteChoices()), kAllSuites),
        [this](const std::string& name) { return assign(suite, findSuite(name)); });
}

Result<void> RowOptions::checkWindows() const {
    if (!suite->windows || filters.empty()) return {};
    return usageError(
        fmt::format("--filter selects rows, but the suite '{}' measures windows of memory", suite->name),
        "leave it out: all kinds and sizes of windows are measured");
}

Result<std::vector<Case>> RowOptions::rows() const {
    return selectRows(suite->rows(), filters, suite->name);
}

// A plan whose rows support none of its strategies would measure nothing, and print a table of reasons.
Result<void> checkBindable(std::span<const Case> rows, const std::vector<Strategy>& strategies,
                           std::string_view what) {
    Reason why;
    for (const Case& row : rows) {
        for (const Strategy strategy : strategies) {
            why = whyUnsupported({row, strategy});
            if (why.empty()) return {};
        }
    }
    return usageError(fmt::format("nothing to {}: no row can be bound by {}: {}", what,
                                  strategyNames(strategies), reasonText(why)),
                      "choose other rows with --filter, or other strategies with --strategy");
}

Result<void> checkRobustness(std::span<const Case> rows, Robustness given) {
    const auto own =
        std::ranges::find_if(rows, [](const Case& row) { return row.robustness != Robustness::Off; });
    if (own == rows.end() || given == Robustness::Off) return {};
    return usageError(
        fmt::format("--robustness {} sets the bounds checks of all rows, but rows such as '{}' set "
                    "their own",
                    robustnessName(given), caseName(*own)),
        "leave out --robustness, or choose other rows with --suite or --filter");
}

void addRobustness(Options& options, const std::string& what, Robustness& robustness) {
    std::vector<Choice<Robustness>> choices;
    for (const Robustness one : {Robustness::Off, Robustness::Buffer, Robustness::Two})
        choices.push_back({robustnessName(one), one});
    options.choice("--robustness", "off|buffer|2", what, choices, robustness);
}

void addSubgroupSize(Options& options, const std::string& what, std::uint32_t& size) {
    options.choice<std::uint32_t>("--subgroup-size", "N", what,
                                  {{"4", 4}, {"8", 8}, {"16", 16}, {"32", 32}, {"64", 64}, {"128", 128}},
                                  size);
}

namespace {

std::string described(const std::string& when, std::string text) {
    return when.empty() ? capitalized(std::move(text)) : when + text;
}

} // namespace

void addShaderOptions(Options& options, const std::string& when, const std::string& every,
                      ShaderOptions& shader) {
    const auto what = [&](std::string text) { return described(when, std::move(text)); };
    options.texts("-D", "NAME[=VALUE]", what("define a macro; repeatable"), shader.defines);
    options.texts("-I", "FOLDER", what("search this folder for included files; repeatable"),
                  shader.includeFolders);
    options.text("--entry", "NAME", what(fmt::format("entry point (default: every {} of a file)", every)),
                 shader.entry);
    options.text("--stage", "NAME",
                 what("shader stage (default: from the file's name or its entry points, else comp)"),
                 shader.stage);
    std::vector<Choice<std::string>> versions;
    for (const std::string_view version : kHlslVersions) versions.push_back({version, std::string(version)});
    options.choice<std::string>("--hlsl-version", "VERSION",
                                what("version of HLSL, for dxc: 2016, 2017, 2018, 2021, 202x (default: "
                                     "2021)"),
                                versions, shader.hlslVersion);
}

Result<std::array<std::uint32_t, 3>> parseThree(std::string_view option, const std::string& text,
                                                std::uint32_t most) {
    std::array<std::uint32_t, 3> three = {1, 1, 1};
    const std::vector<std::string> parts = split(text, ',');
    bool right = parts.size() <= three.size();
    for (std::size_t i = 0; right && i < parts.size(); ++i) {
        const std::optional<long long> number = parseInteger(parts[i]);
        right = number && *number >= 1 && *number <= most;
        if (right) three[i] = static_cast<std::uint32_t>(*number);
    }
    if (right) return three;
    return usageError(fmt::format("{} '{}' is not X, X,Y or X,Y,Z", option, printable(text)),
                      fmt::format("give numbers from 1 to {}", most));
}

void addConstants(Options& options, const std::string& when, std::vector<std::string>& constants,
                  ShaderOptions& shader) {
    constexpr std::uint32_t kMost = 1024; // that nearly every device offers
    options.texts("--spec", "ID=VALUE",
                  described(when, "value of a specialization constant, by its number or name; repeatable"),
                  constants);
    options.value("--workgroup", "X[,Y[,Z]]",
                  described(when, "invocations of a workgroup (default: the shader's; 64 if it is one "
                                  "invocation by a specialization constant's default)"),
                  [&shader](const std::string& text) {
                      return assign(shader.workgroup.emplace(), parseThree("--workgroup", text, kMost));
                  });
}

void addStrategies(Options& options, std::string_view usual, std::vector<Strategy>& strategies) {
    options.value(
        "--strategy", "NAME,…",
        fmt::format("Binding strategies: {} (default: {})", namesOf(kStrategies), usual),
        [&strategies](const std::string& names) { return assign(strategies, parseStrategies(names)); });
}

void MethodOptions::declare(Options& options) {
    addStrategies(options, "the suite's", plan.strategies);
    addRobustness(
        options,
        "Bounds checks of all rows: off, buffer (robustBufferAccess), or 2 (VK_EXT_robustness2, with "
        "null descriptors); the values that out-of-bounds loads return are verified (default: off)",
        plan.compiled.robustness);
    addSubgroupSize(options,
                    "Subgroup size of all rows, if the device offers it (default: the driver's choice)",
                    plan.compiled.subgroupSize);
    plan.seed = randomBits();
    options.number("--seed", "Seed of the random orders (default: a random one)", 0, ~std::uint64_t{0},
                   plan.seed);
    options.flag("--no-code", noCode_, "Do not read the driver's compiler output (some drivers fail there)");
}

void MethodOptions::declareEffort(Options& options) {
    options.flag("-q,--quick", quick_, "In about two thirds of the time: intervals of ±1.5 %");
    options.flag("--precise", precise_, "Intervals of 0.3 % (±0.15 %), in 5 to 12 times the default time");
    options.value(
        "--precision", "PERCENT",
        "Sample until the 95 % intervals of ratios are this narrow (default: 1, which is ±0.5 %), or "
        "until the time that this usually takes is up",
        numberIn("--precision", "percent", kFinestPercent, kCoarsestPercent, percent_));
    options.value("--time", "SECONDS",
                  "Sample for at most this many seconds in total, or until every interval is narrow enough; "
                  "building and verifying take extra time, and every row gets a few samples",
                  numberIn("--time", "seconds", kFewestSeconds, kMostSeconds, seconds_));
}

// --time and --precision replace the effort of --quick and --precise, and cannot be combined with them.
Result<void> MethodOptions::completeEffort() {
    if (quick_ && precise_) return contradiction("--quick", "--precise", "give one of them");
    for (const auto& [own, option] : {std::pair(percent_, "--precision"), {seconds_, "--time"}}) {
        if (!own || !(quick_ || precise_)) continue;
        return contradiction(quick_ ? "--quick" : "--precise", option,
                             "leave one of them out; --precision and --time may stand together");
    }
    plan.effort = percent_ || seconds_ ? effortOf(percent_, seconds_)
                  : quick_             ? kQuickEffort
                  : precise_           ? kPreciseEffort
                                       : kDefaultEffort;
    return {};
}

Result<void> MethodOptions::completePlan() {
    const Suite& suite = *rows.suite;
    plan.suite = suite.name;
    plan.recording = suite.recording;
    plan.windows = suite.windows;
    plan.code = !noCode_;
    VKPERFTEST_TRY(completeEffort());
    VKPERFTEST_TRY(rows.checkWindows());
    if (plan.windows && !plan.strategies.empty())
        return usageError(
            fmt::format("--strategy selects how rows are bound, but the suite '{}' measures windows of "
                        "memory, always through a descriptor set",
                        plan.suite),
            "leave it out");
    std::vector<Case> asked;
    VKPERFTEST_TRY(assign(asked, rows.rows()));
    const auto underAll = [this](const Case& row) { return underSettings(row, plan.compiled); };
    for (Case& row : asked) // one of its own subgroup size may be another under that of all rows
        if (std::ranges::find(plan.rows, underAll(row), underAll) == plan.rows.end())
            plan.rows.push_back(std::move(row));
    if (plan.strategies.empty()) plan.strategies.assign(suite.strategies.begin(), suite.strategies.end());
    VKPERFTEST_TRY(checkBindable(plan.rows, plan.strategies, "measure"));
    VKPERFTEST_TRY(checkRobustness(plan.rows, plan.compiled.robustness));
    plan.baseline = defaultBaseline();
    plan.controls = missingControls(plan.rows);
    return {};
}

} // namespace vkperftest
