#include "report/findings.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <utility>

#include <fmt/format.h>

#include "base/enum_table.h"
#include "base/text.h"
#include "cases/walk.h"
#include "report/document.h"
#include "report/phrases.h"

namespace vkperftest {
namespace {

// {0} and {1} are a reason's names, {2}, {3} and {4} its figures, and {5} the decimals that tell these apart.
struct ReasonText {
    using Text = fmt::format_string<const std::string&, const std::string&, const double&, const double&,
                                    const double&, const int&>;
    Text summary, details;
    std::string_view remedy = {};
    bool always = false; // the details are part of the summary
};

constexpr const char *kAgain = "measure again on a quieter machine, or with --precise",
                     *kFilterLess = "measure it too, with another --filter",
                     *kLittleToGain = "little can be gained";

const ReasonText& textOf(Inconclusive kind) {
    static const auto kTexts = enumTable<Inconclusive, ReasonText>(
        {{"the interval contains the threshold",
          "'{0}' takes {2:.{5}f} to {3:.{5}f}x the time of '{1}'; threshold {4:.2f}x", kAgain},
         {"too few samples", "of '{0}'", kAgain},
         {"instructions, not loads, limit a row", "'{0}' takes {2:.2f}x the time of its no-load control",
          kLittleToGain},
         {"a row has no time", "'{0}', {1}", "", true},
         {"a row is missing", "'{0}'", kFilterLess, true},
         {"a row is missing", "the no-load control of '{0}'", kFilterLess, true},
         {"it depends on the row", ""},
         {"{2:.0f} of {3:.0f} rows are unclear", ""},
         {"nothing was measured", "{0}"},
         {"the compiler merged the additions of all lanes", "'{0}' takes {2:.2f}x the time of '{1}'"},
         {"the run has no recording times", ""},
         {"no clear order", ""},
         {"the times scatter", "half of the intervals are wider than ±{2:.0f} %", kAgain},
         {"the run has no footprint sweeps", ""},
         {"one size is too few to be sure", ""},
         {"twice the loads took less than 1.5 times as long", ""},
         {"faster than the unit that loads", ""},
         {"a larger size cannot be faster than a smaller one", ""},
         {"measured with other kernels than this version's", ""},
         {"{0}", ""}});
    return kTexts[kind];
}

constexpr auto kSeenTexts = enumTable<Seen, std::string_view>(
    {"", "not shared: each lane loads", "the driver shares", "as long as a load for each lane takes",
     "unclear whether the driver shares", "constants are served to all lanes at once",
     "split into single words"});

constexpr auto kLimitedBy = enumTable<PlainLoop, std::string_view>(
    {"", "where instructions, perhaps bounds checks, limit the plain loop",
     "because it saves bounds checks: without them it gains nothing"});

// As few decimals, two or more, as print different figures differently; at most five.
int decimalsApart(std::span<const double> figures) {
    constexpr int kFewest = 2, kMost = 5;
    const std::set<double> values(figures.begin(), figures.end());
    for (int decimals = kFewest; decimals < kMost; ++decimals) {
        std::set<std::string> texts;
        for (const double value : values) texts.insert(fmt::format("{:.{}f}", value, decimals));
        if (texts.size() == values.size()) return decimals;
    }
    return kMost;
}

std::string filled(const ReasonText::Text& text, const InconclusiveReason& reason) {
    const auto& [first, second, third] = reason.figures;
    const int decimals = decimalsApart(reason.figures);
    return fmt::format(text, reason.first, reason.second, first, second, third, decimals);
}

// "ByteAddressBuffer.Load2, Load3, StructuredBuffer<float4>.Load": a name omits what it shares with the name
// before it, up to the last full stop or blank. If names contain commas, semicolons separate those that share
// nothing.
std::string namesTogether(std::span<const std::string> names) {
    const bool commas = std::ranges::any_of(
        names, [](const std::string& name) { return name.find(',') != std::string::npos; });
    std::string text;
    for (std::size_t i = 0; i < names.size(); ++i) {
        std::size_t common = 0;
        if (i > 0) {
            const auto differ = std::ranges::mismatch(names[i - 1], names[i]);
            const auto length = static_cast<std::size_t>(differ.in2 - names[i].begin());
            const std::size_t boundary =
                length == 0 ? std::string::npos : names[i].find_last_of(". ", length - 1);
            const bool part = boundary != std::string::npos && length < names[i].size();
            common = part ? boundary + 1 : 0;
            text += commas && !part ? "; " : ", ";
        }
        text += names[i].substr(common);
    }
    return text;
}

// Times as fast of what is better, otherwise times as long.
double shownFactor(const PairedRatio& times, Verdict verdict) {
    return verdict == Verdict::Better ? 1 / times.median : times.median;
}

// Those of the rows that have the finding's verdict; if that is no difference, and not of all rows, the one
// that decides.
std::vector<double> shownFactors(const Finding& finding) {
    if (!finding.factor) return {};
    std::vector<double> factors;
    for (const FoundRow& row : finding.rows)
        if (row.verdict == finding.verdict && row.value)
            factors.push_back(shownFactor(*row.value, row.verdict));
    if (factors.size() > 1 && (isChanged(finding.verdict) || factors.size() == finding.rows.size()))
        return factors;
    return {shownFactor(*finding.factor, finding.verdict)};
}

// "1.40 to 3.91x, 8 of 12 rows"
std::string factorText(const Finding& finding) {
    const std::vector<double> factors = shownFactors(finding);
    const bool all = finding.rows.size() <= 1 || factors.size() == finding.rows.size();
    return fmt::format("{}x{}", rangeText(factors),
                       all ? "" : fmt::format(", {} of {} rows", factors.size(), finding.rows.size()));
}

// " [1.27, 1.29]"
std::string intervalText(const Finding& finding) {
    const std::optional<Interval>& times = finding.factor->interval;
    if (!times) return {};
    const Interval shown =
        finding.verdict == Verdict::Better ? Interval{1 / times->high, 1 / times->low} : *times;
    const std::string low = fmt::format("{:.2f}", shown.low), high = fmt::format("{:.2f}", shown.high);
    return low == high ? "" : fmt::format(" [{}, {}]", low, high);
}

// "offset 4, 8" of few rows, otherwise "12 rows"; with the factors of those that are named by their names.
std::string rowsText(const std::vector<const FoundRow*>& rows) {
    constexpr std::size_t kMostNames = 5, kMostPlaces = 8;
    const bool places = !rows[0]->at.empty();
    if (rows.size() > (places ? kMostPlaces : kMostNames)) return fmt::format("{} rows", rows.size());
    std::vector<std::string> names;
    for (const FoundRow* row : rows) {
        const std::string factor = isChanged(row->verdict) && row->value && !places
                                       ? fmt::format(" ({:.2f}x)", shownFactor(*row->value, row->verdict))
                                       : "";
        names.push_back((places ? row->at : row->name) + factor);
    }
    return namesTogether(names);
}

// "slower: 4, 8; the same: 16; unclear: 12 (the interval contains the threshold)"; empty for a single row, or if all
// agree.
std::string rowsByVerdict(const Finding& finding) {
    std::map<Verdict, std::vector<const FoundRow*>> by;
    for (const FoundRow& row : finding.rows) by[row.verdict].push_back(&row);
    if (finding.rows.size() < 2) return {};
    if (by.size() == 1 && finding.verdict != Verdict::Unknown) {
        const std::string names = finding.verdict == Verdict::Same ? "" : rowsText(by.begin()->second);
        const std::string all = fmt::format("all {} rows", finding.rows.size());
        return names.empty() || all.ends_with(names) ? all : names;
    }
    std::vector<std::string> parts;
    for (const Verdict verdict : {Verdict::Worse, Verdict::Better, Verdict::Same, Verdict::Unknown}) {
        if (by[verdict].empty()) continue;
        std::string text = fmt::format("{}: {}", verdictWord(verdict), rowsText(by[verdict]));
        std::set<std::string> reasons;
        for (const FoundRow* row : by[verdict])
            if (row->why) reasons.insert(inconclusiveText(*row->why, false));
        if (!reasons.empty() && !(finding.why && finding.why->kind == by[verdict][0]->why->kind))
            text += fmt::format(" ({})", join(std::vector(reasons.begin(), reasons.end()), "; "));
        parts.push_back(std::move(text));
    }
    return join(parts, "; ");
}

// "L1 128 to 256 KB: 28.3 ns [28.2, 28.4]"; of independent loads, loads/ns.
std::string levelText(const std::string& sweep, const FoundRow& row, bool interval) {
    const Walk* const walk = findWalk(sweep);
    const bool chain = walk != nullptr && walk->chain;
    const auto pace = [&](double time) { return threeDigits(chain ? time : 1 / time); };
    const Interval ends = row.value->interval.value_or(Interval{row.value->median, row.value->median});
    const std::string range = interval ? fmt::format(" [{}, {}]", pace(chain ? ends.low : ends.high),
                                                     pace(chain ? ends.high : ends.low))
                                       : "";
    return fmt::format("{}: {} {}{}", row.at, pace(row.value->median), chain ? "ns" : "loads/ns", range);
}

// "4.00 → 1.08 clocks a subgroup's load; shuffle needs 1"
std::string clocksText(const Finding& finding) {
    if (!finding.clocks) return {};
    const Clocks& clocks = *finding.clocks;
    const std::string needed =
        clocks.unit ? fmt::format("; {} needs {:g}", kUnitNames[clocks.unit->unit], clocks.unit->clocks) : "";
    return fmt::format("{:.2f} → {:.2f} clocks a subgroup's load{}", clocks.reference, clocks.subject,
                       needed);
}

bool isSweep(const Finding& finding) {
    return !finding.rows.empty() && finding.rows[0].reference.empty();
}

std::string levelsText(const Finding& finding, bool interval) {
    std::vector<std::string> texts;
    for (const FoundRow& row : finding.rows) texts.push_back(levelText(finding.subject, row, interval));
    return join(texts, "; ");
}

// "3 of 9 (1.28 to 3.70x: A, B, C)"
std::string countText(const std::vector<const Finding*>& some, std::size_t all) {
    constexpr std::size_t kMostNames = 5, kLongest = 64;
    std::vector<std::string> names;
    std::vector<double> factors;
    for (const Finding* finding : some) {
        if (std::ranges::count(names, finding->subject) == 0) names.push_back(finding->subject);
        if (!isChanged(finding->verdict)) continue;
        for (const double factor : shownFactors(*finding)) factors.push_back(factor);
    }
    std::vector<std::string> details;
    if (!factors.empty()) details.push_back(rangeText(factors) + "x");
    const std::string together = namesTogether(names);
    if (all > 1 && names.size() <= kMostNames && together.size() <= kLongest) details.push_back(together);
    if (some[0]->why && some[0]->verdict == Verdict::Unknown)
        details.push_back(inconclusiveText(*some[0]->why, false));
    const std::string count = all > 1 ? fmt::format(" {} of {}", some.size(), all) : "";
    return count + (details.empty() ? "" : fmt::format(" ({})", join(details, ": ")));
}

// "L1 128 to 256 KB: 28.3 ns; L2 probably 32 to 64 MB: 151 ns (chain, one lane)", by the first chain that has a
// step.
std::string cachesText(const std::vector<const Finding*>& sweeps) {
    for (const Finding* sweep : sweeps) {
        const Walk* const walk = findWalk(sweep->subject);
        if (walk == nullptr || !walk->chain || sweep->rows.empty()) continue;
        if (sweep->rows.front().verdict == Verdict::Same) continue;
        return fmt::format("{} ({})", levelsText(*sweep, false), sweep->subject);
    }
    return "no chain shows a step";
}

// How a topic's sentences name its findings.
enum class Naming { Subject, Instead /* of it, what is faster */, Row };

// What a topic's findings mean, where counting their verdicts does not say it: {0} is the range of their factors, {1}
// names their subjects with their factors, and {2} counts their rows. `all`: if all are the same; else `same` says
// which. What is empty is not said.
struct TopicSentences {
    std::string_view topic, better, worse, same, all = {};
    Naming naming = Naming::Subject;
};

constexpr TopicSentences kSentences[] = {
    {"sharing by hand", "sharing by hand is faster for {1}", "sharing by hand is slower for {1}",
     "no gain by sharing: {1}", "sharing by hand gains nothing"},
    {"splitting the loop", "if only the sum is needed, let lanes split the loop: {0}x as fast",
     "splitting the loop is slower for {1}", "no gain by splitting: {1}"},
    {"without sharing", "faster without sharing: {1}", "", "", "", Naming::Instead},
    {"addresses against set", "loads by address are faster than set for {1}",
     "loads by address are slower than set for {1}", "loads by address are as fast as set in {2}"},
    {"alignment", "promising less alignment gains {0}x in {2}",
     "promising less alignment costs {0}x the time in {2}", "it costs nothing for {1}",
     "promising less alignment costs nothing", Naming::Row},
    {"inside L1, float",
     "do not pad elements whose floats are loaded one by one to a power of two: inside L1, unpadded ones "
     "are {0}x as fast",
     "padding elements whose floats are loaded one by one gains for {1}", "padding gains nothing beside {1}",
     "padding elements whose floats are loaded one by one gains nothing"},
    {"the reason", "", "", "",
     "the times follow from L1's banks and tags: lanes that meet on one bank wait for one another, and four "
     "cache lines take a clock"},
    {"at run-time offsets", "misaligned run-time offsets are faster for {1}",
     "misaligned run-time offsets cost time for {1}", "misaligned run-time offsets cost nothing for {1}",
     "misaligned offsets cost nothing, where only the run tells them"},
    {"odd numbers of words", "an odd number of words is faster than a power of two: {1}",
     "an odd number of words is slower than a power of two: {1}", "no gain by an odd number of words: {1}"},
};

// "the driver shares no uniform load"
std::string sharingText(const std::vector<const Finding*>& findings) {
    std::vector<std::string> shared, unclear;
    bool any = false;
    for (const Finding* finding : findings) {
        any = any || finding->seen == Seen::NotShared || finding->seen == Seen::AsEachLane;
        if (finding->seen == Seen::Shared) shared.push_back(finding->subject);
        if (finding->seen == Seen::SharingUnclear) unclear.push_back(finding->subject);
    }
    std::string text = !shared.empty()
                           ? "the driver shares " + (any ? namesTogether(shared) : "uniform loads")
                       : any ? "the driver shares no uniform load"
                             : "";
    if (!unclear.empty())
        text += (text.empty() ? "it is unclear whether the driver shares " : "; it is unclear for ") +
                namesTogether(unclear);
    return text;
}

std::vector<std::string> sentencesOf(const TopicSentences& sentences,
                                     const std::vector<const Finding*>& findings) {
    const bool same = std::ranges::all_of(
        findings, [](const Finding* finding) { return finding->verdict == Verdict::Same; });
    if (same && !sentences.all.empty()) return {std::string(sentences.all)};
    constexpr PlainLoop kLimits[] = {PlainLoop::Loads, PlainLoop::Checks, PlainLoop::Instructions};
    const std::pair<Verdict, std::string_view> kGroups[] = {{Verdict::Better, sentences.better},
                                                            {Verdict::Worse, sentences.worse},
                                                            {Verdict::Same, sentences.same},
                                                            {Verdict::Unknown, "unclear for {1}"}};
    std::vector<std::string> all;
    std::size_t total = 0;
    for (const Finding* finding : findings) total += finding->rows.size();
    for (std::size_t i = 0; i < std::size(kGroups) * std::size(kLimits); ++i) {
        const auto& [verdict, text] = kGroups[i / std::size(kLimits)];
        const PlainLoop limitedBy = kLimits[i % std::size(kLimits)];
        const bool differs = isChanged(verdict);
        std::vector<std::string> names;
        std::vector<double> factors;
        std::set<std::string> reasons;
        std::size_t rows = 0;
        for (const Finding* finding : findings) {
            if (finding->verdict != verdict || (differs && !finding->factor) ||
                (differs ? finding->limitedBy : PlainLoop::Loads) != limitedBy)
                continue;
            rows += static_cast<std::size_t>(std::ranges::count(finding->rows, verdict, &FoundRow::verdict));
            std::string name = sentences.naming == Naming::Row && finding->rows.size() == 1
                                   ? finding->rows[0].name
                                   : finding->subject;
            if (differs) {
                for (const double factor : shownFactors(*finding)) factors.push_back(factor);
                const std::string of =
                    sentences.naming == Naming::Instead ? finding->way + " instead of " : "";
                name = fmt::format("{}{} ({})", of, name, factorText(*finding));
            }
            if (finding->why) reasons.insert(inconclusiveText(*finding->why, false));
            if (std::ranges::count(names, name) == 0) names.push_back(std::move(name));
        }
        if (text.empty() || names.empty()) continue;
        constexpr std::size_t kMostUnclear = 4;
        const std::string together = verdict == Verdict::Unknown && names.size() > kMostUnclear
                                         ? fmt::format("{} of {}", names.size(), findings.size())
                                         : namesTogether(names);
        const std::string range = factors.empty() ? "" : rangeText(factors);
        const std::string of =
            rows == total ? counted(rows, "row") : fmt::format("{} of {} rows", rows, total);
        std::string sentence = fmt::format(fmt::runtime(text), range, together, of);
        if (limitedBy != PlainLoop::Loads) sentence += fmt::format(", {}", kLimitedBy[limitedBy]);
        if (verdict == Verdict::Unknown)
            sentence = fmt::format("{}: {} ({})", sentences.topic, sentence,
                                   join(std::vector(reasons.begin(), reasons.end()), "; "));
        all.push_back(std::move(sentence));
    }
    return all;
}

// "slower for Buffer<RGBA8>.Load random (2.37x), linear (1.88x)": what the verdict on the whole leaves out, of a finding
// that is the same or whose rows differ; nothing of many rows.
std::string exceptionsText(const Finding& finding) {
    constexpr std::size_t kMost = 3; // rows
    const bool differs = finding.why && finding.why->kind == Inconclusive::RowsDiffer;
    std::vector<std::string> texts;
    for (const Verdict verdict : {Verdict::Better, Verdict::Worse}) {
        std::vector<const FoundRow*> rows;
        for (const FoundRow& row : finding.rows)
            if (row.verdict == verdict) rows.push_back(&row);
        if (!rows.empty() && rows.size() <= kMost && (finding.verdict == Verdict::Same || differs))
            texts.push_back(fmt::format("{} for {}", verdictWord(verdict), rowsText(rows)));
    }
    return join(texts, "; ");
}

bool isMostlySame(const Finding& finding) {
    return finding.verdict == Verdict::Same &&
           std::ranges::any_of(finding.rows, isChanged, &FoundRow::verdict);
}

// ", 277 ns": of the cheapest.
std::string costText(const Finding& finding) {
    const bool known = !finding.evidence.empty() && finding.evidence[0].reference.empty();
    return known ? fmt::format(", {:.0f} ns", finding.evidence[0].value->median) : "";
}

// "two arrays, inside L1 against one of stride 20: ": what is compared with what, if one thing is.
std::string comparedIn(const std::string& topic, const std::vector<const Finding*>& findings) {
    std::string text = topic;
    if (findings.size() == 1) {
        const Finding& only = *findings[0];
        text += (topic.empty() ? "" : ", ") + only.subject;
        if (topic.find(only.reference) == std::string::npos) text += " against " + only.reference;
    }
    return text.empty() ? "" : text + ": ";
}

std::vector<std::string> topicTexts(const std::string& topic, const std::vector<const Finding*>& findings) {
    std::vector<std::string> texts;
    if (std::string sharing = sharingText(findings); !sharing.empty()) texts.push_back(std::move(sharing));
    const auto known = std::ranges::find(kSentences, topic, &TopicSentences::topic);
    const bool judged = std::ranges::any_of(
        findings, [](const Finding* finding) { return finding->verdict != Verdict::Unknown; });
    if (known != std::end(kSentences) && judged) {
        for (std::string& text : sentencesOf(*known, findings)) texts.push_back(std::move(text));
        return texts;
    }
    if (std::ranges::any_of(findings, [](const Finding* finding) { return isSweep(*finding); }))
        return {(topic.empty() ? "" : topic + ": ") + cachesText(findings)};
    const std::string prefix = comparedIn(topic, findings);
    std::vector<std::string> parts;
    for (const auto& [verdict, mostly] : {std::pair(Verdict::Better, false),
                                          {Verdict::Worse, false},
                                          {Verdict::Same, false},
                                          {Verdict::Same, true},
                                          {Verdict::Unknown, false}}) {
        std::vector<const Finding*> some;
        for (const Finding* finding : findings)
            if (finding->verdict == verdict && isMostlySame(*finding) == mostly &&
                exceptionsText(*finding).empty())
                some.push_back(finding);
        if (some.empty()) continue;
        const bool way = verdict == Verdict::Better && !some[0]->factor && !some[0]->way.empty();
        parts.push_back(way ? fmt::format("cheapest {}{} ({})", some.back()->way, costText(*some.back()),
                                          some.back()->subject)
                            : fmt::format("{}{}{}", mostly ? "mostly " : "", verdictWord(verdict),
                                          countText(some, findings.size())));
    }
    if (!parts.empty()) texts.push_back(prefix + join(parts, ", "));
    for (const Finding* finding : findings)
        if (const std::string exceptions = exceptionsText(*finding); !exceptions.empty())
            texts.push_back(fmt::format("{}: {} {}", finding->subject,
                                        finding->verdict == Verdict::Same ? "the same, but" : "mixed,",
                                        exceptions));
    return texts;
}

Json jsonOf(const FoundRow& row, bool judged) {
    const std::optional<Interval>& interval = row.value ? row.value->interval : std::nullopt;
    const bool times = !row.reference.empty();
    const std::string key = times ? "times" : "nanoseconds";
    Json json = {{"name", row.name}};
    if (times) {
        json["strategy"] = row.strategy;
        json["reference"] = row.reference;
        json["reference_strategy"] = row.referenceStrategy;
    }
    json[key] = row.value ? jsonNumber(row.value->median) : Json(nullptr);
    json[key + "_low"] = interval ? jsonNumber(interval->low) : Json(nullptr);
    json[key + "_high"] = interval ? jsonNumber(interval->high) : Json(nullptr);
    if (judged) json["verdict"] = verdictWord(row.verdict);
    if (row.why) json["why"] = inconclusiveText(*row.why);
    return json;
}

} // namespace

std::string_view verdictWord(Verdict verdict) {
    constexpr auto kWords = enumTable<Verdict, std::string_view>({"faster", "the same", "slower", "unclear"});
    return kWords[verdict];
}

std::string rangeText(std::span<const double> figures) {
    const auto [least, most] = std::minmax_element(figures.begin(), figures.end());
    const std::string low = fmt::format("{:.2f}", *least), high = fmt::format("{:.2f}", *most);
    return low == high ? low : fmt::format("{} to {}", low, high);
}

std::string inconclusiveText(const InconclusiveReason& reason, bool whole) {
    const ReasonText& text = textOf(reason.kind);
    const std::string details = whole || text.always ? filled(text.details, reason) : "";
    return filled(text.summary, reason) + (details.empty() ? "" : ": " + details);
}

std::string_view verdictWord(const Finding& finding) {
    if (!isSweep(finding)) return verdictWord(finding.verdict);
    return finding.verdict == Verdict::Worse ? "has steps"
                                             : "no sure step"; // where a level ends, loads become slower
}

std::string findingText(const Finding& finding) {
    std::vector<std::string> parts;
    if (finding.why) addText(parts, inconclusiveText(*finding.why));
    if (finding.factor) {
        const bool better = finding.verdict == Verdict::Better;
        const std::vector<double> factors = shownFactors(finding);
        const bool range = factors.size() > 1; // of all rows, which are named behind it
        addText(parts,
                fmt::format("{}x {}{}{}{}", rangeText(factors), better ? "as fast" : "the time",
                            range ? "" : intervalText(finding),
                            finding.reference.empty() ? "" : (better ? " as " : " of ") + finding.reference,
                            finding.way.empty() || range ? "" : fmt::format(" ({})", finding.way)));
    } else if (!finding.way.empty() && !finding.why) {
        addText(parts, "cheapest: " + finding.way);
    }
    addText(parts, isSweep(finding) ? levelsText(finding, true) : rowsByVerdict(finding));
    addText(parts, std::string(kSeenTexts[finding.seen]));
    if (finding.limitedBy != PlainLoop::Loads) addText(parts, std::string(kLimitedBy[finding.limitedBy]));
    addText(parts, clocksText(finding));
    addText(parts, finding.scope);
    std::vector<std::string> costs;
    constexpr std::size_t kMostCosts = 3; // the cheapest come first
    for (const FoundRow& row : finding.evidence)
        if (row.reference.empty() && costs.size() < kMostCosts)
            costs.push_back(fmt::format("{} {:.0f} ns [{:.0f}, {:.0f}]", row.name, row.value->median,
                                        row.value->interval->low, row.value->interval->high));
    addText(parts, join(costs, ", "));
    return join(parts, "; ");
}

std::string verdictLine(const Answer& answer) {
    return join(verdictSentences(answer), " ");
}

std::vector<std::string> verdictSentences(const Answer& answer) {
    std::vector<std::pair<std::string, std::vector<const Finding*>>> topics;
    for (const Finding& finding : answer.findings) {
        if (topics.empty() || topics.back().first != finding.topic) topics.push_back({finding.topic, {}});
        topics.back().second.push_back(&finding);
    }
    std::vector<std::string> parts;
    const bool unknown = std::ranges::all_of(
        answer.findings, [](const Finding& finding) { return finding.verdict == Verdict::Unknown; });
    if (unknown && !answer.findings.empty()) {
        const InconclusiveReason& why = *answer.findings[0].why;
        const std::string_view remedy = answer.interrupted ? "" : textOf(why.kind).remedy;
        parts.push_back(fmt::format("no conclusion: {}{}", inconclusiveText(why, false),
                                    remedy.empty() ? "" : fmt::format(" ({})", remedy)));
    }
    for (const auto& [topic, findings] : topics)
        for (std::string& text : unknown ? std::vector<std::string>() : topicTexts(topic, findings))
            parts.push_back(std::move(text));
    if (answer.missing > 0)
        parts.push_back(fmt::format("{} of the suite's {} rows {} missing", answer.missing, answer.rows,
                                    answer.missing == 1 ? "is" : "are"));
    for (std::string& part : parts) part = capitalized(std::move(part)) + ".";
    return parts;
}

Json findingJson(const Finding& finding) {
    Json figures = Json::array();
    for (const FoundRow& row : finding.rows) figures.push_back(jsonOf(row, !isSweep(finding)));
    for (const FoundRow& row : finding.evidence) figures.push_back(jsonOf(row, false));
    Json json = {{"topic", finding.topic},
                 {"subject", finding.subject},
                 {"verdict", verdictWord(finding)},
                 {"text", findingText(finding)}};
    if (finding.factor) {
        const std::optional<Interval>& interval = finding.factor->interval;
        json["factor"] = jsonNumber(finding.factor->median);
        json["factor_low"] = interval ? jsonNumber(interval->low) : Json(nullptr);
        json["factor_high"] = interval ? jsonNumber(interval->high) : Json(nullptr);
        json["of"] = finding.reference;
    }
    json["figures"] = std::move(figures);
    return json;
}

} // namespace vkperftest
