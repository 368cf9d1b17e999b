// The pictures: dots beside names, as SVG that needs no script. Colours follow the reader's dark or light scheme.
// Texts are escaped.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace vkperftest {

inline constexpr std::size_t kColours = 4; // of series; further ones are grey

// A line for each name with a dot for each figure: how many times as long, on a logarithmic axis from 1x. Each series
// is a little lower than the one before it. Narrow enough for a telephone unless names are long.

struct DotChart {
    struct Dot {
        std::size_t series = 0;
        double times = 1;
        bool unsure = false; // a bound, or unclear: it is pale
        std::string text;    // beside it if there is one series: "≤1.4"
        std::string what;    // for readers who point at it, and for the page's search
    };
    struct Line {
        std::string name;
        std::string kind; // a gap separates kinds
        std::vector<Dot> dots;
    };
    std::string title;
    std::vector<std::string> series; // named below if there are several
    std::vector<Line> lines;
};

// For a page whose style holds svgStyle().
std::string svgOf(const DotChart& chart);

// A file of its own: the charts side by side.
std::string svgFile(const std::string& title, const std::string& what, std::span<const DotChart> charts);

// The rules for the classes in all pictures.
std::string_view svgStyle();

} // namespace vkperftest
