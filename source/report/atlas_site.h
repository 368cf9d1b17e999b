// The files of the atlas: static pages that link to each other by relative addresses.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "report/atlas.h"

namespace vkperftest {

struct SiteFile {
    std::string path; // in the site's folder, with '/': "devices/rtx-3090.html"
    std::string content;
};

// index.json first, by which the folder is known as an atlas, and index.html last.
std::vector<SiteFile> atlasSite(const Atlas& atlas);

// The name of that first file, and what it begins with.
inline constexpr std::string_view kAtlasIndex = "index.json",
                                  kAtlasBegin = "{\n \"format\": \"vkperftest atlas\"";

// Stands in the head of every page, by which an old page is known as one of an atlas.
inline constexpr std::string_view kAtlasPage = "<meta name=\"generator\" content=\"vkperftest atlas\">\n";

} // namespace vkperftest
