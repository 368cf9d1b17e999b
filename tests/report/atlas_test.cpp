// Which files an atlas shows, how it sorts them by device, and what its files hold.
#include "report/atlas_site.h"

#include <deque>
#include <set>

#include <fmt/format.h>
#include <gmock/gmock.h>

#include "../model/made_up_run.h"
#include "base/text.h"
#include "model/json_layout.h"
#include "perftest/reference.h"
#include "report/atlas_documents.h"

namespace vkperftest {
namespace atlas_test {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::SizeIs;

// Runs and their figures, which must stay where they are.
class Runs {
public:
    RunResult& add(const std::string& name, RunResult run) {
        names_.push_back(name);
        runs_.push_back(std::move(run));
        return runs_.back();
    }
    // A device of twelve rows.
    RunResult& device(const std::string& name, const std::string& device, std::uint64_t seed = 1) {
        RunResult& run = add(name, madeUpRun({.rows = 12, .seed = seed}));
        run.device.name = device;
        return run;
    }
    std::size_t size() const { return runs_.size(); }
    Atlas atlas(std::vector<LeftOutFile> unreadable = {}) {
        figures_.clear();
        std::vector<AtlasRun> all;
        for (std::size_t i = 0; i < runs_.size(); ++i)
            all.push_back({names_[i], &figures_.emplace_back(analyse(runs_[i]))});
        return makeAtlas(all, std::move(unreadable));
    }

private:
    std::deque<std::string> names_;
    std::deque<RunResult> runs_;
    std::deque<RunFigures> figures_;
};

std::vector<std::string> namesOf(const Atlas& atlas) {
    std::vector<std::string> names;
    for (const AtlasDevice& device : atlas.devices) names.push_back(device.name);
    return names;
}

std::vector<std::string> pagesOf(const Atlas& atlas) {
    std::vector<std::string> pages;
    for (const AtlasDevice& device : atlas.devices) pages.push_back(device.page);
    return pages;
}

std::string contentOf(const std::vector<SiteFile>& files, const std::string& path) {
    const auto found = std::ranges::find(files, path, &SiteFile::path);
    return found == files.end() ? "no such file" : found->content;
}

void useDriver(RunResult& run, std::uint32_t version, const std::string& started) {
    run.device.driverId = 3;
    run.device.driverName = "radv";
    run.device.driverInfo = "Mesa " + std::to_string(version);
    run.device.driverVersion = version;
    run.started = started;
}

TEST(Atlas, SortsFilesByDevice) {
    Runs runs;
    runs.device("b.json", "B");
    runs.device("a.json", "a (RADV A)");
    useDriver(runs.device("a2.json", "a (LLVM 15, A)", 2), 2, "2026-01-02");
    const Atlas atlas = runs.atlas();
    EXPECT_THAT(namesOf(atlas), ElementsAre("a (LLVM 15, A)", "B"));
    EXPECT_THAT(atlas.devices[0].files, SizeIs(2));
    EXPECT_EQ(atlas.files[atlas.devices[0].main].name, "a2.json") << "the newest";
    EXPECT_THAT(atlas.leftOut, IsEmpty());
}

TEST(Atlas, MakesNamesOfPagesSafe) {
    Runs runs;
    std::uint32_t number = 0;
    for (const char* name : {"../../etc/passwd", "<script>", "", "CON", "com1", "Äö", "A B", "a-b"})
        runs.device("x.json", name).device.deviceId = ++number;
    const Atlas atlas = runs.atlas();
    EXPECT_THAT(pagesOf(atlas),
                testing::UnorderedElementsAre("etc-passwd", "script", "device", "device-con", "device-com1",
                                              "unnamed-device", "a-b", "a-b-2"));
    Runs longOnes;
    longOnes.device("x.json", std::string(3'000, 'x'));
    EXPECT_EQ(longOnes.atlas().devices[0].page, std::string(60, 'x'));
}

TEST(Atlas, LeavesOutWhatIsNotSound) {
    Runs runs;
    runs.device("good.json", "A");
    runs.device("failed.json", "B").rows[0].strategies[0] = {.strategy = "set", .status = Status::Failed};
    runs.device("unfinished.json", "C").rows[0].strategies[0] = {.strategy = "set"};
    runs.device("aborted.json", "D").aborted = "the device was lost";
    runs.device("interrupted.json", "E").interrupted = true;
    runs.device("validated.json", "F").settings.validated = true;
    runs.add("disturbed.json", madeUpRun({.rows = 12, .sampleNoise = 2})).device.name = "G";
    const Atlas atlas = runs.atlas({{.name = "broken.json", .detail = "it is no JSON"}});
    EXPECT_THAT(namesOf(atlas), ElementsAre("A"));
    std::vector<std::pair<std::string, WhyLeftOut>> found;
    for (const LeftOutFile& file : atlas.leftOut) found.emplace_back(file.name, file.why);
    EXPECT_THAT(found, ElementsAre(std::pair("broken.json", WhyLeftOut::Unreadable),
                                   std::pair("failed.json", WhyLeftOut::Failed),
                                   std::pair("unfinished.json", WhyLeftOut::Unfinished),
                                   std::pair("aborted.json", WhyLeftOut::Failed),
                                   std::pair("interrupted.json", WhyLeftOut::Unfinished),
                                   std::pair("validated.json", WhyLeftOut::Validated),
                                   std::pair("disturbed.json", WhyLeftOut::Disturbed)));
    for (const LeftOutFile& file : atlas.leftOut) EXPECT_NE(leftOutText(file), "");
}

TEST(Atlas, ShowsTheSameSamplesOnce) {
    Runs runs;
    runs.device("a.json", "A").device.deviceUuid = "1";
    runs.device("copy.json", "A").device.deviceUuid = "1";
    runs.device("other-card.json", "A").device.deviceUuid = "2";
    runs.device("again.json", "A", 2).device.deviceUuid = "1";
    const Atlas atlas = runs.atlas();
    ASSERT_THAT(atlas.leftOut, SizeIs(1));
    EXPECT_EQ(atlas.leftOut[0].name, "copy.json");
    EXPECT_EQ(leftOutText(atlas.leftOut[0]), "it holds the same samples as a.json");
    EXPECT_THAT(atlas.devices[0].files, SizeIs(3));
}

TEST(Atlas, LeavesOutWhatDiffersFromAllOthersOfItsDevice) {
    Runs runs;
    const auto add = [&](const std::string& name, double slowness, std::uint64_t seed) {
        RunResult run =
            madeUpRun({.rows = 12, .slowness = [=](std::size_t) { return slowness; }, .seed = seed});
        run.device.deviceUuid = name;
        runs.add(name, std::move(run));
    };
    add("a.json", 1, 1);
    add("odd.json", 1.5, 2);
    EXPECT_THAT(runs.atlas().leftOut, IsEmpty()) << "nobody knows which of two is odd";
    add("b.json", 1, 3);
    const Atlas atlas = runs.atlas();
    ASSERT_THAT(atlas.leftOut, SizeIs(1));
    EXPECT_EQ(atlas.leftOut[0].name, "odd.json");
    EXPECT_EQ(leftOutText(atlas.leftOut[0]),
              "12 of 12 rows differ by more than 10 % from most files of this device and driver");
}

TEST(Atlas, LeavesOutOnlyFilesOfWhichMoreThanATenthOfTheRowsDiffers) {
    Runs runs;
    const auto add = [&](const std::string& name, std::size_t others, double slowness) {
        RunResult run = madeUpRun({.rows = 20,
                                   .slowness = [=](std::size_t row) { return row < others ? slowness : 1; },
                                   .seed = 1 + runs.size()});
        run.device.deviceUuid = name;
        runs.add(name, std::move(run));
    };
    for (const char* name : {"a.json", "b.json", "c.json", "d.json"}) add(name, 0, 1);
    add("two.json", 2, 1.5);
    add("near.json", 20, 1.05);
    add("three.json", 3, 1.5);
    const Atlas atlas = runs.atlas();
    ASSERT_THAT(atlas.leftOut, SizeIs(1));
    EXPECT_EQ(atlas.leftOut[0].name, "three.json");
    EXPECT_EQ(atlas.leftOut[0].rows, 3u);
    EXPECT_EQ(atlas.leftOut[0].of, 20u);
}

TEST(Atlas, LeavesNothingOutWhereFilesDoNotAgree) {
    Runs runs;
    for (const double slowness : {1.0, 1.0, 1.5, 1.5}) {
        const std::string name = std::to_string(runs.size()) + ".json";
        RunResult run = madeUpRun(
            {.rows = 12, .slowness = [=](std::size_t) { return slowness; }, .seed = 1 + runs.size()});
        run.device.deviceUuid = name;
        runs.add(name, std::move(run));
    }
    EXPECT_THAT(runs.atlas().leftOut, IsEmpty()) << "two against two";
}

TEST(Atlas, ComparesOnlyFilesThatWereMeasuredAlike) {
    Runs runs;
    const auto add = [&](const std::string& name, double slowness) -> RunResult& {
        RunResult run = madeUpRun(
            {.rows = 12, .slowness = [=](std::size_t) { return slowness; }, .seed = 1 + runs.size()});
        run.device.deviceUuid = name;
        return runs.add(name, std::move(run));
    };
    for (const char* name : {"a.json", "b.json", "c.json"}) add(name, 1);
    add("robust.json", 1.5).settings.compiled.robustness = Robustness::Buffer;
    add("queue.json", 1.5).settings.queue = QueueKind::Compute;
    EXPECT_THAT(runs.atlas().leftOut, IsEmpty());
    Runs onProcessors;
    for (const double slowness : {1.0, 1.0, 1.0, 1.5}) {
        const std::size_t seed = 1 + onProcessors.size();
        RunResult run =
            madeUpRun({.rows = 12, .slowness = [=](std::size_t) { return slowness; }, .seed = seed});
        run.device.kind = DeviceKind::Cpu;
        run.host.cpu = slowness == 1 ? "one" : "another";
        onProcessors.add(std::to_string(seed), std::move(run));
    }
    EXPECT_THAT(onProcessors.atlas().leftOut, IsEmpty());
}

TEST(Atlas, LeavesOutWhatOnlyCallsItselfAPublishedTable) {
    Runs runs;
    const ReferenceTable& table = referenceTables().front();
    runs.add("perftest:" + table.gpu, table.run);
    runs.add("copy.json", table.run).tool.commit = "abc";
    RunResult& altered = runs.add("altered.json", table.run);
    altered.rows[0].strategies[0].printed->ratio = 9;
    altered.started = "9999-01-01";
    const Atlas atlas = runs.atlas();
    ASSERT_THAT(atlas.leftOut, SizeIs(2));
    EXPECT_EQ(leftOutText(atlas.leftOut[0]), "it holds the same samples as perftest:" + table.gpu);
    EXPECT_EQ(leftOutText(atlas.leftOut[1]),
              "it names a published table as its source, but its figures differ from that table");
    EXPECT_EQ(atlas.files[atlas.devices[0].main].name, "perftest:" + table.gpu);
}

TEST(Atlas, ARunOfAFewRowsDoesNotReplaceAWholeOne) {
    Runs runs;
    const RunResult& table = referenceTables().back().run;
    runs.add("whole.json", table).source = "A";
    RunResult& few = runs.add("few.json", table);
    few.source = "A";
    few.started = "2026-01-02";
    std::erase_if(few.rows, [](const RowResult& row) {
        return row.pattern != "random" && row.name != "Buffer<RGBA8>.Load random";
    });
    const Atlas atlas = runs.atlas();
    ASSERT_THAT(atlas.devices, SizeIs(1));
    EXPECT_EQ(atlas.files[atlas.devices[0].main].name, "whole.json");
}

TEST(Atlas, FindsArchitecturesInTheNamesThatDriversReport) {
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
        EXPECT_EQ(runs.atlas().devices[0].architecture, architecture) << name;
    }
}

TEST(Atlas, NamesAndShortensWhatListsWouldNotShow) {
    Runs runs;
    runs.device("a.json", " \t");
    runs.device("b.json", std::string(4'000, 'x')).device.deviceId = 7;
    const std::vector<SiteFile> files = atlasSite(runs.atlas());
    const std::string index = contentOf(files, "index.html");
    EXPECT_THAT(index, HasSubstr(">unnamed device</a>"));
    EXPECT_THAT(index, HasSubstr(std::string(60, 'x') + "…"));
    EXPECT_THAT(index, Not(HasSubstr(std::string(61, 'x'))));
    EXPECT_THAT(contentOf(files, "devices/" + std::string(60, 'x') + ".html"),
                HasSubstr(std::string(4'000, 'x')));
}

// So many devices whose figures are those of the first published table.
void addDevices(Runs& runs, const std::string& source, std::size_t count) {
    for (std::size_t i = 0; i < count; ++i) {
        RunResult& run = runs.add(fmt::format("{}{}.json", source, i), referenceTables().front().run);
        run.source = source;
        run.device.name = fmt::format("GTX 1080 of {} {}", source, i);
        run.device.vendorId = 0; // printed text names none
    }
}

TEST(Atlas, CountsVulkanAndDirect3DApart) {
    Runs runs;
    addDevices(runs, "somebody", 2);
    RunResult& measured = runs.device("measured.json", "NVIDIA GeForce RTX 3090");
    measured.device.vendorId = kVendorNvidia;
    Atlas atlas = runs.atlas();
    AtlasFile& own = atlas.files[atlas.devices.back().main];
    own.answer = atlas.files[atlas.devices.front().main].answer; // as if it had measured the same rows
    const Document loads = atlasLoads(atlas);
    std::vector<std::vector<std::string>> groups;
    for (const std::vector<std::string>& row : loads.sections[0].grid.rows)
        groups.push_back({row[0], row[1], row[2]});
    EXPECT_THAT(groups,
                ElementsAre(ElementsAre("all GPUs", "PerfTest", "2"),
                            ElementsAre("all GPUs", "vkperftest", "1"),
                            ElementsAre("NVIDIA", "vkperftest", "1"), ElementsAre("other", "PerfTest", "2")));
}

TEST(Atlas, SaysSoWhereNothingCompetes) {
    Runs runs;
    runs.device("a.json", "A");
    const Document loads = atlasLoads(runs.atlas());
    ASSERT_THAT(loads.sections, SizeIs(1));
    EXPECT_THAT(loads.sections[0].above, ElementsAre("No file compares several loads of one size."));
}

TEST(Atlas, SaysWhatADriverChangedInAllRowsAlike) {
    Runs runs;
    for (const std::uint32_t version : {1u, 2u}) {
        RunResult run = madeUpRun(
            {.rows = 12, .drift = [=](std::size_t) { return version == 2 ? 1.5 : 1; }, .seed = version});
        useDriver(run, version, "2026-01-0" + std::to_string(version));
        runs.add(std::to_string(version) + ".json", std::move(run));
    }
    const std::vector<SiteFile> files = atlasSite(runs.atlas());
    const std::string page = contentOf(files, "devices/made-up-gpu.html");
    EXPECT_THAT(page, HasSubstr("Everything is 5"));
    EXPECT_THAT(page, HasSubstr("12 figures compared: 0 FASTER, 0 SLOWER, "));
    EXPECT_THAT(page, Not(HasSubstr("BASE"))) << "nobody on the page is called that";
    EXPECT_THAT(contentOf(files, "index.html"), HasSubstr("<th scope=\"col\">other drivers</th>"));
    EXPECT_THAT(contentOf(files, "index.html"), HasSubstr("radv Mesa 1<"));
}

TEST(Atlas, SaysWhyDriversCannotBeCompared) {
    Runs runs;
    for (const std::uint32_t version : {1u, 2u, 3u}) {
        RunResult& run = runs.device(std::to_string(version) + ".json", "A", version);
        useDriver(run, version, "2026-01-0" + std::to_string(version));
        if (version == 2)
            for (RowResult& row : run.rows) row.name += " of another suite";
        if (version == 3) run.device.driverId = 4;
    }
    const std::string page = contentOf(atlasSite(runs.atlas()), "devices/a.html");
    EXPECT_THAT(page, HasSubstr("The results have no measured row in common"));
    EXPECT_THAT(page, HasSubstr("not compared: another driver begins here"));
}

TEST(Atlas, ComparesTheDriversOfADevice) {
    Runs runs;
    const auto add = [&](std::uint32_t version, double slowness, std::uint64_t seed) {
        RunResult run = madeUpRun(
            {.rows = 12, .slowness = [=](std::size_t row) { return row == 3 ? slowness : 1; }, .seed = seed});
        useDriver(run, version, "2026-01-0" + std::to_string(version));
        runs.add(std::to_string(version) + ".json", std::move(run));
    };
    add(3, 1.5, 3);
    add(1, 1, 1);
    add(2, 1, 2);
    const Atlas atlas = runs.atlas();
    ASSERT_THAT(atlas.devices, SizeIs(1));
    const std::vector<DriverStep>& drivers = atlas.devices[0].drivers;
    ASSERT_THAT(drivers, SizeIs(3));
    EXPECT_EQ(atlas.files[drivers[0].file].name, "1.json");
    EXPECT_FALSE(drivers[0].since);
    EXPECT_EQ(countVerdicts(drivers[1].since->value()).slower, 0u);
    EXPECT_EQ(countVerdicts(drivers[2].since->value()).slower, 1u);
    const std::string page = contentOf(atlasSite(atlas), "devices/made-up-gpu.html");
    EXPECT_THAT(page, HasSubstr("What changed from driver to driver"));
    EXPECT_THAT(page, HasSubstr("in ratio: row 3 -"));
}

TEST(Atlas, ComparesTheLargestFileOfEachDriverInTheMainSuite) {
    Runs runs;
    const auto add = [&](const std::string& name, std::uint32_t version, std::size_t rows,
                         const std::string& suite) {
        RunResult run = madeUpRun({.rows = rows, .seed = 1 + runs.size()});
        useDriver(run, version, "2026-01-" + std::to_string(10 + runs.size()));
        run.settings.suite = suite;
        runs.add(name, std::move(run));
    };
    add("other-suite.json", 9, 20, "another");
    add("whole.json", 9, 12, "matrix");
    add("few.json", 9, 6, "matrix");
    add("newer.json", 10, 12, "matrix");
    const Atlas atlas = runs.atlas();
    const std::vector<DriverStep>& drivers = atlas.devices[0].drivers;
    ASSERT_THAT(drivers, SizeIs(2));
    EXPECT_EQ(atlas.files[drivers[0].file].name, "whole.json") << "9 is older than 10";
    EXPECT_EQ(atlas.files[drivers[1].file].name, "newer.json");
}

TEST(Atlas, NamesARowThatChangedOnce) {
    Runs runs;
    for (const std::uint32_t version : {1u, 2u}) {
        RunResult run =
            madeUpRun({.rows = 12,
                       .slowness = [=](std::size_t row) { return row == 3 && version == 2 ? 1.5 : 1; },
                       .seed = version});
        run.settings.strategies.emplace_back("push");
        for (RowResult& row : run.rows) {
            row.strategies.push_back(row.strategies.front());
            row.strategies.back().strategy = "push";
        }
        useDriver(run, version, "2026-01-0" + std::to_string(version));
        runs.add(std::to_string(version) + ".json", std::move(run));
    }
    const std::string page = contentOf(atlasSite(runs.atlas()), "devices/made-up-gpu.html");
    EXPECT_THAT(page, HasSubstr("24 figures compared: 0 FASTER, 2 SLOWER"));
    const std::string begin = "in ratio: row 3 -";
    const std::size_t at = page.find(begin);
    ASSERT_NE(at, std::string::npos);
    EXPECT_THAT(page.substr(at + begin.size(), page.find('<', at) - at - begin.size()),
                Not(HasSubstr("row 3")));
}

TEST(Atlas, SaysWhatItsWordsMean) {
    Runs runs;
    runs.add("perftest:RTX 3090", findReference("RTX 3090").value()->run);
    const std::vector<SiteFile> files = atlasSite(runs.atlas());
    for (const char* page : {"index.html", "loads.html"}) {
        EXPECT_THAT(contentOf(files, page), HasSubstr("All loads hit L1")) << page;
        EXPECT_THAT(contentOf(files, page), HasSubstr("within 10 % of the fastest load")) << page;
    }
    EXPECT_THAT(contentOf(files, "loads.html"), HasSubstr("raw: ByteAddressBuffer.Load, Load2, Load4"));
    EXPECT_THAT(contentOf(files, "loads.html"), HasSubstr("structured: StructuredBuffer"));
    EXPECT_THAT(contentOf(files, "loads.html"), HasSubstr("linear: neighbouring lanes read neighbouring"));
}

TEST(Atlas, NamesTheDeviceOfPublishedTables) {
    Runs runs;
    for (const ReferenceTable& table : referenceTables()) runs.add("perftest:" + table.gpu, table.run);
    const Atlas atlas = runs.atlas();
    ASSERT_THAT(atlas.devices, SizeIs(referenceTables().size()));
    for (const AtlasDevice& device : atlas.devices) {
        EXPECT_NE(device.vendor, "") << device.name;
        EXPECT_NE(device.architecture, "") << device.name;
        EXPECT_THAT(device.nearest, SizeIs(kMostNearest));
        for (const Likeness& each : device.nearest) EXPECT_NE(each.gpu, device.page);
    }
}

TEST(Atlas, AllLinksLeadToFilesOfTheSite) {
    Runs runs;
    for (const ReferenceTable& table : referenceTables()) runs.add("perftest:" + table.gpu, table.run);
    const std::vector<SiteFile> files = atlasSite(runs.atlas());
    EXPECT_EQ(files.front().path, kAtlasIndex);
    EXPECT_TRUE(files.front().content.starts_with(kAtlasBegin));
    std::set<std::string> paths;
    for (const SiteFile& file : files) paths.insert(file.path);
    EXPECT_THAT(paths, SizeIs(files.size()));
    for (const SiteFile& file : files) {
        const bool isDevice = file.path.starts_with("devices/");
        std::size_t links = 0;
        for (std::size_t at = 0; (at = file.content.find("<a href=\"", at)) != std::string::npos; ++links) {
            at += 9;
            std::string target = file.content.substr(at, file.content.find('"', at) - at);
            if (isDevice) target = target.starts_with("../") ? target.substr(3) : "devices/" + target;
            EXPECT_TRUE(paths.contains(target)) << file.path << ": " << target;
        }
        if (file.path.ends_with(".html")) {
            EXPECT_GE(links, 5u) << file.path;
            EXPECT_THAT(file.content.substr(0, 1'000), HasSubstr(kAtlasPage)) << file.path;
        }
    }
}

TEST(Atlas, KeepsTextFromFilesText) {
    Runs runs;
    const std::string hostile = "</script><script>alert(1)</script>\x1b]0;\xe2\x80\xae\",=\n";
    RunResult& run = runs.device("a<b>.json", hostile);
    run.device.driverName = run.settings.baseline = run.rows[0].name = run.rows[0].operation = hostile;
    run.rows[0].id = hostile;
    for (const SiteFile& file : atlasSite(runs.atlas({{.name = hostile, .detail = hostile}}))) {
        if (file.path.ends_with(".html")) {
            EXPECT_THAT(file.content, Not(HasSubstr("<script>alert")));
        }
        EXPECT_THAT(file.content, Not(HasSubstr("\x1b")));
        EXPECT_THAT(file.content, Not(HasSubstr("\xe2\x80\xae")));
        if (file.path.ends_with(".json")) {
            EXPECT_FALSE(Json::parse(file.content).is_discarded());
        }
    }
}

TEST(Atlas, ListsEveryFigureOnce) {
    Runs runs;
    runs.device("a.json", "A");
    runs.device("b.json", "B");
    const std::vector<SiteFile> files = atlasSite(runs.atlas());
    const std::string csv = contentOf(files, "figures.csv");
    EXPECT_EQ(std::ranges::count(csv, '\n'), 1 + 4 * 12);
    EXPECT_TRUE(csv.starts_with("name,strategy,figure,0,1\nrow 0,set,ratio,")) << csv;
    const Json index = Json::parse(contentOf(files, "index.json"));
    EXPECT_EQ(index["devices"][1]["files"][0]["number"], 1);
    EXPECT_EQ(index["devices"][1]["files"][0]["figures"], 12);
    EXPECT_EQ(index["devices"][1]["page"], "devices/b.html");
}

// The lines that begin so.
std::vector<std::string> linesOf(const std::string& text, const std::string& begin) {
    std::vector<std::string> found;
    for (const std::string& line : split(text, '\n'))
        if (line.starts_with(begin)) found.push_back(line);
    return found;
}

TEST(Atlas, FiguresOfARowShareALineWhoeverMeasuredIt) {
    Runs runs;
    const RunResult& table = findReference("RTX 3090").value()->run;
    runs.add("perftest:RTX 3090", table);
    RowResult& row = runs.device("own.json", "Zen").rows[0];
    row.name = "Buffer<R8>.Load uniform";
    row.id = "typed-r8-uniform"; // published tables have no ids
    const std::string csv = contentOf(atlasSite(runs.atlas()), "figures.csv");
    EXPECT_THAT(linesOf(csv, "Buffer<R8>.Load uniform,set,ratio,"),
                ElementsAre(testing::AllOf(testing::HasSubstr(",15.07,"), Not(testing::EndsWith(",")))));
}

TEST(Atlas, MarksFiguresThatTheAtlasDoesNotCount) {
    Runs runs;
    runs.add("perftest:RTX 3090", findReference("RTX 3090").value()->run);
    const std::string csv = contentOf(atlasSite(runs.atlas()), "figures.csv");
    EXPECT_THAT(linesOf(csv, "ByteAddressBuffer.Load4 linear,set,caveat,"),
                ElementsAre(HasSubstr("return 0")));
    EXPECT_THAT(linesOf(csv, "Buffer<R8>.Load uniform,"), SizeIs(1)) << "lines without figures are omitted";
}

TEST(Atlas, NamesTheMembersOfItsIndexAsOtherCommandsDo) {
    Runs runs;
    for (const ReferenceTable& table : referenceTables()) runs.add("perftest:" + table.gpu, table.run);
    const Json index = Json::parse(contentOf(atlasSite(runs.atlas()), "index.json"));
    std::set<std::string> pages;
    for (const Json& device : index["devices"]) pages.insert(device["page"]);
    for (const Json& device : index["devices"]) {
        EXPECT_THAT(device["nearest"], SizeIs(kMostNearest));
        for (const Json& each : device["nearest"]) {
            EXPECT_TRUE(pages.contains(each["page"])) << each;
            EXPECT_LE(each["correlation"], 1);
            EXPECT_GE(each["rows"], 10);
        }
        EXPECT_THAT(device["choices"], SizeIs(9));
        const Json& first = device["choices"][0];
        EXPECT_EQ(first["bytes"], 4);
        EXPECT_EQ(first["pattern"], "uniform");
        EXPECT_FALSE(first["fastest"].empty());
    }
}

} // namespace atlas_test
} // namespace vkperftest
