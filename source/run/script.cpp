#include "run/script.h"

#include <algorithm>
#include <optional>
#include <span>

#include <fmt/format.h>

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

bool readStatement(std::span<const std::string> fields, std::optional<double> third,
                   std::optional<double> fourth, Script& script) {
    if (fields.size() < 3) return false;
    Script::Statement statement{.rows = fields[1], .strategy = fields[2], .verb = fields[0]};
    const std::size_t count = fields.size();
    const bool wrong = statement.verb == "wrong" && count == 3;
    if (statement.strategy != "*" && !parseStrategies(statement.strategy).ok()) return false;
    const bool unsupported =
        (statement.verb == "unsupported" || statement.verb == "refused") && count == 4 && !fields[3].empty();
    const auto statistics = count == 5 ? parseStatistics(fields[4]) : std::vector<Statistic>();
    const bool code = statement.verb == "code" && (count == 4 || count == 5) && statistics;
    const bool simulated = statement.verb == "slower" && script.gpu;
    const bool counted =
        (statement.verb == "lost" || statement.verb == "epoch" || simulated) && count == 4 && third;
    const bool load = statement.verb == "load" && !script.gpu && third && *third > 0 &&
                      (count == 4 || (count == 5 && fourth));
    if (!wrong && !unsupported && !counted && !load && !code) return false;
    if (unsupported || code) statement.text = fields[3];
    if (code) statement.statistics = *statistics;
    statement.number = third.value_or(0);
    statement.noise = fourth.value_or(0);
    script.statements.push_back(std::move(statement));
    return true;
}

// What a simulated GPU is, and how it behaves; false if the line is not of this kind.
bool readSimulation(std::span<const std::string> fields, Script& script) {
    const std::string& verb = fields[0];
    const auto number = [&](std::size_t i) { return parseNumber(fields[i]).value_or(-1); };
    if (verb == "simulate" && fields.size() == 2 && !script.gpu && script.statements.empty()) {
        const auto profiles = simulatedProfiles();
        const auto found =
            std::find_if(profiles.begin(), profiles.end(),
                         [&](const SimulatedProfile& profile) { return profile.name == fields[1]; });
        if (found == profiles.end()) return false;
        script.gpu = *found;
        script.device = found->device;
        script.traits = {.cpu = false, .tickNanoseconds = found->properties.tickNanoseconds};
    } else if (verb == "seed" && fields.size() == 2 && number(1) >= 0) {
        script.seed = static_cast<std::uint64_t>(number(1));
    } else if (!script.gpu) {
        return false;
    } else if (verb == "property" && fields.size() == 3 && number(2) >= 0) {
        return setProperty(script.gpu->properties, fields[1], number(2));
    } else if (verb == "throttle" && fields.size() == 3 && number(1) >= 0 && number(2) >= 0) {
        script.throttling.push_back({number(1), number(2) / 100});
    } else if (verb == "exact" && fields.size() == 1) {
        script.gpu->properties.exact = true;
    } else {
        return false;
    }
    return true;
}

// False if the line is not of the form that the header gives.
bool readLine(std::span<const std::string> fields, Script& script) {
    const std::string& verb = fields[0];
    const auto number = [&](std::size_t i) {
        const auto value = i < fields.size() ? parseNumber(fields[i]) : std::nullopt;
        return value && *value >= 0 ? value : std::nullopt;
    };
    if (verb == "gpu" && fields.size() == 1) {
        script.traits.cpu = false;
    } else if (verb == "device" && fields.size() == 2) {
        script.device = fields[1];
    } else if (verb == "tick" && fields.size() == 2 && number(1).value_or(0) > 0) {
        script.traits.tickNanoseconds = *number(1);
    } else if (verb == "interrupt" && fields.size() == 2 && number(1)) {
        script.interruptAt = static_cast<std::uint64_t>(*number(1));
    } else if (verb == "die" && fields.size() == 2 && number(1)) {
        script.dieAt = static_cast<std::uint64_t>(*number(1));
    } else if (verb == "record" && (fields.size() == 3 || fields.size() == 4) && number(2).value_or(0) > 0) {
        script.recordings.push_back({fields[1], *number(2), fields.size() == 4 ? fields[3] : ""});
    } else if (verb == "gone" && fields.size() == 2 && number(1)) {
        script.goneAt = static_cast<std::uint64_t>(*number(1));
    } else {
        return readSimulation(fields, script) || readStatement(fields, number(3), number(4), script);
    }
    return true;
}

} // namespace

Result<Script> parseScript(std::string_view text) {
    Script script;
    std::size_t number = 0;
    for (const std::string& line : split(text, '\n')) {
        ++number;
        const std::string_view content = trim(std::string_view(line).substr(0, line.find('#')));
        if (content.empty()) continue;
        std::vector<std::string> fields;
        for (const std::string& field : split(content, '|')) fields.emplace_back(trim(field));
        if (!readLine(fields, script)) {
            return Error{ErrorKind::Usage,
                         fmt::format("line {} of the script is not a statement: '{}'", number, content),
                         "source/run/script.h lists the statements"};
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
    if (const std::string why = whyUnsupported(bound); !why.empty()) behaviour.unsupported = why;
    return behaviour;
}

} // namespace vkperftest
