// Printing and saving documents.
#pragma once

#include "cli/command_line.h"
#include "report/document.h"

namespace vkperftest {

// Prints the document and saves it. Files first: a reader of standard output that goes away must not cost them; one
// that fails costs only itself. Notes that the format has no room for go to stderr. The first trouble, if there was
// any.
Result<void> deliver(const Document& document, const Writer& format,
                     const std::vector<OutputFile>& files = {});

// The same without printing.
Result<void> deliverFiles(const Document& document, const std::vector<OutputFile>& files);

} // namespace vkperftest
