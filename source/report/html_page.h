// A document as an HTML page of its own, without scripts unless the frame brings one.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "report/document.h"

namespace vkperftest {

struct HtmlFrame {
    std::vector<std::pair<std::string, std::string>> links; // name and address, above the heading
    std::string head; // more elements of the head, as HTML; may be empty
};

std::string htmlPage(const Document& document, const HtmlFrame& frame = {});

} // namespace vkperftest
