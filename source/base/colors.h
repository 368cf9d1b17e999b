// The escape sequences that the program prints, and the only ones that base/printable.h lets pass.
#pragma once

namespace vkperftest {

inline constexpr const char* kPlain = "\x1b[0m"; // ends each of the others
inline constexpr const char* kBold = "\x1b[1m";
inline constexpr const char* kRed = "\x1b[31m";
inline constexpr const char* kGreen = "\x1b[32m";
inline constexpr const char* kYellow = "\x1b[33m";
inline constexpr const char* kBoldRed = "\x1b[1;31m";
inline constexpr const char* kBoldGreen = "\x1b[1;32m";
inline constexpr const char* kBoldMagenta = "\x1b[1;35m";
inline constexpr const char* kBoldCyan = "\x1b[1;36m";

inline constexpr const char* kColors[] = {kPlain,   kBold,      kRed,         kGreen,   kYellow,
                                          kBoldRed, kBoldGreen, kBoldMagenta, kBoldCyan};

} // namespace vkperftest
