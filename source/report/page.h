// What `report` shows of results files: one page of all of them, or a site with a page for each device.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "report/devices.h"
#include "report/document.h"
#include "report/svg.h"

namespace vkperftest {

// In this order, each as far as there is something to say: pictures, the fastest loads of several devices,
// which loads to use, all ratios, what experiments found, and the files.
Document pageOf(const ReportFiles& all);

// How many times as long as the fastest each kind of load takes, a chart for each pattern of addresses and a dot for each
// device; none for devices without choices. `all` has the devices' files.
std::vector<DotChart> costCharts(const ReportFiles& all, std::span<const ReportDevice> devices);

// The charts of all devices as an SVG file, for READMEs; empty if there are none.
std::string pictureOf(const ReportFiles& all);

struct SiteFile {
    std::string path; // in the site's folder, with '/': "devices/rtx-3090.html"
    std::string content;
};

// index.html, by which the folder is known as a site, comes last.
std::vector<SiteFile> siteOf(ReportFiles all, const std::vector<OmittedFile>& omitted);

// True if the file's text is a page of a site.
bool isSitePage(std::string_view text);

} // namespace vkperftest
