// AMD's families, by the names that RADV_FORCE_FAMILY takes.
#include "isa/targets/targets.h"

namespace vkperftest {

std::vector<Target> amdTargets() {
    return compiledBy(kRadv,
                      {
                          {"tahiti", "GCN 1: HD 7970", "22.3.6", "", {"Radeon 7970 GE"}},
                          {"bonaire", "GCN 2: HD 7790", "22.3.6"},
                          {"hawaii", "GCN 2: R9 290, R9 390X", "22.3.6"},
                          {"tonga", "GCN 3: R9 285, R9 380", "22.3.6"},
                          {"fiji", "GCN 3: R9 Fury", "22.3.6", "", {"R9 Fury 56 CU"}},
                          {"polaris10", "GCN 4: RX 480, RX 580", "22.3.6"},
                          {"polaris11", "GCN 4: RX 460", "22.3.6"},
                          {"vega10", "GCN 5: Vega 56, Vega 64", "22.3.6", "", {"Vega Frontier Edition"}},
                          {"vega12", "GCN 5: Vega Pro 20", "22.3.6"},
                          {"vega20", "GCN 5: Radeon VII", "22.3.6"},
                          {"raven", "GCN 5: Ryzen 2000G", "22.3.6"},
                          {"raven2", "GCN 5: Athlon 3000G", "22.3.6"},
                          {"renoir", "GCN 5: Ryzen 4000G", "22.3.6"},
                          {"navi10", "RDNA 1: RX 5700 XT", "22.3.6"},
                          {"navi14", "RDNA 1: RX 5500", "22.3.6"},
                          {"navi21", "RDNA 2: RX 6800, RX 6900 XT", "22.3.6"},
                          {"navi22", "RDNA 2: RX 6700 XT", "22.3.6"},
                          {"navi23", "RDNA 2: RX 6600", "22.3.6"},
                          {"vangogh", "RDNA 2: Steam Deck", "22.3.6"},
                          {"gfx1100", "RDNA 3: RX 7900 (name in Mesa 22)", "22.3.6"},
                          {"gfx1101", "RDNA 3: RX 7800 (name in Mesa 22)", "22.3.6"},
                          {"gfx1102", "RDNA 3: RX 7600 (name in Mesa 22)", "22.3.6"},
                          {"navi31", "RDNA 3: RX 7900", "25.0.7"},
                          {"navi33", "RDNA 3: RX 7600", "25.0.7"},
                          {"gfx1150", "RDNA 3.5: Ryzen AI 300", "25.0.7"},
                          {"gfx1151", "RDNA 3.5: Ryzen AI Max", "25.0.7"},
                          {"gfx1200", "RDNA 4: RX 9060", "25.0.7"},
                          {"gfx1201", "RDNA 4: RX 9070", "25.0.7"},
                      });
}

} // namespace vkperftest
