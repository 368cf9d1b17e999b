// Tables with one value for each enumerator; their size is checked at compile time.
#pragma once

#include <array>
#include <cstddef>
#include <string_view>

namespace vkperftest {

// True if the enumeration has an enumerator with that value: compilers print an enumerator by its name, and
// any other value as a cast, "(Format)11".
template <auto value> consteval bool isEnumerator() {
#ifdef _MSC_VER
    return std::string_view(__FUNCSIG__).find("<(") == std::string_view::npos;
#else
    return std::string_view(__PRETTY_FUNCTION__).find(" = (") == std::string_view::npos;
#endif
}

// The number of enumerators, whose values count up from 0.
template <class Enum, std::size_t count = 0> consteval std::size_t enumeratorCount() {
    if constexpr (isEnumerator<static_cast<Enum>(count)>())
        return enumeratorCount<Enum, count + 1>();
    else
        return count;
}

template <class Enum, class Value> struct EnumTable {
    std::array<Value, enumeratorCount<Enum>()> values;

    constexpr const Value& operator[](Enum key) const { return values[static_cast<std::size_t>(key)]; }
    constexpr auto begin() const { return values.begin(); }
    constexpr auto end() const { return values.end(); }
};

// Takes the values in the order of the enumerators: enumTable<Pattern, std::string_view>({"uniform", …}).
template <class Enum, class Value, std::size_t size>
constexpr EnumTable<Enum, Value> enumTable(const Value (&values)[size]) {
    static_assert(size == enumeratorCount<Enum>(), "each enumerator needs one value in the table");
    return {std::to_array(values)};
}

} // namespace vkperftest
