#include "report/writers.h"

#include <array>

namespace vkperftest {

// Each is defined in a file of its own in report/writers/, and has its row below.
using Write = std::string(const Document& document, bool color);
Write writeTable, writePerfTest, writeCsv, writeMarkdown, writeJson, writeHtml;

namespace {

constexpr auto kWriters = std::to_array<Writer>({
    {"table", "", Shown::Sections, writeTable}, // the default
    {"perftest", "", Shown::Run, writePerfTest},
    {"csv", ".csv", Shown::Records, writeCsv},
    {"markdown", ".md", Shown::Sections, writeMarkdown},
    {"json", ".json", Shown::Data, writeJson},
    {"html", ".html", Shown::Sections, writeHtml},
});

} // namespace

std::span<const Writer> runWriters() {
    return kWriters;
}

std::span<const Writer> writers() {
    static const std::vector<Writer> general = [] {
        std::vector<Writer> all(std::begin(kWriters), std::end(kWriters));
        std::erase_if(all, [](const Writer& writer) { return writer.shown == Shown::Run; });
        return all;
    }();
    return general;
}

} // namespace vkperftest
