// Loads through a descriptor in an array, by what its index is known to be, against the same loads through a
// single descriptor.
#include <array>

#include "advice/wording.h"
#include "base/text.h"

namespace vkperftest {
namespace {

struct IndexSubject {
    DescriptorIndex index;
    const char* text;
};

constexpr std::array kIndexSubjects = {
    IndexSubject{DescriptorIndex::Constant, "Loads through an array of descriptors with a constant index"},
    IndexSubject{DescriptorIndex::Uniform, "Loads through an array of descriptors with a uniform index"},
    IndexSubject{DescriptorIndex::PerSubgroup,
                 "Loads through an array of descriptors with one index per subgroup"},
    IndexSubject{DescriptorIndex::PerLane,
                 "Loads through an array of descriptors with indices that differ between lanes"},
};

// Items are numbers of bindlessLoads().
std::string bindlessLoadsText(const std::vector<std::uint32_t>& items) {
    std::vector<std::string> names;
    for (const std::uint32_t item : items) names.push_back(bindlessLoads().at(item).name);
    return enumerated(names);
}

std::vector<Told> tellBindless(const Reading& reading) {
    std::vector<Told> all;
    for (const IndexSubject& subject : kIndexSubjects) {
        std::vector<ComparedLoads> compared;
        for (std::uint32_t i = 0; i < bindlessLoads().size(); ++i) {
            const Operation single = bindlessLoads()[i], load = indexedLoad(single, subject.index);
            for (const Pattern pattern : {Pattern::Uniform, Pattern::Linear})
                compare(compared, i, pattern, reading.row(load, pattern), reading.row(single, pattern));
        }
        addTold(all,
                tellCompared({subject.text, "loads through a single one", bindlessLoadsText, 2}, compared));
    }
    return all;
}

} // namespace

extern const AdviceRule kBindlessRule{"bindless", Heading::Other, tellBindless, "bindless"};

} // namespace vkperftest
