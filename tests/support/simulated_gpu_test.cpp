// The model of simulated GPUs: judged by it, the program is only as right as it is.
#include "support/simulated_gpu.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "analysis/figures.h"
#include "base/text.h"
#include "cases/controls.h"
#include "cases/every_row.h"
#include "cases/families/families.h"
#include "cases/suite.h"
#include "matchers.h"
#include "run/dispatch_size.h"
#include "support/simulated_profiles.h"

namespace vkperftest::simulated_gpu_test {

// 40 workgroups at a time; nothing happens to it that the model does not say here.
const GpuProperties kPlain{.units = 10,
                           .groupsPerUnit = 4,
                           .boostGhz = 2,
                           .idleShare = 1,
                           .wander = 0,
                           .machine = 0,
                           .launchUs = 0,
                           .firstUs = 0,
                           .spread = 0,
                           .noise = 0,
                           .outliers = 0,
                           .submissionUs = 0};
const LoadCost kIssueBound{.issue = 0.25, .arithmetic = 0.1, .latency = 100, .inFlight = 4};
const LoadCost kLatencyBound{.issue = 0.25, .arithmetic = 0.1, .latency = 1000, .inFlight = 1};
constexpr double kGroupClocks = 0.25 * kLoadsPerGroup; // of a unit for one workgroup, if issue bounds it

GpuProperties with(double GpuProperties::*property, double value) {
    GpuProperties properties = kPlain;
    properties.*property = value;
    return properties;
}

// What dispatches of so many workgroups take, each in a submission of its own.
std::vector<double> samples(const GpuProperties& properties, std::uint64_t groups, std::size_t count,
                            std::uint64_t seed = 1, std::vector<Throttling> throttling = {}) {
    std::mt19937_64 random(seed);
    SimulatedGpu gpu(properties, std::move(throttling), seed, random);
    std::vector<double> result;
    while (result.size() < count) {
        gpu.beginSubmission();
        result.push_back(gpu.run(kIssueBound, groups));
    }
    return result;
}

TEST(SimulatedGpu, AUnitSharesItsThroughputAndWhatIsLeftTakesUpToAWholeWave) {
    const GpuProperties clumped = with(&GpuProperties::clump, 1);
    const struct {
        const GpuProperties& gpu;
        const LoadCost& cost;
        double groups, clocks;
    } all[] = {{kPlain, kIssueBound, 1, kGroupClocks},
               {kPlain, kIssueBound, 10, kGroupClocks},
               {kPlain, kIssueBound, 11, 2 * kGroupClocks},
               {kPlain, kIssueBound, 40, 4 * kGroupClocks},
               {kPlain, kIssueBound, 45, 5 * kGroupClocks},
               {clumped, kIssueBound, 45, 8 * kGroupClocks},
               // Workgroups that wait for their loads take as long alone as together.
               {kPlain, kLatencyBound, 40, 256 * 1000},
               {kPlain, kLatencyBound, 41, 2 * 256 * 1000}};
    for (const auto& [gpu, cost, groups, clocks] : all)
        EXPECT_DOUBLE_EQ(dispatchClocks(gpu, cost, groups), clocks) << groups;
}

TEST(SimulatedGpu, LongDispatchesRunAtTheInjectedRate) {
    GpuProperties properties = with(&GpuProperties::clump, 0.5);
    properties.spread = 0.02;
    for (const LoadCost& cost : {kIssueBound, kLatencyBound}) {
        const double clocks =
            dispatchClocks(properties, cost, 30000) - dispatchClocks(properties, cost, 10000);
        const double nanosecondsPerLoad = clocks / properties.boostGhz / (20000 * kLoadsPerGroup);
        EXPECT_NEAR(nanosecondsPerLoad / steadyNanosecondsPerLoad(properties, cost), 1, 1e-3);
    }
    EXPECT_DOUBLE_EQ(steadyNanosecondsPerLoad(properties, kIssueBound), 0.25 / 10 / 2);
}

TEST(SimulatedGpu, ClocksRampUpUnderLoadAndFallInIdleness) {
    std::mt19937_64 random(1);
    SimulatedGpu gpu(with(&GpuProperties::idleShare, 0.25), {}, 1, random);
    const double cold = gpu.run(kIssueBound, 40000);
    while (gpu.nanoseconds() < 2e9) gpu.run(kIssueBound, 40000);
    const double warm = gpu.run(kIssueBound, 40000);
    EXPECT_NEAR(cold / warm, 4, 0.01);
    gpu.idle(5e9);
    EXPECT_NEAR(gpu.run(kIssueBound, 40000) / warm, 4, 0.01);
}

TEST(SimulatedGpu, ShowsThrottlingTicksSeedsAndTheTruth) {
    const std::vector<double> taken = samples(kPlain, 40000, 100, 1, {{1, 0.1}, {2, 0.2}});
    EXPECT_NEAR(taken.front() / taken.back(), 0.8, 1e-6);
    EXPECT_NEAR(taken.front() / taken[40], 0.9, 1e-6);
    for (const double sample : samples(with(&GpuProperties::tickNanoseconds, 52.083), 100, 100))
        EXPECT_NEAR(std::remainder(sample, 52.083), 0, 1e-6);
    GpuProperties noisy = with(&GpuProperties::noise, 0.1);
    EXPECT_EQ(samples(noisy, 1000, 50, 1), samples(noisy, 1000, 50, 1));
    EXPECT_NE(samples(noisy, 1000, 50, 1), samples(noisy, 1000, 50, 2));
    noisy.exact = true;
    EXPECT_THAT(samples(noisy, 41, 5), Each(41.0 * kLoadsPerGroup * (0.25 / 10 / 2)));
}

double injected(const SimulatedProfile& profile, const BoundRow& bound) {
    return steadyNanosecondsPerLoad(profile.properties, injectedCost(profile, bound));
}

TEST(SimulatedProfiles, InjectATimeForEveryRowUnderEveryStrategy) {
    for (const SimulatedProfile& profile : simulatedProfiles()) {
        for (const Case& row : allRows()) {
            for (const Strategy strategy : kEveryStrategy) {
                const double nanoseconds = injected(profile, {row, strategy});
                EXPECT_TRUE(std::isfinite(nanoseconds) && nanoseconds > 0) << caseName(row);
            }
        }
    }
}

TEST(SimulatedProfiles, OneLoadInFlightWaitsForLatencyWhereFewLanesAreResident) {
    for (const SimulatedProfile& profile : simulatedProfiles()) {
        const double times = injected(profile, {{rawLoad(1), Pattern::Linear, Technique::Dependent}}) /
                             injected(profile, {{rawLoad(1), Pattern::Linear}});
        EXPECT_GE(times, 1);
        EXPECT_EQ(times > 1.2, profile.name == "rdna3") << profile.name << ": " << times;
    }
}

const SimulatedProfile& hopper() {
    return *std::ranges::find(simulatedProfiles(), "hopper", &SimulatedProfile::name);
}

// The clocks of an H100 for a load of 32 lanes: 10, 40 and 80 at strides of 20, 32 and 64 bytes.
TEST(SimulatedProfiles, LoadElementsOfFloatsWordByWord) {
    const auto clocks = [](const Case& row) { return 32 * injectedCost(hopper(), {row}).issue; };
    EXPECT_NEAR(clocks({stridedLoad(20), Pattern::Linear}), 10, 0.5);
    EXPECT_NEAR(clocks({stridedLoad(24), Pattern::Linear}), 11.3, 0.5);
    EXPECT_NEAR(clocks({stridedLoad(32), Pattern::Linear}), 40, 0.5);
    EXPECT_NEAR(clocks({stridedLoad(64), Pattern::Linear}), 80, 0.5);
    EXPECT_NEAR(clocks({stridedLoad(80), Pattern::Linear}), 29, 1);
    EXPECT_NEAR(clocks({stridedLoad(96), Pattern::Linear}), 41, 1.5);
    const auto wide = stridedLoad(16, CachePlace::InsideL1, Format::RGBA32F);
    EXPECT_NEAR(clocks({wide, Pattern::Linear}), 4, 0.1);
    EXPECT_NEAR(clocks({stridedLoad(16), Pattern::Linear}), 16, 0.1);
}

// A run of all loads on the GPU with the injected times, and noise of 0.3 %.
RunResult injectedRun(const SimulatedProfile& profile) {
    std::mt19937_64 random(1);
    RunResult run;
    run.settings.strategies = {"set"};
    run.device = {.name = std::string(profile.device),
                  .vendorId = profile.vendorId,
                  .subgroupSize = profile.subgroupSize,
                  .computeUnits = static_cast<std::uint32_t>(profile.properties.units)};
    run.conditions = {{.clock = 1000 * profile.properties.boostGhz}};
    const auto samples = [&](const Case& row) {
        constexpr double kNoise = 0.003;
        std::vector<double> nanoseconds(12, injected(profile, {row}));
        for (double& each : nanoseconds) each *= std::exp(kNoise * standardNormal(random));
        return nanoseconds;
    };
    const auto result = [&](const Case& row) {
        const std::optional<Case> noLoads = noLoadsOf(row), dependent = dependentOf(row);
        RowResult result{.name = caseName(row),
                         .load = factsOf(row),
                         .baselineLoads = 1,
                         .baselineNanoseconds = samples({typedLoad(Format::RGBA8), Pattern::Random})};
        result.strategies = {
            {.strategy = "set", .status = Status::Measured, .loads = 1, .nanoseconds = samples(row)}};
        if (noLoads) result.noLoads = caseName(*noLoads);
        if (dependent) result.dependent = caseName(*dependent);
        return result;
    };
    for (const Case& row : allRows()) {
        const Operation& operation = row.operation;
        if (operation.kind == LoadKind::Mixed || operation.kind == LoadKind::Shared || row.subgroupSize > 0 ||
            accessOf(operation.kind) != RowAccess::Load || row.technique != Technique::Direct)
            continue;
        run.rows.push_back(result(row));
        for (const std::optional<Case>& control : {noLoadsOf(row), dependentOf(row)})
            if (control && findRowOrControl(run, caseName(*control)) == nullptr)
                run.controls.push_back(result(*control));
    }
    return run;
}

// What limits the load: loads or latency where they take 97 % of the longest time, instructions from 80 % on.
std::vector<std::string> injectedLimiters(const SimulatedProfile& profile, const Case& row) {
    const LoadCost cost = injectedCost(profile, {row});
    const double waits =
        cost.latency / (cost.inFlight * profile.properties.groupsPerUnit * kInvocationsPerGroup);
    const double most = std::max({cost.issue, cost.arithmetic, waits});
    const ResourceKind source = row.operation.source.kind;
    const char* const unit = source == ResourceKind::StorageBuffer   ? "L1"
                             : source == ResourceKind::UniformBuffer ? "constants"
                                                                     : "texture";
    std::vector<std::string> limiters;
    if (cost.issue > 0.97 * most) limiters = {"loads", unit};
    if (cost.arithmetic > 0.8 * most) limiters.push_back("instructions");
    if (waits > 0.97 * most) limiters.push_back("latency");
    return limiters;
}

// Of the GPU whose rates are known, nearly all rows have a limiter; of the others, the limiters they have are right.
TEST(SimulatedProfiles, LimitRowsAsTheProgramSays) {
    for (const SimulatedProfile& profile : simulatedProfiles()) {
        const RunResult run = injectedRun(profile);
        const RunFigures figures = analyse(run);
        EXPECT_EQ(impossibleRows(run), "") << profile.name;
        double right = 0;
        std::string wrong;
        for (const Case& row : allRows()) {
            const RowFigures* const known = figures.find(caseName(row));
            if (known == nullptr || !known->row->load || *known->row->load != factsOf(row)) continue;
            const StrategyFigures& its = *known->under(0);
            const bool isRight = std::ranges::count(injectedLimiters(profile, row), its.limiterName()) > 0;
            if (isRight) ++right;
            if (!isRight && its.limiter.value_or(Limiter::Unknown) != Limiter::Unknown)
                wrong += fmt::format("{}: {}\n", caseName(row), its.limiterName());
        }
        const double all = static_cast<double>(run.rows.size());
        EXPECT_EQ(wrong, "") << profile.name;
        EXPECT_TRUE(right >= 0.97 * all || profile.name != "hopper") << right << " of " << all;
    }
}

} // namespace vkperftest::simulated_gpu_test
