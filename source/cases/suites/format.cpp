#include "cases/families/families.h"
#include "cases/suite.h"

namespace vkperftest {

std::vector<Case> formatRows() {
    std::vector<Case> rows = {defaultBaseline()};
    const auto add = [&](const Operation& operation) {
        addPatterns(rows, operation, {Pattern::Uniform, Pattern::Linear});
    };
    for (const FormatTraits& format : allFormats()) // sRGB and compressed formats are of images only
        if (format.numeric != Numeric::Srgb && !format.compressed()) add(typedLoad(format.format));
    for (const FormatTraits& format : allFormats()) // hardly any GPU has images of 12 bytes a texel
        if (format.bytes() != 12) add(textureLoad(format.format));
    return rows;
}

} // namespace vkperftest
