// Documents as the formats write them.
#pragma once

#include <string>
#include <vector>

#include "report/documents.h"
#include "report/writers.h"

namespace vkperftest {

std::string written(std::string_view format, const Document& document, const Display& display);

// Whole tables and sentences, in lines as long as they need.
std::string written(std::string_view format, const Document& document, bool color = false);

std::string writtenRun(std::string_view format, const RunResult& run, bool color = false);

std::string writtenGrid(std::string_view format, const Grid& grid);

// RFC 4180 with '\n': records of cells.
std::vector<std::vector<std::string>> parsedCsv(const std::string& text);

} // namespace vkperftest
