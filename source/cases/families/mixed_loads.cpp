#include <algorithm>

#include <fmt/format.h>

#include "base/text.h"
#include "cases/families/families.h"

namespace vkperftest {
namespace {

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
