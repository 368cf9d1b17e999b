#include "model/host_record.h"

#include <algorithm>
#include <array>
#include <bit>
#include <thread>

#ifdef _WIN32
#include <windows.h>
#else
#include <sys/utsname.h>
#endif

#include <fmt/format.h>

#include "base/atomic_file.h"
#include "base/text.h"

namespace vkperftest {

std::string processorText(const HostRecord& host) {
    std::string text = host.cpu.empty() ? "an unknown CPU" : host.cpu;
    if (!host.cpuIdentity.empty()) text += fmt::format(" ({})", host.cpuIdentity);
    const unsigned threads = host.driverThreads > 0 ? host.driverThreads : host.cpuThreads;
    return threads == 0 ? text : fmt::format("{} thread{} of {}", threads, threads == 1 ? "" : "s", text);
}

#ifdef _WIN32

namespace {

// GetVersionEx returns the version in the program's manifest; RtlGetVersion returns the real one.
RTL_OSVERSIONINFOEXW readVersion() {
    RTL_OSVERSIONINFOEXW version{};
    version.dwOSVersionInfoSize = sizeof version;
    const HMODULE ntdll = GetModuleHandleW(L"ntdll.dll");
    const FARPROC function = ntdll != nullptr ? GetProcAddress(ntdll, "RtlGetVersion") : nullptr;
    using RtlGetVersion = LONG(WINAPI*)(RTL_OSVERSIONINFOEXW*);
    if (function == nullptr || std::bit_cast<RtlGetVersion>(function)(&version) != 0)
        version.dwMajorVersion = 0;
    return version;
}

std::string readOfCpu(const char* value) {
    std::array<char, 256> text{};
    DWORD bytes = static_cast<DWORD>(text.size());
    const LSTATUS status =
        RegGetValueA(HKEY_LOCAL_MACHINE, "HARDWARE\\DESCRIPTION\\System\\CentralProcessor\\0", value,
                     RRF_RT_REG_SZ, nullptr, text.data(), &bytes);
    return status == ERROR_SUCCESS ? std::string(trim(text.data())) : std::string();
}

} // namespace

// Windows has no governors, and software drivers are measured elsewhere.
HostRecord readHostRecord(const std::string&) {
    HostRecord record{.cpu = readOfCpu("ProcessorNameString"),
                      .cpuThreads = std::thread::hardware_concurrency()};
    if (const RTL_OSVERSIONINFOEXW version = readVersion(); version.dwMajorVersion > 0) {
        constexpr DWORD kBuildOfWindows11 = 22000; // it calls itself version 10
        const bool eleven = version.dwMajorVersion == 10 && version.dwBuildNumber >= kBuildOfWindows11;
        record.os = version.wProductType != VER_NT_WORKSTATION
                        ? "Windows Server"
                        : fmt::format("Windows {}", eleven ? 11 : version.dwMajorVersion);
        record.kernel = fmt::format("Windows NT {}.{}.{}", version.dwMajorVersion, version.dwMinorVersion,
                                    version.dwBuildNumber);
    }
    return record;
}

#else

namespace {

// The value of the first line "key<separator>value"; quotes around it are removed.
std::string valueOf(const std::vector<std::string>& lines, std::string_view key, char separator) {
    for (const std::string& line : lines) {
        const std::size_t end = line.find(separator);
        if (end == std::string::npos || trim(std::string_view(line).substr(0, end)) != key) continue;
        std::string_view value = trim(std::string_view(line).substr(end + 1));
        if (value.size() >= 2 && value.front() == '"' && value.back() == '"')
            value = value.substr(1, value.size() - 2);
        return std::string(value);
    }
    return {};
}

std::string readKernel() {
    utsname names{};
    if (uname(&names) != 0) return {};
    return fmt::format("{} {} {}", names.sysname, names.release, names.machine);
}

std::string readCpu(const std::vector<std::string>& lines) {
    for (const std::string_view key : {"model name", "Hardware", "Model"}) { // the latter two on ARM
        std::string value = valueOf(lines, key, ':');
        if (!value.empty()) return value;
    }
    return {};
}

std::string readCpuIdentity(const std::vector<std::string>& lines) {
    constexpr std::array<std::pair<std::string_view, std::string_view>, 7> kParts = {
        {{"cpu family", "Family"},
         {"model", "Model"},
         {"stepping", "Stepping"},
         {"CPU implementer", "Implementer"}, // and so on: ARM
         {"CPU part", "Part"},
         {"CPU variant", "Variant"},
         {"CPU revision", "Revision"}}};
    std::vector<std::string> parts;
    for (const auto& [key, name] : kParts) {
        const std::string value = valueOf(lines, key, ':');
        if (!value.empty()) parts.push_back(fmt::format("{} {}", name, value));
    }
    return join(parts, " ");
}

std::vector<std::string> readCpuExtensions(const std::vector<std::string>& lines) {
    constexpr std::array<std::string_view, 9> kFamilies = {"sse", "ssse", "avx",   "fma", "f16c",
                                                           "amx", "sve",  "asimd", "neon"};
    std::vector<std::string> extensions;
    for (const char* key : {"flags", "Features"}) { // the latter on ARM
        for (const std::string& word : split(valueOf(lines, key, ':'), ' ')) {
            if (std::any_of(kFamilies.begin(), kFamilies.end(),
                            [&](std::string_view family) { return word.starts_with(family); }))
                extensions.push_back(word);
        }
    }
    std::sort(extensions.begin(), extensions.end());
    return extensions;
}

} // namespace

HostRecord readHostRecord(const std::string& root) {
    const std::vector<std::string> cpu = readLines(root + "/proc/cpuinfo");
    return {.os = valueOf(readLines(root + "/etc/os-release"), "PRETTY_NAME", '='),
            .kernel = readKernel(),
            .cpu = readCpu(cpu),
            .cpuIdentity = readCpuIdentity(cpu),
            .cpuExtensions = readCpuExtensions(cpu),
            .cpuThreads = std::thread::hardware_concurrency(),
            .cpuGovernor = readLine(root + "/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor")};
}

#endif

} // namespace vkperftest
