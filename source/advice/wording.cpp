#include "advice/wording.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>

#include <fmt/format.h>

#include "base/text.h"

namespace vkperftest {
namespace {

constexpr std::array kSpreadPatterns = {Pattern::Linear, Pattern::Random};

// `up`: a number that may be larger must not be rounded up.
std::string number(double value, bool small, bool atLeast) {
    const int decimals = value >= 9.95 ? 0 : small && value < 0.85 ? 2 : 1;
    const double unit = std::pow(10, -decimals);
    return fmt::format("{:.{}f}", atLeast ? std::floor(value / unit + 1e-6) * unit : value, decimals);
}

std::string spanText(const Span& span, bool small) {
    const std::string low = number(span.low, small, span.atLeast);
    const std::string high = number(span.high, small, span.atLeast);
    if (span.atLeast) return "at least " + low;
    return low == high ? low : low + "-" + high;
}

std::vector<Format> matching(const std::function<bool(const FormatTraits&)>& fits) {
    std::vector<Format> formats;
    for (const FormatTraits& format : perfTestFormats()) {
        if (fits(format)) formats.push_back(format.format);
    }
    return formats;
}

struct NamedSet {
    std::string name;
    std::vector<Format> formats;
};

// In the order in which they are tried.
std::vector<NamedSet> namedSets() {
    std::vector<NamedSet> sets = {{"all", matching([](const FormatTraits&) { return true; })}};
    const auto add = [&](std::string name, const std::function<bool(const FormatTraits&)>& fits) {
        sets.push_back({std::move(name), matching(fits)});
    };
    add("one channel", [](const FormatTraits& f) { return f.channels == 1; });
    add("two channels", [](const FormatTraits& f) { return f.channels == 2; });
    add("four channels", [](const FormatTraits& f) { return f.channels == 4; });
    add("one and two channels", [](const FormatTraits& f) { return f.channels <= 2; });
    add("two and four channels", [](const FormatTraits& f) { return f.channels >= 2; });
    for (const unsigned bytes : {1u, 2u, 4u, 8u, 16u}) {
        const std::string n = std::to_string(bytes);
        add(bytes == 1 ? "1 byte" : n + " bytes", [=](const FormatTraits& f) { return f.bytes() == bytes; });
        add("up to " + n + " bytes", [=](const FormatTraits& f) { return f.bytes() <= bytes; });
        add(n + " bytes and more", [=](const FormatTraits& f) { return f.bytes() >= bytes; });
    }
    return sets;
}

// Empty if there is none.
std::string setName(const std::vector<Format>& formats) {
    static const std::vector<NamedSet> kSets = namedSets();
    const auto found = std::ranges::find(kSets, formats, &NamedSet::formats);
    return found != kSets.end() ? found->name : "";
}

// "all", "16 bytes", "up to 8 bytes", "one channel", "RGBA8 and R32f"; of PerfTest's nine formats.
std::string formatSet(const std::vector<Format>& formats) {
    if (std::string name = setName(formats); !name.empty()) return name;
    std::vector<std::string> names;
    for (const Format format : formats) names.emplace_back(traits(format).bufferName);
    return listText(names);
}

struct FormatRow {
    Format format = Format::R8;
    Row row;
};

double ratioOf(const FormatRow& measured) {
    return measured.row.ratio();
}

std::vector<FormatRow> formatRows(const Reading& reading, Operation (*family)(Format), Pattern pattern) {
    std::vector<FormatRow> rows;
    for (const FormatTraits& format : perfTestFormats())
        rows.push_back({format.format, reading.row(family(format.format), pattern)});
    return rows;
}

struct Group {
    std::vector<Format> formats;
    Span speed;
};

// Nothing if the rows do not decide. The first of a group is its fastest.
std::optional<std::vector<Group>> groupsOf(std::vector<FormatRow> rows) {
    std::ranges::stable_sort(rows, std::greater(), ratioOf);
    std::vector<Group> groups;
    const FormatRow* first = nullptr;
    for (const FormatRow& each : rows) {
        const Outcome against =
            first == nullptr ? Outcome::Faster : contrast(first->row, each.row, kOtherKernelDiffers).outcome;
        if (against == Outcome::Unclear) return std::nullopt;
        if (against == Outcome::Faster) {
            groups.emplace_back();
            first = &each;
        }
        groups.back().formats.push_back(each.format);
        groups.back().speed.add(each.row);
    }
    if (groups.size() == 1 && groups[0].speed.atLeast) return std::nullopt; // additions may hide the loads
    for (Group& group : groups) std::ranges::sort(group.formats);
    return groups;
}

std::string extremes(const std::vector<FormatRow>& rows) {
    const auto [slowest, fastest] = std::ranges::minmax_element(rows, {}, ratioOf);
    if (contrast(fastest->row, slowest->row, kOtherKernelDiffers).outcome != Outcome::Faster) return {};
    const auto text = [](const FormatRow& each) {
        return fmt::format("{} ({})", speedText(each.row), traits(each.format).bufferName);
    };
    return fmt::format("{} to {}", text(*slowest), text(*fastest));
}

// Of several groups, the last is "others"; one without a name becomes the last, if there is but one.
std::string groupTexts(std::vector<Group> groups) {
    const auto unnamed = [](const Group& group) { return setName(group.formats).empty(); };
    const auto rest = std::find_if(groups.begin(), groups.end(), unnamed);
    if (rest != groups.end()) std::rotate(rest, rest + 1, groups.end());
    std::vector<std::string> texts;
    for (const Group& group : groups) {
        const bool others = groups.size() > 1 && &group == &groups.back() && group.formats.size() > 1;
        texts.push_back(
            fmt::format("{} {}", others ? "others" : formatSet(group.formats), speedText(group.speed)));
    }
    return join(texts, ", ");
}

constexpr std::size_t kMostGroups = 3;

// The rows' speeds in as few words as the groups allow. Nothing as groupsOf.
struct Speeds {
    std::vector<Group> groups; // empty: not to be grouped
    std::string text;
};

Speeds speedsOf(const std::vector<FormatRow>& rows) {
    if (std::ranges::any_of(rows, [](const FormatRow& each) { return each.row.figures == nullptr; }))
        return {};
    std::optional<std::vector<Group>> groups = groupsOf(rows);
    if (!groups || groups->size() > kMostGroups) return {{}, extremes(rows)};
    std::string text = groupTexts(*groups);
    return {std::move(*groups), std::move(text)};
}

// Nothing if the sets differ, or the speeds.
std::optional<std::vector<Group>> merged(const std::vector<Group>& some, const std::vector<Group>& others) {
    if (some.empty() || some.size() != others.size()) return std::nullopt;
    std::vector<Group> both = some;
    for (std::size_t i = 0; i < both.size(); ++i) {
        if (both[i].formats != others[i].formats) return std::nullopt;
        both[i].speed.add(others[i].speed);
        if (both[i].speed.high > both[i].speed.low * kOtherKernelDiffers) return std::nullopt;
    }
    return both;
}

// Of both patterns, which formats are and by how much. Empty if none is.
std::string different(std::array<Group, 2> groups, std::string_view how) {
    const auto text = [&](const Group& group) {
        return fmt::format("{} {} times {}", formatSet(group.formats), factorText(group.speed), how);
    };
    if (!groups[0].formats.empty() && groups[0].formats == groups[1].formats) {
        groups[0].speed.add(groups[1].speed);
        return text(groups[0]);
    }
    std::vector<std::string> texts;
    for (std::size_t i = 0; i < groups.size(); ++i) {
        if (!groups[i].formats.empty())
            texts.push_back(fmt::format("{} {}", patternName(kSpreadPatterns[i]), text(groups[i])));
    }
    return join(texts, "; ");
}

} // namespace

void Span::add(const Span& other) {
    low = low == 0 ? other.low : std::min(low, other.low);
    high = std::max(high, other.high);
    atLeast = atLeast || other.atLeast;
}

std::string speedText(const Span& span) {
    return spanText(span, true) + "x";
}

std::string factorText(const Span& span) {
    return spanText(span, false);
}

std::string leastText(const Span& span) {
    return number(span.low, false, span.atLeast);
}

std::string speedsByPattern(const Reading& reading, Operation (*family)(Format)) {
    const Speeds linear = speedsOf(formatRows(reading, family, Pattern::Linear));
    const Speeds random = speedsOf(formatRows(reading, family, Pattern::Random));
    if (linear.text.empty() || random.text.empty()) return {};
    if (const std::optional<std::vector<Group>> both = merged(linear.groups, random.groups))
        return groupTexts(*both) + ", linear and random";
    if (linear.text == random.text) return linear.text + ", linear and random";
    return fmt::format("linear {}; random {}", linear.text, random.text);
}

std::string differences(const Reading& reading, Operation (*family)(Format), Operation (*other)(Format),
                        bool& allSame) {
    allSame = true;
    std::array<Group, 2> faster, slower; // by pattern
    for (std::size_t i = 0; i < kSpreadPatterns.size(); ++i) {
        for (const FormatTraits& format : perfTestFormats()) {
            const Row first = reading.row(family(format.format), kSpreadPatterns[i]);
            const Row second = reading.row(other(format.format), kSpreadPatterns[i]);
            allSame = allSame && areSame(first, second);
            const Contrast against = contrast(first, second, kOtherKernelDiffers);
            if (against.outcome != Outcome::Faster && against.outcome != Outcome::Slower) continue;
            Group& group = (against.outcome == Outcome::Faster ? faster : slower)[i];
            group.formats.push_back(format.format);
            group.speed.add(against);
        }
    }
    std::vector<std::string> texts = {different(faster, "as fast"), different(slower, "slower")};
    std::erase(texts, "");
    return join(texts, "; ");
}

std::vector<Row> rowsOf(const Reading& reading, const std::vector<Operation (*)(Format)>& families,
                        const std::vector<Pattern>& patterns) {
    std::vector<Row> rows;
    for (const auto family : families) {
        for (const Pattern pattern : patterns) {
            for (FormatRow& each : formatRows(reading, family, pattern)) {
                if (each.row.figures != nullptr) rows.push_back(std::move(each.row));
            }
        }
    }
    return rows;
}

std::vector<Told> tellDifference(bool allSame, std::string same, std::string_view subject,
                                 std::string_view difference, std::vector<Row> rows, int weight) {
    if (allSame) return {{std::move(same), std::move(rows), 0, true}};
    if (difference.empty()) return {};
    return {{fmt::format("{}: {}", subject, difference), std::move(rows), weight}};
}

Contrast RowContrasts::add(const Row& first, const Row& second, double bound) {
    allSame = allSame && areSame(first, second);
    const Contrast against = contrast(first, second, bound);
    if (against.outcome != Outcome::Unclear) rows.insert(rows.end(), {first, second});
    return against;
}

std::vector<Told> RowContrasts::tell(std::string same, std::string_view subject, int weight) const {
    std::vector<std::string> parts;
    if (!faster.empty()) parts.push_back(join(faster, ", ") + " times as fast");
    if (!slower.empty()) parts.push_back(join(slower, ", ") + " times slower");
    return tellDifference(allSame, std::move(same), subject, join(parts, "; "), rows, weight);
}

std::string listText(const std::vector<std::string>& parts, std::string_view last) {
    if (parts.size() < 2) return join(parts, "");
    return join(std::span(parts).first(parts.size() - 1), ", ").append(last) + parts.back();
}

} // namespace vkperftest
