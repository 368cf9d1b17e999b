// The experiment "uniform": if all lanes of a subgroup load from one address, does the driver share one load
// among them, and what is faster than the usual loop?
//
// What each row of an operation shows (shaders/technique.hlsli), in order of the suite:
//   direct     the usual loop: what is judged
//   shuffle    sharing by hand: each lane loads one element and hands it to the others; all additions remain
//   broadcast  the same from lanes whose numbers are constants
//   reduce     each lane loads and adds only its share of the elements, and the lanes add their sums at last
//   perlane    direct, with sums that no compiler can do once for all lanes
//   no-load control      direct without its loads, so what its additions alone take
//   linear     the matrix's row of that pattern: loads of neighbouring elements, which cannot be shared
// Push constants and the sweep of subgroup sizes only appear in the table; no verdict rests on them.
//
// Topics, under the first strategy that has figures, by times in the form that is faster for each row:
// - "sharing by hand", one finding for each operation: the better of shuffle and broadcast against direct. It is
//   unknown if the compiler merged additions (perlane, or the control, takes kOtherKernel times as long as direct;
//   or the control kSameKernel times as long as the form), if a needed row is missing, or if nothing is gained but
//   additions may hide the loads. Also says whether the driver shares (sharing below).
// - "splitting the loop": reduce against direct.
// - "without sharing": for each size that several buffers load, the fastest direct row against the others.
// - "without bounds checks": direct compiled without them, where the run has that row; and "by hand, without bounds
//   checks": shuffle against that.
// - "constant cache": the row of PerfTest's constant buffer, which reads 4 KB of its 16 KB, against that of
//   256 bytes, which every constant cache holds.
#include <algorithm>
#include <optional>
#include <string>
#include <utility>

#include "answers/choice.h"
#include "answers/experiment.h"
#include "answers/judging.h"
#include "cases/families/families.h"

namespace vkperftest {
namespace {

constexpr const char *kByHand = "sharing by hand", *kSplitting = "splitting the loop",
                     *kUnshared = "without sharing", *kUnchecked = "without bounds checks",
                     *kSharedUnchecked = "by hand, without bounds checks";

std::string uniformRow(const Operation& operation, Technique technique = Technique::Direct) {
    return caseName({operation, Pattern::Uniform, technique});
}

// The figures of a run under the strategy that is judged.
struct Judged {
    const RunFigures& figures;
    std::size_t strategy;
    std::string operation = {};

    std::string name(Technique technique, Pattern pattern = Pattern::Uniform) const {
        return caseName({{.name = operation}, pattern, technique});
    }

    TimeOf over(const std::string& row, const std::string& other) const {
        return measuredTimeOver(figures, row, other, strategy);
    }

    const StrategyFigures* under(const std::string& row) const {
        const RowFigures* const found = figures.find(row);
        return found != nullptr ? found->under(strategy) : nullptr;
    }

    const RowResult& result() const { return *findRow(*figures.run, name(Technique::Direct)); }

    std::uint32_t lanes() const { return subgroupSizeOf(*figures.run, resultUnder(result(), strategy)); }

    // That one load of a subgroup takes, in the row's faster form, and that its busiest unit needs.
    std::optional<double> clocksOf(const std::string& row) const {
        const StrategyFigures* const its = under(row);
        return its != nullptr ? its->bestClocks() : std::nullopt;
    }

    std::optional<UnitTime> unitOf(const std::string& row) const {
        const StrategyFigures* const its = under(row);
        return its != nullptr ? its->unit : std::nullopt;
    }

