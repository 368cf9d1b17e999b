#include "report/documents/windows.h"

#include <algorithm>
#include <cmath>
#include <set>

#include <fmt/format.h>

#include "analysis/window_figures.h"
#include "base/text.h"
#include "cases/walk.h"
#include "report/phrases.h"

namespace vkperftest {
namespace {

constexpr double kPlotWidth = 16;

// A column for each walk of the kind.
struct WalkColumn {
    std::string_view walk, title;
};

constexpr WalkColumn kChainColumns[] = {{"chain, one lane", "one lane"},
                                        {"chain, typed, one lane", "typed"},
                                        {"chain, one subgroup", "subgroup"},
                                        {"chain, all lanes", "all lanes"}};
constexpr WalkColumn kReadColumns[] = {
    {"raw, shared window", "raw"},        {"structured, shared window", "structured"},
    {"typed, shared window", "typed"},    {"texture, shared window", "texture"},
    {"raw, own windows", "raw, own"},     {"structured, own windows", "structured, own"},
    {"typed, own windows", "typed, own"}, {"texture, own windows", "texture, own"}};

const WindowPoint* windowOf(const WalkCurve* curve, std::uint64_t bytes) {
    if (curve == nullptr) return nullptr;
    const auto found = std::ranges::find(curve->windows, bytes, &WindowPoint::bytes);
    return found != curve->windows.end() ? &*found : nullptr;
}

// "L1", as the curve that names the caches has it at this size or at half or twice as much; "step" of others.
std::string nameOf(std::uint64_t bytes, const WalkCurve* naming) {
    if (naming == nullptr) return "step";
    int number = 0;
    for (const CurveLevel& level : naming->levels) {
        ++number;
        const std::uint64_t named = naming->windows[level.last].bytes;
        if ((level.ends || level.mayEnd) && named <= 2 * bytes && bytes <= 2 * named)
            return fmt::format("L{}{}", number, level.mayEnd ? "?" : "");
    }
    return "step";
}

// "######## L1"
std::string barOf(const WalkCurve& curve, const WindowPoint& window, bool chain, const WalkCurve* naming) {
    double least = INFINITY, most = 0;
    for (const WindowPoint& each : curve.windows) {
        least = std::min(least, paceOf(each, chain).time);
        most = std::max(most, paceOf(each, chain).time);
    }
    const double share =
        most > least ? std::log(paceOf(window, chain).time / least) / std::log(most / least) : 0;
    std::string bar(static_cast<std::size_t>(std::lround(1 + share * (kPlotWidth - 1))), '#');
    for (const CurveLevel& level : curve.levels) {
        if ((level.ends || level.mayEnd) && curve.windows[level.last].bytes == window.bytes)
            bar += " " + nameOf(window.bytes, naming);
    }
    return bar;
}

void addSection(std::vector<Section>& sections, const std::vector<WalkCurve>& curves,
                std::span<const WalkColumn> columns, bool chain, std::string caption) {
    std::vector<const WalkCurve*> shown;
    Grid grid{.columns = {{"window"}}};
    std::set<std::uint64_t> sizes;
    for (const auto& [walk, title] : columns) {
        const auto found = std::ranges::find(curves, walk, &WalkCurve::walk);
        if (found == curves.end()) continue;
        shown.push_back(&*found);
        grid.columns.push_back(
            {.title = std::string(title), .kind = Kind::Number, .spare = shown.size() > 4});
        for (const WindowPoint& window : found->windows) sizes.insert(window.bytes);
    }
    if (shown.empty()) return;
    const WalkCurve* const naming = namingCurve(curves);
    grid.columns.push_back({fmt::format("plot: {}", grid.columns[1].title)});
    for (const std::uint64_t bytes : sizes) {
        std::vector<std::string>& cells = grid.rows.emplace_back(std::vector{sizeText(bytes)});
        for (const WalkCurve* const curve : shown) {
            const WindowPoint* const window = windowOf(curve, bytes);
            cells.push_back(window != nullptr ? loadsText(paceOf(*window, chain).time) : "");
        }
        const WindowPoint* const window = windowOf(shown.front(), bytes);
        cells.push_back(window != nullptr ? barOf(*shown.front(), *window, chain, naming) : "");
    }
    sections.push_back({.caption = std::move(caption), .grid = std::move(grid)});
}

} // namespace

std::vector<Section> windowSections(const RunFigures& figures) {
    const std::vector<WalkCurve> curves = walkCurves(*figures.run);
    std::vector<Section> sections;
    addSection(sections, curves, kChainColumns, true,
               "Nanoseconds of a load in a chain, by the size of the window");
    addSection(
        sections, curves, kReadColumns, false,
        "Loads of 16 bytes in a nanosecond, by the size of the window that all workgroups share, or of "
        "each workgroup's own");
    return sections;
}

} // namespace vkperftest
