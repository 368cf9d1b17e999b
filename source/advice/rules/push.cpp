// Push descriptors against descriptor sets.
#include <fmt/format.h>

#include "advice/binding_preference.h"
#include "advice/wording.h"
#include "base/text.h"

namespace vkperftest {
namespace {

std::string rowCount(std::size_t rows) {
    return fmt::format("{} {}", rows, rows == 1 ? "row" : "rows");
}

std::vector<Told> tellPush(const Reading& reading) {
    const RunFigures& figures = reading.figures();
    const StrategyRows push = pushRows(figures);
    std::vector<Row> rows;
    for (const JudgedRow& row : push.rows) {
        if (row.verdict == AgainstSet::Unknown) continue;
        rows.push_back(
            {row.name, figures.find(row.name)->under(*strategyNumber(*figures.run, push.strategy))});
    }
    if (rows.empty()) return {};
    const std::size_t faster = push.count(AgainstSet::Faster), slower = push.count(AgainstSet::Slower);
    std::vector<std::string> parts;
    if (faster > 0)
        parts.push_back(fmt::format("up to {:.1f} times as fast as descriptor sets in {}", push.mostFaster(),
                                    rowCount(faster)));
    if (slower > 0)
        parts.push_back(fmt::format("up to {:.1f} times as slow as descriptor sets in {}", push.mostSlower(),
                                    rowCount(slower)));
    if (parts.empty())
        parts.push_back(
            fmt::format("as fast as descriptor sets in {}", rowCount(push.count(AgainstSet::Same))));
    return {{"Push descriptors are " + enumerated(parts), {}, std::move(rows)}};
}

} // namespace

extern const AdviceRule kPushRule{"push", Heading::Other, tellPush};

} // namespace vkperftest