    // `factor`: the row's time over the direct row's.
    std::optional<Clocks> clocks(const std::string& row, const std::optional<PairedRatio>& factor) const {
        const std::optional<double> direct = clocksOf(name(Technique::Direct));
        return direct && factor ? std::optional(Clocks{*direct, *direct * factor->median, unitOf(row)})
                                : std::nullopt;
    }
};

// The operations with a row of any technique but the direct one.
std::vector<std::string> judgedOperations(const RunResult& run) {
    std::vector<std::string> operations;
    for (const RowResult& row : run.rows) {
        const bool ofTechnique = row.load && row.load->technique != Technique::Direct &&
                                 row.load->pattern == Pattern::Uniform && row.load->isCompiledAsUsual();
        if (ofTechnique && std::ranges::count(operations, row.operation) == 0)
            operations.push_back(row.operation);
    }
    return operations;
}

InconclusiveReason merged(const TimeOf& time) {
    return {Inconclusive::AdditionsMerged, time.row, time.reference, {time.ratio->median}};
}

bool asFast(const TimeOf& time) {
    return time.ratio && verdictOnTime(*time.ratio, kSameKernel) == Verdict::Same;
}

// Whether the driver shares the loads of the operation. It does not, or no better than the shader, if sharing by hand
// gains, or direct takes as long as linear, or as its busiest unit for a load of each lane. It does if direct takes
// less than `lanes` x kLeastOfLanes times as long as reduce, which has 1 / lanes of the iterations.
Seen sharing(const Judged& judged, Verdict byHand) {
    const std::string direct = judged.name(Technique::Direct);
    const std::optional<LoadFacts>& load = judged.result().load;
    if (load && load->resource == ResourceKind::UniformBuffer) return Seen::Constants;
    const std::optional<double> times = judged.under(direct)->overUnit();
    const bool ofEachLane = times && *times >= 1 / kAgree && *times <= kSameKernel;
    if (byHand == Verdict::Better ||
        asFast(judged.over(direct, judged.name(Technique::Direct, Pattern::Linear))))
        return Seen::NotShared;
    if (ofEachLane) return Seen::AsEachLane;
    const double most = judged.lanes() * kLeastOfLanes;
    const bool shares = judged.over(direct, judged.name(Technique::Reduce)).atLeast(most) == false;
    return shares && most > 0 ? Seen::Shared : Seen::SharingUnclear;
}

Finding judgeByHand(const Judged& judged) {
    const std::string direct = judged.name(Technique::Direct);
    Finding finding{.topic = kByHand, .subject = judged.operation, .reference = "the plain loop"};
    const auto unknown = [&](InconclusiveReason why) {
        finding.why = std::move(why);
        return finding;
    };
    const auto over = [&](Technique technique, const std::string& other) {
        TimeOf time = judged.over(judged.name(technique), other);
        if (time.ratio)
            finding.evidence.push_back({.name = time.row, .reference = other, .value = time.ratio});
        return time;
    };
    for (const Technique technique : {Technique::PerLane, Technique::NoLoads}) {
        const TimeOf time = over(technique, direct);
        if (time.atLeast(kOtherKernel) == true) return unknown(merged(time));
        if (time.atLeast(kOtherKernel) != false) return unknown(time.whyUnclear(kOtherKernel));
    }
    // A gain by one form is enough; that none gains must be known of both.
    std::optional<TimeOf> faster, missing;
    std::string way;
    for (const Technique technique : {Technique::Shuffle, Technique::Broadcast}) {
        TimeOf time = over(technique, direct);
        if (!time.ratio) {
            missing = std::move(time);
        } else if (!faster || time.ratio->median < faster->ratio->median) {
            faster = std::move(time);
            way = techniqueName(technique);
        }
    }
    const FoundRow found = faster ? judgedRow(*faster, kSameKernel, true) : FoundRow{};
    if (missing && found.verdict != Verdict::Better) return unknown(*missing->why);
    if (found.why) return unknown(*found.why);
    // Additions that only the control has to do, or that hide the loads.
    if (found.verdict == Verdict::Better) {
        const TimeOf control = judged.over(judged.name(Technique::NoLoads), found.name);
        if (control.atLeast(kSameKernel) == true) return unknown(merged(control));
    } else if (const auto why = whyNoCost(*judged.figures.find(direct), judged.strategy)) {
        return unknown(*why);
    }
    if (found.verdict == Verdict::Same)
        over(Technique::Direct, judged.name(Technique::Direct, Pattern::Linear));
    finding.verdict = found.verdict;
    finding.factor = found.value;
    finding.way = std::move(way);
    finding.seen = sharing(judged, found.verdict);
    finding.clocks = judged.clocks(found.name, found.value);
    finding.instructions = judged.under(direct)->limiter == Limiter::Instructions;
    return finding;
}

std::string uncheckedRow(const std::string& operation, Technique technique) {
    return caseName({{.name = operation}, Pattern::Uniform, technique, 0, Robustness::Forbidden});
}

// A row, by another way of loading or none, against the operation's plain loop.
Finding judgeOther(const Judged& judged, const char* topic, const std::string& row, std::string way) {
    const std::string direct = judged.name(Technique::Direct);
    Finding finding = judgedByMost({.topic = topic,
                                    .subject = judged.operation,
                                    .reference = "the plain loop",
                                    .rows = {judgedRow(judged.over(row, direct), kSameKernel, true)}});
    if (!way.empty()) finding.clocks = judged.clocks(row, finding.factor);
    finding.way = std::move(way);
    return finding;
}

// The fastest plain loop that loads as many 32-bit values from any kind of buffer or texture; null if the operation's
// is that.
const RowResult* fastestUnshared(const Judged& judged) {
    const StrategyFigures* const own = judged.under(judged.name(Technique::Direct));
    const RowResult* fastest = nullptr;
    if (own == nullptr || !judged.result().load || !isChoice(*judged.result().load)) return nullptr;
    const bool constants = judged.result().load->kind == LoadKind::Constants;
    const auto canReplace = [&](const LoadFacts& load) {
        return isChoice(load) || (constants && load.kind == LoadKind::PushConstants);
    };
    double ratio = own->best().median;
    for (const RowFigures& row : judged.figures.rows) {
        const std::optional<LoadFacts>& load = row.row->load;
        const StrategyFigures* const its = row.under(judged.strategy);
        if (its == nullptr || !load || !canReplace(*load) || load->pattern != Pattern::Uniform ||
            load->bytes != judged.result().load->bytes || its->best().median <= ratio)
            continue;
        fastest = row.row;
        ratio = its->best().median;
    }
    return fastest;
}

// A constant buffer of another size, and no checks, leave the load the same; only its time differs.
bool isUniformDirect(const RowCode& code) {
    if (code.row.operation == shortConstantLoad() || code.row.robustness == Robustness::Forbidden)
        return false;
    return code.row.pattern == Pattern::Uniform && code.row.technique == Technique::Direct &&
           code.row.subgroupSize == 0 && code.strategy == Strategy::Set;
}

Seen sharingOf(const std::vector<LoadCount>& loads) {
    if (loads.empty()) return Seen::NoLoad;
    const auto all = [&](auto is) {
        return std::ranges::all_of(loads, [&](const LoadCount& one) { return is(one.load); });
    };
    if (all(isBlockRead)) return Seen::BlockReads;
    if (all([](const auto& load) { return load.scalar; })) return Seen::ScalarLoads;
    return all([](const auto& load) { return !load.scalar; }) ? Seen::NotShared : Seen::SharedInPart;
}

Finding judgeUniformCode(const RowCode& code) {
    constexpr const char* kOfCode = "uniform loads";
    const std::string& subject = code.row.operation.name;
    if (const std::optional<InconclusiveReason> why = code.why())
        return unknownFinding(kOfCode, subject, *why);
    CodeFacts ofData = code.facts;
    std::erase_if(ofData.summary.loads, [](const LoadCount& one) { return !isFromMemory(one.load.source); });
    Finding finding{.topic = kOfCode, .subject = subject, .seen = sharingOf(ofData.summary.loads)};
    finding.loads = true; // against a load for each lane
    finding.verdict = finding.seen == Seen::NotShared ? Verdict::Same : Verdict::Better;
    if (finding.seen != Seen::NoLoad) finding.scope = ofData.loads();
    return finding;
}

} // namespace

Result<Answer> answerUniform(const RunFigures& figures) {
    const std::vector<std::string> operations = judgedOperations(*figures.run);
    if (operations.empty()) return noRows("uniform", uniformRow(rawLoad(4), Technique::Shuffle));
    std::vector<std::string> names;
    for (const RowResult& row : figures.run->rows)
        if (std::ranges::count(operations, row.operation) > 0) names.push_back(row.name);
    const std::size_t strategy = judgedStrategy(*figures.run, names);
    Answer answer;
    for (const std::string& operation : operations)
        answer.findings.push_back(judgeByHand({figures, strategy, operation}));
    for (const std::string& operation : operations) {
        const Judged judged{figures, strategy, operation};
        if (findRow(*figures.run, judged.name(Technique::Reduce)) != nullptr)
            answer.findings.push_back(judgeOther(judged, kSplitting, judged.name(Technique::Reduce), ""));
    }
    for (const std::string& operation : operations) {
        const Judged judged{figures, strategy, operation};
        if (const RowResult* const fastest = fastestUnshared(judged))
            answer.findings.push_back(judgeOther(judged, kUnshared, fastest->name, fastest->operation));
    }
    for (const std::string& operation : operations) {
        const Judged judged{figures, strategy, operation};
        const std::string unchecked = uncheckedRow(operation, Technique::Direct);
        if (findRow(*figures.run, unchecked) != nullptr)
            answer.findings.push_back(judgeOther(judged, kUnchecked, unchecked, "no checks"));
    }
    std::vector<Planned> shared;
    for (const std::string& operation : operations)
        shared.push_back({.topic = kSharedUnchecked,
                          .subject = operation,
                          .reference = "the plain loop without checks",
                          .row = uncheckedRow(operation, Technique::Shuffle),
                          .other = uncheckedRow(operation, Technique::Direct),
                          .bound = kSameKernel,
                          .twoSided = true,
                          .whateverLimits = true});
    for (Finding& finding : judgePlanned(figures, shared, strategy))
        answer.findings.push_back(std::move(finding));
    const std::vector<Planned> constants = {{.topic = "constant cache",
                                             .subject = "4 KB of constants",
                                             .reference = "256 bytes",
                                             .row = uniformRow(constantLoad()),
                                             .other = uniformRow(shortConstantLoad()),
                                             .whateverLimits = true}};
    for (Finding& finding : judgePlanned(figures, constants, strategy))
        answer.findings.push_back(std::move(finding));
    nameStrategy(*figures.run, strategy, answer.findings);
    return answer;
}

Answer answerUniformCode(std::span<const RowCode> codes) {
    Answer answer;
    for (const RowCode& code : codes)
        if (isUniformDirect(code)) answer.findings.push_back(judgeUniformCode(code));
    return answer;
}

} // namespace vkperftest
