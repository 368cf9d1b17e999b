// Sampling: nearest and bilinear by format, and what bilinear adds.
#include "advice/formats.h"

namespace vkperftest {
namespace {

std::vector<Told> tellSampling(const Reading& reading) {
    std::vector<Told> all;
    const auto add = [&](std::vector<Told> told) {
        for (Told& each : told) all.push_back(std::move(each));
    };
    add(tellFamilies(reading, "Bilinear samples", bilinearSample, "nearest ones", nearestSample));
    add(tellFormats(reading, "Nearest samples", nearestSample));
    add(tellFormats(reading, "Bilinear samples", bilinearSample));
    return all;
}

} // namespace

extern const AdviceRule kSamplingRule{"sampling", Heading::Textures, tellSampling};

} // namespace vkperftest
