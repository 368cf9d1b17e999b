// Loads that are made of other families' loads.
#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "base/text.h"
#include "cases/case.h"
#include "cases/families/families.h"

namespace vkperftest {
namespace {

constexpr std::pair<LoadKind, LoadKind> kWritableKinds[] = {
    {LoadKind::Typed, LoadKind::WritableTyped},
    {LoadKind::Raw, LoadKind::WritableRaw},
    {LoadKind::Structured, LoadKind::WritableStructured},
    {LoadKind::Texture, LoadKind::WritableTexture}};

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

// What the kernel calls such a load (shaders/mixed.hlsl): "raw4", "raw4_offset", "constant".
std::string slotOf(const Operation& part) {
    const std::vector<std::string> words = split(part.kernel, '.');
    const std::string width = words.size() > 1 ? words.back() : "";
    return split(words.front(), '_').front() + width + (part.byteOffset > 0 ? "_offset" : "");
}

// The parts' texts, those of equal neighbours once: "2x Buffer<R8>.Load + cbuffer{float4} load".
std::string counted(const std::vector<Operation>& parts, std::string Operation::*text,
                    std::string_view separator, std::string_view times) {
    std::vector<std::string> texts;
    for (auto part = parts.begin(); part != parts.end();) {
        const auto next = std::find_if(part, parts.end(), [&](const Operation& one) { return one != *part; });
        const auto count = next - part;
        texts.push_back((count > 1 ? fmt::format("{}x{}", count, times) : "") + (*part).*text);
        part = next;
    }
    return join(texts, separator);
}

} // namespace

Operation writable(Operation load) {
    load.name.insert(0, "RW");
    load.id.insert(0, "rw-");
    load.kernel.insert(load.kernel.find('.'), ".rw");
    load.addressKernel.clear(); // an address does not say whether it is written to
    const auto control = std::ranges::find(kWritableKinds, load.kind, &std::pair<LoadKind, LoadKind>::first);
    load.kind = control->second;
    if (load.source.kind == ResourceKind::TexelBuffer) load.source.kind = ResourceKind::StorageTexelBuffer;
    if (load.source.kind == ResourceKind::Texture) load.source.kind = ResourceKind::StorageImage;
    load.ofNoLoads = nullptr;
    return load;
}

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
    load.ofNoLoads = throughOneDescriptor;
    return load;
}

Operation inMemory(Operation load, MemoryKind memory) {
    if (memory == MemoryKind::DeviceLocal) return load;
    load.kind = LoadKind::OtherMemory;
    load.source.memory = memory;
    return load;
}

Operation mixedLoads(std::vector<Operation> parts) {
    Operation operation{.name = counted(parts, &Operation::name, " + ", " "),
                        .id = "mixed-" + counted(parts, &Operation::id, "-", "-"),
                        .kernel = "mixed",
                        .kind = LoadKind::Mixed};
    for (const Operation& part : parts) {
        operation.kernel += "." + slotOf(part);
        operation.byteOffset = std::max(operation.byteOffset, part.byteOffset);
    }
    operation.parts = std::move(parts);
    return operation;
}

} // namespace vkperftest
