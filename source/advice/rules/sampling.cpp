// Sampling: nearest and bilinear by format, and what bilinear adds.
#include "advice/formats.h"
#include "advice/wording.h"

namespace vkperftest {
namespace {

std::vector<Told> tellSampling(const Reading& reading) {
    std::vector<Told> all;
    addTold(all, tellFamilies(reading, {"Bilinear samples", bilinearSample, "nearest ones", nearestSample}));
    addTold(all, tellFormats(reading, "Nearest samples", nearestSample));
    addTold(all, tellFormats(reading, "Bilinear samples", bilinearSample));
    return all;
}

} // namespace

extern const AdviceRule kSamplingRule{"sampling", Heading::Textures, tellSampling};

} // namespace vkperftest
