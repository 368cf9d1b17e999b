#include <algorithm>

#include <fmt/format.h>

#include "base/text.h"
#include "cases/case.h"
#include "cases/families/families.h"

namespace vkperftest {
namespace {

constexpr std::uint32_t kDescriptors = 8; // shaders/descriptor_array.comp

Operation throughOneDescriptor(const Operation& load) {
    const SourceResource& source = load.source;
    return isImage(source.kind)         ? textureLoad(source.format)
           : isTexelBuffer(source.kind) ? typedLoad(source.format)
                                        : structuredLoad(load.width);
}

std::string indexWord(DescriptorIndex index, char between) {
    std::string word(descriptorIndexName(index));
    std::ranges::replace(word, ' ', between);
    return word;
}

} // namespace

Operation indexedLoad(Operation load, DescriptorIndex index) {
    load.name.insert(load.name.find(".Load"), fmt::format("[{}]", descriptorIndexName(index)));
    load.id += "-array-" + indexWord(index, '-');
    load.kernel = fmt::format("descriptor_array.{}.{}", split(split(load.kernel, '.').front(), '_').front(),
                              indexWord(index, '_'));
    load.addressKernel.clear();
    load.kind = LoadKind::Bindless;
    load.index = index;
    load.source.descriptors = kDescriptors;
    // Data behind those of the last descriptor, and as far as addresses reach that make up for the index.
    load.source.elements += 2 * (kDescriptors - 1) * load.source.descriptorsApart();
    // The elements at which the data of the last descriptor begin.
    load.valueIndex = [](const Operation& own, std::uint32_t element, std::uint32_t value) {
        return (element + (kDescriptors - 1) * own.source.descriptorsApart()) * own.width + value;
    };
    load.ofFloor = throughOneDescriptor;
    return load;
}

} // namespace vkperftest
