// Sampling: nearest by format, and what bilinear adds.
#include "advice/wording.h"

namespace vkperftest {
namespace {

std::vector<Told> tellSampling(const Reading& reading) {
    const std::vector<Pattern> patterns = {Pattern::Linear, Pattern::Random};
    std::vector<Told> all;
    if (const std::string speeds = speedsByPattern(reading, nearestSample); !speeds.empty())
        all.push_back({"Nearest samples: " + speeds, rowsOf(reading, {nearestSample}, patterns), 40});
    bool allSame = true;
    const std::string different = differences(reading, bilinearSample, nearestSample, allSame);
    for (Told& told :
         tellDifference(allSame, "bilinear or nearest samples", "Bilinear against nearest samples", different,
                        rowsOf(reading, {bilinearSample, nearestSample}, patterns), 60))
        all.push_back(std::move(told));
    return all;
}

} // namespace

extern const AdviceRule kSamplingRule{"sampling", false, tellSampling};

} // namespace vkperftest
