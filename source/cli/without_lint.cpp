// `lint` of a program that was built without the libraries that it needs.
#include "cli/linting.h"

namespace vkperftest {

Result<void> checkLintRules(const LintRequest&) {
    return {};
}

Result<int> lint(const LintRequest&) {
    return Error{ErrorKind::Usage, "this program was built without `lint`",
                 "build it with the libraries of glslang, SPIRV-Tools and SPIRV-Cross; "
                 "third_party/README.md names their packages"};
}

} // namespace vkperftest
