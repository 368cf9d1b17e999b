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

// {0} and {1} are a reason's names, {2}, {3} and {4} its figures.
struct ReasonText {
    using Text = fmt::format_string<const std::string&, const std::string&, const double&, const double&,
                                    const double&>;
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
          "'{0}' takes {2:.5g} to {3:.5g}x the time of '{1}'; threshold {4:.2f}x", kAgain},
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

constexpr auto kSeenTexts =
    enumTable<Seen, std::string_view>({"", "not shared: each lane loads", "the driver shares",
                                       "unclear whether the driver shares", "", "split into single words"});

constexpr auto kLimitedBy = enumTable<PlainLoop, std::string_view>(
    {"", "where instructions, perhaps bounds checks, limit the plain loop",
     "because it saves bounds checks: without them it gains nothing",
     "since the shuffles, at their unit's rate, take as long as the loads",
     "since constants are served to all lanes at once"});

constexpr std::size_t kMostNamed = 5; // rows, in a line

std::string filled(const ReasonText::Text& text, const InconclusiveReason& reason) {
    const auto& [first, second, third] = reason.figures;
    return fmt::format(text, reason.first, reason.second, first, second, third);
}

// "ByteAddressBuffer.Load2, Load3, StructuredBuffer<float4>.Load": a name omits what it shares with the name
// before it, up to the last full stop or blank. If names contain commas, semicolons separate those that are whole,
// as all are whose rest has a comma.
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
            const bool part = boundary != std::string::npos && length < names[i].size() &&
                              (!commas || names[i].find(',', boundary) == std::string::npos);
            common = part ? boundary + 1 : 0;
            text += commas && !part ? "; " : ", ";
        }
        text += names[i].substr(common);
    }
    return text;
}

// "0.93", "2.90", "11.6", "107"
std::string shortly(double factor) {
    return fmt::format("{:.{}f}", factor, factor >= 99.95 ? 0 : factor >= 9.995 ? 1 : 2);
}

// How many times as long the rows take, or as fast, if that is the verdict, with the interval that covers all:
// "1.95 to 2.92x as fast [1.93, 2.94]".
std::string factorsText(const std::vector<const FoundRow*>& rows, Verdict verdict) {
    double low = 0, high = 0;
    std::optional<Interval> interval = rows[0]->value->interval;
    for (const FoundRow* row : rows) {
        const PairedRatio& times = *row->value;
        const double factor = verdict == Verdict::Better ? 1 / times.median : times.median;
        low = low == 0 ? factor : std::min(low, factor);
        high = std::max(high, factor);
        if (!times.interval) interval.reset();
        if (interval)
            interval = {std::min(interval->low, times.interval->low),
                        std::max(interval->high, times.interval->high)};
    }
    if (interval && verdict == Verdict::Better) interval = {1 / interval->high, 1 / interval->low};
    const std::string first = shortly(low), last = shortly(high);
    return fmt::format("{}x {}{}", first == last ? last : first + " to " + last,
                       verdict == Verdict::Better ? "as fast" : "as long",
                       interval ? fmt::format(" [{}, {}]", shortly(interval->low), shortly(interval->high))
                                : "");
}

// Their names if there are no more than `mostNamed`, and those behind others fit in a line; else how many they are.
std::string rowsText(const std::vector<FoundRow>& all, const std::vector<const FoundRow*>& some, bool first,
                     std::size_t mostNamed) {
    std::vector<std::string> names;
    for (const FoundRow* row : some)
        if (const std::string& name = row->at.empty() ? row->name : row->at;
            names.empty() || names.back() != name)
            names.push_back(name);
    constexpr std::size_t kLine = 80;
    std::string named = names.size() <= mostNamed ? namesTogether(names) : "";
    if (!named.empty() && (first || named.size() <= kLine)) return named;
    if (some.size() == all.size()) return mostNamed == 0 ? "" : fmt::format("{} rows", some.size());
    return first ? fmt::format("{} of {} rows", some.size(), all.size()) : std::to_string(some.size());
}

// "as fast", "1.90x as long [1.88, 1.92]", "unclear (1.10x as long)", "unclear (a row is missing)".
std::string outcomeText(const std::vector<const FoundRow*>& some, Verdict verdict) {
    if (verdict == Verdict::Same) return "as fast";
    if (verdict != Verdict::Unknown) return factorsText(some, verdict);
    std::set<std::string> reasons;
    for (const FoundRow* row : some)
        if (row->why) reasons.insert(inconclusiveText(*row->why, false));
    const std::vector<std::string> all(reasons.begin(), reasons.end());
    return fmt::format("unclear ({})", all.empty() ? factorsText(some, verdict) : join(all, "; "));
}

