// What sentences claim, over all devices of which figures are known: their rows bear it, and no two
// contradict each other.
#include <gmock/gmock.h>

#include "advice/advice.h"
#include "advice/every_device.h"
#include "contradiction.h"

namespace vkperftest {
namespace {

std::vector<CostClaim> claimsOf(const AdviceList& list) {
    std::vector<CostClaim> claims;
    for (const Advice& advice : list.said)
        claims.insert(claims.end(), advice.claims.begin(), advice.claims.end());
    return claims;
}

TimesClaim timesOf(const CostClaim& claim) {
    const Cost& cost = claim.cost;
    TimesClaim times{cost.subject.name, cost.reference.name, cost.times.median, cost.hasLeast(),
                     cost.hasMost()};
    if (claim.outcome == Outcome::Same) times = {times.subject, times.reference, 1, true, true, kDiffers};
    return times;
}

std::vector<TimesClaim> timesOf(const std::vector<CostClaim>& claims) {
    std::vector<TimesClaim> times;
    for (const CostClaim& claim : claims) times.push_back(timesOf(claim));
    return times;
}

double ratioOf(const RunResult& run, const RunFigures& figures, const std::string& name) {
    for (std::size_t i = 0; i < run.rows.size(); ++i) {
        if (run.rows[i].name == name) return figures.rows[i].under(0)->best().median;
    }
    ADD_FAILURE() << name << " was not measured";
    return 0;
}

// The factors are computed once more from the rows that are named.
TEST(AdviceClaims, RestOnTheirRows) {
    for (const KnownDevice& device : everyDevice()) {
        const RunFigures figures = analyse(device.run);
        for (const CostClaim& claim : claimsOf(advise(figures))) {
            const Cost& cost = claim.cost;
            const double times = ratioOf(device.run, figures, cost.reference.name) /
                                 ratioOf(device.run, figures, cost.subject.name);
            EXPECT_NEAR(cost.times.median / times, 1, 1e-9) << device.name << ": " << cost.subject.name;
            if (claim.outcome == Outcome::Faster) {
                EXPECT_LE(times, 1 / kDiffers) << device.name << ": " << cost.subject.name;
            }
            if (claim.outcome == Outcome::Slower) {
                EXPECT_GE(times, kDiffers) << device.name << ": " << cost.subject.name;
            }
        }
    }
}

TEST(AdviceClaims, GoNoFurtherThanBoundsAndCaveatsLetThem) {
    for (const KnownDevice& device : everyDevice()) {
        const RunFigures figures = analyse(device.run);
        for (const Advice& advice : advise(figures).said) {
            if (advice.heading == Heading::Use) continue; // its signs say what is not sure
            for (const auto& [cost, outcome] : advice.claims) {
                const bool alike = cost.subject.operation == cost.reference.operation;
                EXPECT_NE(cost.sense, Sense::Unknown) << device.name << ": " << advice.sentence;
                if (outcome == Outcome::Slower || outcome == Outcome::Same) {
                    EXPECT_TRUE(cost.subject.showsLoads()) << device.name << ": " << advice.sentence;
                    EXPECT_TRUE(alike || cost.subject.figures->caveatEffect != CaveatEffect::Slower)
                        << device.name << ": " << advice.sentence;
                }
                if (outcome == Outcome::Faster || outcome == Outcome::Same) {
                    EXPECT_TRUE(cost.reference.showsLoads()) << device.name << ": " << advice.sentence;
                    EXPECT_TRUE(cost.subject.figures->caveatEffect != CaveatEffect::Faster)
                        << device.name << ": " << advice.sentence;
                }
            }
        }
    }
}

TEST(AdviceClaims, DoNotContradictEachOther) {
    for (const KnownDevice& device : everyDevice()) {
        const RunFigures figures = analyse(device.run);
        const AdviceList list = advise(figures);
        EXPECT_FALSE(list.choices.empty()) << device.name;
        EXPECT_EQ(contradiction(timesOf(claimsOf(list))), "") << device.name;
    }
}

// What is said to be avoided is not called the fastest of its bytes and pattern.
TEST(AdviceClaims, AvoidNothingThatIsTheFastest) {
    for (const KnownDevice& device : everyDevice()) {
        const RunFigures figures = analyse(device.run);
        const AdviceList list = advise(figures);
        for (const Advice& advice : list.said) {
            if (advice.heading != Heading::Avoid) continue;
            for (const CostClaim& claim : advice.claims) {
                for (const LoadChoice& choice : list.choices) {
                    for (const Alternative& each : choice.all) {
                        EXPECT_FALSE(each.isFastest && each.cost.subject.name == claim.cost.subject.name)
                            << device.name << ": " << advice.sentence;
                    }
                }
            }
        }
    }
}

struct MadeUp {
    StrategyFigures figures;
    Row row(std::string name) const { return {.name = name, .figures = &figures, .operation = name}; }
};

MadeUp printed(double ratio, CaveatEffect effect = CaveatEffect::Unknown, bool caveat = false) {
    MadeUp made;
    made.figures.ratio = {.median = ratio};
    made.figures.incomparable = caveat || effect != CaveatEffect::Unknown;
    made.figures.caveatEffect = effect;
    return made;
}

TEST(AdviceClaims, AContradictionIsFound) {
    const MadeUp one = printed(1), two = printed(2), four = printed(4);
    const auto claim = [](const Row& subject, const Row& reference) {
        return timesOf(*claimOf(subject, reference, kDiffers));
    };
    const Row a = one.row("a"), b = two.row("b"), c = four.row("c");
    EXPECT_EQ(contradiction({claim(a, b), claim(b, c), claim(a, c)}), "");
    const MadeUp other = printed(1.5);
    EXPECT_NE(contradiction({claim(a, b), claim(b, c), claim(a, other.row("c"))}), "");
    EXPECT_NE(contradiction({claim(a, b), timesOf(CostClaim{*costOf(one.row("b"), a), Outcome::Same})}), "");
}

// The caveat that makes rows slower leaves "at least as fast", that which makes them faster "at least so
// slow".
TEST(AdviceClaims, TakeOfACaveatWhatItCannotHaveCaused) {
    const MadeUp plain = printed(1), slowed = printed(1.07, CaveatEffect::Slower),
                 muchFaster = printed(2, CaveatEffect::Slower), hastened = printed(0.5, CaveatEffect::Faster),
                 either = printed(2, CaveatEffect::Unknown, true),
                 slower = printed(0.5, CaveatEffect::Slower);
    const auto outcome = [&](const MadeUp& made) {
        return outcomeOf(*costOf(made.row("raw"), plain.row("typed")), kOtherKernelDiffers);
    };
    EXPECT_EQ(outcome(slowed), Outcome::NoSlower);
    EXPECT_EQ(outcome(muchFaster), Outcome::Faster);
    EXPECT_EQ(outcome(slower), Outcome::Unclear);
    EXPECT_EQ(outcome(hastened), Outcome::Slower);
    EXPECT_EQ(outcome(either), Outcome::Unclear);
    EXPECT_EQ(costOf(hastened.row("raw"), plain.row("typed"))->sense, Sense::AtLeast);
    // The same conversions in both rows can only hide a difference.
    EXPECT_EQ(costOf(slower.row("raw"), muchFaster.row("raw"))->sense, Sense::AtLeast);
    EXPECT_EQ(costOf(slower.row("raw2"), muchFaster.row("raw"))->sense, Sense::Unknown);
}

} // namespace
} // namespace vkperftest
