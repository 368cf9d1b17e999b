// The formats, one file each in report/writers/. A format writes documents, or only documents of a run, as
// text.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "report/document.h"

namespace vkperftest {

// Which parts of a document a format shows.
enum class Shown {
    Sections, // what readers see, remarks included
    Records,  // the records, without remarks: the document's notes go elsewhere
    Data,     // the data or the records; for a run, everything measured
    Run,      // the run alone: other documents cannot be written, and its notes go elsewhere
};

// The display that the text is for. Only the table uses it.
struct Display {
    std::size_t width = 80;      // columns of a line
    std::size_t proseWidth = 80; // the same for sentences, which are hard to read in long lines
    bool color = false;          // ANSI escapes
    bool bars = false;           // beside ratios, where there is room
    bool wide = false;           // whole tables, however long their lines
};

struct Writer {
    std::string_view name;
    std::string_view ending; // of files that are always in this format; may be empty
    Shown shown;
    std::string (*write)(const Document& document, const Display& display);
};

// One for each file in writers/, in the order in which --format names them.
std::span<const Writer* const> allWriters();

// The formats for every document, and those for a run's document; the default first.
std::span<const Writer> writers();
std::span<const Writer> runWriters();

// True if the format joins the documents of several devices; formats for readers print one after another.
bool joinsDevices(const Writer& format);

// The documents of several devices, printed as one in formats for programs.
class DeviceDocuments {
public:
    // The next documents are of this device.
    void begin(std::size_t index, const std::string& name);

    // Adds the parts of the document that the format shows. The format must be one that joins devices.
    void add(const Document& document, const Writer& format);

    bool empty() const { return data_.empty() && records_.rows.empty(); }

    // JSON: an array with an element for each device, even if there is only one. Records: those of all
    // devices, each after the device's index and, unless the record has a column `device`, its name.
    Document joined() const;

private:
    std::string index_, name_;
    std::string data_;
    Grid records_;
};

} // namespace vkperftest
