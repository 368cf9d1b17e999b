#include "base/utf8_path.h"

#include <cstdlib>

namespace vkperftest {

std::filesystem::path pathOf(std::string_view utf8) {
    return std::u8string(utf8.begin(), utf8.end());
}

std::string textOf(const std::filesystem::path& path) {
    const std::u8string text = path.u8string();
    return {text.begin(), text.end()};
}

#ifdef _WIN32

// The functions for narrow characters would use whatever code page is set.

std::string environmentVariable(const std::string& name) {
    const wchar_t* const value = _wgetenv(pathOf(name).c_str());
    return value != nullptr ? textOf(value) : "";
}

void setEnvironmentVariable(const std::string& name, const std::string& value) {
    _wputenv_s(pathOf(name).c_str(), pathOf(value).c_str());
}

#else

std::string environmentVariable(const std::string& name) {
    const char* const value = std::getenv(name.c_str());
    return value != nullptr ? value : "";
}

void setEnvironmentVariable(const std::string& name, const std::string& value) {
    if (value.empty())
        unsetenv(name.c_str());
    else
        setenv(name.c_str(), value.c_str(), 1);
}

#endif

} // namespace vkperftest
