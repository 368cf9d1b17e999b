// The pictures: bars beside names, as SVG that needs no script. Colours follow the reader's dark or light scheme.
// Texts are escaped.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "analysis/figures.h"

namespace vkperftest {

// A line for each name with a bar in each column: from 1x to the ratio on a logarithmic axis, with the ratio
// and its 95 % interval. The axis fits the ratios; a bar far longer than nearly all others ends in a point.
struct BarChart {
    struct Bar {
        std::string text;  // "1.498x"; without a ratio, what stands in the bar's place
        std::string signs; // behind the text
        double ratio = 0;  // 0: no bar
        std::optional<Interval> interval = {};
    };
    struct Line {
        std::string name;
        std::string kind; // a gap separates kinds
        std::vector<Bar> bars;
    };
    std::string title, what;
    std::vector<std::string> columns;
    std::vector<Line> lines;
    std::vector<std::string> legend;
};

// A line for each name with a dot for each figure: how many times as long, on a logarithmic axis from 1x. At
// most four series have colours of their own; each is a little lower than the one before it. Narrow enough
// for a telephone.
struct DotChart {
    struct Dot {
        std::size_t series = 0;
        double times = 1;
        std::string
            text; // stands beside it if there is one series: "1.4+"; those of several that end in "+" or "?"
                  // are pale
        std::string what; // for readers who point at it, and for the page's search
    };
    struct Line {
        std::string name;
        std::string kind; // a gap separates kinds
        std::vector<Dot> dots;
    };
    std::string title;
    std::vector<std::string>
        series; // named below if there are several; of one series, the figures stand beside the dots
    std::vector<Line> lines;
};

std::string svgOf(const DotChart& chart);

// For a page whose style holds svgStyle(). `head`: after the first tag.
std::string svgOf(const BarChart& chart, const std::string& head = {});

// A file of its own.
std::string svgFile(const BarChart& chart);

// The rules for the classes in all pictures.
std::string_view svgStyle();

} // namespace vkperftest
