#include "advice/binding_preference.h"

#include <algorithm>
#include <functional>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "base/text.h"
#include "cases/strategy.h"

namespace vkperftest {
namespace {

// Why the strategy leaves a doubt about the preference; empty if it leaves none.
std::string doubtOf(const StrategyRows& strategy, bool preferred) {
    const std::size_t all = strategy.rows.size(), faster = strategy.count(AgainstSet::Faster),
                      slower = strategy.count(AgainstSet::Slower), unclear = all - strategy.judged();
    if (strategy.mostly() == AgainstSet::Slower && unclear == 0 && faster == 0) return {};
    if (!preferred && faster > 0) {
        const std::string but = slower > 0 ? fmt::format(", slower in {}", slower) : "";
        return fmt::format("{}: up to {:.2f} times as fast as set in {} of {} rows{}", strategy.strategy,
                           strategy.mostFaster(), faster, all, but);
    }
    if (preferred && faster < all)
        return fmt::format("{}: faster in {} of {} rows", strategy.strategy, faster, all);
    if (unclear > 0) return fmt::format("{}: {} of {} rows are unclear", strategy.strategy, unclear, all);
    const auto hidden = static_cast<std::size_t>(std::ranges::count(strategy.rows, true, &JudgedRow::hidden));
    if (hidden > 0)
        return fmt::format("{}: instructions may limit {} of {} rows", strategy.strategy, hidden, all);
    return {};
}

} // namespace

BindingPreference bindingPreference(std::vector<StrategyRows> compared, const std::string& neverSure) {
    BindingPreference preference;
    std::vector<StrategyRows>& all = preference.compared;
    for (const StrategyTraits& strategy : kStrategies) {
        const auto rows = std::ranges::find(compared, strategy.name, &StrategyRows::strategy);
        if (strategy.name == kSetName) continue;
        if (rows == compared.end() || rows->rows.empty())
            preference.missing.emplace_back(strategy.name);
        else
            all.push_back(std::move(*rows));
    }
    const auto isKnown = [](const StrategyRows& each) { return each.mostly() != AgainstSet::Unknown; };
    if (std::ranges::none_of(all, isKnown)) {
        preference.reason = all.empty() ? "no row was measured under set and under another binding strategy"
                                        : "too few rows could be compared with set";
        return preference;
    }
    const auto withoutLoss = [&](AgainstSet verdict) {
        std::vector<const StrategyRows*> some;
        for (const StrategyRows& each : all)
            if (each.mostly() == verdict && each.count(AgainstSet::Slower) == 0) some.push_back(&each);
        return some;
    };
    std::vector<const StrategyRows*> best = withoutLoss(AgainstSet::Faster);
    std::ranges::stable_sort(best, std::greater(),
                             [](const StrategyRows* each) { return each->mostFaster(); });
    const bool another = !best.empty();
    if (!another) {
        preference.best.emplace_back(kSetName);
        best = withoutLoss(AgainstSet::Same);
    }
    for (const StrategyRows* each : best) preference.best.push_back(each->strategy);
    std::vector<std::string> doubts;
    if (!neverSure.empty()) doubts.push_back(neverSure);
    if (!preference.missing.empty()) doubts.push_back("not measured: " + enumerated(preference.missing));
    for (const StrategyRows& each : all) {
        const std::string doubt = doubtOf(each, another && each.strategy == preference.best[0]);
        if (!doubt.empty()) doubts.push_back(doubt);
    }
    preference.reason = join(doubts, "; ");
    preference.confidence = doubts.empty() ? Confidence::Sure : Confidence::Likely;
    return preference;
}

BindingPreference bindingPreference(const RunFigures& figures) {
    std::vector<StrategyRows> compared;
    for (const std::string& strategy : figures.run->settings.strategies)
        compared.push_back(rowsUnder(figures, strategy));
    return bindingPreference(std::move(compared), whyNeverSure(figures));
}

} // namespace vkperftest
