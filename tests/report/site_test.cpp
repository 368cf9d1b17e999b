// Which files a site shows, how it sorts them by device, and what its files hold.
#include "report/page.h"

#include <deque>
#include <set>

#include "../model/made_up_run.h"
#include "base/text.h"
#include "golden.h"
#include "matchers.h"
#include "model/published.h"

namespace vkperftest::site_test {

// Runs and their figures, which must stay where they are.
class Runs {
public:
    RunResult& add(const std::string& name, RunResult run) {
        names_.push_back(name);
        runs_.push_back(std::move(run));
        return runs_.back();
    }
    // A file of twelve rows.
    RunResult& device(const std::string& name, const std::string& device) {
        RunResult run = madeUpRun({.rows = 12, .seed = 1 + runs_.size()});
        run.device.name = device;
        return add(name, std::move(run));
    }
    ReportFiles sorted() {
        figures_.clear();
        omitted.clear();
        std::vector<NamedFigures> all;
        for (std::size_t i = 0; i < runs_.size(); ++i)
            all.push_back({names_[i], &figures_.emplace_back(analyse(runs_[i]))});
        return sortedByDevice(soundFiles(all, omitted));
    }
    std::vector<SiteFile> site() {
        const ReportFiles all = sorted();
        return siteOf(all, omitted);
    }
    std::vector<OmittedFile> omitted; // by the last call

private:
    std::deque<std::string> names_;
    std::deque<RunResult> runs_;
    std::deque<RunFigures> figures_;
};

std::vector<std::string> namesOf(const ReportFiles& all) {
    std::vector<std::string> names;
    for (const ReportDevice& device : all.devices) names.push_back(device.name);
    return names;
}

std::vector<std::string> pagesOf(const ReportFiles& all) {
    std::vector<std::string> pages;
    for (const ReportDevice& device : all.devices) pages.push_back(device.page);
    return pages;
}

std::string contentOf(const std::vector<SiteFile>& files, const std::string& path) {
    const auto found = std::ranges::find(files, path, &SiteFile::path);
    return found == files.end() ? "no such file" : found->content;
}

TEST(Site, SortsFilesByDevice) {
    Runs runs;
    runs.device("b.json", "B");
    runs.device("a.json", "a (RADV A)");
    runs.device("a2.json", "a (LLVM 15, A)").started = "2026-01-02";
    const ReportFiles all = runs.sorted();
    EXPECT_THAT(namesOf(all), ElementsAre("B", "a (LLVM 15, A)"));
    EXPECT_THAT(all.devices[1].files, SizeIs(2));
    EXPECT_EQ(all.files[all.devices[1].main].name, "a2.json") << "the newest";
    EXPECT_THAT(runs.omitted, IsEmpty());
    const std::string index = contentOf(siteOf(all, {}), "index.html");
    EXPECT_LT(index.find(">a (LLVM 15, A)<"), index.find(">B<"));
    EXPECT_LT(index.find(">B<"), index.size());
}

TEST(Site, MakesNamesOfPagesSafe) {
    Runs runs;
    std::uint32_t number = 0;
    for (const char* name : {"../../etc/passwd", "<script>", "", "CON", "com1", "Äö", "A B", "a-b"})
        runs.device("x.json", name).device.deviceId = ++number;
    const ReportFiles all = runs.sorted();
    EXPECT_THAT(pagesOf(all), UnorderedElementsAre("etc-passwd", "script", "device", "device-con",
                                                   "device-com1", "unnamed-device", "a-b", "a-b-2"));
    Runs longOnes;
    longOnes.device("x.json", std::string(3'000, 'x'));
    EXPECT_EQ(longOnes.sorted().devices[0].page, std::string(60, 'x'));
}

TEST(Site, LeavesOutWhatIsNotSound) {
    Runs runs;
    runs.device("good.json", "A");
    runs.device("again.json", "A");
    runs.device("failed.json", "B").rows[0].strategies[0] = {.strategy = "set", .status = Status::Failed};
    runs.device("unfinished.json", "C").rows[0].strategies[0] = {.strategy = "set"};
    runs.device("aborted.json", "D").aborted = "the device was lost";
    runs.device("interrupted.json", "E").interrupted = true;
    runs.device("validated.json", "F").settings.validated = true;
    runs.add("disturbed.json", madeUpRun({.rows = 12, .sampleNoise = 2})).device.name = "G";
    const ReportFiles all = runs.sorted();
    EXPECT_THAT(namesOf(all), ElementsAre("A"));
    EXPECT_THAT(all.files, SizeIs(2));
    for (const OmittedFile& file : runs.omitted) expectGolden(file.name + ": " + file.reason);
}

TEST(Site, ARunOfAFewRowsDoesNotReplaceAWholeOne) {
    Runs runs;
    const RunResult& table = referenceTables().back();
    runs.add("whole.json", table).source = "A";
    RunResult& few = runs.add("few.json", table);
    few.source = "A";
    few.started = "2026-01-02";
    std::erase_if(few.rows, [](const RowResult& row) {
        return row.pattern != "random" && row.name != "Buffer<RGBA8>.Load random";
    });
    const ReportFiles all = runs.sorted();
    ASSERT_THAT(all.devices, SizeIs(1));
    EXPECT_EQ(all.files[all.devices[0].main].name, "whole.json");
}

TEST(Site, FindsArchitecturesInTheNamesThatDriversReport) {
    const std::tuple<const char*, std::uint32_t, const char*> kNames[] = {
        {"AMD Radeon RX 580 Series (RADV POLARIS10)", kVendorAmd, "GCN 4"},
        {"AMD RADV NAVI22 (LLVM 15.0.6)", kVendorAmd, "RDNA 2"},
        {"AMD Radeon RX 6700 XT", kVendorAmd, "RDNA 2"},
        {"Intel(R) UHD Graphics 620 (KBL GT2)", kVendorIntel, "Gen9"},
        {"Intel(R) Iris(R) Xe Graphics (TGL GT2)", kVendorIntel, "Gen12"},
        {"Intel(R) Arc(tm) A770 Graphics (DG2)", kVendorIntel, "Xe-HPG"},
        {"NVIDIA GeForce RTX 3090", kVendorNvidia, "Ampere"},
        {"NVIDIA H100 80GB HBM3", kVendorNvidia, "Hopper"},
        {"NVIDIA RTX 4000 Ada Generation", kVendorNvidia, "Ada"},
        {"Raven of another vendor", 0x5143, ""},
        {"(", 0, ""}};
    for (const auto& [name, vendor, architecture] : kNames) {
        Runs runs;
        runs.device("a.json", name).device.vendorId = vendor;
        EXPECT_EQ(runs.sorted().devices[0].architecture, architecture) << name;
    }
}

// The lines of a table's body on a page, by the heading of its section.
std::vector<std::string> linesBelow(const std::string& page, const std::string& heading) {
    const std::size_t from = page.find(">" + heading + "<"), begin = page.find("<tbody>\n", from) + 9;
    return split(page.substr(begin, page.find("</tbody>", begin) - begin - 1), '\n');
}

TEST(Site, NamesAndShortensWhatListsWouldNotShow) {
    Runs runs;
    runs.device("a.json", " \t");
    runs.device("b.json", std::string(4'000, 'x')).device.deviceId = 7;
    const std::vector<SiteFile> files = runs.site();
    const std::vector<std::string> lines =
        linesBelow(contentOf(files, "index.html"), "Which load is fastest?");
    ASSERT_THAT(lines, SizeIs(2));
    EXPECT_THAT(lines[0], HasSubstr(">unnamed device</a>"));
    EXPECT_THAT(lines[1], HasSubstr(">" + std::string(60, 'x') + "…</a>"));
    EXPECT_THAT(contentOf(files, "devices/" + std::string(60, 'x') + ".html"),
                HasSubstr(std::string(4'000, 'x')));
}

TEST(Site, ExperimentsSayNotWhichLoadIsFastest) {
    RunResult run = *findReference("RTX 3090").value();
    for (const char* suite : {"", "uniform"}) {
        run.settings.suite = suite;
        const RunFigures figures = analyse(run);
        const NamedFigures file{"a.json", &figures};
        EXPECT_EQ(sortedByDevice(std::span(&file, 1)).files[0].choices.empty(), *suite != '\0');
    }
}

TEST(Site, NamesTheDevicesOfPublishedTablesAndAllLinksLeadToFiles) {
    Runs runs;
    for (const RunResult& table : referenceTables()) runs.add("perftest:" + table.device.name, table);
    for (const ReportDevice& device : runs.sorted().devices)
        EXPECT_TRUE(!device.vendor.empty() && !device.architecture.empty()) << device.name;
    const std::vector<SiteFile> files = runs.site();
    EXPECT_THAT(files, SizeIs(referenceTables().size() + 1));
    EXPECT_EQ(files.back().path, "index.html") << "written last";
    std::set<std::string> paths;
    for (const SiteFile& file : files) paths.insert(file.path);
    EXPECT_THAT(paths, SizeIs(files.size()));
    for (const SiteFile& file : files) {
        if (!file.path.ends_with(".html")) continue;
        EXPECT_TRUE(isSitePage(file.content)) << file.path;
        std::size_t links = 0;
        for (std::size_t at = 0; (at = file.content.find("<a href=\"", at)) != std::string::npos; ++links) {
            at += 9;
            std::string target = file.content.substr(at, file.content.find('"', at) - at);
            if (file.path.starts_with("devices/"))
                target = target.starts_with("../") ? target.substr(3) : "devices/" + target;
            EXPECT_TRUE(paths.contains(target)) << file.path << ": " << target;
        }
        EXPECT_GE(links, 1u) << file.path;
    }
}

TEST(Site, KeepsTextFromFilesText) {
    Runs runs;
    const std::string hostile = "</script><script>alert(1)</script>\x1b]0;\xe2\x80\xae\",=\n";
    RunResult& run = runs.device("a<b>.json", hostile);
    run.device.driverName = run.settings.baseline = run.rows[0].name = run.rows[0].operation = hostile;
    run.rows[0].id = hostile;
    const ReportFiles all = runs.sorted();
    for (const SiteFile& file : siteOf(all, {{hostile, hostile}})) {
        EXPECT_TRUE(!file.path.ends_with(".html") || file.content.find("<script>alert") == std::string::npos);
        EXPECT_THAT(file.content, Not(HasSubstr("\x1b")));
        EXPECT_THAT(file.content, Not(HasSubstr("\xe2\x80\xae")));
    }
}

} // namespace vkperftest::site_test
