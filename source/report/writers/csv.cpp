// The records as RFC 4180 specifies, except that lines end with '\n'.
#include <algorithm>

#include "base/text.h"
#include "report/writers.h"

namespace vkperftest {
namespace {

std::string quoted(const std::string& cell) {
    if (cell.find_first_of(",\"\r\n") == std::string::npos) return cell;
    std::string result = "\"";
    for (const char c : cell) result += c == '"' ? std::string("\"\"") : std::string(1, c);
    return result + "\"";
}

std::string writeCsv(const Document& document, const Display&) {
    const Grid& records = recordsOf(document);
    std::vector<std::string> cells;
    for (const Column& column : records.columns) cells.push_back(quoted(column.title));
    std::string text = join(cells, ",") + "\n";
    for (const std::vector<std::string>& record : records.rows) {
        cells.assign(records.columns.size(), "");
        std::transform(record.begin(), record.end(), cells.begin(), quoted);
        text += join(cells, ",") + "\n";
    }
    return text;
}

} // namespace

extern const Writer kCsvWriter{"csv", ".csv", Shown::Records, writeCsv};

} // namespace vkperftest
