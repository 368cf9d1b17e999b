#include "run/scripted_executor.h"

#include <algorithm>
#include <cmath>
#include <csignal>
#include <cstdlib>
#include <limits>
#include <numbers>
#include <optional>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "base/text.h"
#include "cases/cpu_model.h"

namespace vkperftest {
namespace {

constexpr std::uint64_t kNever = std::numeric_limits<std::uint64_t>::max();
constexpr std::uint32_t kSubgroup = 32;

struct Behaviour {
    double nanosecondsPerLoad = 1;
    double noise = 0;
    double epochNoise = 0;
    double epochFactor = 1; // of this epoch
    bool wrong = false;
    std::string unsupported;
    std::uint64_t lostAt = kNever;
    DriverCode code{.subgroupSize = kSubgroup};
    std::string refused; // why its code cannot be had
};

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

struct Statement {
    std::string rows;
    std::string strategy;
    std::string verb;
    double number = 0;
    double noise = 0;
    std::string text;
    std::vector<Statistic> statistics;

    bool appliesTo(const Target& target) const {
        return (strategy == "*" || strategy == strategyName(target.strategy)) &&
               globMatches(rows, caseName(target.row));
    }

    void applyTo(Behaviour& behaviour) const {
        if (verb == "load") {
            behaviour.nanosecondsPerLoad = number;
            behaviour.noise = noise;
        } else if (verb == "wrong") {
            behaviour.wrong = true;
        } else if (verb == "epoch") {
            behaviour.epochNoise = number;
        } else if (verb == "unsupported") {
            behaviour.unsupported = text;
        } else if (verb == "code") {
            behaviour.code.representations = {{"Assembly", unescaped(text)}};
            behaviour.code.statistics = statistics;
        } else if (verb == "refused") {
            behaviour.refused = text;
        } else {
            behaviour.lostAt = static_cast<std::uint64_t>(number);
        }
    }
};

struct Recording {
    std::string ways;
    double nanoseconds = 0;
    std::string unsupported;
};

struct Program {
    Target target;
    Behaviour behaviour;
    std::vector<float> sums; // of a verification; empty until the first
    std::uint64_t samples = 0;
};

} // namespace

struct ScriptedExecutor::State {
    std::string name = "Scripted device";
    ExecutorTraits traits{.cpu = true};
    std::uint64_t interruptAt = kNever;
    std::uint64_t goneAt = kNever;
    std::uint64_t dieAt = kNever;
    std::vector<Statement> statements;
    std::vector<Recording> recordings;
    std::vector<Program> programs;
    std::uint64_t samples = 0;
    std::mt19937_64 random{1};

    Behaviour behaviourOf(const Target& target) const {
        Behaviour behaviour;
        for (const Statement& statement : statements) {
            if (statement.appliesTo(target)) statement.applyTo(behaviour);
        }
        if (const std::string why = obstacle(target); !why.empty()) behaviour.unsupported = why;
        return behaviour;
    }

    // Standard normal by Box and Muller: the same on every platform.
    double normal() {
        const auto uniform = [&] { return (static_cast<double>(random() >> 11) + 0.5) * 0x1p-53; };
        const double radius = std::sqrt(-2 * std::log(uniform()));
        return radius * std::cos(2 * std::numbers::pi * uniform());
    }

    void beginEpoch(Program& program) {
        Behaviour& behaviour = program.behaviour;
        if (behaviour.epochNoise > 0) behaviour.epochFactor = std::exp(behaviour.epochNoise * normal());
    }

    // False if the line is not of the form that the header gives.
    bool read(std::span<const std::string> fields) {
        const std::string& verb = fields[0];
        const auto number = [&](std::size_t i) {
            const auto value = i < fields.size() ? parseNumber(fields[i]) : std::nullopt;
            return value && *value >= 0 ? value : std::nullopt;
        };
        if (verb == "gpu" && fields.size() == 1) {
            traits.cpu = false;
        } else if (verb == "device" && fields.size() == 2) {
            name = fields[1];
        } else if (verb == "tick" && fields.size() == 2 && number(1).value_or(0) > 0) {
            traits.tickNanoseconds = *number(1);
        } else if (verb == "interrupt" && fields.size() == 2 && number(1)) {
            interruptAt = static_cast<std::uint64_t>(*number(1));
        } else if (verb == "die" && fields.size() == 2 && number(1)) {
            dieAt = static_cast<std::uint64_t>(*number(1));
        } else if (verb == "record" && (fields.size() == 3 || fields.size() == 4) &&
                   number(2).value_or(0) > 0) {
            recordings.push_back({fields[1], *number(2), fields.size() == 4 ? fields[3] : ""});
        } else if (verb == "gone" && fields.size() == 2 && number(1)) {
            goneAt = static_cast<std::uint64_t>(*number(1));
        } else {
            return readStatement(fields, number(3), number(4));
        }
        return true;
    }

