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
    if (different.empty() && !allSame) return all;
    std::vector<Row> rows = rowsOf(reading, {bilinearSample, nearestSample}, patterns);
    if (allSame)
        all.push_back({"bilinear or nearest samples", std::move(rows), 0, true});
    else
        all.push_back({"Bilinear against nearest samples: " + different, std::move(rows), 60});
    return all;
}

} // namespace

extern const AdviceRule kSamplingRule{"sampling", "samples: nearest by format, bilinear against nearest",
                                      false, tellSampling};

} // namespace vkperftest
