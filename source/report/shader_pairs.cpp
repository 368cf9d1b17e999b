#include "report/shader_pairs.h"

#include <algorithm>

#include <fmt/format.h>

#include "base/printable.h"

namespace vkperftest {
namespace {

bool sameShader(const ShaderCode& a, const ShaderCode& b) {
    return a.file == b.file && a.entryPoint == b.entryPoint;
}

bool sameSubject(const ShaderCode& a, const ShaderCode& b) {
    return a.subject.target == b.subject.target && a.subject.driver == b.subject.driver;
}

} // namespace

std::vector<ShaderPair> shaderPairs(std::span<const ShaderCode> codes, const DriverNames& drivers) {
    std::vector<ShaderPair> pairs;
    const bool twoShaders = std::ranges::all_of(codes, [&](const ShaderCode& one) {
        return sameShader(one, codes.front()) || sameShader(one, codes.back());
    });
    for (std::size_t i = 0; i < codes.size(); ++i) {
        for (std::size_t j = i + 1; j < codes.size(); ++j) {
            const ShaderCode &before = codes[i], &after = codes[j];
            if (!before.cell.missing.empty() || !after.cell.missing.empty()) continue;
            const std::string_view target =
                before.subject.target != nullptr ? before.subject.target->name : "";
            const std::string on = target.empty() ? "" : fmt::format(" on {}", target);
            if (drivers.size() == 2 && sameShader(before, after) &&
                before.subject.target == after.subject.target)
                pairs.push_back(
                    {fmt::format("{}, {}{}: {} → {}", printable(before.file), printable(before.entryPoint),
                                 on, drivers.at(before.subject.driver), drivers.at(after.subject.driver)),
                     &before, &after});
            if (drivers.size() < 2 && twoShaders && before.file != after.file && sameSubject(before, after))
                pairs.push_back({fmt::format("{} → {}{}", printable(before.file), printable(after.file), on),
                                 &before, &after});
        }
    }
    return pairs;
}

} // namespace vkperftest
