// Why something cannot be judged: the kinds of trouble, each with its sentence. No code reads a sentence to
// find out the kind.
#pragma once

#include <array>
#include <span>
#include <string>
#include <string_view>

#include <fmt/format.h>

namespace vkperftest {

// In the texts, {0} and {1} are a trouble's two names, {2}, {3} and {4} its three figures, and {5} the number
// of decimals that tell these apart.
struct TroubleKind {
    using Text = fmt::format_string<const std::string&, const std::string&, const double&, const double&,
                                    const double&, const int&>;
    Text summary;                   // what troubles of the kind have in common
    Text details;                   // printed behind a colon; may be empty
    std::string_view remedy = {};   // printed if this is the main reason for having no conclusion
    bool alwaysWithDetails = false; // also if several troubles of the kind are reported together
};

// As few decimals, two or more, as print different figures differently; at most five.
int decimalsApart(std::span<const double> figures);

struct Trouble {
    const TroubleKind* kind = nullptr;
    std::string first = {}, second = {};
    std::array<double, 3> figures = {};
    std::string remark = {}; // behind the details, in parentheses

    std::string summary() const;  // "the samples scatter too much"
    std::string sentence() const; // the summary, its details and the remark
    std::string common() const;   // for several at once: the summary, or the sentence if alwaysWithDetails

    bool operator==(const Trouble&) const = default;
};

inline constexpr std::string_view kMeasureAgain = "measure again on a quieter machine, or with --precise";
inline constexpr std::string_view kLittleToGain =
    "most of their time goes to other instructions, so little can be gained";
inline constexpr std::string_view kFilterLess = "measure it too, with another --filter";

// About a comparison: of {0} with {1}, or of {0} under two strategies.
inline constexpr TroubleKind kScatters{
    "the samples scatter too much",
    "'{0}' takes {2:.{5}f} to {3:.{5}f}x the time of '{1}', and the threshold is {4:.2f}x", kMeasureAgain};
inline constexpr TroubleKind kFormsDiffer{
    "one load in flight is faster than several for only one of two rows",
    "'{0}' takes {2:.{5}f} to {3:.{5}f}x the time of '{1}' depending on the form, and the threshold is "
    "{4:.2f}x",
    ""};
// About a row {0}.
inline constexpr TroubleKind kAloneUnclear{
    "one load in flight is faster than several, and it is unclear what limits that form", "'{0}'", ""};
// About a comparison.
inline constexpr TroubleKind kFastestDisagree{
    "the fastest samples disagree",
    "'{0}' takes {2:.{5}f}x the time of '{1}', but {3:.{5}f}x by the fastest samples", kMeasureAgain};
inline constexpr TroubleKind kTooFewSamples{"too few samples", "of '{0}' or '{1}'", kMeasureAgain};
inline constexpr TroubleKind kStrategiesScatter{"the samples scatter too much", "of '{0}'", kMeasureAgain};
inline constexpr TroubleKind kStrategiesDisagree{"the fastest samples disagree", "of '{0}'", kMeasureAgain};

// About the row {0}.
inline constexpr TroubleKind kAddsLimit{
    "additions, not loads, limit one of the compared rows",
    "'{0}' takes only {2:.2f}x the time of its floor, the same loop without loads", kLittleToGain};
inline constexpr TroubleKind kLimitUnclear{
    "it is unclear whether loads or instructions limit one of the compared rows",
    "'{0}' takes {2:.2f}x the time of its floor, the same loop without loads", ""};
inline constexpr TroubleKind kStoresHideLoads{"stores take nearly all of the time", "of '{0}'"};
inline constexpr TroubleKind kUnmeasured{"a needed row has no time", "'{0}', {1}",
                                         "the reason is below; measure it with --continue"};
// Usually excluded by --filter. The text names the row, so that the user can measure it.
inline constexpr TroubleKind kMissing{"a needed row is missing", "'{0}'", kFilterLess, true};
inline constexpr TroubleKind kNotMeasuredParts{"not measured", "{0}", kFilterLess, true};
inline constexpr TroubleKind kMissingFloor{"a needed row is missing", "the floor of '{0}'", kFilterLess,
                                           true};

// About a whole run.
inline constexpr TroubleKind kNoRows{"the run has no row of the experiment '{0}' (for example '{1}')", ""};

// About a claim on many rows: {2} of the {3} rows that {0} names could not be judged; {1} is true of the
// other {4}.
inline constexpr TroubleKind kSomeUnclear{
    "{2:.0f} of {3:.0f} {0} could not be judged; of the other {4:.0f}, {1}", ""};
inline constexpr TroubleKind kNoneClear{"none of {2:.0f} {0} could be judged", "{1}"};
inline constexpr TroubleKind kNoClaimedRows{"the run has no {0} rows", ""};
inline constexpr TroubleKind kNoSuchRun{"no file has a run of the suite '{0}'",
                                        "`vkperftest experiment {0} --output FILE.json` measures one"};

// From single experiments: "uniform", "binding" with the cost of recording, "stride".
inline constexpr TroubleKind kUnknownLanes{"the number of lanes in a subgroup is not known", ""};
inline constexpr TroubleKind kNothingMeasured{"no row was measured", "{0}"};
inline constexpr TroubleKind kWideUnmeasured{"address-16 was not measured", "{0}"};
inline constexpr TroubleKind kNeverBoth{"no row was measured under both address-4 and address-16", ""};
inline constexpr TroubleKind kNoRecording{"the run has no recording times", ""};
inline constexpr TroubleKind kWindowsScatter{
    "the times scatter too much", "half of the intervals are wider than ±{2:.0f} %", kMeasureAgain};
inline constexpr TroubleKind kNoWindows{"the run has no times of windows", ""};
inline constexpr TroubleKind kWayScatters{"'{0}' has too few samples", ""};
inline constexpr TroubleKind kNoBareDispatch{"'{0}', the baseline for binding costs, was not measured", ""};
inline constexpr TroubleKind kOneWay{"fewer than two ways of binding were measured", ""};
inline constexpr TroubleKind kMissingStride{"a needed row is missing", "stride {2:.0f}", kFilterLess, true};
inline constexpr TroubleKind kSharedWindow{
    "all workgroups shared one window in this older file, so some loads hit L1", "",
    "measure again with this version"};
inline constexpr TroubleKind kNoChecksOfRows{
    "the device cannot give single rows these bounds checks", "{0}",
    "compare the files of `run --robustness off` and of `run --robustness 2`, with --metric time"};
inline constexpr TroubleKind kUnsupportedChecks{"the rows with bounds checks are unsupported ({0})", ""};
inline constexpr TroubleKind kNeverChecked{"loads by address are never checked", "",
                                           "measure under another strategy, such as `--strategy set`"};
inline constexpr TroubleKind kAtThreshold{"the time is within 1 % of the threshold of {4:.2f}x",
                                          "'{0}' takes {2:.{5}f} to {3:.{5}f}x the time of '{1}'"};
inline constexpr TroubleKind kStrideUnclear{"stride {2:.0f} was not judged", "{0}"};

// In the words of an error, a compiler or a row's status.
inline constexpr TroubleKind kReported{"{0}", ""};

} // namespace vkperftest
