#include "analysis/l1_limit.h"

#include <algorithm>

#include "base/text.h"

namespace vkperftest {
namespace {

constexpr std::uint32_t kNvidia = 0x10de, kAmd = 0x1002;

// Bytes a clock and unit; 0: not known. AMD's drivers do not tell the architecture, but its name often does.
double widthOf(const DeviceRecord& device) {
    if (device.vendorId == kNvidia) return 128;
    if (device.vendorId != kAmd) return 0;
    const std::string name = lowercase(device.name);
    const auto named = [&](const char* pattern) { return globMatches(pattern, name); };
    constexpr const char* kOlder[] = {"*instinct*", "*radeon vii*", "*vega*",   "*polaris*",
                                      "*raven*",    "*renoir*",     "*rx 4?0*", "*rx 5?0*"};
    return std::any_of(std::begin(kOlder), std::end(kOlder), named) && !named("*rx 5?00*") ? 64 : 128;
}

std::optional<double> meanClock(const RunResult& run) {
    double sum = 0, count = 0;
    for (const Conditions& reading : run.conditions) {
        sum += reading.clock.value_or(0);
        count += reading.clock ? 1 : 0;
    }
    return count > 0 ? std::optional(sum / count) : std::nullopt;
}

// The number at the text's beginning, or `otherwise`.
std::uint32_t leadingNumber(std::string_view text, std::uint32_t otherwise) {
    const std::size_t end = std::min(text.find_first_not_of("0123456789"), text.size());
    const std::optional<long long> number = parseInteger(text.substr(0, end));
    return number ? static_cast<std::uint32_t>(*number) : otherwise;
}

} // namespace

std::optional<double> l1Limit(const RunResult& run) {
    const double width = widthOf(run.device);
    const std::optional<double> clock = meanClock(run);
    if (run.settings.cpu || width == 0 || run.device.computeUnits == 0 || !clock) return std::nullopt;
    return width * run.device.computeUnits * *clock * 1e-3;
}

std::optional<std::uint32_t> bytesOfLoad(std::string_view operation) {
    constexpr std::uint32_t kWord = 4;
    for (const std::string_view words :
         {"ByteAddressBuffer.Load", "StructuredBuffer<float", "cbuffer{float"}) {
        if (operation.starts_with(words) && operation.find('+') == std::string_view::npos)
            return kWord * leadingNumber(operation.substr(words.size()), 1);
    }
    const std::size_t format = operation.find("<R");
    if (format == std::string_view::npos || !operation.ends_with(".Load")) return std::nullopt;
    const std::string_view channels = operation.substr(format + 1);
    const std::size_t count = channels.find_first_not_of("RGBA");
    if (count == std::string_view::npos) return std::nullopt;
    return static_cast<std::uint32_t>(count) * leadingNumber(channels.substr(count), 0) / 8;
}

} // namespace vkperftest
