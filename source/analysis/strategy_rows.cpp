#include "analysis/strategy_rows.h"

#include <algorithm>

namespace vkperftest {

std::size_t StrategyRows::count(AgainstSet verdict) const {
    return static_cast<std::size_t>(std::ranges::count(rows, verdict, &JudgedRow::verdict));
}

std::size_t StrategyRows::judged() const {
    return rows.size() - count(AgainstSet::Unknown);
}

AgainstSet StrategyRows::mostly() const {
    if (judged() == 0) return AgainstSet::Unknown;
    for (const AgainstSet verdict : {AgainstSet::Faster, AgainstSet::Same, AgainstSet::Slower}) {
        if (2 * count(verdict) <= judged()) continue;
        const bool few = judged() < count(AgainstSet::Unknown);
        return verdict != AgainstSet::Same && few ? AgainstSet::Unknown : verdict;
    }
    return AgainstSet::Depends;
}

double StrategyRows::mostFaster() const {
    double most = 1;
    for (const JudgedRow& row : rows)
        if (row.verdict == AgainstSet::Faster) most = std::max(most, 1 / row.times);
    return most;
}

double StrategyRows::mostSlower() const {
    double most = 1;
    for (const JudgedRow& row : rows)
        if (row.verdict == AgainstSet::Slower) most = std::max(most, row.times);
    return most;
}

} // namespace vkperftest
