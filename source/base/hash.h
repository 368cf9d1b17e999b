// FNV-1a, of 64 bits: tells texts and modules apart; no protection against those who forge them.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include <fmt/format.h>

namespace vkperftest {

class Hash {
public:
    void add(std::string_view bytes) {
        for (const char c : bytes) hash_ = (hash_ ^ static_cast<unsigned char>(c)) * 0x100000001b3ULL;
    }
    std::string text() const { return fmt::format("{:016x}", hash_); } // 16 hexadecimal digits

private:
    std::uint64_t hash_ = 0xcbf29ce484222325ULL;
};

} // namespace vkperftest
