#include "analysis/l1_limit.h"

#include <algorithm>
#include <array>

#include "analysis/core_clock.h"
#include "base/text.h"

namespace vkperftest {
namespace {

// An entry needs a source that shows the limit itself. Loads of 4 bytes do not: gpu-benches measured 64 bytes
// a clock with them on an L40 (Ada), but also on an A40, whose limit is 128; float4 loads reach 81 on an RTX
// 3090 (PerfTest). Unknown are Maxwell, Pascal, Ada, Blackwell, RDNA 3 and 4, CDNA 4 and Intel's GPUs.
//
// Some names belong to another architecture than their series. By the list https://pci-ids.ucw.cz, the
// GeForce RTX 2050 and MX570 are GA107 (Ampere), and the MX450, MX550, T550 and Quadro T2000 are TU117
// (Turing). The RTX 3050 A is AD106 (Ada), so it must match nothing; a FirePro W5100 is GCN, a Radeon Pro
// W5500 is RDNA 1.
constexpr L1Width kWidths[] = {
    {kVendorNvidia, "Volta (7.0)", 128, "*V100*|*TITAN V|*GV100*", "gpu-benches: 126 on a V100"},
    {kVendorNvidia, "Ampere (8.0)", 128, "*A100-*|*A100 *|NVIDIA A30|*A800-*|*A800 *|*(NVK GA100*",
     "gpu-benches: 126 on an A100"},
    {kVendorNvidia, "Ampere (8.6)", 128,
     "*GeForce RTX 2050*|*GeForce MX570*|*GeForce RTX 3050|*GeForce RTX 3050 Ti*|*GeForce RTX 3050 Laptop*|"
     "*GeForce RTX 3050 ?GB*|*GeForce RTX 3050 OEM|*GeForce RTX 3060*|*GeForce RTX 3070*|*GeForce RTX 3080*|"
     "*GeForce RTX 3090*|*RTX A*|NVIDIA A40*|NVIDIA A10|NVIDIA A10G|NVIDIA A16|NVIDIA A2|*(NVK GA10?)",
     "NVIDIA's white paper on GA102"},
    {kVendorNvidia, "Turing (7.5)", 64,
     "*GeForce RTX 20*|*GTX 16*|*GeForce MX450*|*GeForce MX550*|*Quadro RTX*|*Quadro T*|*TITAN RTX*|"
     "*Tesla T4|NVIDIA T4|NVIDIA T?00*|NVIDIA T550*|NVIDIA T??00*|*(NVK TU1*",
     "NVIDIA's white paper on GA102"},
    {kVendorNvidia, "Hopper (9.0)", 128, "*H100*|*H200*|*H800*|*(NVK GH100*",
     "126 of 128 measured on an H100"},
    {kVendorAmd, "RDNA 1", 128, "*RX 5?00*|*Radeon Pro W5?00*|*NAVI1?*",
     "PerfTest's RX 5700 XT: loads of 16 bytes reach 97 % of 8 lanes per clock (8 × 16 = 128)"},
    {kVendorAmd, "RDNA 2", 128, "*RX 6?00*|*RX 6?50*|*Radeon Pro W6?00*|*NAVI2?*|*VANGOGH*|*REMBRANDT*",
     "as RDNA 1; gpu-benches: over 64 on an RX 6900 XT"},
    {kVendorAmd, "CDNA 1 to 3", 64,
     "*Instinct MI1??*|*Instinct MI2?0*|*Instinct MI300*|*ARCTURUS*|*ALDEBARAN*",
     "gpu-benches: 58 to 61 on MI100 to MI300X"},
    {kVendorAmd, "GCN 1 to 5", 64,
     "*HD 7?00*|*HD 77?0*|*HD 78?0*|*HD 79?0*|* R5 *|* R7 *|* R9 *|*RX 4?0*|*RX 5?0*|*Vega*|*Radeon "
     "VII*|*Pro WX*|"
     "*MI25*|*MI50*|*MI60*|*RADV TAHITI*|*RADV PITCAIRN*|*RADV VERDE*|*RADV OLAND*|*RADV HAINAN*|*RADV "
     "BONAIRE*|"
     "*RADV KAVERI*|*RADV KABINI*|*RADV HAWAII*|*RADV TONGA*|*RADV ICELAND*|*RADV CARRIZO*|*RADV FIJI*|*RADV "
     "STONEY*|"
     "*RADV POLARIS*|*RADV RAVEN*|*RADV RENOIR*",
     "AMD's 'Understanding Memory Coalescing on GCN'"},
};

} // namespace

std::span<const L1Width> l1Widths() {
    return kWidths;
}

std::string_view unitName(const DeviceRecord& device) {
    return device.vendorId == kVendorNvidia ? "multiprocessor"
           : device.vendorId == kVendorArm  ? "shader core"
                                            : "compute unit";
}

const L1Width* l1WidthOf(const DeviceRecord& device) {
    for (const L1Width& width : kWidths) {
        const std::vector<std::string> names = split(width.names, '|');
        const auto fits = [&](const std::string& name) { return globMatches(name, device.name); };
        if (width.vendorId == device.vendorId && std::ranges::any_of(names, fits)) return &width;
    }
    return nullptr;
}

std::optional<L1Limit> l1Limit(const RunResult& run) {
    const L1Width* const width = l1WidthOf(run.device);
    const std::optional<double> clocks = unitClocksPerNanosecond(run);
    if (width == nullptr || !clocks) return std::nullopt;
    return L1Limit{width->bytesPerClock, run.device.computeUnits, *clocks / run.device.computeUnits};
}

std::optional<std::uint32_t> bytesOfLoad(const RowResult& row) {
    constexpr std::array kKinds = {LoadKind::Typed,      LoadKind::Raw,       LoadKind::RawVector,
                                   LoadKind::Structured, LoadKind::Constants, LoadKind::Texture};
    const std::optional<LoadFacts>& load = row.load;
    if (!load || std::find(kKinds.begin(), kKinds.end(), load->kind) == kKinds.end()) return std::nullopt;
    const bool shared = load->resourceBytes < kInvocationsPerGroup * load->bytes;
    return shared ? std::nullopt : std::optional(load->bytes);
}

std::optional<std::uint32_t> bytesForLimit(const RowResult& row) {
    const bool throughL1 =
        row.load && row.load->pattern == Pattern::Linear && row.load->kind != LoadKind::Constants;
    return throughL1 && !isWithoutLoads(row.load->technique) ? bytesOfLoad(row) : std::nullopt;
}

std::optional<double> shareOfLimit(const RunResult& run, const RowResult& row,
                                   std::optional<double> loadsPerNanosecond) {
    const std::optional<L1Limit> limit = l1Limit(run);
    const std::optional<std::uint32_t> bytes = bytesForLimit(row);
    if (!limit || !bytes || !loadsPerNanosecond) return std::nullopt;
    return *loadsPerNanosecond * *bytes / limit->bytesPerNanosecond();
}

} // namespace vkperftest
