// Any bytes as the settings of lint, in a file and on the command line: an error or settings.
#include "fuzzing.h"
#include "lint/settings.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace vkperftest;
    const std::string text(textOf(data, size));
    RuleChanges ofLine;
    accepted(addRuleChange(ofLine, text));
    const Result<RuleChanges> ofFile = parseLintSettings(text, "vkperftest-lint.toml");
    if (accepted(ofFile)) require(!ruleSettings(ofFile.value(), ofLine).empty());
    return 0;
}
