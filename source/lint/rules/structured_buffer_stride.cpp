#include "lint/rule.h"

namespace vkperftest {
namespace {

std::vector<LintFinding> check(const LintSubject&, const RuleSettings&) { return {}; }

} // namespace

extern const Rule kStructuredBufferStride;
const Rule kStructuredBufferStride = {"structured-buffer-stride-not-cache-aligned", "", Severity::Suggestion,
                                      check};

} // namespace vkperftest
