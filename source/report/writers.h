// The formats: each writes every document, or every document of a run, as text.
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

struct Writer {
    std::string_view name;
    std::string_view ending; // of files that are always in this format; may be empty
    Shown shown;
    std::string (*write)(const Document& document,
                         bool color); // color: ANSI escapes, where it has a use for them
};

// The formats of every document, and those of a run's.
std::span<const Writer> writers();
std::span<const Writer> runWriters();

} // namespace vkperftest
