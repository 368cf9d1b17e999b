#include "report/page.h"

#include <algorithm>
#include <cmath>
#include <set>
#include <vector>

#include <fmt/format.h>

#include "base/text.h"
#include "base/utf8_path.h"
#include "perftest/open_results.h"
#include "report/compact_run.h"
#include "report/document.h"
#include "report/phrases.h"

namespace vkperftest {
namespace {

// Pixels. kCharacter is a character's width, nearly the same in the typefaces of all systems.
constexpr double kCharacter = 7.25, kLine = 17, kGap = 8, kMargin = 12, kHead = 84, kBar = 10, kAxis = 140;
constexpr std::size_t kLongestName = 48, kLongestTitle = 90;

constexpr const char* kStyle = R"(<style>
svg { color-scheme: light dark; }
text { fill: #1b1b1b; font: 12px ui-monospace, SFMono-Regular, Menlo, Consolas, "DejaVu Sans Mono", monospace; white-space: pre; }
.back { fill: #fff; } .title { font-size: 15px; font-weight: bold; } .quiet { fill: #555; } .number { text-anchor: end; }
.middle { text-anchor: middle; } .faster { fill: #6aa6de; } .slower { fill: #eb984f; } .one { stroke: #767676; }
.interval { stroke: #1b1b1b; stroke-width: 1.5; }
@media (prefers-color-scheme: dark) {
text { fill: #ececec; } .back { fill: #151618; } .quiet { fill: #b3b3b3; } .faster { fill: #06589a; } .slower { fill: #914200; }
.interval { stroke: #ececec; }
}
</style>
)";

const StrategyFigures* shownFigures(const RowFigures& row) {
    const std::optional<StrategyFigures>& known = row.strategies.front();
    return known ? &*known : nullptr;
}

std::string signsIn(const RowFigures& row) {
    const StrategyFigures* const known = shownFigures(row);
    return known == nullptr || known->isBaseline ? "" : signsOf(row.row->strategies.front(), *known);
}

// The range of the ratios, in octaves from 1x. The axis excludes up to one ratio in twenty at either end if
// these would make it far longer: all other bars would be too short to compare.
struct Axis {
    double low = -0.5, high = 0.5;

    explicit Axis(const RunFigures& figures) {
        std::vector<double> octaves = {0};
        for (const RowFigures& row : figures.rows) {
            const StrategyFigures* const known = shownFigures(row);
            if (known != nullptr && known->ratio.median > 0)
                octaves.push_back(std::log2(known->ratio.median));
        }
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
        return !(ratio > 0) || std::log2(ratio) < low - kSeen || std::log2(ratio) > high + kSeen;
    }
    // 1x, and the powers of two that are farthest from it, if there is room for their labels.
    std::vector<int> ticks() const {
        std::vector<int> powers = {0};
        for (const int exponent : {static_cast<int>(std::ceil(low)), static_cast<int>(std::floor(high))})
            if (std::abs(at(std::exp2(exponent)) - at(1)) >= 4.2 * kCharacter) powers.push_back(exponent);
        return powers;
    }
};

std::string power(int exponent) {
    return exponent < 0 ? fmt::format("1/{}x", std::exp2(-exponent))
                        : fmt::format("{}x", std::exp2(exponent));
}

std::string shortened(const std::string& text, std::size_t longest) {
    if (columns(text) <= longest) return text;
    std::string cut = text.substr(0, longest);
    while (!cut.empty() && (static_cast<unsigned char>(cut.back()) & 0x80) != 0) cut.pop_back();
    return cut + "…";
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

// What the signs in the picture mean, a line each.
std::vector<std::string> legend(const RunFigures& figures, bool anyBeyond) {
    std::set<char> used;
    for (const RowFigures& row : figures.rows)
        for (const char sign : signsIn(row)) used.insert(sign);
    std::vector<std::string> lines;
    for (const auto& [sign, meaning] : signMeanings())
        if (used.contains(sign)) lines.push_back(fmt::format("{} {}", sign, meaning));
    if (used.contains('~')) lines.push_back("~ not comparable");
    if (anyBeyond) lines.emplace_back("A bar that ends in a point is longer than its axis.");
    return lines;
}

// The figure, which ends at `x`, then its signs, and its bar on the axis that begins at `axisX`.
std::string cell(const RowFigures& row, const Axis& axis, double x, double axisX, double y) {
    const StrategyResult& result = row.row->strategies.front();
    const StrategyFigures* const known = shownFigures(row);
    if (known == nullptr) return textAt(axisX, y, "quiet", std::string(statusName(result.status)));
    const double ratio = known->isBaseline ? 1 : known->ratio.median;
    const double one = axisX + axis.at(1), end = axisX + axis.at(ratio), top = y - kBar + 1;
    std::string text = textAt(x, y, "number", ratioText(ratio)) + textAt(x, y, "", signsIn(row));
    text += fmt::format("<rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"{}\" class=\"{}\"/>\n",
                        std::min(one, end), top, std::abs(end - one), kBar, ratio < 1 ? "slower" : "faster");
    if (axis.isBeyond(ratio)) { // a point on the bar
        constexpr double kPoint = 5;
        text += fmt::format("<path d=\"M{0:.1f} {1:.1f}v{2}L{3:.1f} {4:.1f}z\" class=\"{5}\"/>\n", end, top,
                            kBar, end + (ratio < 1 ? -kPoint : kPoint), top + kBar / 2,
                            ratio < 1 ? "slower" : "faster");
    }
    if (known->isBaseline || !known->ratio.interval || axis.isBeyond(ratio)) return text;
    return text + fmt::format("<path d=\"M{:.1f} {:.1f}H{:.1f}\" class=\"interval\"/>\n",
                              axisX + axis.at(known->ratio.interval->low), top + kBar / 2,
                              std::max(axisX + axis.at(known->ratio.interval->high),
                                       axisX + axis.at(known->ratio.interval->low) + 1));
}

} // namespace

std::string svgPicture(const RunFigures& figures) {
    const RunResult& run = *figures.run;
    std::vector<std::string> patterns;
    const std::vector<FiguresLine> lines = linesOfOperations(figures, patterns);
    const Axis axis(figures);
    std::size_t longest = 0;
    for (const FiguresLine& line : lines)
        longest = std::max(longest, columns(shortened(line.name, kLongestName)));
    const double names = 2 * kMargin + kCharacter * static_cast<double>(longest);
    const double figure = 7 * kCharacter, signs = 2 * kCharacter + kGap,
                 column = figure + signs + kAxis + 2 * kMargin;

    std::string body;
    double y = kHead;
    std::string kind;
    for (const FiguresLine& line : lines) {
        if (line.kind != kind && !kind.empty()) y += kGap;
        kind = line.kind;
        y += kLine;
        body += textAt(kMargin, y, "name", shortened(line.name, kLongestName));
        for (std::size_t i = 0; i < line.figures.size(); ++i) {
            const double x = names + column * static_cast<double>(i) + figure;
            if (line.figures[i] != nullptr) body += cell(*line.figures[i], axis, x, x + signs, y);
        }
    }
    const double bottom = y + kGap;
    y += kGap;
    const bool anyBeyond = std::ranges::any_of(figures.rows, [&](const RowFigures& row) {
        return shownFigures(row) != nullptr && axis.isBeyond(shownFigures(row)->ratio.median);
    });
    for (const std::string& line : legend(figures, anyBeyond))
        body += textAt(kMargin, y += kLine, "quiet", line);
    for (std::size_t i = 0; i < patterns.size(); ++i) {
        const double x = names + column * static_cast<double>(i) + figure + signs, one = x + axis.at(1);
        body += textAt(one, kHead - 18, "middle", patterns[i]);
        for (const int exponent : axis.ticks())
            body += textAt(x + axis.at(std::exp2(exponent)), kHead - 2, "middle quiet", power(exponent));
        body += fmt::format("<path d=\"M{0:.1f} {1}V{2:.1f}\" class=\"one\"/>\n", one, kHead + 2, bottom);
    }

    const std::string title = deviceLine(run);
    const std::string strategy =
        run.settings.strategies.empty() ? "" : " (" + run.settings.strategies.front() + ")";
    const std::string what =
        fmt::format("Times as fast as {}{}; logarithmic axes.", run.settings.baseline, strategy);
    const double width = names + column * static_cast<double>(patterns.size()), height = y + kMargin;
    return fmt::format("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0:.0f}\" height=\"{1:.0f}\" "
                       "viewBox=\"0 0 {0:.0f} {1:.0f}\" role=\"img\" aria-labelledby=\"title what\">\n"
                       "<title id=\"title\">{2}</title>\n<desc id=\"what\">{3}</desc>\n{4}"
                       "<rect width=\"100%\" height=\"100%\" class=\"back\"/>\n",
                       width, height, xmlText(title), xmlText(what), kStyle) +
           textAt(kMargin, 20, "title", shortened(title, kLongestTitle)) +
           textAt(kMargin, 37, "quiet", shortened(what, kLongestTitle)) + body + "</svg>\n";
}

std::string pictureName(const std::string& name) {
    if (!name.starts_with(kPublished)) return textOf(pathOf(name).stem()) + ".svg";
    return plainName(std::string_view(name).substr(kPublished.size())) + ".svg";
}

} // namespace vkperftest
