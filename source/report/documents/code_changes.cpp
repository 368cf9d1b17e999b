#include "report/documents.h"

#include <algorithm>
#include <map>
#include <numeric>

#include <fmt/format.h>

#include "base/enum_table.h"
#include "base/text.h"
#include "isa/code_shift.h"
#include "report/phrases.h"

namespace vkperftest {
namespace {

using RowIndexes = std::vector<std::size_t>; // indexes into CompiledCode::rows

// One target's code under one strategy, by two drivers.
struct CodePair {
    const SubjectCode* before = nullptr;
    const SubjectCode* after = nullptr;
    std::size_t firstCell = 0; // of the strategy
    Strategy strategy = Strategy::Set;

    const CodeCell& old(std::size_t row) const { return before->cells[firstCell + row]; }
    const CodeCell& now(std::size_t row) const { return after->cells[firstCell + row]; }
};

std::string driverOf(const SubjectCode& subject, const CompiledCode& code) {
    const auto known = code.drivers.find(subject.subject.driver);
    return known != code.drivers.end() ? known->second : subject.subject.driver;
}

// Without the driver's name.
std::string targetOf(const SubjectCode& subject) {
    const Target* const target = subject.subject.target;
    return std::string(target != nullptr ? target->name : "");
}

// Each driver of a target and the next, under each strategy.
std::vector<CodePair> pairsOf(const CompiledCode& code) {
    std::vector<CodePair> pairs;
    for (std::size_t i = 0; i + 1 < code.subjects.size(); ++i) {
        const SubjectCode& before = code.subjects[i];
        const SubjectCode& after = code.subjects[i + 1];
        if (before.subject.target != after.subject.target) continue;
        for (std::size_t s = 0; s < code.strategies.size(); ++s)
            pairs.push_back({&before, &after, s * code.rows.size(), code.strategies[s]});
    }
    return pairs;
}

CodeShift shiftOf(const CodePair& pair, std::size_t row) {
    const bool compiled = pair.old(row).missing.empty() && pair.now(row).missing.empty();
    return compiled ? codeShift(pair.old(row).reading, pair.now(row).reading) : CodeShift::Unknown;
}

// Which of the two drivers can compile a row.
enum class SupportedBy { Both, OldAlone, NewAlone, Neither };

SupportedBy supportOf(const CodePair& pair, std::size_t row) {
    const bool old = pair.old(row).unsupported.empty(), now = pair.now(row).unsupported.empty();
    return old && now ? SupportedBy::Both
           : old      ? SupportedBy::OldAlone
           : now      ? SupportedBy::NewAlone
                      : SupportedBy::Neither;
}

// For programs.
std::string changeName(const CodePair& pair, std::size_t row) {
    constexpr auto kNames = enumTable<SupportedBy, std::string_view>(
        {"", "supported by the first driver only", "supported by the second driver only", "unsupported"});
    const SupportedBy support = supportOf(pair, row);
    return std::string(support == SupportedBy::Both ? codeShiftName(shiftOf(pair, row)) : kNames[support]);
}

// An operation's rows with one technique, subgroup size and robustness.
struct OperationRows {
    const Case* first = nullptr;
    std::vector<std::string> patterns;
    bool all = false; // there are no others

