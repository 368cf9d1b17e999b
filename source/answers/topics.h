// The topics of advice beyond the table of loads. Each compares one group of rows with another and is one entry of the
// table in topic_table.cpp; findings of all topics read alike: "subject: factor, interval, rows".
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "answers/choice.h"

namespace vkperftest {

// Which of the rows that a subject could be compared with it is compared with.
enum class Against { Each, Fastest };

// How the outcome of a comparison is judged.
enum class TopicJudging {
    Difference,
    NeverFaster, // nothing can make the subject's loads faster: a gain counts as none
    Gain,        // only a gain matters; without one the outcome may be NoFaster
    Code,        // the same, of times as they are: only the compiler's code differs
};

struct Topic {
    std::string_view name;  // "raw-typed"
    std::string_view title; // what is compared with what: "Raw loads against typed ones"
    std::string_view suite; // that has its rows
    bool (*isSubject)(const LoadFacts& load);
    // References are plain rows (isPlain).
    bool (*isReference)(const LoadFacts& subject, const LoadFacts& reference);
    double threshold = kOtherKernel;
    TopicJudging judging = TopicJudging::Difference;
    Against against = Against::Each;
    std::size_t subjects = 1,
                references = 1; // the fewest, for the topic and for each subject; fewer: no finding
    bool perValue = false;      // the reference loads a value, and counts as often as the subject has values
    bool perLoad = false;       // each load has a finding of its own
    bool anyRows = false;       // subjects need not be plain
};

std::span<const Topic> topics(); // in the order of reports

struct TopicClaim {
    std::string subject, reference; // names of rows, or of a row's strategy
    PairedRatio times;              // bigger: the subject is slower
    Sense sense = Sense::Exact;
    Outcome outcome = Outcome::Unclear;
    double count = 1; // how many references the subject is compared with: its values (Topic::perValue)
};

TopicClaim claimOf(const Cost& cost, Outcome outcome);

struct TopicFinding {
    std::string topic, title;
    std::string_view suite;
    std::vector<TopicClaim> claims; // at least one is not Unclear, or `text` is set
    std::string text = {};          // instead of what the claims say

    // "Raw loads against typed ones: ≥1.4 to 4.3x as fast [1.38, 4.36], 5 of 9 rows; as fast, …"
    std::string line() const;
};

// How many times as long, or as fast, over several claims.
struct Factors {
    double low = 0, high = 0;                     // both 0: nothing was added
    bool isLeast = false;                         // some or all may be larger
    bool lowIsLeast = false, highIsLeast = false; // these two may be
    std::optional<Interval> interval;             // that holds those of all claims; nothing if one has none

    void add(const TopicClaim& claim);
    std::string text(std::string_view unit) const; // "≥1.4 to 4.3x as fast [1.38, 4.36]"
};

// Those that say something, in the topics' order.
std::vector<TopicFinding> findingsOf(const std::vector<Row>& rows);

// One for each strategy but `set` with a row that could be judged (rowsUnder).
std::vector<TopicFinding> strategyTopics(const RunFigures& figures);

} // namespace vkperftest
