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
constexpr double kCharacter = 7.25, kLine = 17, kGap = 8, kMargin = 12, kHead = 84, kBar = 10, kAxis = 140;
constexpr std::size_t kLongestName = 48, kLongestTitle = 90;

constexpr std::string_view kStyle = R"(svg { color-scheme: light dark; }
svg text { fill: #1b1b1b; font: 12px ui-monospace, SFMono-Regular, Menlo, Consolas, "DejaVu Sans Mono", monospace; white-space: pre; }
.back { fill: #fff; } svg .title { font-size: 15px; font-weight: bold; } svg .quiet { fill: #555; } svg .number { text-anchor: end; }
.middle { text-anchor: middle; } .faster { fill: #6aa6de; } .slower { fill: #eb984f; } .one { stroke: #767676; } .grid { stroke: #c9c9c9; }
.interval { stroke: #1b1b1b; stroke-width: 1.5; }
circle { fill-opacity: .75; } .s0 { fill: #0b57a4; } .s1 { fill: #c2410c; } .s2 { fill: #15803d; } .s3 { fill: #7e22ce; } .s4 { fill: #767676; } .open { fill-opacity: .25; stroke: #767676; }
@media (prefers-color-scheme: dark) {
svg text { fill: #ececec; } .back { fill: #151618; } svg .quiet { fill: #b3b3b3; } .faster { fill: #06589a; } .slower { fill: #914200; }
.interval { stroke: #ececec; } .s0 { fill: #6aa6de; } .s1 { fill: #eb984f; } .s2 { fill: #6fcf87; } .s3 { fill: #c58cf5; }
}
)";

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

std::string path(std::string_view style, const std::string& commands) {
    return fmt::format("<path d=\"{}\" class=\"{}\"/>\n", commands, style);
}

// The range of the ratios, in octaves from 1x. The axis excludes up to one ratio in twenty at either end if
// these would make it far longer: all other bars would be too short to compare.
struct BarAxis {
    double low = -0.5, high = 0.5;

    explicit BarAxis(const BarChart& chart) {
        std::vector<double> octaves = {0};
        for (const BarChart::Line& line : chart.lines)
            for (const BarChart::Bar& bar : line.bars)
                if (bar.ratio > 0) octaves.push_back(std::log2(bar.ratio));
        std::ranges::sort(octaves);
        constexpr double kFar = 2;
        const std::size_t last = octaves.size() - 1, few = last / 20;
        const auto end = [](double usual, double most) {
            return std::abs(most - usual) > kFar ? usual : most;
        };
        low = std::min(low, end(octaves[few], octaves.front()));
        high = std::max(high, end(octaves[last - few], octaves.back()));
    }
    double at(double ratio) const {
        const double octaves = ratio > 0 ? std::clamp(std::log2(ratio), low, high) : low;
        return kAxis * (octaves - low) / (high - low);
    }
    bool isBeyond(double ratio) const {
        constexpr double kSeen = 0.1; // a smaller excess would not show
        return std::log2(ratio) < low - kSeen || std::log2(ratio) > high + kSeen;
    }
    // 1x, and the powers of two that are farthest from it, if there is room for their labels.
    std::vector<int> ticks() const {
        std::vector<int> powers = {0};
        for (const int exponent : {static_cast<int>(std::ceil(low)), static_cast<int>(std::floor(high))})
            if (std::abs(at(std::exp2(exponent)) - at(1)) >= 4.2 * kCharacter) powers.push_back(exponent);
        return powers;
    }
};

std::string powerOfTwo(int exponent) {
    return exponent < 0 ? fmt::format("1/{}x", std::exp2(-exponent))
                        : fmt::format("{}x", std::exp2(exponent));
}

// The text, which ends at `x`, then its signs, and its bar on the axis that begins at `axisX`.
std::string barAt(const BarChart::Bar& bar, const BarAxis& axis, double x, double axisX, double y) {
    if (bar.ratio <= 0) return textAt(axisX, y, "quiet", bar.text);
    const double one = axisX + axis.at(1), end = axisX + axis.at(bar.ratio), top = y - kBar + 1;
    const char* const style = bar.ratio < 1 ? "slower" : "faster";
    std::string text = textAt(x, y, "number", bar.text) + textAt(x, y, "", bar.signs);
    text += fmt::format("<rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"{}\" class=\"{}\"/>\n",
                        std::min(one, end), top, std::abs(end - one), kBar, style);
    if (axis.isBeyond(bar.ratio)) { // a point on the bar
        constexpr double kPoint = 5;
        return text + path(style, fmt::format("M{0:.1f} {1:.1f}v{2}L{3:.1f} {4:.1f}z", end, top, kBar,
                                              end + (bar.ratio < 1 ? -kPoint : kPoint), top + kBar / 2));
    }
    if (!bar.interval) return text;
    const double low = axisX + axis.at(bar.interval->low), high = axisX + axis.at(bar.interval->high);
    return text + path("interval",
                       fmt::format("M{:.1f} {:.1f}H{:.1f}", low, top + kBar / 2, std::max(high, low + 1)));
}

} // namespace

std::string svgOf(const BarChart& chart, const std::string& head) {
    const BarAxis axis(chart);
    std::size_t longest = 0;
    bool anyBeyond = false;
    for (const BarChart::Line& line : chart.lines) {
        longest = std::max(longest, columns(shortened(line.name, kLongestName)));
        for (const BarChart::Bar& bar : line.bars)
            anyBeyond = anyBeyond || (bar.ratio > 0 && axis.isBeyond(bar.ratio));
    }
    const double names = 2 * kMargin + kCharacter * static_cast<double>(longest);
    const double figure = 7 * kCharacter, signs = 2 * kCharacter + kGap,
                 column = figure + signs + kAxis + 2 * kMargin;
    std::string body = textAt(kMargin, 20, "title", shortened(chart.title, kLongestTitle)) +
                       textAt(kMargin, 37, "quiet", shortened(chart.what, kLongestTitle));
    double y = kHead;
    for (const BarChart::Line& line : chart.lines) {
        if (&line != &chart.lines.front() && line.kind != (&line)[-1].kind) y += kGap;
        y += kLine;
        body += textAt(kMargin, y, "name", shortened(line.name, kLongestName));
        for (std::size_t i = 0; i < line.bars.size(); ++i) {
            const double x = names + column * static_cast<double>(i) + figure;
            body += barAt(line.bars[i], axis, x, x + signs, y);
        }
    }
    y += kGap;
    for (std::size_t i = 0; i < chart.columns.size(); ++i) {
        const double x = names + column * static_cast<double>(i) + figure + signs, one = x + axis.at(1);
        body += textAt(one, kHead - 18, "middle", shortened(chart.columns[i], 30));
        for (const int exponent : axis.ticks())
            body += textAt(x + axis.at(std::exp2(exponent)), kHead - 2, "middle quiet", powerOfTwo(exponent));
        body += path("one", fmt::format("M{:.1f} {:.1f}V{:.1f}", one, kHead + 2, y));
    }
    for (const std::string& line : chart.legend) body += textAt(kMargin, y += kLine, "quiet", line);
    if (anyBeyond)
        body += textAt(kMargin, y += kLine, "quiet", "A bar that ends in a point is longer than its axis.");
    return fmt::format("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0:.0f}\" height=\"{1:.0f}\" "
                       "viewBox=\"0 0 {0:.0f} {1:.0f}\" role=\"img\" aria-label=\"{2}\">\n{3}"
                       "<rect width=\"100%\" height=\"100%\" class=\"back\"/>\n{4}</svg>\n",
                       names + column * static_cast<double>(chart.columns.size()), y + kMargin,
                       xmlText(chart.title + ". " + chart.what), head, body);
}

std::string svgOf(const DotChart& chart) {
    constexpr double kWidth = 322, kNames = 128, kEnd = 290, kTop = 46, kRadius = 4.5, kApart = 2.5;
    constexpr std::size_t kOther = 4;
    const auto several = static_cast<double>(std::max<std::size_t>(chart.series.size(), 1));
    double most = 2;
    for (const DotChart::Line& line : chart.lines)
        for (const DotChart::Dot& dot : line.dots) most = std::max(most, dot.times);
    const auto at = [&](double times) {
        return kNames + (kEnd - kNames) * std::log2(times) / std::log2(most);
    };
    std::string body = textAt(kMargin, 18, "name", chart.title), axis;
    double y = kTop;
    for (const DotChart::Line& line : chart.lines) {
        if (&line != &chart.lines.front() && line.kind != (&line)[-1].kind) y += kGap;
        y += kLine;
        body += "<g>" + textAt(kMargin, y, "", line.name);
        for (const DotChart::Dot& dot : line.dots) {
            const double lower = kApart * (static_cast<double>(dot.series) - (several - 1) / 2);
            const bool open = dot.text.ends_with('+') || dot.text.ends_with('?');
            body += fmt::format("<circle cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"{}\" class=\"s{}{}\">"
                                "<title>{}</title></circle>\n",
                                at(dot.times), y - 4 + lower, kRadius, std::min(dot.series, kOther),
                                open ? " open" : "", xmlText(dot.what));
            if (chart.series.size() == 1) body += textAt(at(dot.times) + 8, y, "quiet", dot.text);
        }
        body += "</g>\n";
    }
    for (double times = 1; times <= most; times *= times < 4 ? 2 : 4) {
        axis += path("grid", fmt::format("M{0:.1f} {1:.1f}V{2:.1f}", at(times), kTop + 2, y + kGap));
        axis += textAt(at(times), kTop - 4, "middle quiet", fmt::format("{:.0f}x", times));
    }
    y += kGap;
    for (std::size_t i = 0; i < chart.series.size() && chart.series.size() > 1; ++i) {
        y += kLine;
        body += fmt::format("<circle cx=\"{}\" cy=\"{:.1f}\" r=\"{}\" class=\"s{}\"/>\n", kMargin + kRadius,
                            y - 4, kRadius, std::min(i, kOther));
        body += textAt(kMargin + 16, y, "", shortened(chart.series[i], 40));
    }
    return fmt::format("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0:.0f}\" height=\"{1:.0f}\" "
                       "viewBox=\"0 0 {0:.0f} {1:.0f}\" role=\"img\" aria-label=\"{2}\">\n"
                       "<rect width=\"100%\" height=\"100%\" class=\"back\"/>\n{3}{4}</svg>\n",
                       kWidth, y + kMargin, xmlText(chart.title), axis, body);
}

std::string svgFile(const BarChart& chart) {
    return svgOf(chart, "<style>\n" + std::string(kStyle) + "</style>\n");
}

std::string_view svgStyle() {
    return kStyle;
}

} // namespace vkperftest
