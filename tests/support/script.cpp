#include "support/script.h"

#include <algorithm>
#include <array>
#include <utility>

#include <fmt/format.h>

#include "base/named.h"
#include "base/printable.h"
#include "base/text.h"
#include "cases/suite.h"

namespace vkperftest {
namespace {

// Replaces \n by a line end and \t by a tab.
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

// "VGPRs=12, SGPRs=16"; nothing if the text does not have this form.
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

Error refusal(std::string why) {
    return {ErrorKind::Usage, std::move(why), ""};
}

Result<double> numberWithin(const std::string& field, double least, double most) {
    const std::optional<double> value = parseNumber(field);
    if (value && *value >= least && *value <= most) return *value;
    return refusal(fmt::format("'{}' is not from {} to {}", field, least, most));
}

Result<double> nanosecondsOf(const std::string& field) {
    return numberWithin(field, 1e-9, 1e12);
}

Result<std::uint64_t> wholeNumber(const std::string& field) {
    const std::optional<long long> value = parseInteger(field);
    if (value && *value >= 0) return static_cast<std::uint64_t>(*value);
    return refusal(fmt::format("'{}' is no whole number", field));
}

using Fields = std::span<const std::string>;

// These store the last field of a line in the script or in a row's behaviour.
template <auto Count, class Owner> Result<void> readCount(Fields fields, Owner& owner) {
    return assign(owner.*Count, wholeNumber(fields.back()));
}

template <auto Number, int Most, class Owner> Result<void> readNumber(Fields fields, Owner& owner) {
    return assign(owner.*Number, numberWithin(fields.back(), 0, Most));
}

template <auto Nanoseconds, class Owner> Result<void> readNanoseconds(Fields fields, Owner& owner) {
    return assign(owner.*Nanoseconds, nanosecondsOf(fields.back()));
}

template <auto Text, class Owner> Result<void> readText(Fields fields, Owner& owner) {
    owner.*Text = fields.back();
    return {};
}

template <auto Reason, class Owner> Result<void> readReason(Fields fields, Owner& owner) {
    if (fields.back().empty()) return refusal("it gives no reason");
    return readText<Reason>(fields, owner);
}

// The fields of the line do not matter.
template <auto Flag, class Owner> Result<void> setFlag(Fields, Owner& owner) {
    owner.*Flag = true;
    return {};
}

Result<void> readSimulate(Fields fields, Script& script) {
    const auto found = findNamed(simulatedProfiles(), fields[1], "there is no GPU");
    if (!found.ok()) return found.error();
    const SimulatedProfile& profile = *found.value();
    script.gpu = profile;
    script.device = profile.device;
    script.isGpu = true;
    script.tickNanoseconds = profile.properties.tickNanoseconds;
    return {};
}

// What scripts change of a GPU, and the values it may have.
struct PropertyOfGpu {
    std::string_view name;
    double GpuProperties::*value;
    double least, most;
};

constexpr auto kProperties =
    std::to_array<PropertyOfGpu>({{"adds-up", &GpuProperties::addsUp, 0, 1},
                                  {"boost-ghz", &GpuProperties::boostGhz, 0.001, 1000},
                                  {"wander", &GpuProperties::wander, 0, 0.9},
                                  {"machine", &GpuProperties::machine, 0, 1}});

Result<void> readProperty(Fields fields, Script& script) {
    const auto found = findNamed(kProperties, fields[1], "there is no property");
    if (!found.ok()) return found.error();
    const auto& [name, value, least, most] = *found.value();
    return assign(script.gpu->properties.*value, numberWithin(fields[2], least, most));
}

Result<void> readThrottle(Fields fields, Script& script) {
    Throttling& throttling = script.throttling.emplace_back();
    VKPERFTEST_TRY(assign(throttling.second, numberWithin(fields[1], 0, 1e6)));
    VKPERFTEST_TRY(assign(throttling.share, numberWithin(fields[2], 0, 99)));
    throttling.share /= 100;
    return {};
}

Result<void> readCounterKind(Fields fields, Script& script) {
    if (fields[1] == "core") {
        script.counterGhz = 0;
        return {};
    }
    return assign(script.counterGhz.emplace(), numberWithin(fields[1], 0.001, 1000));
}

Result<void> readRecording(Fields fields, Script& script) {
    script.recordings.push_back({.ways = fields[1], .unsupported = fields.size() == 4 ? fields[3] : ""});
    return assign(script.recordings.back().nanoseconds, nanosecondsOf(fields[2]));
}

template <auto Values> Result<void> readValueOfResource(Fields fields, Script& script) {
    auto& [resource, value] = (script.*Values).emplace_back(fields[1], 0.0);
    return assign(value, numberWithin(fields[2], 0, 1e6));
}

Result<void> readSubgroups(Fields fields, Script& script) {
    VKPERFTEST_TRY(assign(script.smallestSubgroup, wholeNumber(fields[1])));
    return assign(script.largestSubgroup, wholeNumber(fields[2]));
}

Result<void> readLoad(Fields fields, Behaviour& behaviour) {
    behaviour.noise = 0;
    if (fields.size() == 5) VKPERFTEST_TRY(assign(behaviour.noise, numberWithin(fields[4], 0, 10)));
    return assign(behaviour.nanosecondsPerLoad, nanosecondsOf(fields[3]));
}

Result<void> readCode(Fields fields, Behaviour& behaviour) {
    auto statistics = fields.size() == 5 ? parseStatistics(fields[4]) : std::vector<Statistic>();
    if (!statistics) return refusal(fmt::format("'{}' is not NAME=VALUE", fields[4]));
    behaviour.code.representations = {{"Assembly", unescaped(fields[3])}};
    behaviour.code.statistics = *std::move(statistics);
    return {};
}

Result<void> readLike(Fields fields, Behaviour& behaviour) {
    std::vector<Strategy> strategies;
    VKPERFTEST_TRY(assign(strategies, parseStrategies(fields[4])));
    for (const Suite& suite : suites())
        for (const Case& row : suite.rows())
            if (caseId(row) == fields[3]) behaviour.like = BoundRow{row, strategies.front()};
    return behaviour.like ? Result<void>() : refusal(fmt::format("there is no row '{}'", fields[3]));
}

// A line begins with its verb and has a limited number of fields. It is about the script, or about the rows
// and strategies that its second and third fields name.
struct Verb {
    std::string_view name;
    std::size_t fewest = 0, most = 0;
    Result<void> (*read)(Fields fields, Script& script) = nullptr;
    Result<void> (*readOfRows)(Fields fields, Behaviour& behaviour) = nullptr;
    bool ofSimulated = false;
};

constexpr Verb kVerbs[] = {
    {"simulate", 2, 2, readSimulate},
    {"property", 3, 3, readProperty, nullptr, true},
    {"throttle", 3, 3, readThrottle, nullptr, true},
    {"counter", 2, 2, readCounterKind, nullptr, true},
    {"exact", 1, 1, setFlag<&Script::exact>, nullptr, true},
    {"slower", 4, 4, nullptr, readNumber<&Behaviour::percentSlower, 1'000'000>, true},
    {"like", 5, 5, nullptr, readLike, true},
    {"seed", 2, 2, readCount<&Script::seed>},
    {"gpu", 1, 1, setFlag<&Script::isGpu>},
    {"device", 2, 2, readText<&Script::device>},
    {"tick", 2, 2, readNanoseconds<&Script::tickNanoseconds>},
    {"load", 4, 5, nullptr, readLoad},
    {"wrong", 3, 3, nullptr, setFlag<&Behaviour::wrong>},
    {"outside", 3, 3, readValueOfResource<&Script::outside>},
    {"null", 3, 3, readValueOfResource<&Script::ofNull>},
    {"subgroups", 3, 3, readSubgroups},
    {"unsupported", 4, 4, nullptr, readReason<&Behaviour::unsupported>},
    {"record", 3, 4, readRecording},
    {"lost", 4, 4, nullptr, readCount<&Behaviour::lostAt>},
    {"gone", 2, 2, readCount<&Script::goneAt>},
    {"code", 4, 5, nullptr, readCode},
    {"refused", 4, 4, nullptr, readReason<&Behaviour::refused>},
    {"restart", 4, 4, nullptr, readNumber<&Behaviour::restartNoise, 10>},
    {"die", 2, 2, readCount<&Script::dieAt>},
    {"interrupt", 2, 2, readCount<&Script::interruptAt>},
};

// Its fields are read once to find errors, and again for every row that the statement is about.
Result<void> readStatement(Fields fields, const Verb& verb, Script& script) {
    if (fields[2] != "*") {
        if (const auto strategies = parseStrategies(fields[2]); !strategies.ok()) return strategies.error();
    }
    if (verb.name == "load" && script.gpu) return refusal("the profile sets times");
    if (verb.name == "code") script.tellsCode = true;
    script.statements.push_back({{fields.begin(), fields.end()}, verb.readOfRows});
    Behaviour nobodys;
    return verb.readOfRows(fields, nobodys);
}

Result<void> readLine(Fields fields, bool first, Script& script) {
    const auto verb = std::ranges::find(kVerbs, fields[0], &Verb::name);
    if (verb == std::end(kVerbs))
        return Error{ErrorKind::Usage, "it is not a statement",
                     fmt::format("a line begins with one of: {}", namesOf(kVerbs))};
    if (fields.size() < verb->fewest || fields.size() > verb->most) {
        const std::string number = verb->fewest == verb->most
                                       ? std::to_string(verb->most)
                                       : fmt::format("{} or {}", verb->fewest, verb->most);
        return Error{ErrorKind::Usage, "it has the wrong number of fields",
                     fmt::format("`{}` takes {} with its own name, separated by |", verb->name, number)};
    }
    if (verb->name == "simulate" && !first) return refusal("it must come first");
    if (verb->ofSimulated && !script.gpu) return refusal("it needs `simulate | PROFILE`");
    return verb->readOfRows != nullptr ? readStatement(fields, *verb, script) : verb->read(fields, script);
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
        script.gpu->properties.tickNanoseconds = script.tickNanoseconds;
        script.gpu->properties.exact = script.exact;
        if (script.exact) script.gpu->properties.placement = 0;
    }
    return script;
}

Behaviour behaviourOf(const Script& script, const BoundRow& bound) {
    Behaviour behaviour;
    if (script.gpu) behaviour.restartNoise = script.gpu->properties.placement;
    const std::string row = caseName(bound.row);
    for (const auto& [fields, read] : script.statements) {
        const bool meant = fields[2] == "*" || fields[2] == strategyName(bound.strategy);
        if (meant && globMatches(fields[1], row)) static_cast<void>(read(fields, behaviour));
    }
    if (const Reason why = whyUnsupported(bound); !why.empty()) behaviour.unsupported = reasonText(why);
    return behaviour;
}

} // namespace vkperftest
