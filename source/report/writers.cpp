#include "report/writers.h"

#include <algorithm>

namespace vkperftest {

extern const Writer kTableWriter, kPerfTestWriter, kCsvWriter, kMarkdownWriter, kJsonWriter, kHtmlWriter;

std::span<const Writer> runWriters() {
    static const std::vector<Writer> all = {kTableWriter,    kPerfTestWriter, kCsvWriter,
                                            kMarkdownWriter, kJsonWriter,     kHtmlWriter};
    return all;
}

std::span<const Writer> writers() {
    static const std::vector<Writer> general = [] {
        std::vector<Writer> some(runWriters().begin(), runWriters().end());
        std::erase_if(some, [](const Writer& writer) { return writer.shown == Shown::Run; });
        return some;
    }();
    return general;
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
