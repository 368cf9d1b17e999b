// Any bytes as the settings of lint, in a file and on the command line: an error or settings.
#include "fuzzing.h"
#include "lint/settings.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace vkperftest;
    const std::string text(textOf(data, size));
    RuleSettingsById settings = defaultRuleSettings();
    accepted(setRule(settings, text));
    accepted(setRules(settings, text, "vkperftest-lint.toml"));
    require(settings.size() == lintRules().size());
    return 0;
}
