#include "advice/preference.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "base/text.h"

namespace vkperftest {
namespace {

struct Width {
    std::uint32_t bytes = 0;
    Row row;
    double loads = 1; // of this width, for all bytes
};

// The loads that may be faster than what is preferred, by why that is not known.
struct Doubts {
    std::vector<std::string> hidden, caveats, scattered;

    void add(std::string name, const Cost& cost, double bound) {
        if (cost.isAtLeast(bound)) return;
        const bool caveat = cost.subject.figures->incomparable;
        (cost.hasLeast() ? scattered : caveat ? caveats : hidden).push_back(std::move(name));
    }
};

std::string nameOf(std::string_view kind) {
    return fmt::format("{} loads", kind);
}

std::string nameOf(std::uint32_t bytes) {
    return fmt::format("{}-byte loads", bytes);
}

template <class Choice> std::string namesOf(const std::vector<Choice>& choices) {
    std::vector<std::string> names;
    for (const Choice& choice : choices) names.push_back(nameOf(choice));
    return enumerated(names);
}

template <class Choice>
void settle(Preference<Choice>& preference, const Doubts& doubts, const std::string& neverSure) {
    std::vector<std::string> reasons;
    if (!neverSure.empty()) reasons.push_back(neverSure);
    if (!preference.missing.empty()) reasons.push_back("not measured: " + namesOf(preference.missing));
    if (!doubts.hidden.empty())
        reasons.push_back("instructions may hide how fast these are: " + enumerated(doubts.hidden));
    if (!doubts.caveats.empty())
        reasons.push_back("caveats leave open how fast these are: " + enumerated(doubts.caveats));
    if (!doubts.scattered.empty())
        reasons.push_back("the intervals of these are too wide: " + enumerated(doubts.scattered));
    preference.reason = join(reasons, "; ");
    preference.confidence = reasons.empty() ? Confidence::Sure : Confidence::Likely;
}

Preference<std::string_view> kindOf(const Reading& reading, std::uint32_t bytes, Pattern pattern,
                                    const LoadChoice* choice, const std::string& neverSure) {
    Preference<std::string_view> kind;
    const std::vector<Candidate> measured = candidateRows(reading, bytes, pattern);
    for (const Candidate& each : candidatesOf(bytes)) {
        if (std::ranges::count(measured, each.kind, &Candidate::kind) == 0) kind.missing.push_back(each.kind);
    }
    if (choice == nullptr) {
        kind.reason = measured.empty()       ? "no such load was measured"
                      : measured.size() == 1 ? "only one kind of such loads was measured"
                                             : "caveats may have made each of these loads faster";
        return kind;
    }
    for (const std::string& name : choice->fastest())
        kind.best.push_back(std::ranges::find(choice->all, name, &Alternative::kind)->kind);
    Doubts doubts;
    for (const Alternative& each : choice->all) {
        kind.rows.push_back(each.cost.subject);
        if (each.kind != kind.best[0]) doubts.add(nameOf(each.kind), each.cost, 1 / kDiffers);
    }
    settle(kind, doubts, neverSure);
    return kind;
}

// The preferred kind's loads. Wide ones come first, and are preferred to narrow ones that are as fast: they
// need fewer instructions and one array.
std::vector<Width> widthsOf(const Reading& reading, std::string_view kind, std::uint32_t bytes,
                            Pattern pattern) {
    std::vector<Width> widths;
    for (auto width = kChoiceBytes.rbegin(); width != kChoiceBytes.rend(); ++width) {
        if (*width > bytes) continue;
        for (const Candidate& each : candidatesOf(*width)) {
            if (each.kind == kind)
                widths.push_back(
                    {*width, reading.row(each.operation, pattern), static_cast<double>(bytes) / *width});
        }
    }
    return widths;
}

// How many times as long all bytes take with one width as with the other.
double timesOf(const Width& one, const Width& other) {
    return costOf(one.row, other.row)->times.median * one.loads / other.loads;
}

Preference<std::uint32_t> widthOf(const Reading& reading, const LoadPreference& load,
                                  const std::string& neverSure) {
    Preference<std::uint32_t> width;
    if (load.kind.best.empty()) {
        width.reason = "no kind of load is preferred";
        return width;
    }
    std::vector<Width> all = widthsOf(reading, load.kind.best[0], load.bytes, load.pattern);
    for (const Width& each : all)
        if (each.row.figures == nullptr) width.missing.push_back(each.bytes);
    std::erase_if(all, [](const Width& each) { return each.row.figures == nullptr; });
    if (all.size() == 1 && load.bytes > kChoiceBytes.front()) {
        width.reason = "no narrower load of this kind was measured";
        return width;
    }
    const Width* fastest = nullptr;
    for (const Width& each : all) {
        width.rows.push_back(each.row);
        if (each.row.isAtLeast() && (fastest == nullptr || timesOf(each, *fastest) < 1)) fastest = &each;
    }
    const Width* preferred = nullptr;
    for (const Width& each : all) {
        if (!each.row.isAtLeast() || timesOf(each, *fastest) >= kOtherKernelDiffers) continue;
        width.best.push_back(each.bytes);
        if (preferred == nullptr) preferred = &each;
    }
    Doubts doubts;
    for (const Width& each : all) {
        if (&each == preferred) continue;
        doubts.add(nameOf(each.bytes), *costOf(each.row, preferred->row),
                   preferred->loads / each.loads / kOtherKernelDiffers);
    }
    settle(width, doubts, load.bytes == kChoiceBytes.front() ? "" : neverSure);
    return width;
}

} // namespace

std::string whyNeverSure(const RunFigures& figures) {
    if (!figures.run->source.empty()) return "printed figures do not show what limits them";
    if (figures.run->settings.validated) return "validation layers were on";
    if (figures.quality && figures.quality->grade == Grade::Disturbed) return "the run was disturbed";
    return {};
}

std::vector<LoadPreference> loadPreferences(const RunFigures& figures) {
    const Reading reading(figures);
    const std::vector<LoadChoice> choices = choicesOf(reading);
    const std::string neverSure = whyNeverSure(figures);
    std::vector<LoadPreference> all;
    for (const std::uint32_t bytes : kChoiceBytes) {
        for (const Pattern pattern : kEveryPattern) {
            const auto choice = std::ranges::find_if(choices, [&](const LoadChoice& each) {
                return each.bytes == bytes && each.pattern == pattern;
            });
            LoadPreference& load = all.emplace_back(LoadPreference{.bytes = bytes, .pattern = pattern});
            load.kind =
                kindOf(reading, bytes, pattern, choice == choices.end() ? nullptr : &*choice, neverSure);
            load.width = widthOf(reading, load, neverSure);
        }
    }
    return all;
}

} // namespace vkperftest
