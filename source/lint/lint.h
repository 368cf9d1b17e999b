// `lint`: a file in, findings out.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "base/result.h"
#include "frontend/shader_file.h"
#include "lint/finding.h"
#include "lint/rule.h"

namespace vkperftest {

struct LintOptions {
    ShaderOptions shader;
    bool rootDescriptors = false;
    std::map<std::string, RuleSettings, std::less<>> rules; // by id; those not named have their defaults
};

struct LintedFile {
    std::string path;
    std::vector<LintFinding> findings; // by place, without repetitions over entry points
    std::string compiler;              // that made its SPIR-V: "glslang 12.0.0"; empty: none did
    std::vector<std::string> remarks;  // "read as source only, since …"
};

// Fails where the file cannot be read, scanned, compiled or validated.
Result<LintedFile> lintFile(const std::string& path, const LintOptions& options);

} // namespace vkperftest
