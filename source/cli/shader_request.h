// What the command line says about users' shaders (`isa FILE`), in programs without the libraries that read
// shaders, too.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "base/result.h"
#include "cli/options.h"
#include "frontend/shader_file.h"
#include "isa/shader.h"

namespace vkperftest {

// Options that only users' shaders have.
inline constexpr const char* kShaderOptions[] = {"-D",
                                                 "-I",
                                                 "--entry",
                                                 "--stage",
                                                 "--hlsl-version",
                                                 "--spec",
                                                 "--push-descriptors",
                                                 "--all-lines",
                                                 "--fail-on",
                                                 "--root-descriptors"};

// Of --fail-on.
struct ShaderFailures {
    bool spills = false;
    bool slowerLoads = false;
};

struct ShaderRequest {
    std::vector<std::string> paths;
    ShaderOptions compile;              // of addShaderOptions()
    std::vector<std::string> constants; // ID=VALUE
    ShaderPipelineOptions pipeline;     // without the constants
    bool allLinesGiven = false;         // the option
    ShaderFailures failOn;
    bool rootDescriptors = false; // lint's option, which check() rejects
    std::string package;          // of a child: the file that its parent wrote
    std::string modules;          // of a child: which of the package's modules, by index: "0,3,4"

    void declare(Options& options);
    // Usage errors. `drivers`: how many were named.
    Result<void> check(std::size_t drivers) const;
    // To find every line, however long that takes: comparing loads needs the lines, too.
    bool allLines() const { return allLinesGiven || failOn.slowerLoads; }
    bool any() const { return !paths.empty() || !package.empty(); }
};

} // namespace vkperftest
