#include <algorithm>

#include <fmt/format.h>

#include "base/text.h"
#include "cases/strategy.h"
#include "report/preferences.h"
#include "report/preferences_types.h"

namespace vkperftest {
namespace {

constexpr std::size_t kLongest =
    500; // C89 promises 509 characters of a literal, with all that are joined to it

// A literal, cut to the longest. Question marks are escaped because of trigraphs; octal escapes have three
// digits, so that no digit of the text joins them.
std::string literal(std::string_view text) {
    std::string quoted = "\"";
    for (const char c : text) {
        if (quoted.size() > kLongest) break;
        const auto byte = static_cast<unsigned char>(c);
        if (c == '"' || c == '\\' || c == '?')
            quoted += std::string("\\") + c;
        else if (byte < ' ' || byte > '~')
            quoted += fmt::format("\\{:03o}", byte);
        else
            quoted += c;
    }
    return quoted + "\"";
}

// A text of this program over several lines, each a literal that the compiler joins to the others.
std::string literals(const std::string& text) {
    constexpr std::size_t kWidth = 90;
    std::vector<std::string> lines = wrappedLines(text.substr(0, kLongest), kWidth, kWidth);
    for (std::string& line : lines) {
        if (&line != &lines.back()) line += ' ';
        line = literal(line);
    }
    return lines.empty() ? "\"\"" : join(lines, "\n             ");
}

template <class Names, class Constant> std::string maskOf(const Names& names, Constant constant) {
    std::vector<std::string> all;
    for (const auto& name : names) all.push_back(constant(name));
    constexpr std::size_t kWidth = 100;
    return all.empty() ? "0" : join(wrappedLines(join(all, " | "), kWidth, kWidth), "\n             ");
}

std::string widthConstant(std::uint32_t width) {
    return std::to_string(width);
}

std::string rowsOf(const std::vector<Row>& rows) {
    std::vector<std::string> names;
    for (const Row& row : rows) names.push_back(row.name);
    return join(names, "; ");
}

std::string confidenceConstant(Confidence confidence) {
    return "VKPERFTEST_" + upperIdentifier(kConfidenceNames[confidence]);
}

std::string loadText(const LoadPreference& load) {
    const auto& kind = load.kind;
    const auto& width = load.width;
    const std::string preferred = kind.best.empty() ? "VKPERFTEST_KIND_UNKNOWN" : kindConstant(kind.best[0]);
    std::string text = fmt::format("            /* {} bytes, {} */\n", load.bytes, patternName(load.pattern));
    text += fmt::format("            {{{}, {},\n             {}, {},\n", preferred,
                        maskOf(kind.best, kindConstant), maskOf(kind.missing, kindConstant),
                        confidenceConstant(kind.confidence));
    text += fmt::format("             {},\n             {},\n", literals(kind.reason),
                        literals(rowsOf(kind.rows)));
    text += fmt::format("             {}, {}, {},\n", width.best.empty() ? 0 : width.best[0],
                        maskOf(width.best, widthConstant), confidenceConstant(width.confidence));
    return text + fmt::format("             {},\n             {}}}", literals(width.reason),
                              literals(rowsOf(width.rows)));
}

std::string loadsText(const std::vector<LoadPreference>& loads) {
    std::string text = "    {\n";
    for (std::size_t i = 0; i < loads.size(); ++i) {
        const bool begins = i % kEveryPattern.size() == 0, ends = (i + 1) % kEveryPattern.size() == 0;
        text += (begins ? "        {\n" : "") + loadText(loads[i]);
        text += ends ? (i + 1 == loads.size() ? "\n        }\n" : "\n        },\n") : ",\n";
    }
    return text + "    },\n";
}

std::string strategyText(const StrategyTraits& strategy, const BindingPreference& binding) {
    StrategyRows rows;
    for (const StrategyRows& each : binding.compared)
        if (each.strategy == strategy.name) rows = each;
    return fmt::format("        {{{}, VKPERFTEST_AGAINST_SET_{}, {}, {}, {}, {}, {:.3f}, {:.3f}}}",
                       strategyConstant(strategy.name), upperIdentifier(kAgainstSetNames[rows.mostly()]),
                       rows.count(AgainstSet::Faster), rows.count(AgainstSet::Same),
                       rows.count(AgainstSet::Slower), rows.count(AgainstSet::Unknown), rows.mostFaster(),
                       rows.mostSlower());
}

std::string bindingText(const Preferences& preferences) {
    const BindingPreference& binding = preferences.strategies;
    std::string text =
        fmt::format("    {},\n    {},\n    {},\n    {},\n    {},\n    {},\n    {{\n",
                    binding.best.empty() ? "VKPERFTEST_BINDING_UNKNOWN" : strategyConstant(binding.best[0]),
                    maskOf(binding.best, strategyConstant), maskOf(binding.missing, strategyConstant),
                    confidenceConstant(binding.confidence), literals(binding.reason),
                    literal(preferences.binding->settings.suite));
    for (const StrategyTraits& strategy : kStrategies)
        text += strategyText(strategy, binding) + (&strategy == &kStrategies.back() ? "\n" : ",\n");
    return text + "    }\n";
}

// "VKPERFTEST_ADVICE_NVIDIA_H100_80GB_HBM3_2330_NVIDIA_580_159_04": with the device's number, since several
// devices can have one name, and with the driver's text, since some drivers never change their number.
std::string identifierOf(const RunResult& run) {
    const DeviceRecord& device = run.device;
    constexpr std::size_t kMost = 140;
    const std::string number = run.source.empty() ? fmt::format("{:04x}", device.deviceId) : run.source;
    return upperIdentifier(fmt::format("vkperftest advice {} {} {} {}", device.name, number,
                                       device.driverName, device.driverInfo)
                               .substr(0, kMost));
}

std::string deviceText(const Preferences& preferences) {
    const RunResult& run = *preferences.run;
    const DeviceRecord& device = run.device;
    return fmt::format(
        "    {},\n    0x{:04x}U, 0x{:04x}U, {}U, 0x{:x}U,\n    {}, {},\n    {}, {}, {}, {},\n    {}, {},\n",
        literal(device.name), device.vendorId, device.deviceId, device.driverId, device.driverVersion,
        literal(device.driverName), literal(device.driverInfo), literal(run.tool.version),
        literal(run.tool.commit), literal(run.started), literal(run.source), literal(preferences.version),
        literal(preferences.commit));
}

} // namespace

std::string preferencesHeader(const Preferences& preferences) {
    const std::string name = identifierOf(*preferences.run);
    // With the time: two runs of one device are an error, of which the second would otherwise be ignored.
    const std::string guard = upperIdentifier(fmt::format("{} {} h", name, preferences.run->started));
    std::string text =
        "/* Which loads and which binding strategy to prefer on one device; written by `vkperftest advise "
        "--emit c`.\n"
        "   C89, C99 and C++. Headers of several devices may be included in one file. */\n";
    text += fmt::format("#ifndef {0}\n#define {0}\n\n", guard);
    text += preferencesTypes();
    text += fmt::format("static const VkperftestAdvice {} = {{\n", lowercase(name));
    text += deviceText(preferences) + loadsText(preferences.loads) + bindingText(preferences);
    return text + "};\n\n#endif\n";
}

} // namespace vkperftest
