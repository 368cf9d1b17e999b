// `lint`, `isa FILE` and `try` of a program that was built without the libraries that they need.
#include "cli/isa_compiling.h"
#include "cli/linting.h"
#include "cli/trying.h"

#include <fmt/format.h>

namespace vkperftest {
namespace {

Error builtWithout(const char* what) {
    return usageError(fmt::format("this program was built without {}", what),
                      "build it with the libraries of glslang and SPIRV-Tools; "
                      "third_party/README.md names their packages");
}

} // namespace

Result<void> checkTry(const TryRequest&) {
    return {};
}

Result<int> tryShaders(TryRequest&, DeviceOpener) {
    return builtWithout("`try`");
}

Result<void> checkLintRules(const LintRequest&) {
    return {};
}

Result<int> lint(const LintRequest&) {
    return builtWithout("`lint`");
}

Result<CompiledShaders> compileShaders(const ShaderRequest&, CompileRequest) {
    return builtWithout("`isa FILE`");
}

Result<std::vector<Shader>> askedShaders(const Message&) {
    return builtWithout("`isa FILE`");
}

} // namespace vkperftest
