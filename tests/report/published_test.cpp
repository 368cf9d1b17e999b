// What the repository shows of its own results.
#include <filesystem>

#include <gmock/gmock.h>

#include "base/atomic_file.h"
#include "model/json_read.h"
#include "paths.h"
#include "report/documents.h"
#include "written.h"

namespace vkperftest {
namespace {

const std::filesystem::path kRoot = repositoryFile(".");

std::string contentOf(const std::filesystem::path& path) {
    const Result<std::string> text = readFile(path.string());
    EXPECT_TRUE(text.ok()) << path;
    return text.ok() ? text.value() : "";
}

TEST(PublishedResults, AreWhatTheProgramMakesOfTheirFiles) {
    std::size_t files = 0;
    for (const auto& entry : std::filesystem::directory_iterator(kRoot / "results")) {
        std::filesystem::path path = entry.path();
        if (path.extension() != ".json" || path.stem().extension() == ".schema") continue;
        ++files;
        const Result<RunResult> run = runFromJson(contentOf(path), path.string());
        ASSERT_TRUE(run.ok()) << run.error().sentence();
        const RunFigures figures = analyse(run.value());
        EXPECT_EQ(contentOf(path.replace_extension(".md")), written("markdown", runDocument(figures, true)));
    }
    EXPECT_GE(files, 1u);
}

} // namespace
} // namespace vkperftest
