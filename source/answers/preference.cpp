#include "answers/preference.h"

#include <algorithm>
#include <functional>

#include "cases/binding.h"

namespace vkperftest {
namespace {

struct Width {
    std::uint32_t bytes = 0;
    Row row;
    double loads = 1; // of this width, for all bytes
};

// Adds the doubt that a load may be faster than what is preferred.
template <class Choice>
void addDoubt(Preference<Choice>& preference, Choice choice, const Cost& cost, double threshold) {
    if (cost.isAtLeast(threshold)) return;
    const Doubt doubt = hasLeast(cost.sense)                 ? Doubt::Scattered
                        : cost.subject.figures->incomparable ? Doubt::Caveat
                                                             : Doubt::Hidden;
    preference.doubts.emplace_back(std::move(choice), doubt);
}

template <class Choice> void settle(Preference<Choice>& preference, std::string_view neverSure) {
    preference.ofRun = neverSure;
    const bool sure = preference.doubts.empty() && neverSure.empty();
    preference.confidence = sure ? Confidence::Sure : Confidence::Likely;
}

Preference<std::string> kindOf(const std::vector<Candidate>& measured, const LoadChoice* choice,
                               std::uint32_t bytes, std::string_view neverSure) {
    Preference<std::string> kind;
    for (const LoadKindChoice& each : kLoadKinds)
        if (hasSize(each.kind, bytes) && std::ranges::count(measured, each.name, &Candidate::kind) == 0)
            kind.doubts.emplace_back(each.name, Doubt::NotMeasured);
    if (choice == nullptr) {
        kind.ofRun = measured.empty()       ? "no such load was measured"
                     : measured.size() == 1 ? "only one kind of such loads was measured"
                                            : "caveats may have made each of these loads faster";
        return kind;
    }
    kind.best = choice->fastest();
    for (const Alternative& each : choice->all)
        if (each.kind != kind.best[0]) addDoubt(kind, std::string(each.kind), each.cost, 1 / kDiffers);
    settle(kind, neverSure);
    return kind;
}

// How many times as long all bytes take with one width as with the other.
double timesOf(const Width& one, const Width& other) {
    return costOf(one.row, other.row).times.median * one.loads / other.loads;
}

// Wide loads are preferred to narrow ones that are as fast: they need fewer instructions and one array.
Preference<std::uint32_t> widthOf(const std::vector<Row>& rows, const LoadPreference& load,
                                  std::string_view neverSure) {
    Preference<std::uint32_t> width;
    if (load.kind.best.empty()) {
        width.ofRun = "no kind of load is preferred";
        return width;
    }
    std::vector<Width> all; // the widest first
    for (auto bytes = kChoiceBytes.rbegin(); bytes != kChoiceBytes.rend(); ++bytes) {
        const auto& kind = *std::ranges::find(kLoadKinds, load.kind.best[0], &LoadKindChoice::name);
        if (*bytes > load.bytes || !hasSize(kind.kind, *bytes)) continue;
        const std::vector<Candidate> found = candidates(rows, *bytes, load.pattern);
        const auto row = std::ranges::find(found, load.kind.best[0], &Candidate::kind);
        if (row == found.end())
            width.doubts.emplace_back(*bytes, Doubt::NotMeasured);
        else
            all.push_back({*bytes, row->row, static_cast<double>(load.bytes) / *bytes});
    }
    if (all.size() == 1 && load.bytes > kChoiceBytes.front()) {
        width.ofRun = "no narrower load of this kind was measured";
        return width;
    }
    const Width* fastest = nullptr;
    for (const Width& each : all)
        if (each.row.isAtLeast() && (fastest == nullptr || timesOf(each, *fastest) < 1)) fastest = &each;
    const Width* preferred = nullptr;
    for (const Width& each : all) {
        if (!each.row.isAtLeast() || timesOf(each, *fastest) >= kOtherKernelDiffers) continue;
        width.best.push_back(each.bytes);
        if (preferred == nullptr) preferred = &each;
    }
    for (const Width& each : all) {
        if (&each != preferred)
            addDoubt(width, each.bytes, costOf(each.row, preferred->row),
                     preferred->loads / each.loads / kOtherKernelDiffers);
    }
    settle(width, load.bytes == kChoiceBytes.front() ? "" : neverSure);
    return width;
}

// What leaves a doubt about the strategy beside the preferred ones.
void addDoubts(BindingPreference& preference, const StrategyRows& strategy, bool preferred) {
    const std::size_t all = strategy.rows.size(), faster = strategy.count(Verdict::Better),
                      unclear = all - strategy.judged();
    if (strategy.mostly().verdict == Verdict::Worse && unclear == 0 && faster == 0) return;
    const auto hidden = std::ranges::count(strategy.rows, true, &JudgedRow::hidden);
    if (!preferred && faster > 0)
        preference.doubts.emplace_back(strategy.strategy, Doubt::Faster);
    else if (preferred && faster < all)
        preference.doubts.emplace_back(strategy.strategy, Doubt::NotAlways);
    else if (unclear > 0)
        preference.doubts.emplace_back(strategy.strategy, Doubt::Scattered);
    else if (hidden > 0)
        preference.doubts.emplace_back(strategy.strategy, Doubt::Hidden);
}

} // namespace

std::string_view whyNeverSure(const RunFigures& figures) {
    if (!figures.run->source.empty()) return "printed figures do not show what limits them";
    if (figures.run->settings.validated) return "validation layers were on";
    if (figures.quality && figures.quality->grade == Grade::Disturbed) return "the run was disturbed";
    return {};
}

std::vector<LoadPreference> loadPreferences(const RunFigures& figures) {
    const std::vector<Row> rows = measuredRows(figures);
    const std::vector<LoadChoice> choices = choicesOf(rows);
    const std::string_view neverSure = whyNeverSure(figures);
    std::vector<LoadPreference> all;
    for (const std::uint32_t bytes : kChoiceBytes) {
        for (const Pattern pattern : kEveryPattern) {
            const auto choice = std::ranges::find_if(choices, [&](const LoadChoice& each) {
                return each.bytes == bytes && each.pattern == pattern;
            });
            LoadPreference& load = all.emplace_back();
            load.bytes = bytes;
            load.pattern = pattern;
            load.kind = kindOf(candidates(rows, bytes, pattern), choice == choices.end() ? nullptr : &*choice,
                               bytes, neverSure);
            load.width = widthOf(rows, load, neverSure);
        }
    }
    return all;
}

BindingPreference bindingPreference(std::vector<StrategyRows> compared, std::string_view neverSure) {
    BindingPreference preference;
    std::vector<StrategyRows>& all = preference.compared;
    for (const StrategyTraits& strategy : kStrategies) {
        const auto rows = std::ranges::find(compared, strategy.name, &StrategyRows::strategy);
        if (strategy.name == kSetName) continue;
        if (rows == compared.end() || rows->rows.empty())
            preference.doubts.emplace_back(strategy.name, Doubt::NotMeasured);
        else
            all.push_back(std::move(*rows));
    }
    const auto isKnown = [](const StrategyRows& each) {
        return each.mostly().why.kind != Inconclusive::SomeUnknown;
    };
    if (std::ranges::none_of(all, isKnown)) {
        preference.ofRun = all.empty() ? "no row was measured under set and under another binding strategy"
                                       : "too few rows could be compared with set";
        return preference;
    }
    const auto withoutLoss = [&](Verdict verdict) {
        std::vector<const StrategyRows*> some;
        for (const StrategyRows& each : all)
            if (each.mostly().verdict == verdict && each.count(Verdict::Worse) == 0) some.push_back(&each);
        return some;
    };
    std::vector<const StrategyRows*> best = withoutLoss(Verdict::Better);
    std::ranges::stable_sort(best, std::greater(),
                             [](const StrategyRows* each) { return each->mostFaster(); });
    const bool another = !best.empty();
    if (!another) {
        preference.best.emplace_back(kSetName);
        best = withoutLoss(Verdict::Same);
    }
    for (const StrategyRows* each : best) preference.best.push_back(each->strategy);
    for (const StrategyRows& each : all)
        addDoubts(preference, each, another && each.strategy == preference.best[0]);
    settle(preference, neverSure);
    return preference;
}

BindingPreference bindingPreference(const RunFigures& figures) {
    std::vector<StrategyRows> compared;
    for (const std::string& strategy : figures.run->settings.strategies)
        compared.push_back(rowsUnder(figures, strategy));
    return bindingPreference(std::move(compared), whyNeverSure(figures));
}

} // namespace vkperftest
