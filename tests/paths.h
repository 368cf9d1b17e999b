// Where the files lie that tests read, and the program that they run.
#pragma once

#include <string>

namespace vkperftest {

// A file or folder of the repository, such as "results" or "tests/model/results-1.0.json".
std::string repositoryFile(const std::string& path);

// vkperftest as this build made it.
std::string programFile();

} // namespace vkperftest
