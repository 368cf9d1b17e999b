// fmt's own functions, once in the program: compiled in each file that formats (FMT_HEADER_ONLY), they would take longer
// than most of these files. Debian's compiled fmt is a shared library, which a program that is carried cannot need.
#include <locale>

#include <fmt/format-inl.h>

// The templates that headers only declare.
FMT_BEGIN_NAMESPACE
namespace detail {
template void vformat_to<char>(buffer<char>&, string_view, format_args, locale_ref);
template thousands_sep_result<char> thousands_sep_impl<char>(locale_ref);
template char decimal_point_impl<char>(locale_ref);
template std::locale locale_ref::get<std::locale>() const; // of fmt/chrono.h
} // namespace detail
FMT_END_NAMESPACE
