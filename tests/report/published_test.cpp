// What the repository shows of its own results.
#include <filesystem>
#include <sstream>

#include <gmock/gmock.h>

#include "base/atomic_file.h"
#include "base/text.h"
#include "model/json_read.h"
#include "paths.h"
#include "written.h"

namespace vkperftest {
namespace {

const std::filesystem::path kRoot = repositoryFile(".");

std::string contentOf(const std::filesystem::path& path) {
    const Result<std::string> text = readFile(path.string());
    EXPECT_TRUE(text.ok()) << path;
    return text.ok() ? text.value() : "";
}

// With single spaces, since the width of a column depends on all rows.
std::vector<std::string> wordsOfLines(const std::string& text) {
    std::vector<std::string> lines;
    for (const std::string& line : split(text, '\n')) {
        std::istringstream words(line);
        std::string all;
        for (std::string word; words >> word;) all += (all.empty() ? "" : " ") + word;
        lines.push_back(std::move(all));
    }
    return lines;
}

TEST(PublishedResults, AreWhatTheProgramMakesOfTheirFiles) {
    std::size_t files = 0;
    for (const auto& entry : std::filesystem::directory_iterator(kRoot / "results")) {
        std::filesystem::path path = entry.path();
        if (path.extension() != ".json" || path.stem().extension() == ".schema") continue;
        ++files;
        const Result<RunResult> run = runFromJson(contentOf(path), path.string());
        ASSERT_TRUE(run.ok()) << run.error().sentence();
        EXPECT_EQ(contentOf(path.replace_extension(".md")), writtenRun("markdown", run.value()));
    }
    EXPECT_GE(files, 1u);
}

TEST(PublishedResults, HaveTheRowsThatTheReadmeShows) {
    const std::string readme = contentOf(kRoot / "README.md");
    const std::size_t begin = readme.find("```text\noperation ") + 8;
    const std::vector<std::string> shown =
        wordsOfLines(readme.substr(begin, readme.find("\n```", begin) - begin));
    const Result<RunResult> run = runFromJson(contentOf(kRoot / "results" / "nvidia-h100.json"), "");
    ASSERT_TRUE(run.ok()) << run.error().sentence();
    EXPECT_GE(shown.size(), 3u);
    const RunFigures figures = analyse(run.value());
    EXPECT_THAT(wordsOfLines(written("table", runDocument(figures), Display())),
                testing::IsSupersetOf(shown));
}

} // namespace
} // namespace vkperftest
