#include "advice/wording.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <map>

#include <fmt/format.h>

#include "base/text.h"

namespace vkperftest {
namespace {

// A number that may be larger must not be rounded up.
std::string number(double value, bool atLeast) {
    const int decimals = value >= 9.95 ? 0 : 1;
    const double unit = std::pow(10, -decimals);
    return fmt::format("{:.{}f}", atLeast ? std::floor(value / unit + 1e-6) * unit : value, decimals);
}

struct NamedSet {
    std::string name;
    std::vector<Format> formats;
};

// In the order in which they are tried.
std::vector<NamedSet> namedSets() {
    std::vector<NamedSet> sets;
    const auto add = [&](std::string name, const std::function<bool(const FormatTraits&)>& fits) {
        NamedSet set{std::move(name), {}};
        for (const FormatTraits& format : perfTestFormats()) {
            if (fits(format)) set.formats.push_back(format.format);
        }
        sets.push_back(std::move(set));
    };
    add("", [](const FormatTraits&) { return true; });
    add("one channel", [](const FormatTraits& f) { return f.channels == 1; });
    add("two channels", [](const FormatTraits& f) { return f.channels == 2; });
    add("four channels", [](const FormatTraits& f) { return f.channels == 4; });
    add("one and two channels", [](const FormatTraits& f) { return f.channels <= 2; });
    add("two and four channels", [](const FormatTraits& f) { return f.channels >= 2; });
    for (const unsigned bytes : {1u, 2u, 4u, 8u, 16u}) {
        const std::string n = std::to_string(bytes);
        add(bytes == 1 ? "1 byte" : n + " bytes", [=](const FormatTraits& f) { return f.bytes() == bytes; });
        add(n + " bytes or fewer", [=](const FormatTraits& f) { return f.bytes() <= bytes; });
        add(n + " bytes or more", [=](const FormatTraits& f) { return f.bytes() >= bytes; });
    }
    return sets;
}

// The named set of exactly these formats, which are in order; null if there is none.
const NamedSet* setOf(const std::vector<Format>& formats) {
    static const std::vector<NamedSet> kSets = namedSets();
    const auto found = std::ranges::find(kSets, formats, &NamedSet::formats);
    return found != kSets.end() ? &*found : nullptr;
}

// What is said about some items under some patterns.
struct Part {
    std::vector<std::uint32_t> items;
    std::vector<Pattern> patterns;
    Span span;
};

// The items of one outcome; items under the same patterns form a part.
std::vector<Part> partsOf(const std::vector<ComparedLoads>& all, Outcome outcome) {
    std::vector<std::uint32_t> items;
    for (const ComparedLoads& each : all) {
        if (each.claim.outcome == outcome && std::ranges::count(items, each.item) == 0)
            items.push_back(each.item);
    }
    std::vector<Part> parts;
    for (const std::uint32_t item : items) {
        Part own{.items = {item}, .patterns = {}, .span = {}};
        std::vector<const Cost*> costs;
        for (const ComparedLoads& each : all) {
            if (each.item != item || each.claim.outcome != outcome) continue;
            own.patterns.push_back(each.pattern);
            costs.push_back(&each.claim.cost);
        }
        auto part = std::ranges::find(parts, own.patterns, &Part::patterns);
        if (part == parts.end())
            part = parts.insert(part, std::move(own));
        else
            part->items.push_back(item);
        for (const Cost* cost : costs) part->span.add(*cost);
    }
    return parts;
}

// "7 other formats", the number of items under every pattern, instead of a list of names that nobody reads.
// Empty if no list is too long.
std::string crowdText(const Comparing& how, const std::vector<Part>& parts) {
    std::size_t every = 0;
    bool isLong = false;
    for (const Part& part : parts) {
        if (part.patterns.size() == how.patterns) every += part.items.size();
        isLong = isLong || (how.isCrowd && how.isCrowd(part.items));
    }
    return isLong && every > 1 ? fmt::format("{} other {}", every, how.crowd) : "";
}

std::string scopeText(const Comparing& how, const Part& part) {
    const std::string items = how.items(part.items), patterns = patternsText(part.patterns, how.patterns);
    if (items.empty()) return patterns.empty() ? "" : patterns + " addresses";
    return patterns.empty() ? items : items + " " + patterns;
}

// How a sentence says an outcome: "faster than", " times as fast".
struct Verdict {
    Outcome outcome;
    std::string_view word, than, unit; // no unit if there is no factor
};

constexpr std::array<Verdict, 4> kVerdicts = {{
    {Outcome::Faster, "faster", "than", " times as fast"},
    {Outcome::Slower, "slower", "than", " times as long"},
    {Outcome::NoSlower, "at least as fast", "as", ""},
    {Outcome::Same, "as fast", "as", ""},
}};

// "4 bytes (2.9 times as fast) and 8 bytes random (1.5)"
std::string partsText(const Comparing& how, const std::vector<Part>& parts, std::string_view unit) {
    std::vector<std::string> texts;
    for (const Part& part : parts) {
        std::string text = scopeText(how, part);
        if (!unit.empty())
            text += fmt::format("{}({}{})", text.empty() ? "" : " ", factorText(part.span),
                                texts.empty() ? unit : "");
        texts.push_back(std::move(text));
    }
    std::erase(texts, "");
    return enumerated(texts);
}

std::string rowCount(std::size_t rows) {
    return fmt::format("{} {}", rows, rows == 1 ? "row" : "rows");
}

// "faster than typed ones for 4 bytes (2.9 times as fast)"; the reference is named once.
std::string clauseOf(const Comparing& how, const Verdict& verdict, const std::vector<Part>& parts,
                     bool first) {
    std::string text = verdict.unit.empty() ? crowdText(how, parts) : "";
    if (text.empty()) text = partsText(how, parts, verdict.unit);
    if (how.reference.empty()) return fmt::format("{} {} {}", verdict.word, verdict.than, text);
    const std::string reference = first ? fmt::format(" {} {}", verdict.than, how.reference) : "";
    const bool scoped = !text.empty() && text[0] != '(';
    return fmt::format("{}{}{}{}", verdict.word, reference, text.empty() ? "" : scoped ? " for " : " ", text);
}

} // namespace

void Span::add(const Cost& cost) {
    const double times = cost.times.median;
    const double factor = std::max(times, 1 / times);
    const bool bound = cost.sense != Sense::Exact;
    if (low == 0 || factor < low) low = factor, lowAtLeast = bound;
    if (factor > high) high = factor, highAtLeast = bound;
    atLeast = atLeast || bound;
}

std::string rangeText(const Span& span) {
    const std::string high = number(span.high, span.highAtLeast);
    std::string low = number(span.low, span.lowAtLeast);
    if (std::stod(low) > std::stod(high)) low = high; // 1.96, and at least 1.97
    return low == high ? low : low + " to " + high;
}

std::string factorText(const Span& span) {
    return (span.atLeast ? "at least " : "") + rangeText(span);
}

std::vector<Told> tellCompared(const Comparing& how, const std::vector<ComparedLoads>& all) {
    std::vector<std::string> clauses;
    for (const Verdict& verdict : kVerdicts) {
        if (const std::vector<Part> parts = partsOf(all, verdict.outcome); !parts.empty())
            clauses.push_back(clauseOf(how, verdict, parts, clauses.empty()));
    }
    if (clauses.empty()) return {};
    Told told{.text = fmt::format("{} are {}", how.subject, join(clauses, "; ")), .claims = {}};
    for (const ComparedLoads& each : all) told.claims.push_back(each.claim);
    return {std::move(told)};
}

std::vector<Told> tellUnder(const RunFigures& figures, const StrategyRows& strategy,
                            std::string_view subject) {
    std::vector<Row> rows;
    for (const JudgedRow& row : strategy.rows) {
        if (row.verdict == AgainstSet::Unknown) continue;
        rows.push_back(
            {row.name, figures.find(row.name)->under(*strategyNumber(*figures.run, strategy.strategy))});
    }
    if (rows.empty()) return {};
    const std::size_t faster = strategy.count(AgainstSet::Faster),
                      slower = strategy.count(AgainstSet::Slower);
    std::vector<std::string> parts;
    if (faster > 0)
        parts.push_back(fmt::format("up to {:.1f} times as fast as descriptor sets in {}",
                                    strategy.mostFaster(), rowCount(faster)));
    if (slower > 0)
        parts.push_back(fmt::format("up to {:.1f} times as slow as descriptor sets in {}",
                                    strategy.mostSlower(), rowCount(slower)));
    if (parts.empty())
        parts.push_back(
            fmt::format("as fast as descriptor sets in {}", rowCount(strategy.count(AgainstSet::Same))));
    return {{fmt::format("{} are {}", subject, enumerated(parts)), {}, std::move(rows)}};
}

void compare(std::vector<ComparedLoads>& all, std::uint32_t item, Pattern pattern, const Row& subject,
             const Row& reference, double bound) {
    if (std::optional<CostClaim> claim = claimOf(subject, reference, bound))
        all.push_back({item, pattern, std::move(*claim)});
}

void addTold(std::vector<Told>& all, std::vector<Told> more) {
    std::ranges::move(more, std::back_inserter(all));
}

std::string numbersText(const std::vector<std::uint32_t>& numbers) {
    std::vector<std::string> texts;
    for (const std::uint32_t number : numbers) texts.push_back(std::to_string(number));
    return enumerated(texts);
}

std::string wordsText(const std::vector<std::uint32_t>& numbers) {
    return numbersText(numbers) + (numbers.size() == 1 && numbers[0] == 1 ? " word" : " words");
}

std::string bytesText(const std::vector<std::uint32_t>& sizes) {
    return numbersText(sizes) + " bytes";
}

bool haveName(std::vector<Format> formats) {
    std::ranges::sort(formats);
    return setOf(formats) != nullptr;
}

std::string formatsText(std::vector<Format> formats) {
    std::ranges::sort(formats);
    if (const NamedSet* set = setOf(formats)) return set->name;
    std::vector<std::string> names;
    for (const Format format : formats) names.emplace_back(traits(format).bufferName);
    return enumerated(names);
}

std::string patternsText(std::vector<Pattern> patterns, std::size_t all) {
    std::ranges::sort(patterns);
    if (patterns.size() == all) return {};
    std::vector<std::string> names;
    for (const Pattern pattern : patterns) names.emplace_back(patternName(pattern));
    return enumerated(names);
}

} // namespace vkperftest