// "1.95 to 2.92x as long [1.93, 2.94], 5 of 6 rows; unclear (1.10x as long), 1", a part for each verdict and what limits
// the loop, that of most rows first, and what is unclear last. `brief`: without what is unclear beside what is clear.
std::vector<std::string> partsOf(const std::vector<FoundRow>& rows, std::size_t mostNamed, bool brief) {
    std::vector<std::vector<const FoundRow*>> groups;
    for (const Verdict verdict : {Verdict::Better, Verdict::Worse, Verdict::Same, Verdict::Unknown}) {
        if (brief && verdict == Verdict::Unknown && !groups.empty()) break;
        std::map<PlainLoop, std::vector<const FoundRow*>> by;
        for (const FoundRow& row : rows)
            if (row.verdict == verdict) by[row.limitedBy].push_back(&row);
        for (const auto& each : by) groups.push_back(each.second);
    }
    std::ranges::stable_sort(groups, std::greater(), [](const auto& group) {
        return std::pair(group[0]->verdict != Verdict::Unknown, group.size());
    });
    std::vector<std::string> parts;
    for (const std::vector<const FoundRow*>& some : groups) {
        const std::string named = rowsText(rows, some, parts.empty(), mostNamed);
        std::string& part = parts.emplace_back(outcomeText(some, some[0]->verdict));
        if (!named.empty()) part += ", " + named;
        if (some[0]->limitedBy != PlainLoop::Loads)
            part += fmt::format(" ({})", kLimitedBy[some[0]->limitedBy]);
    }
    return parts;
}

// "1.38", "2.09 to 32.1"
std::string clocksText(const std::vector<double>& clocks) {
    const auto [least, most] = std::ranges::minmax(clocks);
    const std::string low = threeDigits(least), high = threeDigits(most);
    return low == high ? low : fmt::format("{} to {}", low, high);
}

// "1.38 → 2.09 to 32.1 clocks a subgroup's load" (or store, or atomic operation), of the only row, with what its unit
// needs, or of those that differ; nothing unless all clocks are known.
std::string clocksOf(const std::vector<FoundRow>& rows) {
    constexpr std::string_view kAccesses[] = {"load", "store", "atomic operation"}; // by RowAccess
    std::vector<double> references, subjects;
    RowAccess access = RowAccess::Load;
    std::string needed;
    for (const FoundRow& row : rows) {
        if (!isChanged(row.verdict) && rows.size() > 1) continue;
        if (!row.clocks) return {};
        const auto& [reference, subject, unit, its] = *row.clocks;
        references.push_back(reference), subjects.push_back(subject);
        access = its;
        if (unit && rows.size() == 1)
            needed = fmt::format("; {} needs {}", kUnitNames[unit->unit], threeDigits(unit->clocks));
    }
    if (subjects.empty()) return {};
    return fmt::format("{} → {} clocks a subgroup's {}{}", clocksText(references), clocksText(subjects),
                       kAccesses[static_cast<std::size_t>(access)], needed);
}

// "L1 128 to 256 KB: 28.3 ns [28.2, 28.4]"; of independent loads, loads/ns.
std::string levelText(const std::string& sweep, const FoundRow& row) {
    const Walk* const walk = findWalk(sweep);
    const bool chain = walk != nullptr && walk->chain;
    const auto pace = [&](double time) { return threeDigits(chain ? time : 1 / time); };
    const Interval ends = row.value->interval.value_or(Interval{row.value->median, row.value->median});
    return fmt::format("{}: {} {} [{}, {}]", row.at, pace(row.value->median), chain ? "ns" : "loads/ns",
                       pace(chain ? ends.low : ends.high), pace(chain ? ends.high : ends.low));
}

bool isSweep(const Finding& finding) {
    return !finding.rows.empty() && finding.rows[0].reference.empty();
}

std::string levelsText(const Finding& finding) {
    std::vector<std::string> texts;
    for (const FoundRow& row : finding.rows) texts.push_back(levelText(finding.subject, row));
    return join(texts, "; ");
}

// The levels of the first chain that has a step.
std::string cachesText(const std::vector<const Finding*>& sweeps) {
    for (const Finding* sweep : sweeps) {
        const Walk* const walk = findWalk(sweep->subject);
        if (walk == nullptr || !walk->chain || sweep->rows.empty()) continue;
        if (sweep->rows.front().verdict == Verdict::Same) continue;
        return fmt::format("{} ({})", levelsText(*sweep), sweep->subject);
    }
    return "no chain shows a step";
}

// What is compared, where the topic does not say it.
constexpr std::pair<std::string_view, std::string_view> kTitles[] = {
    {"splitting the loop", "lanes that split the loop, where only the sum is needed,"},
    {"without sharing", "other loads without sharing"},
    {"against set", "other strategies"},
    {"alignment", "addresses that promise less alignment than they have"},
    {"inside L1, float", "unpadded elements inside L1, floats loaded one by one,"},
    {"at run-time offsets", "misaligned loads at run-time offsets"}};

