// The formats. A format writes documents, or only documents of a run, as text.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

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
    bool terminal = false;       // a person reads it
    Extent extent = Extent::Answer;
};

struct Writer {
    std::string_view name;
    Shown shown;
    std::string (*write)(const Document& document, const Display& display);
};

// One file each in report/writers/, but those for programs in one.
using Write = std::string(const Document& document, const Display& display);
Write writeTable, writeMarkdown, writeCsv, writeJson, writePerfTest;

// The formats for every document, and those for a run's document, in the order in which --format names them; the
// default first.
std::span<const Writer> writers();
std::span<const Writer> runWriters();

// `index`: the address of the page that lists a site's devices, for a link above the heading; may be empty. Text from
// files is escaped.
std::string htmlPage(const Document& document, std::string_view index = "");

// What only pages with that link hold.
inline constexpr std::string_view kSiteLink = "\n<nav aria-label=\"Site\">\n";

// The lines of report/page/page.html with its style and script (cmake/AssemblePage.cmake). {{title}},
// {{pictures}} (their style) and {{content}} are still missing.
std::span<const std::string_view> pageTemplate();

std::string inTone(std::string_view text, std::string_view tone, bool color); // by ANSI escapes

// A cell of Kind::Ratio: "1.498x" is right-aligned in its part of the column, and marks follow it. Cells
// without a ratio ("failed") are all marks.
struct RatioCell {
    std::string ratio, marks;
    double value = 0; // 0 without a ratio
};
RatioCell ratioCell(const std::string& cell);

} // namespace vkperftest
