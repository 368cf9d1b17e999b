// What `advise --emit` writes for engines: which loads and which binding strategy to prefer on one device, as
// a C header or as JSON (results/advice-1.schema.json describes it).
#pragma once

#include <span>
#include <string>
#include <vector>

#include "advice/binding_preference.h"
#include "advice/preference.h"
#include "report/document.h"
#include "report/writers.h"

namespace vkperftest {

// Both texts name it. It changes when a program that reads the texts must change.
inline constexpr int kPreferencesFormat = 1;

struct Preferences {
    const RunResult* run = nullptr;     // of the loads
    const RunResult* binding = nullptr; // of the strategies; may be the same run
    std::vector<LoadPreference> loads;  // nine, as loadPreferences() orders them
    BindingPreference strategies;
    std::string version, commit; // of the program that writes the texts; the commit may be empty
};

// `binding`: a run whose strategies are compared as the experiment `binding` compares them. Null: `figures`
// are; if they have only set and push, as the advice compares these. Refers to the figures.
Preferences preferencesOf(const RunFigures& figures, const RunFigures* binding);

// ASCII. C89, C99 and C++; headers of several devices may be included together. Texts from the runs are
// escaped. All texts are cut to the length that C89 promises for literals.
std::string preferencesHeader(const Preferences& preferences);

std::string preferencesJson(const Preferences& preferences);

// Both texts, for emissionFormats().
Document preferencesDocument(const Preferences& preferences);

// `c` (.h) and `json` (.json).
std::span<const Writer> emissionFormats();

} // namespace vkperftest
