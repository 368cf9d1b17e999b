#include "isa/target.h"

#include <array>

#include "base/named.h"

namespace vkperftest {
namespace {

// Oldest first.
constexpr std::array kTargets = {
    AmdTarget{"tahiti", "GCN 1: HD 7970"},
    AmdTarget{"bonaire", "GCN 2: HD 7790"},
    AmdTarget{"hawaii", "GCN 2: R9 290, R9 390X"},
    AmdTarget{"tonga", "GCN 3: R9 285, R9 380"},
    AmdTarget{"fiji", "GCN 3: R9 Fury"},
    AmdTarget{"polaris10", "GCN 4: RX 480, RX 580"},
    AmdTarget{"polaris11", "GCN 4: RX 460"},
    AmdTarget{"vega10", "GCN 5: Vega 56, Vega 64"},
    AmdTarget{"vega12", "GCN 5: Vega Pro 20"},
    AmdTarget{"vega20", "GCN 5: Radeon VII"},
    AmdTarget{"raven", "GCN 5: Ryzen 2000G"},
    AmdTarget{"raven2", "GCN 5: Athlon 3000G"},
    AmdTarget{"renoir", "GCN 5: Ryzen 4000G"},
    AmdTarget{"navi10", "RDNA 1: RX 5700 XT"},
    AmdTarget{"navi14", "RDNA 1: RX 5500"},
    AmdTarget{"navi21", "RDNA 2: RX 6800, RX 6900 XT"},
    AmdTarget{"navi22", "RDNA 2: RX 6700 XT"},
    AmdTarget{"navi23", "RDNA 2: RX 6600"},
    AmdTarget{"vangogh", "RDNA 2: Steam Deck"},
    AmdTarget{"gfx1100", "RDNA 3: RX 7900, as Mesa 22 names it"},
    AmdTarget{"gfx1101", "RDNA 3: RX 7800, as Mesa 22 names it"},
    AmdTarget{"gfx1102", "RDNA 3: RX 7600, as Mesa 22 names it"},
    AmdTarget{"navi31", "RDNA 3: RX 7900"},
    AmdTarget{"navi33", "RDNA 3: RX 7600"},
    AmdTarget{"gfx1150", "RDNA 3.5: Ryzen AI 300"},
    AmdTarget{"gfx1151", "RDNA 3.5: Ryzen AI Max"},
    AmdTarget{"gfx1200", "RDNA 4: RX 9060"},
    AmdTarget{"gfx1201", "RDNA 4: RX 9070"},
};

} // namespace

std::span<const AmdTarget> amdTargets() {
    return kTargets;
}

Result<const AmdTarget*> findAmdTarget(std::string_view name) {
    return findNamed(kTargets, lowercase(name), "there is no target");
}

} // namespace vkperftest
