#include "report/svg.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "base/text.h"
#include "report/document.h"
#include "report/phrases.h"

namespace vkperftest {
namespace {

// Pixels. kCharacter is a character's width, nearly the same in the typefaces of all systems.
constexpr double kCharacter = 7.25, kLine = 17, kGap = 8, kMargin = 12;
constexpr std::size_t kLongestName = 60, kLongestTitle = 90;

constexpr std::string_view kStyle = R"(svg { color-scheme: light dark; }
svg text { fill: #1b1b1b; font: 12px ui-monospace, SFMono-Regular, Menlo, Consolas, "DejaVu Sans Mono", monospace; white-space: pre; }
.back { fill: #fff; } svg .title { font-size: 15px; font-weight: bold; } svg .quiet { fill: #555; }
.middle { text-anchor: middle; } .grid { stroke: #c9c9c9; }
circle { fill-opacity: .75; } .s0 { fill: #0b57a4; } .s1 { fill: #c2410c; } .s2 { fill: #15803d; } .s3 { fill: #7e22ce; } .s4 { fill: #767676; } .open { fill-opacity: .25; stroke: #767676; }
@media (prefers-color-scheme: dark) {
svg text { fill: #ececec; } .back { fill: #151618; } svg .quiet { fill: #b3b3b3; }
.s0 { fill: #6aa6de; } .s1 { fill: #eb984f; } .s2 { fill: #6fcf87; } .s3 { fill: #c58cf5; }
}
)";

constexpr std::string_view kBack = "<rect width=\"100%\" height=\"100%\" class=\"back\"/>\n";

double widthOf(const std::string& text) {
    return kCharacter * static_cast<double>(columns(text));
}

// XML forbids U+FFFE and U+FFFF, too. Control characters were escaped when the text was read.
std::string xmlText(const std::string& text) {
    std::string result = htmlText(text);
    for (const char* forbidden : {"\xef\xbf\xbe", "\xef\xbf\xbf"})
        for (std::size_t at = result.find(forbidden); at != std::string::npos;
             at = result.find(forbidden, at))
            result.replace(at, 3, "\xef\xbf\xbd");
    return result;
}

std::string textAt(double x, double y, std::string_view style, const std::string& text) {
    if (text.empty()) return {};
    return fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\" class=\"{}\">{}</text>\n", x, y, style,
                       xmlText(text));
}

struct Drawing {
    std::string content;
    double width = 0, height = 0;
};

Drawing drawn(const DotChart& chart) {
    constexpr double kShortNames = 128, kAxis = 162, kBeside = 8, kTop = 46, kRadius = 4.5, kApart = 2.5;
    const auto several = static_cast<double>(std::max<std::size_t>(chart.series.size(), 1));
    double most = 2, names = kShortNames;
    for (const DotChart::Line& line : chart.lines) {
        names = std::max(names, 2 * kMargin + widthOf(shortened(line.name, kLongestName)));
        for (const DotChart::Dot& dot : line.dots) most = std::max(most, dot.times);
    }
    const double octave = kAxis / std::log2(most), label = widthOf(fmt::format("{:.0f}x ", most));
    const auto at = [&](double times) { return names + octave * std::log2(times); };
    double width = std::max(names + kAxis + label, 2 * kMargin + widthOf(chart.title));
    std::string body = textAt(kMargin, 18, "name", chart.title), axis;
    double y = kTop;
    for (const DotChart::Line& line : chart.lines) {
        if (&line != &chart.lines.front() && line.kind != (&line)[-1].kind) y += kGap;
        y += kLine;
        body += "<g>" + textAt(kMargin, y, "", shortened(line.name, kLongestName));
        for (const DotChart::Dot& dot : line.dots) {
            const double lower = kApart * (static_cast<double>(dot.series) - (several - 1) / 2);
            body += fmt::format("<circle cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"{}\" class=\"s{}{}\">"
                                "<title>{}</title></circle>\n",
                                at(dot.times), y - 4 + lower, kRadius, std::min(dot.series, kColours),
                                dot.unsure ? " open" : "", xmlText(dot.what));
            if (chart.series.size() != 1) continue;
            body += textAt(at(dot.times) + kBeside, y, "quiet", dot.text);
            width = std::max(width, at(dot.times) + kBeside + widthOf(dot.text) + kGap);
        }
        body += "</g>\n";
    }
    const double step = std::max(1.0, std::ceil(label / octave)); // so that each label has room
    for (double octaves = 0; octaves <= std::log2(most); octaves += step) {
        const double x = names + octave * octaves;
        axis += fmt::format("<path d=\"M{:.1f} {:.1f}V{:.1f}\" class=\"grid\"/>\n", x, kTop + 2, y + kGap);
        axis += textAt(x, kTop - 4, "middle quiet", fmt::format("{:.0f}x", std::exp2(octaves)));
    }
    y += kGap;
    for (std::size_t i = 0; i < chart.series.size() && chart.series.size() > 1; ++i) {
        y += kLine;
        body += fmt::format("<circle cx=\"{}\" cy=\"{:.1f}\" r=\"{}\" class=\"s{}\"/>\n", kMargin + kRadius,
                            y - 4, kRadius, std::min(i, kColours));
        body += textAt(kMargin + 16, y, "", shortened(chart.series[i], 40));
    }
    return {axis + body, width, y + kMargin};
}

std::string svgOf(const Drawing& drawing, const std::string& label) {
    return fmt::format("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0:.0f}\" height=\"{1:.0f}\" "
                       "viewBox=\"0 0 {0:.0f} {1:.0f}\" role=\"img\" aria-label=\"{2}\">\n{3}</svg>\n",
                       drawing.width, drawing.height, xmlText(label), drawing.content);
}

} // namespace

std::string svgOf(const DotChart& chart) {
    Drawing drawing = drawn(chart);
    drawing.content.insert(0, kBack);
    return svgOf(drawing, chart.title);
}

std::string svgFile(const std::string& title, const std::string& what, std::span<const DotChart> charts) {
    constexpr double kHead = 44;
    const std::string name = shortened(title, kLongestTitle), below = shortened(what, kLongestTitle);
    Drawing all{.content = fmt::format("<style>\n{}</style>\n{}", kStyle, kBack) +
                           textAt(kMargin, 20, "title", name) + textAt(kMargin, 37, "quiet", below),
                .height = kHead};
    for (const DotChart& chart : charts) {
        const Drawing part = drawn(chart);
        all.content += fmt::format("<g transform=\"translate({:.0f} {:.0f})\">\n{}</g>\n", all.width, kHead,
                                   part.content);
        all.width += part.width;
        all.height = std::max(all.height, kHead + part.height);
    }
    const std::string pale = all.content.find(" open\"") == std::string::npos
                                 ? ""
                                 : "Pale, ≤ and ?: instructions or scatter may explain the time.";
    all.content += textAt(kMargin, all.height + kGap, "quiet", pale);
    all.height += pale.empty() ? 0 : kLine;
    all.width = std::max({all.width, 2 * kMargin + 1.25 * widthOf(name), 2 * kMargin + widthOf(below),
                          2 * kMargin + widthOf(pale)});
    return svgOf(all, title + ". " + what);
}

std::string_view svgStyle() {
    return kStyle;
}

} // namespace vkperftest
