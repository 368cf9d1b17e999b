// Constant buffers: float4 against other loads of 16 bytes if all lanes read one, and the cost if they do
// not.
#include <algorithm>
#include <array>

#include "advice/wording.h"
#include "base/text.h"

namespace vkperftest {
namespace {

// By their numbers.
constexpr std::array<std::string_view, 4> kKinds = {"structured", "raw", "typed", "texture"};

std::string kindsOf(const std::vector<std::uint32_t>& items) {
    std::vector<std::string> names;
    for (const std::uint32_t item : items) names.emplace_back(kKinds[item]);
    return enumerated(names) + " loads of 16 bytes";
}

std::vector<Told> tellShared(const Reading& reading) {
    const Row constant = reading.row(constantLoad(), Pattern::Uniform);
    std::vector<ComparedLoads> all;
    for (const Candidate& each : candidateRows(reading, 16, Pattern::Uniform)) {
        const auto kind = std::ranges::find(kKinds, each.kind);
        if (kind == kKinds.end()) continue; // itself
        compare(all, static_cast<std::uint32_t>(kind - kKinds.begin()), Pattern::Uniform, constant, each.row);
    }
    return tellCompared({"Uniform constants", "", kindsOf, 1}, all);
}

std::vector<Told> tellDivergent(const Reading& reading) {
    const Row uniform = reading.row(constantLoad(), Pattern::Uniform);
    std::vector<ComparedLoads> all;
    for (const Pattern pattern : {Pattern::Linear, Pattern::Random})
        compare(all, 0, pattern, reading.row(constantLoad(), pattern), uniform, kDiffers);
    const auto none = [](const std::vector<std::uint32_t>&) { return std::string(); };
    return tellCompared({"Constants that lanes index differently", "uniform ones", none, 2}, all);
}

std::vector<Told> tellConstants(const Reading& reading) {
    std::vector<Told> all = tellShared(reading);
    addTold(all, tellDivergent(reading));
    return all;
}

} // namespace

extern const AdviceRule kConstantsRule{"constants", Heading::Uniform, tellConstants};

} // namespace vkperftest
