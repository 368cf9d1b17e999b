#include "model/architecture.h"

#include <algorithm>
#include <iterator>

#include "base/text.h"

namespace vkperftest {
namespace {

// Some names belong to another architecture than their series. By the list https://pci-ids.ucw.cz, the
// GeForce RTX 2050 and MX570 are GA107 (Ampere), and the MX450, MX550, T550 and Quadro T2000 are TU117
// (Turing). The RTX 3050 A is AD106 (Ada), so it must match nothing; a FirePro W5100 is GCN, a Radeon Pro
// W5500 is RDNA 1.
constexpr Architecture kArchitectures[] = {
    {kVendorNvidia, "Volta (7.0)", "*V100*|*TITAN V|*GV100*"},
    {kVendorNvidia, "Ampere (8.0)", "*A100-*|*A100 *|NVIDIA A30|*A800-*|*A800 *|*(NVK GA100*"},
    {kVendorNvidia, "Ampere (8.6)",
     "*GeForce RTX 2050*|*GeForce MX570*|*GeForce RTX 3050|*GeForce RTX 3050 Ti*|*GeForce RTX 3050 Laptop*|"
     "*GeForce RTX 3050 ?GB*|*GeForce RTX 3050 OEM|*GeForce RTX 3060*|*GeForce RTX 3070*|*GeForce RTX 3080*|"
     "*GeForce RTX 3090*|*RTX A*|NVIDIA A40*|NVIDIA A10|NVIDIA A10G|NVIDIA A16|NVIDIA A2|*(NVK GA10?)"},
    {kVendorNvidia, "Turing (7.5)",
     "*GeForce RTX 20*|*GTX 16*|*GeForce MX450*|*GeForce MX550*|*Quadro RTX*|*Quadro T*|*TITAN RTX*|"
     "*Tesla T4|NVIDIA T4|NVIDIA T?00*|NVIDIA T550*|NVIDIA T??00*|*(NVK TU1*"},
    {kVendorNvidia, "Hopper (9.0)", "*H100*|*H200*|*H800*|*(NVK GH100*"},
    {kVendorAmd, "RDNA 1", "*RX 5?00*|*Radeon Pro W5?00*|*NAVI1?*"},
    {kVendorAmd, "RDNA 2", "*RX 6?00*|*RX 6?50*|*Radeon Pro W6?00*|*NAVI2?*|*VANGOGH*|*REMBRANDT*"},
    {kVendorAmd, "CDNA 1 to 3", "*Instinct MI1??*|*Instinct MI2?0*|*Instinct MI300*|*ARCTURUS*|*ALDEBARAN*"},
    {kVendorAmd, "GCN 1 to 5",
     "*HD 7?00*|*HD 77?0*|*HD 78?0*|*HD 79?0*|* R5 *|* R7 *|* R9 *|*RX 4?0*|*RX 5?0*|*Vega*|*Radeon "
     "VII*|*Pro WX*|"
     "*MI25*|*MI50*|*MI60*|*RADV TAHITI*|*RADV PITCAIRN*|*RADV VERDE*|*RADV OLAND*|*RADV HAINAN*|*RADV "
     "BONAIRE*|"
     "*RADV KAVERI*|*RADV KABINI*|*RADV HAWAII*|*RADV TONGA*|*RADV ICELAND*|*RADV CARRIZO*|*RADV FIJI*|*RADV "
     "STONEY*|"
     "*RADV POLARIS*|*RADV RAVEN*|*RADV RENOIR*"},
};

} // namespace

bool matchesAny(std::string_view name, std::string_view globs) {
    const std::vector<std::string> all = split(globs, '|');
    return std::ranges::any_of(all, [&](const std::string& each) { return globMatches(each, name); });
}

const Architecture* architectureOf(const DeviceRecord& device) {
    const auto found = std::ranges::find_if(kArchitectures, [&](const Architecture& each) {
        return each.vendorId == device.vendorId && matchesAny(device.name, each.devices);
    });
    return found != std::end(kArchitectures) ? &*found : nullptr;
}

} // namespace vkperftest
