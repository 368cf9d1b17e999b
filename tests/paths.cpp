#include "paths.h"

namespace vkperftest {

std::string repositoryFile(const std::string& path) {
    return std::string(VKPERFTEST_REPOSITORY) + "/" + path;
}

std::string programFile() {
    return VKPERFTEST_PROGRAM;
}

} // namespace vkperftest
