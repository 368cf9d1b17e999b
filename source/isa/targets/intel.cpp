// Intel's families, by Mesa's names for them, each as one of its PCI devices.
#include "isa/targets/targets.h"

namespace vkperftest {

std::vector<Target> intelTargets() {
    std::vector<Target> all = compiledBy(kHasvk, {
                                                     {"ivb", "Gen7: HD 4000", "22.3.6", "0166"},
                                                     {"hsw", "Gen7.5: HD 4600", "22.3.6", "0416"},
                                                     {"bdw", "Gen8: HD 5500", "22.3.6", "1616"},
                                                 });
    const std::vector<Target> newer =
        compiledBy(kAnv, {
                             {"skl", "Gen9: HD 530", "22.3.6", "1912", {"Skylake 6700K HD Graphics 530"}},
                             {"kbl", "Gen9: HD 630", "22.3.6", "5912", {"HD 630 / i7 6700K"}},
                             {"cfl", "Gen9: UHD 630", "22.3.6", "3e92"},
                             {"icl", "Gen11: Iris Plus", "22.3.6", "8a52", {"Iris Plus / i7-1065g7"}},
                             {"tgl", "Gen12: Iris Xe", "22.3.6", "9a49"},
                             {"adl", "Gen12: UHD 770, Iris Xe", "22.3.6", "46a6"},
                             {"dg1", "Gen12: Iris Xe MAX", "22.3.6", "4905"},
                             {"dg2", "Xe-HPG: Arc A770", "22.3.6", "56a0"},
                             {"mtl", "Xe-LPG: Core Ultra 100", "25.0.7", "7d55"},
                             {"arl", "Xe-LPG: Core Ultra 200H", "25.0.7", "7d51"},
                             {"lnl", "Xe2: Core Ultra 200V", "25.0.7", "64a0"},
                             {"bmg", "Xe2: Arc B580", "25.0.7", "e20b"},
                             {"ptl", "Xe3: Panther Lake", "25.0.7", "b080"},
                         });
    all.insert(all.end(), newer.begin(), newer.end());
    return all;
}

} // namespace vkperftest
