#include "report/page.h"

#include <algorithm>
#include <map>

#include <fmt/format.h>

#include "base/enum_table.h"
#include "base/text.h"
#include "model/json_layout.h"
#include "report/bound_phrases.h"
#include "report/compact_run.h"
#include "report/document.h"
#include "report/page_texts.h"
#include "report/phrases.h"

namespace vkperftest {
namespace {

// JSON as the content of a script element. '<' is escaped: it could end the element or begin a comment.
std::string embedded(std::string_view json) {
    std::string text;
    text.reserve(json.size());
    for (const char c : json) text += c == '<' ? std::string_view("\\u003c") : std::string_view(&c, 1);
    return text;
}

std::string titleOf(std::span<const PageFile> files) {
    std::vector<std::string> devices;
    for (const PageFile& file : files)
        if (std::ranges::count(devices, file.device) == 0) devices.push_back(file.device);
    return devices.size() <= 3 ? "Loads of " + join(devices, ", ")
                               : fmt::format("Loads of {} devices", devices.size());
}

// {"title": …, "signs": [{"sign", "meaning"}], "bounds": [clauses],
//  "overview": overviewJson(), "rows": [lists of rows], "files": [{"rows": number of the list, …}]}
std::string pageData(std::span<const PageFile> files, const std::string& title, const Json& overview) {
    std::map<std::string_view, std::size_t> lists;
    std::string rows, figures;
    for (const PageFile& file : files) {
        const auto [at, isNew] = lists.emplace(file.rows, lists.size());
        if (isNew) rows += (rows.empty() ? "\n" : ",\n") + file.rows;
        figures += fmt::format("{}{{\"rows\":{},{}", figures.empty() ? "\n" : ",\n", at->second,
                               std::string_view(file.figures).substr(1));
    }
    Json signs = Json::array();
    for (const SignMeaning& each : signMeanings())
        signs.push_back({{"sign", std::string(1, each.sign)}, {"meaning", each.meaning}});
    Json bounds = Json::array(); // by number, which each figure has
    for (std::size_t bound = 0; bound < enumeratorCount<Bound>(); ++bound)
        bounds.push_back(boundText(static_cast<Bound>(bound)));
    return fmt::format("{{\"title\":{},\"signs\":{},\"bounds\":{},\"overview\":{},\n\"rows\":[{}],\n"
                       "\"files\":[{}]}}",
                       jsonString(title), signs.dump(), bounds.dump(), overview.dump(), rows, figures);
}

std::string script(std::string_view id, std::string_view json) {
    return fmt::format("<script type=\"application/json\" id=\"{}\">{}</script>\n", id, embedded(json));
}

} // namespace

Result<void> checkPage() {
    if (pageTemplate().size() > 1) return {};
    return Error{
        ErrorKind::Usage, "this program was built without `report`, whose charts need Chart.js",
        "install it (Debian and Ubuntu: apt install libjs-chart.js) and build again; see docs/building.md"};
}

std::string page(std::span<const PageFile> files) {
    const std::string title = titleOf(files);
    std::vector<const PageAnswer*> answers;
    std::vector<const PagePlain*> plain;
    for (const PageFile& file : files) {
        answers.push_back(&file.answer);
        plain.push_back(&file.plain);
    }
    const Json overview = overviewJson(answers);
    std::string text;
    for (const std::string_view line : pageTemplate()) {
        if (line == "{{title}}") {
            text += fmt::format("<title>{}</title>\n", htmlText(title));
        } else if (line == "{{heading}}") {
            text += fmt::format("<h1 id=\"title\">{}</h1>\n", htmlText(title));
        } else if (line == "{{plain}}") {
            text += plainHtml(plain, overview);
        } else if (line == "{{data}}") {
            text += script("data", pageData(files, title, overview));
            for (std::size_t i = 0; i < files.size(); ++i)
                text += script(fmt::format("samples-{}", i), files[i].samples);
        } else {
            text.append(line).append("\n");
        }
    }
    return text;
}

} // namespace vkperftest
