#include "run/script.h"

#include <algorithm>
#include <optional>
#include <span>
#include <utility>

#include <fmt/format.h>

#include "base/named.h"
#include "base/printable.h"
#include "base/text.h"

namespace vkperftest {
namespace {

// With line ends and tabs for what stands for them.
std::string unescaped(std::string_view text) {
    std::string result;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char next = text[i] == '\\' && i + 1 < text.size() ? text[i + 1] : '\0';
        const bool escape = next == 'n' || next == 't';
        result += next == 'n' ? '\n' : next == 't' ? '\t' : text[i];
        if (escape) ++i;
    }
    return result;
}

// "VGPRs=12, SGPRs=16"; nothing if it is not of this form.
std::optional<std::vector<Statistic>> parseStatistics(std::string_view text) {
    std::vector<Statistic> statistics;
    for (const std::string& part : split(text, ',')) {
        const std::size_t equals = part.find('=');
        if (equals == std::string::npos) return std::nullopt;
        statistics.push_back({std::string(trim(std::string_view(part).substr(0, equals))),
                              std::string(trim(std::string_view(part).substr(equals + 1)))});
    }
    return statistics;
}

bool appliesTo(const Script::Statement& statement, const BoundRow& bound) {
    return (statement.strategy == "*" || statement.strategy == strategyName(bound.strategy)) &&
           globMatches(statement.rows, caseName(bound.row));
}

void apply(const Script::Statement& statement, Behaviour& behaviour) {
    if (statement.verb == "load") {
        behaviour.nanosecondsPerLoad = statement.number;
        behaviour.noise = statement.noise;
    } else if (statement.verb == "wrong") {
        behaviour.wrong = true;
    } else if (statement.verb == "epoch") {
        behaviour.epochNoise = statement.number;
    } else if (statement.verb == "slower") {
        behaviour.factor = 1 + statement.number / 100;
    } else if (statement.verb == "unsupported") {
        behaviour.unsupported = statement.text;
    } else if (statement.verb == "code") {
        behaviour.code.representations = {{"Assembly", unescaped(statement.text)}};
        behaviour.code.statistics = statement.statistics;
    } else if (statement.verb == "refused") {
        behaviour.refused = statement.text;
    } else {
        behaviour.lostAt = static_cast<std::uint64_t>(statement.number);
    }
}

Error refusal(std::string why) {
    return {ErrorKind::Usage, std::move(why), ""};
}

Result<double> numberWithin(const std::string& field, double least, double most) {
    const std::optional<double> value = parseNumber(field);
    if (value && *value >= least && *value <= most) return *value;
    return refusal(fmt::format("'{}' is not a number from {} to {}", field, least, most));
}

Result<double> nanosecondsOf(const std::string& field) {
    return numberWithin(field, 1e-9, 1e12);
}

Result<std::uint64_t> wholeNumber(const std::string& field) {
    const std::optional<long long> value = parseInteger(field);
    if (value && *value >= 0) return static_cast<std::uint64_t>(*value);
    return refusal(fmt::format("'{}' is not a whole number", field));
}

using Fields = std::span<const std::string>;

// A line about rows and strategies.
Result<void> readStatement(Fields fields, Script& script) {
    Script::Statement statement{.rows = fields[1], .strategy = fields[2], .verb = fields[0]};
    if (statement.strategy != "*") {
        const auto strategies = parseStrategies(statement.strategy);
        if (!strategies.ok()) return strategies.error();
    }
    if (statement.verb == "load") {
        if (script.gpu) return refusal("the rows of a simulated GPU take what its profile plants");
        VKPERFTEST_TRY(assign(statement.number, nanosecondsOf(fields[3])));
        if (fields.size() == 5) VKPERFTEST_TRY(assign(statement.noise, numberWithin(fields[4], 0, 10)));
    } else if (statement.verb == "epoch") {
        VKPERFTEST_TRY(assign(statement.number, numberWithin(fields[3], 0, 10)));
    } else if (statement.verb == "slower") {
        VKPERFTEST_TRY(assign(statement.number, numberWithin(fields[3], 0, 1e6)));
    } else if (statement.verb == "lost") {
        const Result<std::uint64_t> sample = wholeNumber(fields[3]);
        if (!sample.ok()) return sample.error();
        statement.number = static_cast<double>(sample.value());
    } else if (statement.verb != "wrong") {
        statement.text = fields[3];
        if (statement.text.empty() && statement.verb != "code") return refusal("it gives no reason");
        auto statistics = fields.size() == 5 ? parseStatistics(fields[4]) : std::vector<Statistic>();
        if (!statistics) return refusal(fmt::format("'{}' is not of the form NAME=VALUE", fields[4]));
        statement.statistics = *std::move(statistics);
    }
    script.statements.push_back(std::move(statement));
    return {};
}

Result<void> readSimulate(Fields fields, Script& script) {
    const auto found = findNamed(simulatedProfiles(), fields[1], "there is no simulated GPU");
    if (!found.ok()) return found.error();
    const SimulatedProfile& profile = *found.value();
    script.gpu = profile;
    script.device = profile.device;
    script.traits = {.cpu = false, .tickNanoseconds = profile.properties.tickNanoseconds};
    return {};
}

Result<void> readProperty(Fields fields, Script& script) {
    const Result<PropertyOfGpu> found = findProperty(fields[1]);
    if (!found.ok()) return found.error();
    const PropertyOfGpu& property = found.value();
    return assign(script.gpu->properties.*(property.value),
                  numberWithin(fields[2], property.least, property.most));
}

Result<void> readThrottle(Fields fields, Script& script) {
    Throttling throttling;
    VKPERFTEST_TRY(assign(throttling.second, numberWithin(fields[1], 0, 1e6)));
    VKPERFTEST_TRY(assign(throttling.share, numberWithin(fields[2], 0, 99)));
    throttling.share /= 100;
    script.throttling.push_back(throttling);
    return {};
}

Result<void> readExact(Fields, Script& script) {
    script.gpu->properties.exact = true;
    return {};
}

Result<void> readGpu(Fields, Script& script) {
    script.traits.cpu = false;
    return {};
}

Result<void> readDevice(Fields fields, Script& script) {
    script.device = fields[1];
    return {};
}

Result<void> readTick(Fields fields, Script& script) {
    return assign(script.traits.tickNanoseconds, nanosecondsOf(fields[1]));
}

Result<void> readRecording(Fields fields, Script& script) {
    Script::Recording recording{.ways = fields[1], .unsupported = fields.size() == 4 ? fields[3] : ""};
    VKPERFTEST_TRY(assign(recording.nanoseconds, nanosecondsOf(fields[2])));
    script.recordings.push_back(std::move(recording));
    return {};
}

template <std::uint64_t Script::*Count> Result<void> readCount(Fields fields, Script& script) {
    return assign(script.*Count, wholeNumber(fields[1]));
}

// How a line begins, and how many fields it has.
struct Verb {
    std::string_view name;
    std::size_t fewest = 0, most = 0;
    Result<void> (*read)(Fields fields, Script& script) = nullptr;
    bool ofSimulated = false;
};

constexpr Verb kVerbs[] = {
    {"simulate", 2, 2, readSimulate},
    {"property", 3, 3, readProperty, true},
    {"throttle", 3, 3, readThrottle, true},
    {"exact", 1, 1, readExact, true},
    {"slower", 4, 4, readStatement, true},
    {"seed", 2, 2, readCount<&Script::seed>},
    {"gpu", 1, 1, readGpu},
    {"device", 2, 2, readDevice},
    {"tick", 2, 2, readTick},
    {"load", 4, 5, readStatement},
    {"wrong", 3, 3, readStatement},
    {"unsupported", 4, 4, readStatement},
    {"record", 3, 4, readRecording},
    {"lost", 4, 4, readStatement},
    {"gone", 2, 2, readCount<&Script::goneAt>},
    {"code", 4, 5, readStatement},
    {"refused", 4, 4, readStatement},
    {"epoch", 4, 4, readStatement},
    {"die", 2, 2, readCount<&Script::dieAt>},
    {"interrupt", 2, 2, readCount<&Script::interruptAt>},
};

Result<void> readLine(Fields fields, bool first, Script& script) {
    const auto verb = std::find_if(std::begin(kVerbs), std::end(kVerbs),
                                   [&](const Verb& known) { return known.name == fields[0]; });
    if (verb == std::end(kVerbs))
        return Error{ErrorKind::Usage, "it is not a statement",
                     fmt::format("a line begins with one of: {}", namesOf(kVerbs))};
    if (fields.size() < verb->fewest || fields.size() > verb->most) {
        const std::string number = verb->fewest == verb->most
                                       ? std::to_string(verb->most)
                                       : fmt::format("{} or {}", verb->fewest, verb->most);
        return Error{ErrorKind::Usage, "it has too many fields, or too few",
                     fmt::format("`{}` has {} with its own name, with | between them", verb->name, number)};
    }
    if (verb->name == "simulate" && !first) return refusal("it must be the script's first statement");
    if (verb->ofSimulated && !script.gpu)
        return refusal("it has a meaning only after a line `simulate | PROFILE`");
    return verb->read(fields, script);
}

} // namespace

