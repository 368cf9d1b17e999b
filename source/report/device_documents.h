// The documents of several devices, printed as one in formats for programs.
#pragma once

#include <string>

#include "report/writers.h"

namespace vkperftest {

// Formats for readers print one document after the other instead.
bool joinsDevices(const Writer& format);

class DeviceDocuments {
public:
    // The next documents are of this device.
    void begin(std::size_t index, const std::string& name);

    // Takes over what the format, one that joins devices, shows of the document.
    void add(const Document& document, const Writer& format);

    bool empty() const { return data_.empty() && records_.rows.empty(); }

    // JSON: an array with an element for each device, whatever their number. Records: those of all devices, behind the
    // device's index and, unless they name it themselves, its name.
    Document joined() const;

private:
    std::string index_, name_;
    std::string data_;
    Grid records_;
};

} // namespace vkperftest
