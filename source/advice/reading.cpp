#include "advice/reading.h"

#include <algorithm>
#include <utility>

namespace vkperftest {
bool Row::showsLoads() const {
    return ::vkperftest::showsLoads(*row, *figures);
}

bool Row::isAtLeast() const {
    return !figures->incomparable || figures->caveatEffect == CaveatEffect::Slower;
}

bool Row::isAtMost() const {
    return showsLoads() && (!figures->incomparable || figures->caveatEffect == CaveatEffect::Faster);
}

Reading::Reading(const RunFigures& figures) : figures_(&figures) {
    const std::size_t all = figures.run->settings.strategies.size();
    const auto measured = [&](std::size_t strategy) {
        return std::ranges::any_of(
            figures.rows, [&](const RowFigures& row) { return row.strategies[strategy].has_value(); });
    };
    while (strategy_ + 1 < all && !measured(strategy_)) ++strategy_;
}

Row Reading::row(const Operation& operation, Pattern pattern) const {
    Row row = named(caseName({operation, pattern}));
    row.operation = operation.name;
    return row;
}

Row Reading::named(const std::string& name) const {
    Row row{.name = name};
    for (const RowFigures& each : figures_->rows) {
        if (each.row->name == row.name) row.row = each.row, row.figures = each.under(strategy_);
    }
    return row;
}

std::vector<Candidate> candidatesOf(std::uint32_t bytes) {
    const std::uint32_t width = bytes / 4;
    const Format format = width == 1 ? Format::R32F : width == 2 ? Format::RG32F : Format::RGBA32F;
    std::vector<Candidate> candidates = {
        {"structured", "StructuredBuffer<float>, <float2>, <float4>", structuredLoad(width)},
        {"raw", "ByteAddressBuffer.Load, Load2, Load4", rawLoad(width)},
        {"typed", "Buffer<R32f>, <RG32f>, <RGBA32f>", typedLoad(format)},
        {"texture", "Texture2D.Load of these formats", textureLoad(format)}};
    if (bytes == 16) candidates.push_back({"constant", "cbuffer{float4}", constantLoad()});
    return candidates;
}

std::vector<Candidate> candidateRows(const Reading& reading, std::uint32_t bytes, Pattern pattern) {
    std::vector<Candidate> rows;
    for (Candidate& candidate : candidatesOf(bytes)) {
        candidate.row = reading.row(candidate.operation, pattern);
        if (candidate.row.figures != nullptr) rows.push_back(std::move(candidate));
    }
    return rows;
}

} // namespace vkperftest
