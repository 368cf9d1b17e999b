// The types of the header that `advise --emit c` writes, each value with its meaning.
#pragma once

#include <string>
#include <string_view>

namespace vkperftest {

// The enumerators of kinds and strategies, as bits of a mask: "VKPERFTEST_KIND_RAW".
std::string kindConstant(std::string_view kind);
std::string strategyConstant(std::string_view strategy);

// In upper case, with '_' for all that no identifier may hold: "ADDRESS_4".
std::string upperIdentifier(std::string_view text);

// Their definitions, in a guard of their own.
std::string preferencesTypes();

} // namespace vkperftest
