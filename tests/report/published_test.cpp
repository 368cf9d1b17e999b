// What the repository shows of its own results.
#include <filesystem>

#include "base/atomic_file.h"
#include "matchers.h"
#include "model/published.h"
#include "paths.h"
#include "report/documents.h"
#include "written.h"

namespace vkperftest::published_test {

const std::filesystem::path kRoot = repositoryFile(".");

std::string contentOf(const std::filesystem::path& path) {
    return valueOf(readFile(path.string()));
}

TEST(PublishedResults, AreWhatTheProgramMakesOfTheirFiles) {
    std::size_t files = 0;
    for (const auto& entry : std::filesystem::directory_iterator(kRoot / "results")) {
        std::filesystem::path path = entry.path();
        if (path.extension() != ".json" || path.stem().extension() == ".schema") continue;
        ++files;
        const RunResult run = valueOf(runFromJson(contentOf(path), path.string()));
        const RunFigures figures = analyse(run);
        EXPECT_EQ(contentOf(path.replace_extension(".md")), written("markdown", runDocument(figures, true)));
    }
    EXPECT_GE(files, 1u);
}

} // namespace vkperftest::published_test
