#include "answers/choice.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "base/text.h"

namespace vkperftest {
namespace {

bool isPrinted(const Row& row) {
    return !row.figures->loadsPerNanosecond;
}

bool arePrinted(const Cost& cost) {
    return isPrinted(cost.subject) && isPrinted(cost.reference);
}

bool areSlowedAlike(const Row& first, const Row& second) {
    const auto isSlowed = [](const Row& row) {
        return row.figures->incomparable && row.figures->footnoteEffect == FootnoteEffect::Slower;
    };
    LoadFacts other = second.load();
    other.pattern = first.load().pattern;
    return first.load() == other && isSlowed(first) && isSlowed(second);
}

Sense senseOf(const Row& subject, const Row& reference, double times) {
    if (areSlowedAlike(subject, reference)) return times >= 1 ? Sense::AtLeast : Sense::AtMost;
    const bool least = reference.isAtLeast() && subject.isAtMost();
    const bool most = reference.isAtMost() && subject.isAtLeast();
    return least && most ? Sense::Exact : least ? Sense::AtLeast : most ? Sense::AtMost : Sense::Unknown;
}

constexpr double kRough = 0.2; // width of an interval

// A row that a footnote may have made faster is never called the fastest.
const Row* fastestOf(const std::vector<Candidate>& rows) {
    const Row* best = nullptr;
    for (const Candidate& each : rows)
        if (each.row.isAtLeast() && (best == nullptr || each.row.ratio() > best->ratio())) best = &each.row;
    return best;
}

// For measured rows; printed ones are taken as they are.
bool isRough(const Cost& cost) {
    const PairedRatio& times = cost.times;
    if (!cost.subject.figures->loadsPerNanosecond) return false;
    if (!times.interval) return true;
    const double off = times.ofFastest.value_or(times.median) / times.median;
    return relativeWidth(times).value_or(0) > kRough || off > kSameKernel || off < 1 / kSameKernel;
}

// Its footnote leaves no figure, or a meaningless one: "at least 0.9".
bool isIncomparable(const Alternative& each) {
    if (!each.cost.subject.figures->incomparable) return false;
    const bool isLess = each.cost.sense == Sense::AtLeast && each.cost.times.median < 1 / kSameKernel;
    return each.cost.sense == Sense::Unknown || isLess;
}

Alternative alternativeOf(const Candidate& candidate, const Row& best) {
    Alternative each{.kind = candidate.kind, .cost = costOf(candidate.row, best)};
    const bool isBest = candidate.row.result == best.result;
    each.isFastest = isBest || (candidate.row.isAtLeast() && each.cost.times.median < kSameKernel);
    each.isRough = !isBest && isRough(each.cost);
    return each;
}

// A lower bound is not rounded up, and an upper bound not down by more than kAgree.
std::string rounded(double times, Sense sense) {
    const int decimals = times >= 9.95 ? 0 : 1;
    const double unit = std::pow(10, -decimals), steps = times / unit;
    if (sense == Sense::AtLeast) times = std::floor(steps + 1e-6) * unit;
    if (sense == Sense::AtMost) times = std::ceil(steps - 10 * (kAgree - 1)) * unit;
    return fmt::format("{:.{}f}", times, decimals);
}

std::string namesOf(const LoadChoice& choice, const std::vector<std::string>& kinds, std::string_view last) {
    if (kinds.size() == choice.all.size()) return "any";
    if (kinds.size() > 2 && kinds.size() + 1 == choice.all.size())
        return fmt::format("any but {}", std::ranges::find(choice.all, false, &Alternative::isFastest)->kind);
    return enumerated(kinds, last);
}

} // namespace

bool Row::isAtLeast() const {
    return !figures->incomparable || figures->footnoteEffect == FootnoteEffect::Slower;
}

bool Row::isAtMost() const {
    return showsLoads(*result, *figures) &&
           (!figures->incomparable || figures->footnoteEffect == FootnoteEffect::Faster);
}

std::vector<Row> measuredRows(const RunFigures& figures) {
    const std::size_t all = figures.run->settings.strategies.size();
    for (std::size_t strategy = 0; strategy < all; ++strategy) {
        std::vector<Row> rows;
        for (const RowFigures& row : figures.rows)
            if (const StrategyFigures* its = row.under(strategy); its != nullptr && row.row->load)
                rows.push_back({row.row, its});
        if (!rows.empty()) return rows;
    }
    return {};
}

bool isPlain(const LoadFacts& load) {
    return load.technique == Technique::Direct && load.isCompiledAsUsual();
}

bool Cost::isAtLeast(double threshold) const {
    if (!hasLeast(sense)) return false;
    return arePrinted(*this) ? times.median >= threshold : vkperftest::isAtLeast(times, threshold) == true;
}

bool Cost::isAtMost(double threshold) const {
    if (!hasMost(sense)) return false;
    return arePrinted(*this) ? times.median <= threshold : vkperftest::isAtLeast(times, threshold) == false;
}

Cost costOf(const Row& subject, const Row& reference) {
    const PairedRatio times = quotient(reference.figures->best(), subject.figures->best());
    return {subject, reference, times, senseOf(subject, reference, times.median)};
}

Outcome outcomeOf(const Cost& cost, double threshold, double sameWithin) {
    if (cost.isAtLeast(threshold)) return Outcome::Slower;
    if (cost.isAtMost(1 / threshold)) return Outcome::Faster;
    if (cost.isAtLeast(1 / sameWithin) && cost.isAtMost(sameWithin)) return Outcome::Same;
    if (cost.sense == Sense::AtMost && cost.isAtMost(kAgree)) return Outcome::NoSlower;
    return Outcome::Unclear;
}

bool isChoice(const LoadFacts& load) {
    constexpr std::uint32_t kMostOfShort = 256; // bytes of the short constant buffers
    const bool floats =
        load.format == Format::R32F || load.format == Format::RG32F || load.format == Format::RGBA32F;
    const bool converts = load.kind == LoadKind::Typed || load.kind == LoadKind::Texture;
    return isPlain(load) && load.byteOffset == 0 && (floats || !converts) &&
           (load.kind != LoadKind::Constants || load.resourceBytes > kMostOfShort) &&
           std::ranges::count(kLoadKinds, load.kind, &LoadKindChoice::kind) > 0;
}

std::string loadName(const Row& row) {
    const std::string pattern = " " + std::string(patternName(row.load().pattern));
    const std::string& name = row.name();
    return name.ends_with(pattern) ? name.substr(0, name.size() - pattern.size()) : name;
}

std::vector<std::string> LoadChoice::fastest() const {
    std::vector<const Alternative*> found;
    for (const Alternative& each : all)
        if (each.isFastest) found.push_back(&each);
    std::ranges::stable_sort(found, {}, [](const Alternative* each) { return each->cost.times.median; });
    std::vector<std::string> kinds;
    for (const Alternative* each : found) kinds.emplace_back(each->kind);
    return kinds;
}

std::vector<Candidate> candidates(const std::vector<Row>& rows, std::uint32_t bytes, Pattern pattern) {
    std::vector<Candidate> found;
    for (const LoadKindChoice& kind : kLoadKinds) {
        const auto row = std::ranges::find_if(rows, [&](const Row& each) {
            const LoadFacts& load = each.load();
            return load.kind == kind.kind && load.bytes == bytes && load.pattern == pattern && isChoice(load);
        });
        if (row != rows.end() && hasSize(kind.kind, bytes)) found.push_back({kind.name, *row});
    }
    return found;
}

std::vector<LoadChoice> choicesOf(const std::vector<Row>& rows) {
    std::vector<LoadChoice> choices;
    for (const std::uint32_t bytes : kChoiceBytes) {
        for (const Pattern pattern : kEveryPattern) {
            const std::vector<Candidate> found = candidates(rows, bytes, pattern);
            const Row* const best = fastestOf(found);
            if (best == nullptr || found.size() < 2) continue;
            LoadChoice& choice =
                choices.emplace_back(LoadChoice{.bytes = bytes, .pattern = pattern, .all = {}});
            for (const Candidate& each : found) choice.all.push_back(alternativeOf(each, *best));
        }
    }
    return choices;
}

std::string costText(const Alternative* alternative) {
    if (alternative == nullptr) return "-";
    const Alternative& each = *alternative;
    if (isIncomparable(each)) return "~";
    const double times = each.cost.times.median;
    const Sense sense = each.cost.sense;
    std::string text = rounded(times, sense);
    if (times == 1 && each.isFastest)
        text = "1.0";
    else if (sense == Sense::Unknown)
        text += "?";
    else if (sense != Sense::Exact)
        text.insert(0, sense == Sense::AtLeast ? "≥" : "≤");
    return text + (each.isRough ? "!" : "");
}

std::string signsIn(const std::vector<LoadChoice>& choices) {
    constexpr std::array<std::pair<std::string_view, std::string_view>, 6> kSigns = {
        {{"≥", "at least"},
         {"≤", "at most"},
         {"?", "instructions may limit it"},
         {"!", "roughly"},
         {"~", "not comparable"},
         {"-", "not measured"}}};
    std::vector<std::string> found;
    for (const auto& known : kSigns) { // clang 14 captures no parts of a binding
        const std::string_view sign = known.first;
        const bool isUsed = std::ranges::any_of(choices, [&](const LoadChoice& choice) {
            if (sign == "-")
                return choice.all.size() <
                       static_cast<std::size_t>(std::ranges::count_if(
                           kLoadKinds, [&](const auto& kind) { return hasSize(kind.kind, choice.bytes); }));
            return std::ranges::any_of(choice.all, [&](const Alternative& each) {
                return costText(&each).find(sign) != std::string::npos;
            });
        });
        if (isUsed) found.push_back(fmt::format("{} {}", sign, known.second));
    }
    return join(found, ", ");
}

std::string kindsText(const LoadChoice& choice) {
    return namesOf(choice, choice.fastest(), ", ");
}

std::string underPatterns(const std::vector<KindsUnder>& all) {
    std::vector<std::pair<std::string, std::vector<std::string>>> together;
    for (const auto& [pattern, kinds] : all) {
        auto same = std::ranges::find(together, kinds, &decltype(together)::value_type::first);
        if (same == together.end()) same = together.insert(same, {kinds, {}});
        same->second.emplace_back(patternName(pattern));
    }
    std::vector<std::string> parts;
    for (const auto& [kinds, patterns] : together) {
        const bool every = patterns.size() == kEveryPattern.size();
        parts.push_back(every ? kinds : fmt::format("{} ({})", kinds, join(patterns, ", ")));
    }
    return join(parts, "; ");
}

std::string fastestText(const std::vector<LoadChoice>& choices, std::uint32_t bytes) {
    std::vector<KindsUnder> all;
    for (const LoadChoice& choice : choices) {
        if (choice.bytes != bytes) continue;
        std::vector<std::string> names; // in the same order under each pattern
        for (const Alternative& each : choice.all)
            if (each.isFastest) names.emplace_back(each.kind);
        all.push_back({choice.pattern, namesOf(choice, names, " or ")});
    }
    return underPatterns(all);
}

} // namespace vkperftest
