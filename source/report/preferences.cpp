#include "report/preferences.h"

#include <algorithm>
#include <array>

#include "cases/strategy.h"
#include "experiments/binding.h"
#include "experiments/experiment.h"

namespace vkperftest {
namespace {

// Advice judges only push. All other strategies are judged by the experiment `binding`.
bool isForExperiment(const RunSettings& settings) {
    return settings.suite == "binding" ||
           std::ranges::any_of(settings.strategies, [](const std::string& strategy) {
               return strategy != kSetName && strategy != strategyName(Strategy::Push);
           });
}

BindingPreference judgedByExperiment(const RunFigures& figures) {
    const RunFigures judged = widened(figures);
    return bindingPreference(rowsByStrategy(judgeStrategies(judged)), whyNeverSure(figures));
}

} // namespace

Preferences preferencesOf(const RunFigures& figures, const RunFigures* binding) {
    if (binding == nullptr && isForExperiment(figures.run->settings)) binding = &figures;
    return {.run = figures.run,
            .binding = binding == nullptr ? figures.run : binding->run,
            .loads = loadPreferences(figures),
            .strategies = binding == nullptr
                              ? bindingPreference({rowsUnder(figures, Strategy::Push)}, whyNeverSure(figures))
                              : judgedByExperiment(*binding),
            .version = {},
            .commit = {}};
}

Document preferencesDocument(const Preferences& preferences) {
    Document document{.heading = "Preferences for " + preferences.run->device.name};
    document.data = preferencesJson(preferences);
    document.header = preferencesHeader(preferences);
    return document;
}

std::span<const Writer> emissionFormats() {
    static constexpr auto kText = [](const Document& document, const Display&) { return document.header; };
    static constexpr auto kData = [](const Document& document, const Display&) { return document.data; };
    static constexpr std::array<Writer, 2> kFormats = {
        {{"c", ".h", Shown::Data, kText}, {"json", ".json", Shown::Data, kData}}};
    return kFormats;
}

} // namespace vkperftest
