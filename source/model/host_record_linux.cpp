#ifndef _WIN32
#include "model/host_record.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>
#include <thread>

#include <sys/utsname.h>

#include <fmt/format.h>

#include "base/text.h"

namespace vkperftest {
namespace {

namespace fs = std::filesystem;

// Empty if there is no such file or reading it fails, as it does for sensors of a GPU that sleeps.
std::vector<std::string> readLines(const fs::path& path) {
    std::ifstream file(path);
    std::vector<std::string> lines;
    for (std::string line; std::getline(file, line);) lines.emplace_back(trim(line));
    return lines;
}

std::string readLine(const fs::path& path) {
    const std::vector<std::string> lines = readLines(path);
    return lines.empty() ? std::string() : lines.front();
}

// The value of the first line "key<separator>value"; quotes around it are left out.
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

// Sorted paths in a folder whose names start and end so; none if there is no such folder.
std::vector<fs::path> entries(const fs::path& folder, std::string_view prefix = {},
                              std::string_view suffix = {}) {
    std::vector<fs::path> found;
    std::error_code error;
    for (fs::directory_iterator entry(folder, error); !error && entry != fs::directory_iterator();
         entry.increment(error)) {
        const std::string name = entry->path().filename().string();
        if (name.starts_with(prefix) && name.ends_with(suffix)) found.push_back(entry->path());
    }
    std::sort(found.begin(), found.end());
    return found;
}

std::string readKernel() {
    utsname names{};
    if (uname(&names) != 0) return {};
    return fmt::format("{} {} {}", names.sysname, names.release, names.machine);
}

std::string readCpu(const fs::path& path) {
    const std::vector<std::string> lines = readLines(path);
    for (const std::string_view key : {"model name", "Hardware", "Model"}) { // the latter two on ARM
        std::string value = valueOf(lines, key, ':');
        if (!value.empty()) return value;
    }
    return {};
}

std::string readPower(const fs::path& folder) {
    bool discharging = false;
    for (const fs::path& supply : entries(folder)) {
        const std::string type = readLine(supply / "type");
        if (type == "Mains" && readLine(supply / "online") == "1") return "mains";
        // A mouse's battery has the scope "Device".
        if (type == "Battery" && readLine(supply / "scope") != "Device" &&
            readLine(supply / "status") == "Discharging") {
            discharging = true;
        }
    }
    return discharging ? "battery" : "";
}

// What is read of one device, as "name: value".
class StateList {
public:
    explicit StateList(std::vector<std::string>& lines) : m_lines(lines) {}

    void addText(std::string_view name, const std::string& value) {
        if (!value.empty()) m_lines.push_back(fmt::format("{}: {}", name, value));
    }

    // A file's number divided, with its unit.
    void addNumber(std::string_view name, const fs::path& path, long long divisor, std::string_view unit) {
        if (const std::optional<long long> number = parseInteger(readLine(path)))
            addText(name, fmt::format("{} {}", *number / divisor, unit));
    }

private:
    std::vector<std::string>& m_lines;
};

// amdgpu lists a clock's levels, "1: 500Mhz *": the star marks the current one.
std::string currentLevel(const fs::path& path) {
    for (const std::string& line : readLines(path)) {
        const std::size_t colon = line.find(':');
        if (line.ends_with('*') && colon != std::string::npos)
            return std::string(trim(std::string_view(line).substr(colon + 1, line.size() - colon - 2)));
    }
    return {};
}

void readSensors(const fs::path& hwmon, StateList& state) {
    struct Sensor {
        const char* name;
        long long divisor;
        const char* unit;
    };
    constexpr std::array<Sensor, 3> kSensors = {
        {{"freq1", 1'000'000, "MHz"}, {"freq2", 1'000'000, "MHz"}, {"temp1", 1000, "°C"}}};
    for (const Sensor& sensor : kSensors) {
        const std::string label = readLine(hwmon / fmt::format("{}_label", sensor.name));
        state.addNumber(label.empty() ? sensor.name : label, hwmon / fmt::format("{}_input", sensor.name),
                        sensor.divisor, sensor.unit);
    }
}

void readIntelClocks(const fs::path& device, StateList& state) {
    for (const fs::path& card : entries(device / "drm", "card")) { // i915
        for (const char* name : {"gt_cur_freq_mhz", "gt_max_freq_mhz"})
            state.addNumber(name, card / name, 1, "MHz");
    }
    for (const fs::path& tile : entries(device, "tile")) { // xe
        for (const fs::path& gt : entries(tile, "gt")) {
            for (const char* name : {"cur_freq", "max_freq"}) {
                state.addNumber(
                    fmt::format("{} {} {}", tile.filename().string(), gt.filename().string(), name),
                    gt / "freq0" / name, 1, "MHz");
            }
        }
    }
}

std::vector<std::string> readDeviceState(const fs::path& device) {
    std::vector<std::string> lines;
    StateList state(lines);
    constexpr const char* kLevel = "power_dpm_force_performance_level";
    state.addText(kLevel, readLine(device / kLevel));
    for (const char* name : {"pp_dpm_sclk", "pp_dpm_mclk"}) state.addText(name, currentLevel(device / name));
    for (const fs::path& hwmon : entries(device / "hwmon", "hwmon")) readSensors(hwmon, state);
    readIntelClocks(device, state);
    for (const char* name : {"current_link_speed", "current_link_width", "power_state"})
        state.addText(name, readLine(device / name));
    return lines;
}

} // namespace

HostRecord readHostRecord(const std::string& pciAddress, const std::string& root) {
    HostRecord record{.os = valueOf(readLines(root + "/etc/os-release"), "PRETTY_NAME", '='),
                      .kernel = readKernel(),
                      .cpu = readCpu(root + "/proc/cpuinfo"),
                      .cpuThreads = std::thread::hardware_concurrency(),
                      .cpuGovernor = readLine(root + "/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor"),
                      .power = readPower(root + "/sys/class/power_supply")};
    if (!pciAddress.empty())
        record.deviceState = readDeviceState(root + "/sys/bus/pci/devices/" + pciAddress);
    return record;
}

} // namespace vkperftest
#endif