    bool isPlain() const {
        return first->technique == Technique::Direct && factsOf(*first).isCompiledAsUsual();
    }
};

bool isSameOperation(const Case& a, const Case& b) {
    return a.operation == b.operation && a.technique == b.technique && a.subgroupSize == b.subgroupSize &&
           a.robustness == b.robustness;
}

std::vector<OperationRows> operationsOf(const RowIndexes& chosen, const std::vector<Case>& all) {
    std::vector<OperationRows> operations;
    for (const std::size_t row : chosen) {
        const auto known = std::ranges::find_if(
            operations, [&](const OperationRows& one) { return isSameOperation(*one.first, all[row]); });
        OperationRows& its =
            known != operations.end() ? *known : operations.emplace_back(OperationRows{&all[row], {}, false});
        its.patterns.emplace_back(patternName(all[row].pattern));
    }
    for (OperationRows& its : operations) {
        const auto total =
            std::ranges::count_if(all, [&](const Case& row) { return isSameOperation(row, *its.first); });
        its.all = total > 1 && static_cast<std::size_t>(total) == its.patterns.size();
    }
    return operations;
}

bool isLetterOrDigit(char c) {
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

// "Buffer<R8>.Load", "Buffer<RG8>.Load" → "Buffer<R8/RG8>.Load"; with `every`, "Buffer<*>.Load".
std::string mergedName(const std::vector<std::string>& names, bool every) {
    if (names.size() == 1) return names[0];
    std::string begin = names[0], end = names[0];
    for (const std::string& name : names) {
        const auto [first, second] = std::ranges::mismatch(begin, name);
        begin.erase(first, begin.end());
        std::size_t same = 0;
        while (same < end.size() && same < name.size() &&
               end[end.size() - 1 - same] == name[name.size() - 1 - same])
            ++same;
        end = end.substr(end.size() - same);
    }
    while (!begin.empty() && isLetterOrDigit(begin.back())) begin.pop_back(); // whole words
    end.erase(end.begin(), std::ranges::find_if_not(end, isLetterOrDigit));
    if (every) return begin + "*" + end;
    std::vector<std::string> parts;
    for (const std::string& name : names)
        parts.push_back(name.substr(begin.size(), name.size() - begin.size() - end.size()));
    return begin + join(parts, "/") + end;
}

// The rows by name: operations of one kind with the same patterns together, and without the patterns if they
// are all that the operations have in `all`.
std::string namesOf(const RowIndexes& chosen, const std::vector<Case>& all) {
    RowIndexes everyRow(all.size());
    std::iota(everyRow.begin(), everyRow.end(), std::size_t{0});
    const std::vector<OperationRows> known = operationsOf(everyRow, all);
    std::vector<OperationRows> left = operationsOf(chosen, all);
    std::vector<std::string> names;
    while (!left.empty()) {
        const OperationRows first = left.front();
        const auto isAlike = [&](const OperationRows& other) {
            return other.isPlain() && other.first->operation.kind == first.first->operation.kind &&
                   other.all == first.all && other.patterns == first.patterns;
        };
        if (!first.isPlain()) { // the pattern stands within the name
            for (const std::size_t row : chosen)
                if (isSameOperation(all[row], *first.first)) names.push_back(caseName(all[row]));
            left.erase(left.begin());
            continue;
        }
        std::vector<std::string> its;
        for (const OperationRows& other : left)
            if (isAlike(other)) its.push_back(other.first->operation.name);
        std::erase_if(left, isAlike);
        const auto ofKind = std::ranges::count_if(known, [&](const OperationRows& other) {
            return other.isPlain() && other.first->operation.kind == first.first->operation.kind;
        });
        const bool every = static_cast<std::size_t>(ofKind) == its.size();
        names.push_back(mergedName(its, every) + (first.all ? "" : " " + join(first.patterns, "/")));
    }
    return join(names, ", ");
}

// The shorter of the rows' names and of "all but" the others'.
std::string rowsText(const RowIndexes& chosen, const std::vector<Case>& all) {
    RowIndexes others;
    for (std::size_t row = 0; row < all.size(); ++row)
        if (std::ranges::find(chosen, row) == chosen.end()) others.push_back(row);
    if (others.empty()) return "all rows";
    const std::string names = namesOf(chosen, all), allBut = "all rows but " + namesOf(others, all);
    return allBut.size() < names.size() ? allBut : names;
}

// "4 → 1: Buffer<R8>.Load, …; 5 → 2: …", the texts in the order of the rows.
std::string groupedText(const std::vector<std::pair<std::string, RowIndexes>>& groups,
                        const std::vector<Case>& all) {
    std::vector<std::string> parts;
    for (const auto& [text, rows] : groups) parts.push_back(fmt::format("{}: {}", text, rowsText(rows, all)));
    return join(parts, "; ");
}

class Groups {
public:
    void add(const std::string& text, std::size_t row) {
        const auto known = std::ranges::find(groups_, text, &std::pair<std::string, RowIndexes>::first);
        (known != groups_.end() ? *known : groups_.emplace_back(text, RowIndexes{})).second.push_back(row);
        ++count_;
    }

    // Nothing without rows.
    void addSentence(const std::string& what, const std::vector<Case>& all,
                     std::vector<std::string>& to) const {
        if (count_ > 0)
            to.push_back(
                fmt::format("{} in {}: {}.", what, counted(count_, "row"), groupedText(groups_, all)));
    }

private:
    std::vector<std::pair<std::string, RowIndexes>> groups_;
    std::size_t count_ = 0;
};

// A value that should be the same on both sides: how it changes.
std::vector<std::string> valueSentences(const CodePair& pair, const std::vector<Case>& all) {
    Groups fewer, more, sizes;
    for (std::size_t row = 0; row < all.size(); ++row) {
        const CodeCell& old = pair.old(row);
        const CodeCell& now = pair.now(row);
        const auto before = old.reading.summary.inFlight, after = now.reading.summary.inFlight;
        if (before && after && *before != *after)
            (*after < *before ? fewer : more).add(fmt::format("{} → {}", *before, *after), row);
        if (old.subgroupSize != 0 && now.subgroupSize != 0 && old.subgroupSize != now.subgroupSize)
            sizes.add(fmt::format("{} → {}", old.subgroupSize, now.subgroupSize), row);
    }
    std::vector<std::string> sentences;
    fewer.addSentence("Fewer load instructions in flight", all, sentences);
    more.addSentence("More load instructions in flight", all, sentences);
    sizes.addSentence("Another subgroup size", all, sentences);
    return sentences;
}

bool isOfDescriptors(CodeShift shift) {
    return shift == CodeShift::FewerDescriptors || shift == CodeShift::MoreDescriptors ||
           shift == CodeShift::OtherDescriptors;
}

bool isShiftOfLoads(CodeShift shift) {
    return shift <= CodeShift::OtherDescriptors || shift == CodeShift::Unknown;
}

// "0.25 × s_load_dwordx4", "outer loop 1 × s_load_dwordx8"
std::string descriptorLoads(const CodeCell& cell) {
    std::vector<std::string> loads;
    for (const LoadCount& entry : cell.reading.summary.loads) {
        if (entry.load.source == LoadSource::Descriptor)
            loads.push_back(fmt::format("{}{} × {}", entry.innermost ? "" : "outer loop ",
                                        cell.reading.summary.told(entry.count, entry.innermost),
                                        entry.load.name));
    }
    return loads.empty() ? "none" : join(loads, ", ");
}

// Without "unknown: ", which the sentence begins with.
std::string loadsOrTrouble(const CodeCell& cell) {
    return cell.missing.empty() && !cell.reading.trouble.empty() ? cell.reading.trouble : cell.loads();
}

// "Supported only by Mesa 25 in 3 rows: unsupported by Mesa 22 (no VK_EXT_robustness2): …". `from`, `to`: the
// drivers' names.
std::vector<std::string> supportSentences(const CodePair& pair, const std::vector<Case>& all,
                                          const std::string& from, const std::string& to) {
    Groups old, now, neither;
    for (std::size_t row = 0; row < all.size(); ++row) {
        const std::string &before = pair.old(row).unsupported, &after = pair.now(row).unsupported;
        const SupportedBy support = supportOf(pair, row);
        if (support == SupportedBy::OldAlone) old.add(fmt::format("unsupported by {} ({})", to, after), row);
        if (support == SupportedBy::NewAlone)
            now.add(fmt::format("unsupported by {} ({})", from, before), row);
        if (support == SupportedBy::Neither)
            neither.add(before == after ? before : fmt::format("{} → {}", before, after), row);
    }
    std::vector<std::string> sentences;
    old.addSentence("Supported only by " + from, all, sentences);
    now.addSentence("Supported only by " + to, all, sentences);
    neither.addSentence("Unsupported by both drivers", all, sentences);
    return sentences;
}

// Of the rows that both drivers support.
std::vector<std::string> changeSentences(const CodePair& pair, const std::vector<Case>& all) {
    std::map<CodeShift, Groups> changes;
    std::map<CodeShift, RowIndexes> rows;
    for (std::size_t row = 0; row < all.size(); ++row) {
        if (supportOf(pair, row) != SupportedBy::Both) continue;
        const CodeShift shift = shiftOf(pair, row);
        rows[shift].push_back(row);
        const auto loads = isOfDescriptors(shift) ? descriptorLoads : loadsOrTrouble;
        const std::string before = loads(pair.old(row)), after = loads(pair.now(row));
        if (isShiftOfLoads(shift))
            changes[shift].add(before == after ? before : fmt::format("{} → {}", before, after), row);
    }
    if (rows.size() == 1 && rows.begin()->first == CodeShift::SameCode &&
        rows.begin()->second.size() == all.size())
        return {"The same code in all rows."};
    std::vector<std::string> sentences;
    for (const auto& [shift, groups] : changes)
        groups.addSentence(capitalized(std::string(codeShiftName(shift))), all, sentences);
    const std::vector<std::string> values = valueSentences(pair, all);
    sentences.insert(sentences.end(), values.begin(), values.end());
    for (const auto& [shift, its] : rows) {
        if (isShiftOfLoads(shift)) continue;
        sentences.push_back(fmt::format("{} in {}: {}.", capitalized(std::string(codeShiftName(shift))),
                                        counted(its.size(), "row"), rowsText(its, all)));
    }
    return sentences;
}

std::string lanesText(const CodeCell& cell) {
    return cell.subgroupSize > 0 ? std::to_string(cell.subgroupSize) : "";
}

// Targets that one driver alone compiled: a sentence for each driver.
std::vector<std::string> unpaired(const CompiledCode& code) {
    std::map<std::string, std::vector<std::string>> targets; // by driver
    for (const SubjectCode& subject : code.subjects) {
        const auto same = [&](const SubjectCode& other) {
            return other.subject.target == subject.subject.target;
        };
        if (std::ranges::count_if(code.subjects, same) == 1)
            targets[driverOf(subject, code)].push_back(targetOf(subject));
    }
    std::vector<std::string> sentences;
    for (const auto& [driver, its] : targets)
        sentences.push_back(fmt::format("{}: {}.", driver, join(its, ", ")));
    return sentences;
}

} // namespace

Document codeChangesDocument(const std::vector<std::string>& subjects, const CompiledCode& code) {
    Document document{
        .heading = "Changes in the drivers' code",
        .records = {.columns = textColumns(
                        "name,id,strategy,target,from,to,change,base_loads,new_loads,base_in_flight,"
                        "new_in_flight,base_subgroup_size,new_subgroup_size")}};
    struct Group {
        std::string drivers;
        std::vector<std::string> targets, sentences;
    };
    std::vector<Group> groups;
    for (const CodePair& pair : pairsOf(code)) {
        const std::string target = targetOf(*pair.before), strategy(strategyName(pair.strategy)),
                          from = driverOf(*pair.before, code), to = driverOf(*pair.after, code);
        for (std::size_t row = 0; row < code.rows.size(); ++row) {
            const CodeCell& old = pair.old(row);
            const CodeCell& now = pair.now(row);
            document.records.rows.push_back({caseName(code.rows[row]), caseId(code.rows[row]), strategy,
                                             target, from, to, changeName(pair, row), old.loads(),
                                             now.loads(), old.reading.inFlight(), now.reading.inFlight(),
                                             lanesText(old), lanesText(now)});
        }
        const std::string drivers =
            fmt::format("{} → {}{}", from, to, code.strategies.size() > 1 ? ", " + strategy : "");
        std::vector<std::string> sentences = changeSentences(pair, code.rows);
        for (std::string& sentence : supportSentences(pair, code.rows, from, to))
            sentences.push_back(std::move(sentence));
        const auto known = std::ranges::find_if(
            groups, [&](const Group& one) { return one.drivers == drivers && one.sentences == sentences; });
        Group& group =
            known != groups.end() ? *known : groups.emplace_back(Group{drivers, {}, std::move(sentences)});
        group.targets.push_back(target);
    }
    for (const Group& group : groups) {
        const std::string targets = join(group.targets, ", ");
        document.sections.push_back(
            {.title = targets.empty() ? group.drivers : fmt::format("{}: {}", targets, group.drivers),
             .remarks = group.sentences});
    }
    if (std::vector<std::string> alone = unpaired(code); !alone.empty()) {
        document.sections.push_back(
            {.title = "Compiled by one of the drivers only", .remarks = std::move(alone)});
    }
    document.sections.insert(document.sections.begin(), {.subjects = subjects});
    return document;
}

} // namespace vkperftest
