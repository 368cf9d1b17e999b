// A document as an HTML page of its own: one look for all pages, which load nothing from elsewhere. Tables and
// pictures need no script; the page's script adds a search, sorting and what stands behind a figure.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "report/document.h"

namespace vkperftest {

// `links`: names and addresses of other pages, above the heading. Text from files is escaped.
std::string htmlPage(const Document& document,
                     const std::vector<std::pair<std::string, std::string>>& links = {});

// What only pages with links hold.
inline constexpr std::string_view kSiteLinks = "\n<nav aria-label=\"Site\">\n";

// The lines of report/page/page.html with its style and script (cmake/AssemblePage.cmake). {{title}},
// {{pictures}} (their style) and {{content}} are still missing.
std::span<const std::string_view> pageTemplate();

} // namespace vkperftest