    bool readStatement(std::span<const std::string> fields, std::optional<double> third,
                       std::optional<double> fourth) {
        if (fields.size() < 3) return false;
        Statement statement{.rows = fields[1], .strategy = fields[2], .verb = fields[0]};
        const std::size_t count = fields.size();
        const bool wrong = statement.verb == "wrong" && count == 3;
        if (statement.strategy != "*" && !parseStrategies(statement.strategy).ok()) return false;
        const bool unsupported = (statement.verb == "unsupported" || statement.verb == "refused") &&
                                 count == 4 && !fields[3].empty();
        const auto statistics = count == 5 ? parseStatistics(fields[4]) : std::vector<Statistic>();
        const bool code = statement.verb == "code" && (count == 4 || count == 5) && statistics;
        const bool counted = (statement.verb == "lost" || statement.verb == "epoch") && count == 4 && third;
        const bool load =
            statement.verb == "load" && third && *third > 0 && (count == 4 || (count == 5 && fourth));
        if (!wrong && !unsupported && !counted && !load && !code) return false;
        if (unsupported || code) statement.text = fields[3];
        if (code) statement.statistics = *statistics;
        statement.number = third.value_or(0);
        statement.noise = fourth.value_or(0);
        statements.push_back(std::move(statement));
        return true;
    }
};

ScriptedExecutor::ScriptedExecutor(std::unique_ptr<State> state) : state_(std::move(state)) {}
ScriptedExecutor::~ScriptedExecutor() = default;

Result<std::unique_ptr<ScriptedExecutor>> ScriptedExecutor::parse(std::string_view script) {
    auto state = std::make_unique<State>();
    std::size_t number = 0;
    for (const std::string& line : split(script, '\n')) {
        ++number;
        const std::string_view content = trim(std::string_view(line).substr(0, line.find('#')));
        if (content.empty()) continue;
        std::vector<std::string> fields;
        for (const std::string& field : split(content, '|')) fields.emplace_back(trim(field));
        if (!state->read(fields)) {
            return Error{ErrorKind::Usage,
                         fmt::format("line {} of the script is not a statement: '{}'", number, content),
                         "source/run/scripted_executor.h lists the statements"};
        }
    }
    return std::unique_ptr<ScriptedExecutor>(new ScriptedExecutor(std::move(state)));
}

DeviceRecord ScriptedExecutor::device() const {
    return {.name = state_->name,
            .kind = state_->traits.cpu ? DeviceKind::Cpu : DeviceKind::Discrete,
            .deviceUuid = std::string(32, '0'),
            .driverName = "scripted",
            .apiVersion = "1.1.0",
            .subgroupSize = kSubgroup,
            .timestampPeriod = state_->traits.tickNanoseconds,
            .timestampValidBits = 64,
            .pushDescriptors = true,
            .maxPushDescriptors = 32,
            .bufferAddresses = true,
            .descriptorBuffers = true,
            .maxInlineUniformBytes = 256};
}

ExecutorTraits ScriptedExecutor::traits() const {
    return state_->traits;
}

std::vector<Result<ProgramId>> ScriptedExecutor::prepare(std::span<const Target> targets) {
    std::vector<Result<ProgramId>> results;
    for (const Target& target : targets) {
        Program program{.target = target, .behaviour = state_->behaviourOf(target)};
        if (!program.behaviour.unsupported.empty()) {
            results.push_back(Error{ErrorKind::Unsupported, program.behaviour.unsupported, ""});
            continue;
        }
        results.push_back(state_->programs.size());
        state_->beginEpoch(program);
        state_->programs.push_back(std::move(program));
    }
    return results;
}

Result<std::vector<Result<CodeDigest>>> ScriptedExecutor::readCode(std::span<const Target> targets) {
    const bool tells = std::any_of(state_->statements.begin(), state_->statements.end(),
                                   [](const Statement& statement) { return statement.verb == "code"; });
    if (!tells) return Error{ErrorKind::Unsupported, "the script does not tell", ""};
    std::vector<Result<CodeDigest>> codes;
    for (const Target& target : targets) {
        const Behaviour behaviour = state_->behaviourOf(target);
        if (!behaviour.unsupported.empty()) {
            codes.push_back(Error{ErrorKind::Unsupported, behaviour.unsupported, ""});
        } else if (!behaviour.refused.empty()) {
            codes.push_back(Error{ErrorKind::RowFailed, behaviour.refused, ""});
        } else {
            codes.push_back(digest(behaviour.code));
        }
    }
    return codes;
}

Result<void> ScriptedExecutor::renew() {
    for (Program& program : state_->programs) state_->beginEpoch(program);
    return {};
}

Result<void> ScriptedExecutor::verify(ProgramId program, std::span<const float> expected) {
    Program& run = state_->programs[program];
    if (run.sums.empty()) {
        run.sums = expectedSums(run.target.row);
        if (run.behaviour.wrong) run.sums.back() += 1;
    }
    return compareSums(expected, run.sums);
}

Result<std::vector<double>> ScriptedExecutor::sample(std::span<const Dispatch> dispatches) {
    std::vector<double> nanoseconds;
    if (++state_->samples == state_->interruptAt) std::raise(SIGINT);
    if (state_->samples == state_->dieAt) std::_Exit(137);
    if (state_->samples >= state_->goneAt) {
        return Error{ErrorKind::NoDevice, "the device was lost and could not be opened again",
                     "restart the driver"};
    }
    for (const Dispatch& dispatch : dispatches) {
        Program& program = state_->programs[dispatch.program];
        if (++program.samples >= program.behaviour.lostAt) {
            return Error{ErrorKind::RowFailed, "the device was lost", ""};
        }
        const double exact = program.behaviour.nanosecondsPerLoad * program.behaviour.epochFactor *
                             static_cast<double>(dispatch.groups * kLoadsPerGroup);
        const double noisy = exact * std::exp(program.behaviour.noise * state_->normal());
        const double tick = state_->traits.tickNanoseconds;
        nanoseconds.push_back(std::max(1.0, std::round(noisy / tick)) * tick);
    }
    return nanoseconds;
}

Result<double> ScriptedExecutor::record(RecordingWay way, std::uint64_t, bool) {
    double nanoseconds = 100;
    for (const Recording& recording : state_->recordings) {
        if (!globMatches(recording.ways, recordingWayName(way))) continue;
        if (!recording.unsupported.empty()) return Error{ErrorKind::Unsupported, recording.unsupported, ""};
        nanoseconds = recording.nanoseconds;
    }
    return nanoseconds;
}

} // namespace vkperftest
