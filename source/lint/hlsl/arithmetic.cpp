#include "lint/hlsl/arithmetic.h"

#include <charconv>
#include <string>

#include "base/text.h"

namespace vkperftest {
namespace {

std::optional<HlslConstant> divide(std::string_view sign, HlslConstant a, HlslConstant b) {
    if (b.bits == 0) return std::nullopt;
    const bool remainder = sign == "%";
    if (!a.isSigned) return HlslConstant{remainder ? a.bits % b.bits : a.bits / b.bits, false, a.is64};
    const auto left = static_cast<std::int64_t>(a.bits), right = static_cast<std::int64_t>(b.bits);
    if (right == -1) { // not by division: the smallest number has no opposite
        a.bits = remainder ? 0 : 0 - a.bits;
        return a.wrapped();
    }
    a.bits = static_cast<std::uint64_t>(remainder ? left % right : left / right);
    return a;
}

HlslConstant shift(std::string_view sign, HlslConstant a, HlslConstant b) {
    const std::uint64_t by = b.bits & (a.is64 ? 63 : 31); // as HLSL specifies
    if (sign == "<<") {
        a.bits <<= by;
    } else {
        a.bits =
            a.isSigned ? static_cast<std::uint64_t>(static_cast<std::int64_t>(a.bits) >> by) : a.bits >> by;
    }
    return a.wrapped();
}

} // namespace

HlslConstant HlslConstant::wrapped() const {
    HlslConstant result = *this;
    if (!is64) {
        const auto low = static_cast<std::uint32_t>(bits);
        result.bits = isSigned ? static_cast<std::uint64_t>(static_cast<std::int32_t>(low)) : low;
    }
    return result;
}

HlslConstant convert(HlslConstant value, HlslNumber number) {
    if (number == HlslNumber::Bool) return hlslBool(value.bits != 0);
    return value.as(number == HlslNumber::Int || number == HlslNumber::Int64,
                    number == HlslNumber::Int64 || number == HlslNumber::Uint64);
}

HlslConstant hlslBool(bool value) {
    return {value ? 1u : 0u, true, false};
}

std::optional<HlslConstant> hlslLiteral(std::string_view text, bool wide) {
    std::string digits = lowercase(text);
    const std::size_t suffixed = digits.find_last_not_of("ul") + 1;
    const std::string suffix = digits.substr(suffixed);
    if (!suffix.empty() && suffix != "u" && suffix != "l" && suffix != "ul" && suffix != "lu" &&
        suffix != "ll" && suffix != "ull" && suffix != "llu")
        return std::nullopt;
    digits.resize(suffixed);
    int base = 10;
    if (digits.starts_with("0x")) base = 16;
    if (digits.starts_with("0b")) base = 2;
    if (base == 10 && digits.size() > 1 && digits[0] == '0') base = 8;
    if (base != 10) digits.erase(0, base == 8 ? 1 : 2);
    HlslConstant value;
    const char* const end = digits.data() + digits.size();
    const auto [read, error] = std::from_chars(digits.data(), end, value.bits, base);
    if (error != std::errc() || read != end) return std::nullopt;
    const bool isUnsigned = suffix.find('u') != std::string::npos;
    value.is64 = wide || suffix.find('l') != std::string::npos || value.bits > 0xffff'ffff;
    value.isSigned = !isUnsigned && (value.is64 ? value.bits <= INT64_MAX : value.bits <= INT32_MAX);
    return value;
}

std::optional<HlslConstant> combine(std::string_view sign, HlslConstant a, HlslConstant b) {
    if (sign == "<<" || sign == ">>") return shift(sign, a, b);
    const bool is64 = a.is64 || b.is64;
    const bool isSigned = (a.isSigned || (b.is64 && !a.is64)) && (b.isSigned || (a.is64 && !b.is64));
    a = a.as(isSigned, is64);
    b = b.as(isSigned, is64);
    const bool less =
        isSigned ? static_cast<std::int64_t>(a.bits) < static_cast<std::int64_t>(b.bits) : a.bits < b.bits;
    if (sign == "==") return hlslBool(a.bits == b.bits);
    if (sign == "!=") return hlslBool(a.bits != b.bits);
    if (sign == "<") return hlslBool(less);
    if (sign == ">=") return hlslBool(!less);
    if (sign == ">") return hlslBool(!less && a.bits != b.bits);
    if (sign == "<=") return hlslBool(less || a.bits == b.bits);
    if (sign == "/" || sign == "%") return divide(sign, a, b);
    if (sign == "+") a.bits += b.bits;
    if (sign == "-") a.bits -= b.bits;
    if (sign == "*") a.bits *= b.bits;
    if (sign == "&") a.bits &= b.bits;
    if (sign == "|") a.bits |= b.bits;
    if (sign == "^") a.bits ^= b.bits;
    return a.wrapped();
}

} // namespace vkperftest
