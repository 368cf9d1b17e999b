#include "cli/shader_errors.h"

#include <vector>

#include <fmt/format.h>

#include "base/printable.h"
#include "base/text.h"
#include "cli/console.h"

namespace vkperftest {

std::string shaderTrouble(const std::string& path, const Error& error) {
    const std::string name = printable(path);
    const bool named =
        error.cause.find(path) != std::string::npos || error.cause.find(name) != std::string::npos;
    return (named ? error : error.about(name)).sentence();
}

void printShaderTrouble(const std::string& trouble) {
    for (const std::string& line : split(trouble, '\n'))
        printError({ErrorKind::Usage, std::string(trim(line)), ""});
}

void noteUnusedHlslVersion(const std::set<std::string>& files) {
    if (files.empty()) return;
    constexpr std::size_t kMostNames = 3;
    const std::string which = files.size() <= kMostNames
                                  ? printable(join(std::vector(files.begin(), files.end()), ", "))
                                  : fmt::format("{} files", files.size());
    printNote(fmt::format("--hlsl-version had no effect on {}: only dxc takes a version of HLSL, and dxc did "
                          "not compile {}",
                          which, files.size() == 1 ? "this file" : "these files"));
}

} // namespace vkperftest
