#ifdef _WIN32
#include "model/host_record.h"

#include <algorithm>
#include <array>
#include <bit>
#include <thread>

#include <windows.h>

#include <fmt/format.h>

#include "base/text.h"

namespace vkperftest {
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

// The registry has "AMD64 Family 26 Model 2 Stepping 1".
std::string readCpuIdentity() {
    const std::string text = readOfCpu("Identifier");
    const std::size_t family = text.find("Family");
    return family == std::string::npos ? text : text.substr(family);
}

// Sorted, and named as on Linux.
std::vector<std::string> readCpuExtensions() {
    constexpr std::array<std::pair<DWORD, const char*>, 6> kExtensions = {
        {{39, "avx"}, {40, "avx2"}, {41, "avx512f"}, {36, "ssse3"}, {37, "sse4_1"}, {38, "sse4_2"}}};
    std::vector<std::string> extensions;
    for (const auto& [feature, name] : kExtensions) {
        if (IsProcessorFeaturePresent(feature) != 0) extensions.emplace_back(name);
    }
    std::sort(extensions.begin(), extensions.end());
    return extensions;
}

std::string readPower() {
    SYSTEM_POWER_STATUS status{};
    if (GetSystemPowerStatus(&status) == 0) return {};
    return status.ACLineStatus == 1 ? "mains" : status.ACLineStatus == 0 ? "battery" : "";
}

} // namespace

// Windows has neither governors nor files with the device's clocks.
HostRecord readHostRecord(const std::string&, const std::string&) {
    HostRecord record{.cpu = readOfCpu("ProcessorNameString"),
                      .cpuIdentity = readCpuIdentity(),
                      .cpuExtensions = readCpuExtensions(),
                      .cpuThreads = std::thread::hardware_concurrency(),
                      .power = readPower()};
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

} // namespace vkperftest
#endif
