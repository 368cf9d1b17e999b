#include "experiments/trouble.h"

namespace vkperftest {
namespace {

std::string filled(const TroubleKind::Text& text, const Trouble& trouble) {
    const auto& [first, second, third] = trouble.figures;
    return fmt::format(text, trouble.first, trouble.second, first, second, third);
}

} // namespace

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
