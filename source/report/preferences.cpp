#include "report/preferences.h"

#include <array>

#include "experiments/binding.h"
#include "experiments/experiment.h"

namespace vkperftest {
namespace {

constexpr std::string_view kBindingSuite = "binding";

// As the experiment `binding` judges the run.
BindingPreference judgedBinding(const RunFigures& figures) {
    const RunFigures judged = widened(figures);
    return bindingPreference(rowsByStrategy(judgeStrategies(judged)), whyNeverSure(figures));
}

} // namespace

Preferences preferencesOf(const RunFigures& figures, const RunFigures* binding) {
    if (binding == nullptr && figures.run->settings.suite == kBindingSuite) binding = &figures;
    Preferences all{.run = figures.run,
                    .binding = binding == nullptr ? figures.run : binding->run,
                    .loads = loadPreferences(figures),
                    .strategies = {},
                    .version = {},
                    .commit = {}};
    all.strategies = binding != nullptr ? judgedBinding(*binding)
                                        : bindingPreference({pushRows(figures)}, whyNeverSure(figures));
    return all;
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
