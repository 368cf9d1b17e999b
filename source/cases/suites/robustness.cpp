#include "cases/families/families.h"
#include "cases/suite.h"

namespace vkperftest {

std::vector<Case> robustnessRows() {
    std::vector<Case> rows = {defaultBaseline()};
    for (const Operation& operation : {rawLoad(1), rawLoad(4), structuredLoad(4), typedLoad(Format::RGBA32F),
                                       constantLoad(), textureLoad(Format::RGBA32F)}) {
        for (const Pattern pattern : {Pattern::Uniform, Pattern::Linear}) {
            for (const Robustness robustness : {Robustness::Off, Robustness::Buffer, Robustness::Two}) {
                // robustBufferAccess says nothing about images.
                if (operation.source.kind == ResourceKind::Texture && robustness == Robustness::Buffer)
                    continue;
                rows.push_back({operation, pattern, Technique::Direct, 0, robustness});
            }
        }
    }
    return rows;
}

} // namespace vkperftest
