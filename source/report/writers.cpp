#include "report/writers.h"

#include <algorithm>

namespace vkperftest {

extern const Writer kTableWriter, kPerfTestWriter, kCsvWriter, kMarkdownWriter, kJsonWriter, kHtmlWriter;

std::span<const Writer* const> allWriters() {
    static constexpr const Writer* kAll[] = {&kTableWriter,    &kPerfTestWriter, &kCsvWriter,
                                             &kMarkdownWriter, &kJsonWriter,     &kHtmlWriter};
    return kAll;
}

namespace {

std::vector<Writer> chosen(bool alsoForRunsAlone) {
    std::vector<Writer> all;
    for (const Writer* writer : allWriters()) {
        if (alsoForRunsAlone || writer->shown != Shown::Run) all.push_back(*writer);
    }
    return all;
}

} // namespace

std::span<const Writer> writers() {
    static const std::vector<Writer> general = chosen(false);
    return general;
}

std::span<const Writer> runWriters() {
    static const std::vector<Writer> all = chosen(true);
    return all;
}

bool joinsDevices(const Writer& format) {
    return format.shown == Shown::Data || format.shown == Shown::Records;
}

void DeviceDocuments::begin(std::size_t index, const std::string& name) {
    index_ = std::to_string(index);
    name_ = name;
}

void DeviceDocuments::add(const Document& document, const Writer& format) {
    if (format.shown == Shown::Data) {
        std::string element = format.write(document, {});
        element.resize(element.find_last_not_of('\n') + 1);
        data_ += (data_.empty() ? "" : ",\n") + element;
        return;
    }
    const Grid& records = recordsOf(document);
    std::vector<Column> columns = {{"device_index", Kind::Number}};
    const bool named = std::ranges::count(records.columns, "device", &Column::title) > 0;
    if (!named) columns.push_back({"device"});
    const std::size_t before = columns.size();
    columns.insert(columns.end(), records.columns.begin(), records.columns.end());
    records_.columns = std::move(columns);
    for (const std::vector<std::string>& record : records.rows) {
        std::vector<std::string>& cells = records_.rows.emplace_back(std::vector<std::string>{index_, name_});
        cells.resize(before);
        cells.insert(cells.end(), record.begin(), record.end());
    }
}

Document DeviceDocuments::joined() const {
    return {.records = records_, .data = data_.empty() ? "" : "[\n" + data_ + "\n]\n"};
}

} // namespace vkperftest
