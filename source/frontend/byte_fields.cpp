#include "frontend/byte_fields.h"

#include <cstdint>
#include <cstring>

namespace vkperftest {

void appendField(std::string& bytes, std::string_view field) {
    const auto length = static_cast<std::uint32_t>(field.size());
    bytes.append(reinterpret_cast<const char*>(&length), sizeof(length));
    bytes.append(field);
}

std::optional<std::string_view> takeField(std::string_view& bytes) {
    std::uint32_t length = 0;
    if (bytes.size() < sizeof(length)) return std::nullopt;
    std::memcpy(&length, bytes.data(), sizeof(length));
    if (bytes.size() - sizeof(length) < length) return std::nullopt;
    const std::string_view taken = bytes.substr(sizeof(length), length);
    bytes.remove_prefix(sizeof(length) + length);
    return taken;
}

} // namespace vkperftest
