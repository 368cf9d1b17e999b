#include "report/writers.h"

#include <algorithm>

namespace vkperftest {

// Each is defined in a file of its own.
using Write = std::string(const Document& document, bool color);
Write writeTable, writePerfTest, writeCsv, writeMarkdown, writeJson, writeHtml;

namespace {

constexpr Writer kWriters[] = {
    {"table", "", Part::Sections, writeTable}, // the default
    {"perftest", "", Part::Run, writePerfTest},         {"csv", ".csv", Part::Records, writeCsv},
    {"markdown", ".md", Part::Sections, writeMarkdown}, {"json", ".json", Part::Data, writeJson},
    {"html", ".html", Part::Sections, writeHtml},
};

} // namespace

std::span<const Writer> runWriters() {
    return kWriters;
}

std::span<const Writer> writers() {
    static const std::vector<Writer> general = [] {
        std::vector<Writer> all(std::begin(kWriters), std::end(kWriters));
        std::erase_if(all, [](const Writer& writer) { return writer.part == Part::Run; });
        return all;
    }();
    return general;
}

} // namespace vkperftest
