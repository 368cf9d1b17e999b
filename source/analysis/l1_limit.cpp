#include "analysis/l1_limit.h"

#include <algorithm>
#include <set>

#include "base/text.h"

namespace vkperftest {
namespace {

// Bytes a clock and unit; 0: not known. AMD's drivers do not tell the architecture, but its name often does.
double widthOf(const DeviceRecord& device) {
    if (device.vendorId == kVendorNvidia) return 128;
    if (device.vendorId != kVendorAmd) return 0;
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

struct Words {
    std::string_view before; // a number of elements, 1 if there is none
    std::string_view after;
    std::uint32_t bytes; // of an element
};
constexpr Words kWords[] = {
    {"ByteAddressBuffer.Load", "", 4},        {"ByteAddressBuffer.Load", " unaligned", 4},
    {"ByteAddressBuffer.Load<float", ">", 4}, {"ByteAddressBuffer.Load<half", ">", 2},
    {"StructuredBuffer<float", ">.Load", 4},  {"cbuffer{float", "} load", 4},
};

// A whole number, or `otherwise` for an empty text.
std::optional<std::uint32_t> number(std::string_view text, std::uint32_t otherwise) {
    if (text.empty()) return otherwise;
    const std::optional<long long> value = parseInteger(text);
    return value && *value > 0 && *value < 1000 ? std::optional(static_cast<std::uint32_t>(*value))
                                                : std::nullopt;
}

} // namespace

std::optional<L1Limit> l1Limit(const RunResult& run) {
    const double width = widthOf(run.device);
    const std::optional<double> clock = meanClock(run);
    if (run.settings.cpu || width == 0 || run.device.computeUnits == 0 || !clock) return std::nullopt;
    return L1Limit{width, run.device.computeUnits, *clock * 1e-3};
}

std::optional<std::uint32_t> bytesOfLoad(std::string_view operation) {
    for (const Words& words : kWords) {
        const std::size_t around = words.before.size() + words.after.size();
        if (operation.size() < around || !operation.starts_with(words.before) ||
            !operation.ends_with(words.after))
            continue;
        const auto elements = number(operation.substr(words.before.size(), operation.size() - around), 1);
        if (elements) return *elements * words.bytes;
    }
    // "<RGBA16f>.Load", of a typed buffer or a texture
    const std::size_t format = operation.find("<R");
    if (format == std::string_view::npos || !operation.ends_with(">.Load")) return std::nullopt;
    const std::string_view channels = operation.substr(format + 1);
    const std::size_t count = channels.find_first_not_of("RGBA");
    const std::size_t end = channels.find_first_not_of("0123456789", count);
    if (count == std::string_view::npos) return std::nullopt;
    const auto bits = number(channels.substr(count, end - count), 0);
    return bits && *bits > 0 ? std::optional(static_cast<std::uint32_t>(count) * *bits / 8) : std::nullopt;
}

std::optional<MostBytes> mostBytes(const RunFigures& figures) {
    MostBytes most;
    if (figures.run->settings.cpu) return std::nullopt;
    // A floor has its row's name, and loads nothing.
    std::set<std::string_view> floors;
    for (const RowResult& row : figures.run->rows) floors.insert(row.floor);
    for (const RowFigures& row : figures.rows) {
        const std::optional<std::uint32_t> each = bytesOfLoad(row.row->operation);
        if (!each || row.row->pattern != "linear" || floors.contains(row.row->name)) continue;
        for (std::size_t i = 0; i < row.strategies.size(); ++i) {
            const std::optional<StrategyFigures>& known = row.strategies[i];
            if (!known || known->unbelievable || !known->loadsPerNanosecond) continue;
            const double bytes = *known->loadsPerNanosecond * *each;
            if (bytes > most.bytesPerNanosecond)
                most = {row.row, row.row->strategies[i].strategy, *known->loadsPerNanosecond, bytes};
        }
    }
    return most.row != nullptr ? std::optional(most) : std::nullopt;
}

} // namespace vkperftest
