#include "cases/suite.h"

namespace vkperftest {
namespace {

constexpr Technique kTechniques[] = {Technique::Direct, Technique::Shuffle, Technique::Broadcast,
                                     Technique::Reduce, Technique::PerLane, Technique::Floor};
constexpr std::uint32_t kSubgroupSizes[] = {8, 16, 32, 64};

void addTechniques(std::vector<Case>& rows, Case row) {
    for (const Technique technique : kTechniques) {
        row.technique = technique;
        rows.push_back(row);
    }
}

} // namespace

std::vector<Case> uniformRows() {
    std::vector<Case> rows = {defaultBaseline()};
    for (const Format format : {Format::RGBA8, Format::R32F}) {
        addTechniques(rows,
                      {.access = Access::TypedLoad, .format = format, .width = traits(format).channels});
    }
    for (const std::uint32_t width : {1u, 2u, 3u, 4u}) {
        addTechniques(rows, {.access = Access::RawLoad, .format = Format::R32F, .width = width});
    }
    addTechniques(rows, {.access = Access::StructuredLoad, .format = Format::R32F, .width = 4});
    addTechniques(rows, {.access = Access::ConstantLoad, .format = Format::R32F, .width = 4});
    addTechniques(rows, {.access = Access::TextureLoad, .format = Format::RGBA8, .width = 4});
    rows.push_back({.access = Access::PushedLoad, .format = Format::R32F, .width = 4});
    for (const Technique technique : {Technique::Direct, Technique::Shuffle}) {
        for (const std::uint32_t size : kSubgroupSizes) {
            rows.push_back({.access = Access::RawLoad,
                            .format = Format::R32F,
                            .width = 4,
                            .technique = technique,
                            .subgroupSize = size});
        }
    }
    return rows;
}

} // namespace vkperftest