Result<Script> parseScript(std::string_view text) {
    constexpr std::size_t kMostBytes = 4'000'000;
    if (text.size() > kMostBytes)
        return Error{ErrorKind::Usage, fmt::format("the script has more than {} bytes", kMostBytes),
                     "shorten it"};
    Script script;
    std::size_t number = 0;
    bool first = true;
    for (const std::string& line : split(printable(text, Keep::Lines), '\n')) {
        ++number;
        const std::string_view content = trim(std::string_view(line).substr(0, line.find('#')));
        if (content.empty()) continue;
        std::vector<std::string> fields;
        for (const std::string& field : split(content, '|')) fields.emplace_back(trim(field));
        const Result<void> read = readLine(fields, std::exchange(first, false), script);
        if (!read.ok()) {
            return Error{ErrorKind::Usage,
                         fmt::format("line {} of the script, '{}': {}", number, content, read.error().cause),
                         read.error().remedy};
        }
    }
    if (script.gpu) {
        script.gpu->properties.tickNanoseconds = script.traits.tickNanoseconds;
        if (script.gpu->properties.exact) script.gpu->properties.placement = 0;
    }
    return script;
}

Behaviour behaviourOf(const Script& script, const BoundRow& bound) {
    Behaviour behaviour;
    if (script.gpu) behaviour.epochNoise = script.gpu->properties.placement;
    for (const Script::Statement& statement : script.statements) {
        if (appliesTo(statement, bound)) apply(statement, behaviour);
    }
    if (const Reason why = whyUnsupported(bound); !why.empty()) behaviour.unsupported = reasonText(why);
    return behaviour;
}

} // namespace vkperftest
