// The fastest way to fetch 4, 8 and 16 bytes a lane.
#include <algorithm>
#include <array>
#include <iterator>
#include <optional>

#include <fmt/format.h>

#include "advice/wording.h"
#include "base/text.h"

namespace vkperftest {
namespace {

constexpr int kWeight = 100;
constexpr std::array kPatterns = {Pattern::Uniform, Pattern::Linear, Pattern::Random};

struct Fastest {
    Pattern pattern = Pattern::Uniform;
    std::vector<std::string> kinds; // within kDiffers of each other
    std::vector<Span> speeds;       // one a kind
};

// Without kinds if it is not clear that no other is faster, or if additions may hide how fast each is.
Fastest fastest(const std::vector<Candidate>& rows, Pattern pattern) {
    Fastest result{.pattern = pattern};
    if (rows.empty()) return result;
    const Candidate& best = fastestOf(rows);
    for (const Candidate& each : rows) {
        const Contrast against = contrast(best.row, each.row, kDiffers);
        const bool same = &each == &best || against.outcome == Outcome::Same;
        if (!same && against.outcome == Outcome::Unclear) return {pattern, {}, {}};
        if (!same) continue;
        result.kinds.emplace_back(each.kind);
        result.speeds.emplace_back(each.row);
    }
    if (result.kinds.size() == rows.size() && !best.row.showsLoads()) return {pattern, {}, {}};
    return result;
}

// Of those kinds alone.
Span speedOf(const Fastest& fastest, const std::vector<std::string>& kinds) {
    Span speed;
    for (std::size_t i = 0; i < fastest.kinds.size(); ++i) {
        if (std::ranges::count(kinds, fastest.kinds[i]) > 0) speed.add(fastest.speeds[i]);
    }
    return speed;
}

std::vector<std::string> common(const std::vector<std::string>& some,
                                const std::vector<std::string>& others) {
    std::vector<std::string> both;
    std::ranges::copy_if(some, std::back_inserter(both),
                         [&](const std::string& kind) { return std::ranges::count(others, kind) > 0; });
    return both;
}

// Patterns that one choice is the fastest for, together.
struct Choice {
    std::vector<std::string> kinds;
    std::vector<Fastest> patterns;
};

// As few choices as the order of the patterns allows: linear and random rather share one than uniform and linear.
std::vector<Choice> choicesOf(const std::vector<Fastest>& all) {
    std::vector<Choice> choices;
    for (auto each = all.rbegin(); each != all.rend(); ++each) {
        const std::vector<std::string> both =
            choices.empty() ? std::vector<std::string>() : common(choices.front().kinds, each->kinds);
        if (both.empty())
            choices.insert(choices.begin(), {each->kinds, {}});
        else
            choices.front().kinds = both;
        choices.front().patterns.insert(choices.front().patterns.begin(), *each);
    }
    return choices;
}

// "raw or typed"; "any buffer", "any but raw" where all were compared and nearly all are in it.
std::string kindsText(const std::vector<std::string>& kinds, std::uint32_t bytes, bool allCompared) {
    std::vector<std::string> missing;
    for (const Candidate& each : candidatesOf(bytes)) {
        if (common(kinds, {std::string(each.kind)}).empty()) missing.emplace_back(each.kind);
    }
    if (missing.empty()) return "any";
    if (allCompared && missing.size() == 1)
        return missing[0] == "texture" ? "any buffer" : "any but " + missing[0];
    return listText(kinds, " or ");
}

// The patterns under which a choice has about one speed.
struct Speed {
    Span span;
    std::vector<Pattern> patterns;
};

std::vector<Speed> speedsOf(const Choice& choice) {
    std::vector<Speed> speeds;
    for (const Fastest& each : choice.patterns) {
        const Span speed = speedOf(each, choice.kinds);
        Span both = speeds.empty() ? speed : speeds.back().span;
        both.add(speed);
        if (speeds.empty() || both.high >= both.low * kDiffers)
            speeds.push_back({speed, {each.pattern}});
        else
            speeds.back().span = both, speeds.back().patterns.push_back(each.pattern);
    }
    return speeds;
}

// "4.3x uniform, else 1.0x", "3.6x linear, 1.0x random"
std::string speedsText(const std::vector<Speed>& speeds) {
    std::vector<std::string> texts;
    for (const Speed& speed : speeds) {
        std::vector<std::string> names;
        for (const Pattern pattern : speed.patterns) names.emplace_back(patternName(pattern));
        const bool rest = !texts.empty() && names.size() == 2; // linear and random
        const std::string which = names.size() == kPatterns.size() ? "in every pattern" : listText(names);
        texts.push_back(rest ? "else " + speedText(speed.span)
                             : fmt::format("{} {}", speedText(speed.span), which));
    }
    return join(texts, ", ");
}

// What is said of one size.
struct Size {
    std::uint32_t bytes = 0;
    std::string text;
    std::string kinds, speed; // of "structured 1.5x in every pattern"; empty where that does not say it all
    std::vector<Row> rows;
};

Size sizeOf(const Reading& reading, std::uint32_t bytes) {
    Size size{.bytes = bytes};
    std::vector<Fastest> all;
    bool allCompared = true;
    for (const Pattern pattern : kPatterns) {
        const std::vector<Candidate> candidates = candidateRows(reading, bytes, pattern);
        allCompared = allCompared && candidates.size() == candidatesOf(bytes).size();
        Fastest one = fastest(candidates, pattern);
        if (one.kinds.empty()) continue;
        for (const Candidate& each : candidates) size.rows.push_back(each.row);
        all.push_back(std::move(one));
    }
    const std::vector<Choice> choices = choicesOf(all);
    for (const Choice& choice : choices) {
        const std::string kinds = kindsText(choice.kinds, bytes, allCompared);
        const std::vector<Speed> speeds = speedsOf(choice);
        const bool every = speeds.size() == 1 && speeds[0].patterns.size() == kPatterns.size();
        if (choices.size() == 1 && every) {
            size.kinds = kinds;
            size.speed = speedText(speeds[0].span);
        }
        const bool rest = !size.text.empty() && speeds.size() == 1 &&
                          speeds[0].patterns == std::vector{Pattern::Linear, Pattern::Random};
        size.text += size.text.empty() ? "" : rest ? ", else " : "; ";
        size.text += fmt::format("{} {}", kinds, rest ? speedText(speeds[0].span) : speedsText(speeds));
    }
    return size;
}

// "4 bytes structured or raw (at least 4.2x), 8 structured (2.9x)": where one choice serves every pattern of each size.
std::optional<Told> toldTogether(const std::vector<Size>& sizes) {
    Told together{.weight = kWeight};
    std::vector<std::string> parts;
    for (const Size& size : sizes) {
        if (size.kinds.empty()) return std::nullopt;
        const std::string_view unit = parts.empty() ? " bytes" : "";
        parts.push_back(fmt::format("{}{} {} ({})", size.bytes, unit, size.kinds, size.speed));
        together.rows.insert(together.rows.end(), size.rows.begin(), size.rows.end());
    }
    together.text = "Fastest in every pattern: " + join(parts, ", ");
    return together;
}

std::vector<Told> tellFetch(const Reading& reading) {
    std::vector<Size> sizes;
    for (const std::uint32_t bytes : {4u, 8u, 16u}) sizes.push_back(sizeOf(reading, bytes));
    if (std::optional<Told> together = toldTogether(sizes)) return {std::move(*together)};
    std::vector<Told> all;
    for (Size& size : sizes) {
        if (!size.text.empty())
            all.push_back(
                {fmt::format("Fastest {} bytes: {}", size.bytes, size.text), std::move(size.rows), kWeight});
    }
    return all;
}

} // namespace

extern const AdviceRule kFetchRule{"fetch", true, tellFetch};

} // namespace vkperftest
