// The encodings of source files.
#pragma once

#include <string>

namespace vkperftest {

// UTF-8 without a byte order mark, which glslang cannot parse, from UTF-8 with or without one or from UTF-16
// with one; what is not valid UTF-16 becomes U+FFFD. Other bytes are returned as they are.
std::string asUtf8(std::string bytes);

// Ends the last line, without which glslang rejects #include there.
void endLastLine(std::string& text);

} // namespace vkperftest
