#include "experiments/trouble.h"

#include <set>

namespace vkperftest {
namespace {

std::string filled(const TroubleKind::Text& text, const Trouble& trouble) {
    const auto& [first, second, third] = trouble.figures;
    const int decimals = decimalsApart(trouble.figures);
    return fmt::format(text, trouble.first, trouble.second, first, second, third, decimals);
}

} // namespace

int decimalsApart(std::span<const double> figures) {
    constexpr int kFewest = 2, kMost = 5;
    const std::set<double> values(figures.begin(), figures.end());
    for (int decimals = kFewest; decimals < kMost; ++decimals) {
        std::set<std::string> texts;
        for (const double value : values) texts.insert(fmt::format("{:.{}f}", value, decimals));
        if (texts.size() == values.size()) return decimals;
    }
    return kMost;
}

std::string Trouble::summary() const {
    return filled(kind->summary, *this);
}

std::string Trouble::sentence() const {
    const std::string details = filled(kind->details, *this);
    return summary() + (details.empty() ? "" : ": " + details) +
           (remark.empty() ? "" : fmt::format(" ({})", remark));
}

std::string Trouble::common() const {
    return kind->alwaysWithDetails ? sentence() : summary();
}

} // namespace vkperftest
