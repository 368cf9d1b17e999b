// Patterns of addresses: strides, reversed and hashed addresses against linear ones; addresses that differ
// between subgroups against one address.
#include <fmt/format.h>

#include "advice/wording.h"
#include "base/enum_table.h"
#include "base/text.h"
#include "cases/suite.h"

namespace vkperftest {
namespace {

// Items are numbers of patternLoads().
std::string patternLoadsText(const std::vector<std::uint32_t>& items) {
    const std::vector<Operation> loads = patternLoads();
    std::vector<std::string> names;
    for (const std::uint32_t item : items) names.push_back(loads.at(item).name);
    return enumerated(names);
}

std::string stridesText(const std::vector<std::uint32_t>& strides) {
    return (strides.size() == 1 ? "a stride of " : "strides of ") + numbersText(strides);
}

std::vector<Told> tellPatternRows(const Reading& reading) {
    std::vector<Told> all;
    for (const Operation& load : patternLoads()) {
        std::vector<ComparedLoads> strides;
        const Row linear = reading.row(load, Pattern::Linear);
        for (std::size_t i = 0; i < enumeratorCount<Pattern>(); ++i) {
            const Pattern pattern = static_cast<Pattern>(i);
            if (strideOf(pattern) > 0)
                compare(strides, strideOf(pattern), Pattern::Linear, reading.row(load, pattern), linear,
                        kDiffers);
        }
        addTold(all, tellCompared({fmt::format("Strided addresses of {}", load.name), "consecutive ones",
                                   stridesText, 1},
                                  strides));
    }
    struct Beside {
        Pattern pattern, usual;
        std::string subject, reference;
    };
    for (const Beside& each :
         {Beside{Pattern::Reversed, Pattern::Linear, "Reversed addresses", "linear ones"},
          {Pattern::Hashed, Pattern::Linear, "Hashed addresses", "linear ones"},
          {Pattern::PerSubgroup, Pattern::Uniform, "Addresses that differ between subgroups",
           "uniform ones"}}) {
        std::vector<ComparedLoads> compared;
        for (std::uint32_t i = 0; i < patternLoads().size(); ++i) {
            const Operation load = patternLoads()[i];
            compare(compared, i, Pattern::Linear, reading.row(load, each.pattern),
                    reading.row(load, each.usual), kDiffers);
        }
        addTold(all, tellCompared({each.subject, each.reference, patternLoadsText, 1}, compared));
    }
    return all;
}

} // namespace

extern const AdviceRule kPatternRule{"pattern", Heading::Patterns, tellPatternRows, "pattern"};

} // namespace vkperftest
