// NVIDIA's families, each as one of its chipsets in the numbering of the kernel driver nouveau. Which GPUs
// they are: pci.ids. GPUs share a family if NVK 25.0.7 and 26.1.6 compile the same code for them, such as the
// A100 (170) and the RTX 3090 (172).
#include "isa/target.h"

namespace vkperftest {

std::vector<Target> nvidiaTargets() {
    std::vector<Target> all = compiledBy(
        kNvk,
        {
            {"kepler", "Kepler: GTX 680, GTX 770", "26.1.6", "e4",
             "600/700 series, GTX 660, GTX 670, GTX 690, GTX 760, K10, sm_30"},
            {"kepler2", "Kepler: GTX 780", "26.1.6", "f0", "GTX Titan, K20, K40, sm_35"},
            {"maxwell", "Maxwell: GTX 970, GTX 980", "26.1.6", "124",
             "GTX 980 Ti, GTX 750, GTX 950, GTX 960, GTX Titan X, M40, sm_50, sm_52"},
            {"pascal", "Pascal: GTX 1070 Ti, GTX 1080", "26.1.6", "132",
             "GTX 1050, GTX 1060, GTX 1070, GTX 1080 Ti, Titan X, Titan Xp, GT 1030, MX150, MX250, MX350, "
             "P4, "
             "P40, P100, sm_60, sm_61"},
            {"volta", "Volta: Titan V", "26.1.6", "140", "V100, GV100, sm_70"},
            {"turing", "Turing: RTX 2080 Ti", "25.0.7", "162",
             "RTX 2060, RTX 2070, RTX 2080, Titan RTX, GTX 1630, GTX 1650, GTX 1660, MX450, MX550, T4, "
             "sm_75"},
            {"ampere", "Ampere: RTX 3090", "25.0.7", "172",
             "RTX 2050, RTX 3050, RTX 3060, RTX 3070, RTX 3080, MX570, RTX A2000, RTX A4000, RTX A5000, "
             "RTX A6000, A2, A10, A16, A30, A40, A100, sm_80, sm_86"},
            {"ada", "Ada: RTX 4090", "25.0.7", "192",
             "Ada Lovelace, RTX 4050, RTX 4060, RTX 4070, RTX 4080, RTX 6000 Ada, L4, L40, L40S, sm_89"},
        });
    for (const Target& hopper :
         compiledBy(kForcedNvk, {{"hopper", "Hopper: H100, H200", "26.1.6", "180", "GH200, H800, sm_90"}}))
        all.push_back(hopper);
    for (const Target& blackwell : compiledBy(
             kNvk, {{"blackwell", "Blackwell: RTX 5090", "26.1.6", "1b2",
                     "RTX 5050, RTX 5060, RTX 5070, RTX 5080, RTX PRO 6000, B100, B200, sm_100, sm_120"}}))
        all.push_back(blackwell);
    return all;
}

} // namespace vkperftest
