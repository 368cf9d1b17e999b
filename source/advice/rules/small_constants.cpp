// Small constants: push constants and specialization constants against a constant buffer of the same size, and how
// constant buffers are bound.
#include "advice/wording.h"
#include "cases/strategy.h"

namespace vkperftest {
namespace {

std::vector<Told> tellAgainstBuffer(const Reading& reading, const Operation& load, std::string subject,
                                    const std::vector<Pattern>& patterns) {
    const Operation buffer = shortConstantLoad(load.source.elements);
    std::vector<ComparedLoads> all;
    for (const Pattern pattern : patterns)
        compare(all, 0, pattern, reading.row(load, pattern), reading.row(buffer, pattern));
    const auto noItems = [](const std::vector<std::uint32_t>&) { return std::string(); };
    return tellCompared({std::move(subject), "a constant buffer of the same size", noItems, patterns.size()},
                        all);
}

// Of the rows of constant buffers.
std::vector<Told> tellConstantsUnder(const Reading& reading, Strategy strategy, std::string_view subject) {
    const RunFigures& figures = reading.figures();
    StrategyRows under = rowsUnder(figures, strategyName(strategy));
    std::erase_if(under.rows, [&](const JudgedRow& judged) {
        const std::optional<LoadFacts>& load = figures.find(judged.name)->row->load;
        return !load || load->kind != LoadKind::Constants;
    });
    return tellUnder(figures, under, subject);
}

std::vector<Told> tellSmallConstants(const Reading& reading) {
    std::vector<Told> all = tellAgainstBuffer(reading, pushedLoad(), "Push constants", {Pattern::Uniform});
    addTold(all, tellAgainstBuffer(reading, specializedLoad(), "Specialization constants",
                                   {kEveryPattern.begin(), kEveryPattern.end()}));
    addTold(all, tellConstantsUnder(reading, Strategy::Dynamic, "Constant buffers with dynamic offsets"));
    addTold(all, tellConstantsUnder(reading, Strategy::Inline, "Inline uniform blocks"));
    return all;
}

} // namespace

extern const AdviceRule kSmallConstantsRule{"small-constants", Heading::Uniform, tellSmallConstants,
                                            "constant"};

} // namespace vkperftest
