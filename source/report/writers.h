// The formats: each writes every document, or every document of a run, as text, and is a file in
// report/writers/.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "report/document.h"

namespace vkperftest {

// What of a document a format shows.
enum class Shown {
    Sections, // what readers see, remarks included
    Records,  // without remarks: the document's notes go elsewhere
    Data,     // the data or the records; of a run all that was measured
    Run,      // the run alone: other documents cannot be written, and its notes go elsewhere
};

// What the text is read on. Only the table asks for it.
struct Display {
    std::size_t width = 80;      // columns of a line
    std::size_t proseWidth = 80; // the same of sentences, which are hard to read in long lines
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

// One for each file, in the order that source/CMakeLists.txt gives them.
std::span<const Writer* const> allWriters();

// The formats of every document, and those of a run's, the default first.
std::span<const Writer> writers();
std::span<const Writer> runWriters();

// Formats for readers print one document after the other instead.
bool joinsDevices(const Writer& format);

// The documents of several devices, printed as one in formats for programs.
class DeviceDocuments {
public:
    // The next documents are of this device.
    void begin(std::size_t index, const std::string& name);

    // Takes over what the format, one that joins devices, shows of the document.
    void add(const Document& document, const Writer& format);

    bool empty() const { return data_.empty() && records_.rows.empty(); }

    // JSON: an array with an element for each device, whatever their number. Records: those of all devices,
    // behind the device's index and, unless they name it themselves, its name.
    Document joined() const;

private:
    std::string index_, name_;
    std::string data_;
    Grid records_;
};

} // namespace vkperftest
