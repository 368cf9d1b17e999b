// What `report` shows of results files: one page of all of them, or a site with a page for each device.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "report/devices.h"
#include "report/document.h"

namespace vkperftest {

// In this order, each as far as there is something to say: pictures, the fastest loads of several devices,
// which loads to use, all ratios, what experiments found, and the files.
Document pageOf(const ReportFiles& all);

struct SiteFile {
    std::string path; // in the site's folder, with '/': "devices/rtx-3090.html"
    std::string content;
};

// index.html, by which the folder is known as a site, comes last.
std::vector<SiteFile> siteOf(ReportFiles all, const std::vector<OmittedFile>& omitted);

// True if the file's text is a page of a site.
bool isSitePage(std::string_view text);

} // namespace vkperftest
