#include "written.h"

#include <gmock/gmock.h>

#include "base/named.h"

namespace vkperftest {

std::string written(std::string_view format, const Document& document, const Display& display) {
    return findNamed(runWriters(), format, "no format").value()->write(document, display);
}

std::string written(std::string_view format, const Document& document, bool color) {
    return written(format, document,
                   Display{.width = 1000, .proseWidth = 1000, .color = color, .extent = Extent::Wide});
}

std::string writtenRun(std::string_view format, const RunResult& run, bool color) {
    const RunFigures figures = analyse(run);
    return written(format, runDocument(figures), color);
}

std::string writtenGrid(std::string_view format, const Grid& grid) {
    return written(format, {.sections = {{.grid = grid}}});
}

std::vector<std::vector<std::string>> parsedCsv(const std::string& text) {
    std::vector<std::vector<std::string>> records = {{""}};
    bool quoted = false;
    for (std::size_t i = 0; i < text.size(); ++i) {
        std::string& cell = records.back().back();
        if (quoted && text[i] == '"' && i + 1 < text.size() && text[i + 1] == '"') {
            cell += text[++i];
        } else if (text[i] == '"') {
            quoted = !quoted;
        } else if (text[i] == ',' && !quoted) {
            records.back().emplace_back();
        } else if (text[i] == '\n' && !quoted) {
            records.push_back({""});
        } else {
            cell += text[i];
        }
    }
    EXPECT_FALSE(quoted);
    EXPECT_EQ(records.back(), std::vector<std::string>{""}); // the last line has no end
    records.pop_back();
    return records;
}

} // namespace vkperftest
