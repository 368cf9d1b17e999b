// For programs: a run as its results file, other documents as their data or a list of their records, with the
// notes if there are any.
#include "base/text.h"
#include "model/json_layout.h"
#include "report/results_json.h"
#include "report/writers.h"

namespace vkperftest {
namespace {

Json cellJson(Kind kind, const std::string& cell) {
    if (kind == Kind::Flag) return cell.empty() ? Json(nullptr) : Json(cell == "yes");
    if (kind != Kind::Number) return cell;
    if (cell.empty()) return nullptr;
    const std::optional<double> number = parseNumber(cell);
    return number ? jsonNumber(*number) : Json(cell);
}

std::string writeJson(const Document& document, const Display&) {
    if (document.figures != nullptr) return runToJson(*document.figures, !document.figures->run->interrupted);
    if (!document.data.empty()) return document.data;
    const Grid& records = recordsOf(document);
    Json list = Json::array();
    for (const std::vector<std::string>& record : records.rows) {
        Json object = Json::object();
        for (std::size_t i = 0; i < records.columns.size(); ++i)
            object[records.columns[i].title] =
                cellJson(records.columns[i].kind, i < record.size() ? record[i] : "");
        list.push_back(std::move(object));
    }
    return layOutJson(document.notes.empty() ? list : Json({{"notes", document.notes}, {"records", list}}));
}

} // namespace

extern const Writer kJsonWriter{"json", ".json", Shown::Data, writeJson};

} // namespace vkperftest
