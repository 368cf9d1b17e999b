// A site of many devices: static pages that link to each other by relative addresses.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "report/devices.h"
#include "report/sound_files.h"

namespace vkperftest {

struct SiteFile {
    std::string path; // in the site's folder, with '/': "devices/rtx-3090.html"
    std::string content;
};

// index.html, by which the folder is known as a site, comes last.
std::vector<SiteFile> siteOf(ReportFiles all, const std::vector<OmittedFile>& omitted);

// True if the file's text is a page of a site.
bool isSitePage(std::string_view text);

} // namespace vkperftest
