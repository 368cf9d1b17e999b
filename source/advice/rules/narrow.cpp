// Values of 8 and 16 bits: loads of such values against words that the shader takes them from; and 64-bit
// integers against as many words.
#include "advice/wording.h"
#include "base/text.h"

namespace vkperftest {
namespace {

// Items are numbers of narrowLoads(): "buffer{u8vec4}"; nothing for all of them.
std::string narrowText(const std::vector<std::uint32_t>& items) {
    const std::vector<Operation> loads = narrowLoads();
    if (items.size() == loads.size()) return {};
    std::vector<std::string> names;
    for (const std::uint32_t item : items) {
        const Operation& load = loads.at(item);
        names.push_back(narrowBuffer(load.source.format, load.width));
    }
    return enumerated(names);
}

std::vector<Told> tellNarrow(const Reading& reading) {
    std::vector<ComparedLoads> narrow, longer;
    for (std::uint32_t i = 0; i < narrowLoads().size(); ++i) {
        const Operation load = narrowLoads()[i];
        for (const Pattern pattern : kEveryPattern)
            compare(narrow, i, pattern, reading.row(load, pattern), reading.row(unpacked(load), pattern));
    }
    for (const std::uint32_t width : {2u, 4u}) {
        for (const Pattern pattern : kEveryPattern)
            compare(longer, 4 * width, pattern, reading.row(longLoad(width), pattern),
                    reading.row(rawLoad(width), pattern));
    }
    std::vector<Told> all = tellCompared(
        {"Loads of 8- and 16-bit values", "loads of 32-bit words that the shader unpacks", narrowText, 3},
        narrow);
    addTold(all, tellCompared({"Loads of 64-bit integers", "Load2 and Load4", bytesText, 3}, longer));
    return all;
}

} // namespace

extern const AdviceRule kNarrowRule{"narrow", Heading::Widths, tellNarrow, "narrow"};

} // namespace vkperftest
