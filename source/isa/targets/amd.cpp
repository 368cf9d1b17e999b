// AMD's families, by the names that RADV_FORCE_FAMILY takes. Which GPUs they are: Mesa's amd_family.h and
// pci.ids; the names that begin with gfx: LLVM's AMDGPUUsage.
#include "isa/target.h"

namespace vkperftest {

std::vector<Target> amdTargets() {
    return compiledBy(
        kRadv,
        {
            {"tahiti", "GCN 1: HD 7970", "22.3.6", "", "Radeon 7970 GE, HD 7950, R9 280, R9 280X, gfx600"},
            {"pitcairn", "GCN 1: HD 7870, R9 270", "22.3.6", "", "HD 7850, R7 265, R9 270X, R7 370, gfx601"},
            {"verde", "GCN 1: HD 7770", "22.3.6", "", "HD 7750, R7 250X, Cape Verde, gfx601"},
            {"oland", "GCN 1: R7 240, R7 250", "22.3.6", "", "HD 8570, R5 340, gfx602"},
            {"hainan", "GCN 1: HD 8500M", "22.3.6", "", "gfx602"},
            {"bonaire", "GCN 2: HD 7790", "22.3.6", "", "HD 8770, R7 260, R7 260X, R7 360, gfx704"},
            {"kaveri", "GCN 2: A10-7850K", "22.3.6", "", "gfx700"},
            {"kabini", "GCN 2: A6-5200", "22.3.6", "", "gfx703"},
            {"hawaii", "GCN 2: R9 290, R9 390X", "22.3.6", "", "R9 290X, R9 390, gfx701, gfx702"},
            {"tonga", "GCN 3: R9 285, R9 380", "22.3.6", "", "R9 380X, gfx802"},
            {"iceland", "GCN 3: R7 M260", "22.3.6", "", "Topaz, gfx802"},
            {"carrizo", "GCN 3: A10-8700P", "22.3.6", "", "gfx801"},
            {"fiji", "GCN 3: R9 Fury", "22.3.6", "", "R9 Fury 56 CU, R9 Fury X, R9 Nano, MI8, gfx803"},
            {"stoney", "GCN 3: A9-9410", "22.3.6", "", "Stoney Ridge, gfx810"},
            {"polaris10", "GCN 4: RX 480, RX 580", "22.3.6", "",
             "RX 470, RX 570, RX 580 2048SP, RX 590, WX 7100, MI6, Polaris 20, Polaris 30, Ellesmere, "
             "gfx803"},
            {"polaris11", "GCN 4: RX 460", "22.3.6", "", "RX 560, WX 4100, Polaris 21, Baffin, gfx803"},
            {"polaris12", "GCN 4: RX 550", "22.3.6", "", "RX 540, WX 3200, Polaris 23, Lexa, gfx803"},
            {"vegam", "GCN 4: RX Vega M", "22.3.6", "", "RX Vega M GH, RX Vega M GL, gfx803"},
            {"vega10", "GCN 5: Vega 56, Vega 64", "22.3.6", "",
             "Vega Frontier Edition, RX Vega 56, RX Vega 64, MI25, gfx900"},
            {"vega12", "GCN 5: Vega Pro 20", "22.3.6", "", "Pro Vega 20, gfx904"},
            {"vega20", "GCN 5: Radeon VII", "22.3.6", "", "MI50, MI60, gfx906"},
            {"raven", "GCN 5: Ryzen 2000G", "22.3.6", "", "Raven Ridge, Picasso, Ryzen 3000G, gfx902"},
            {"raven2", "GCN 5: Athlon 3000G", "22.3.6", "", "Dali, gfx909"},
            {"renoir", "GCN 5: Ryzen 4000G", "22.3.6", "", "Cezanne, Lucienne, Barcelo, Ryzen 5000G, gfx90c"},
            {"mi100", "CDNA 1: MI100", "22.3.6", "", "gfx908", "arcturus"},
            {"mi200", "CDNA 2: MI210, MI250", "22.3.6", "", "MI250X, gfx90a", "aldebaran"},
            {"mi300", "CDNA 3: MI300A, MI300X", "25.0.7", "gfx940", "MI325X, Aqua Vanjaram, gfx940, gfx942"},
            {"navi10", "RDNA 1: RX 5700 XT", "22.3.6", "", "RX 5600, RX 5700, W5700, gfx1010"},
            {"navi12", "RDNA 1: Pro 5600M", "22.3.6", "", "V520, gfx1011"},
            {"navi14", "RDNA 1: RX 5500", "22.3.6", "", "RX 5300, RX 5500M, W5500, gfx1012"},
            {"navi21", "RDNA 2: RX 6800, RX 6900 XT", "22.3.6", "", "RX 6900, RX 6950, W6800, V620, gfx1030"},
            {"navi22", "RDNA 2: RX 6700 XT", "22.3.6", "", "RX 6700, RX 6750, RX 6700M, RX 6800M, gfx1031"},
            {"navi23", "RDNA 2: RX 6600", "22.3.6", "",
             "RX 6650, RX 6600M, RX 6600S, RX 6700S, RX 6800S, W6600, gfx1032"},
            {"navi24", "RDNA 2: RX 6400, RX 6500", "22.3.6", "", "RX 6300, RX 6500M, W6400, gfx1034"},
            {"vangogh", "RDNA 2: Steam Deck", "22.3.6", "", "Van Gogh, gfx1033"},
            {"rembrandt", "RDNA 2: Radeon 680M", "22.3.6", "", "Radeon 660M, gfx1035"},
            {"raphael", "RDNA 2: Ryzen 7000", "22.3.6", "raphael_mendocino",
             "raphael_mendocino, Mendocino, Radeon 610M", "gfx1036"},
            {"navi31", "RDNA 3: RX 7900", "22.3.6", "", "RX 7900M, W7800, W7900", "gfx1100"},
            {"navi32", "RDNA 3: RX 7700, RX 7800", "22.3.6", "", "RX 7700 XT, W7700", "gfx1101"},
            {"navi33", "RDNA 3: RX 7600", "22.3.6", "", "RX 7600M, RX 7600S, RX 7700S, RX 7650, W7500, W7600",
             "gfx1102"},
            {"phoenix", "RDNA 3: Radeon 780M", "22.3.6", "",
             "Radeon 760M, Ryzen Z1 Extreme, Hawk Point, gfx1103", "gfx1103_r1"},
            {"phoenix2", "RDNA 3: Radeon 740M", "22.3.6", "", "Ryzen Z1", "gfx1103_r2"},
            {"gfx1150", "RDNA 3.5: Ryzen AI 300", "25.0.7", "", "Radeon 880M, Radeon 890M, Strix Point"},
            {"gfx1151", "RDNA 3.5: Ryzen AI Max", "25.0.7", "", "Radeon 8050S, Radeon 8060S, Strix Halo"},
            {"gfx1152", "RDNA 3.5: Radeon 860M", "25.0.7", "", "Radeon 840M, Krackan Point"},
            {"gfx1153", "RDNA 3.5: Radeon 820M", "25.0.7"},
            {"gfx1200", "RDNA 4: RX 9060", "25.0.7", "", "Navi 44"},
            {"gfx1201", "RDNA 4: RX 9070", "25.0.7", "", "Navi 48"},
        });
}

} // namespace vkperftest
