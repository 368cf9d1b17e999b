#include "report/page_series.h"

#include <algorithm>
#include <cmath>

namespace vkperftest {

Json packedSeries(std::span<const double> samples) {
    constexpr char kDigits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    constexpr double kSteps = 4095;
    if (samples.empty()) return nullptr;
    const auto [least, most] = std::minmax_element(samples.begin(), samples.end());
    const double range = std::log(*most / *least);
    std::string text;
    text.reserve(2 * samples.size());
    for (const double sample : samples) {
        const double place = range > 0 ? std::log(sample / *least) / range : 0;
        const auto step = static_cast<unsigned>(std::lround(place * kSteps));
        text += {kDigits[step / 64], kDigits[step % 64]};
    }
    return Json::array({jsonNumber(*least), jsonNumber(*most), std::move(text)});
}

Json runLengths(std::span<const std::size_t> elements) {
    Json lengths = Json::array();
    for (auto begin = elements.begin(); begin != elements.end();) {
        const auto end =
            std::find_if(begin, elements.end(), [&](std::size_t each) { return each != *begin; });
        lengths.push_back(end - begin);
        begin = end;
    }
    return lengths;
}

} // namespace vkperftest