// "the driver shares no uniform load"
std::string sharingText(const std::vector<const Finding*>& findings) {
    std::vector<std::string> shared, unclear;
    bool any = false;
    for (const Finding* finding : findings) {
        any = any || finding->seen == Seen::NotShared;
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

// A finding as a row of its topic's line.
FoundRow rowOf(const Finding& finding) {
    const bool instead = finding.rows.size() == 1 && !finding.way.empty();
    const std::string name = (instead ? finding.way + " instead of " : "") + finding.subject;
    return {.name = name,
            .value = finding.factor,
            .at = name,
            .verdict = finding.verdict,
            .why = finding.why,
            .clocks = finding.clocks,
            .limitedBy = finding.limitedBy};
}

std::string against(const std::string& subject, const std::string& reference) {
    const bool said = reference.empty() || subject.find(reference) != std::string::npos;
    return said ? subject : subject + " against " + reference;
}

// One line of the findings that have a row, or whose rows are the same, or unknown; and one of each other; of addresses,
// whose subjects are "address-4: narrow loads", one for each cause.
std::vector<std::string> topicTexts(const std::string& topic, const std::vector<const Finding*>& findings) {
    std::vector<std::string> texts;
    if (std::string sharing = sharingText(findings); !sharing.empty()) texts.push_back(std::move(sharing));
    if (std::ranges::any_of(findings, [](const Finding* finding) { return isSweep(*finding); }))
        return {topic + ": " + cachesText(findings)};
    if (topic == "the reason") return {"the times follow from " + findings[0]->reference};
    const auto title = std::ranges::find(kTitles, topic, [](const auto& each) { return each.first; });
    const bool oneReference = std::ranges::all_of(
        findings, [&](const Finding* each) { return each->reference == findings[0]->reference; });
    const std::string reference = oneReference ? findings[0]->reference : "";
    std::vector<Finding> lines; // of several findings
    const auto add = [&](const std::string& subject, FoundRow row) {
        auto line = std::ranges::find(lines, subject, &Finding::subject);
        if (line == lines.end()) line = lines.insert(lines.end(), {.subject = subject});
        line->rows.push_back(std::move(row));
    };
    const auto isSame = [](const FoundRow& row) { return row.verdict == Verdict::Same; };
    for (const Finding* finding : findings) {
        const std::string& subject = finding->subject;
        const std::vector<FoundRow>& rows = finding->rows;
        const std::size_t cause = topic == "addresses against set" ? subject.find(": ") : std::string::npos;
        const std::string named =
            cause != std::string::npos
                ? subject.substr(cause + 2)
                : against(title == std::end(kTitles) ? topic : std::string(title->second), reference);
        if (finding->verdict == Verdict::Better && !finding->factor) // the last is the longest
            texts = {fmt::format("{}: cheapest {}, {:.0f} ns ({})", topic, finding->way,
                                 finding->evidence[0].value->median, subject)};
        else if (cause == std::string::npos && rows.size() < 2)
            add(named, rowOf(*finding));
        else if (cause != std::string::npos || std::ranges::all_of(rows, isSame))
            for (FoundRow row : rows) {
                row.at = subject.substr(0, cause);
                add(named, std::move(row));
            }
        else
            texts.push_back(lineOf({.subject = against(subject, finding->reference), .rows = rows}, true));
    }
    for (const Finding& line : lines) {
        const bool ofAddresses = topic == "addresses against set" && &line == &lines.front() &&
                                 !line.subject.starts_with(topic); // but a cause
        texts.push_back((ofAddresses ? "loads by address against set, " : "") + line.subject + ": " +
                        join(partsOf(line.rows, kMostNamed, false), "; "));
    }
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
    if (isSweep(finding)) {
        addText(parts, levelsText(finding));
    } else if (finding.rows.size() > 1) {
        addText(parts, join(partsOf(finding.rows, kMostNamed, false), "; "));
    } else if (finding.factor) {
        const FoundRow row{.value = finding.factor};
        addText(parts, factorsText({&row}, finding.verdict) +
                           (finding.way.empty() ? "" : fmt::format(" ({})", finding.way)));
    } else if (!finding.way.empty() && !finding.why) {
        addText(parts, "cheapest: " + finding.way);
    }
    if (finding.factor && !finding.reference.empty()) addText(parts, "against " + finding.reference);
    addText(parts, std::string(kSeenTexts[finding.seen]));
    addText(parts, std::string(kLimitedBy[finding.limitedBy]));
    addText(parts, clocksOf({rowOf(finding)}));
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

std::string lineOf(const Finding& finding, bool brief) {
    const bool places = !finding.rows.empty() && !finding.rows[0].at.empty();
    const std::size_t most = brief ? (places ? 2 : 0) : places ? kMostNamed : 2;
    std::vector<std::string> parts = partsOf(finding.rows, most, brief);
    if (!brief) addText(parts, clocksOf(finding.rows));
    return fmt::format("{}: {}{}", finding.subject, join(parts, "; "),
                       finding.scope.empty() ? "" : fmt::format(" ({})", finding.scope));
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
