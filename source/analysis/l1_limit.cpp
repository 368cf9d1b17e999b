#include "analysis/l1_limit.h"

#include <algorithm>
#include <array>

#include "analysis/change_cause.h"
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

} // namespace

std::optional<L1Limit> l1Limit(const RunResult& run) {
    const double width = widthOf(run.device);
    const std::optional<double> clock = meanReading(run, &Conditions::clock);
    if (run.settings.cpu || width == 0 || run.device.computeUnits == 0 || !clock) return std::nullopt;
    return L1Limit{width, run.device.computeUnits, *clock * 1e-3};
}

std::optional<std::uint32_t> bytesOfLoad(const RowResult& row) {
    constexpr std::array kKinds = {LoadKind::Typed,      LoadKind::Raw,       LoadKind::RawVector,
                                   LoadKind::Structured, LoadKind::Constants, LoadKind::Texture};
    const std::optional<LoadFacts>& load = row.load;
    if (!load || std::find(kKinds.begin(), kKinds.end(), load->kind) == kKinds.end()) return std::nullopt;
    const bool shared = load->resourceBytes < kInvocationsPerGroup * load->bytes;
    return shared ? std::nullopt : std::optional(load->bytes);
}

std::optional<MostBytes> mostBytes(const RunFigures& figures) {
    MostBytes most;
    if (figures.run->settings.cpu) return std::nullopt;
    for (const RowFigures& row : figures.rows) {
        const std::optional<std::uint32_t> each = bytesOfLoad(*row.row);
        if (!each || row.row->load->pattern != Pattern::Linear) continue;
        if (row.row->load->technique == Technique::Floor) continue; // it loads nothing
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
