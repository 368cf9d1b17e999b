// Atomic operations of all invocations on one word: does it pay to sum up over the subgroup by hand, and what
// do exchanges cost, which nobody can sum up?
#include <array>

#include "advice/wording.h"
#include "base/text.h"

namespace vkperftest {
namespace {

struct Words {
    std::string_view name;
    LoadKind kind;
    Format format = Format::R32UI;
};

constexpr auto kWordsOf = std::to_array<Words>({
    {"raw buffers", LoadKind::RawAtomic},
    {"structured buffers", LoadKind::StructuredAtomic},
    {"RWBuffer", LoadKind::TypedAtomic},
    {"RWTexture2D", LoadKind::TextureAtomic},
    {"shared memory", LoadKind::SharedAtomic},
    {"64-bit integers", LoadKind::StructuredAtomic, Format::RG32UI},
    {"floats", LoadKind::StructuredAtomic, Format::R32F},
});

std::string namesText(const std::vector<std::uint32_t>& items) {
    std::vector<std::string> names;
    for (const std::uint32_t item : items) names.emplace_back(kWordsOf[item].name);
    return enumerated(names);
}

std::vector<Told> tellAtomics(const Reading& reading) {
    const auto tell = [&](const char* subject, bool usesResult) {
        std::vector<ComparedLoads> all;
        for (std::uint32_t item = 0; item < kWordsOf.size(); ++item) {
            const Words& words = kWordsOf[item];
            const Operation add = atomicOperation(words.kind, Atomic::Add, usesResult, words.format);
            compare(all, item, Pattern::Uniform,
                    reading.named(caseName({add, Pattern::Uniform, Technique::Reduce})),
                    reading.row(add, Pattern::Uniform), kOtherKernelDiffers);
        }
        return tellCompared({subject, "additions of each lane", namesText, 1}, all);
    };
    std::vector<Told> told =
        tell("Atomic additions of subgroups' sums (WaveActiveSum, then one lane adds)", false);
    addTold(told, tell("Atomic additions of subgroups' sums whose old value is used", true));
    std::vector<ComparedLoads> exchanges;
    for (std::uint32_t item = 0; item < kWordsOf.size(); ++item) {
        const Words& words = kWordsOf[item];
        const auto row = [&](Atomic atomic) {
            return reading.row(atomicOperation(words.kind, atomic, false, words.format), Pattern::Uniform);
        };
        compare(exchanges, item, Pattern::Uniform, row(Atomic::Exchange), row(Atomic::Add),
                kOtherKernelDiffers);
    }
    addTold(told, tellCompared({"Atomic exchanges of all lanes on one word", "additions", namesText, 1},
                               exchanges));
    return told;
}

} // namespace

extern const AdviceRule kAtomicsRule{"atomics", Heading::Writes, tellAtomics, "atomic"};

} // namespace vkperftest
