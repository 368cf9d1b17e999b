// Intel's families, by Mesa's names for them, each as one of its PCI devices.
#include "isa/target.h"

namespace vkperftest {

std::vector<Target> intelTargets() {
    std::vector<Target> all = compiledBy(
        kHasvk, {
                    {"ivb", "Gen7: HD 4000", "22.3.6", "0166", "Ivy Bridge, HD 2500"},
                    {"hsw", "Gen7.5: HD 4600", "22.3.6", "0416", "Haswell, HD 4400, HD 5000, Iris 5100"},
                    {"bdw", "Gen8: HD 5500", "22.3.6", "1616", "Broadwell, HD 5300, HD 6000, Iris 6100"},
                });
    const std::vector<Target> newer = compiledBy(
        kAnv,
        {
            {"skl", "Gen9: HD 530", "22.3.6", "1912",
             "Skylake 6700K HD Graphics 530, Skylake, HD 510, HD 515, HD 520, Iris 540, Iris 550"},
            {"kbl", "Gen9: HD 630", "22.3.6", "5912",
             "HD 630 / i7 6700K, Kaby Lake, HD 610, HD 620, UHD 620"},
            {"cfl", "Gen9: UHD 630", "22.3.6", "3e92", "Coffee Lake, Comet Lake, UHD 610"},
            {"icl", "Gen11: Iris Plus", "22.3.6", "8a52", "Iris Plus / i7-1065g7, Ice Lake"},
            {"tgl", "Gen12: Iris Xe", "22.3.6", "9a49", "Tiger Lake"},
            {"rkl", "Gen12: UHD 750", "22.3.6", "4c8a", "Rocket Lake, UHD 730"},
            {"adl", "Gen12: UHD 770, Iris Xe", "22.3.6", "46a6", "Alder Lake"},
            {"rpl", "Gen12: Iris Xe", "22.3.6", "a7a0", "Raptor Lake"},
            {"dg1", "Gen12: Iris Xe MAX", "22.3.6", "4905"},
            {"dg2", "Xe-HPG: Arc A770", "22.3.6", "56a0",
             "Arc A310, Arc A380, Arc A580, Arc A750, Alchemist"},
            {"mtl", "Xe-LPG: Core Ultra 100", "25.0.7", "7d55", "Meteor Lake"},
            {"arl", "Xe-LPG: Core Ultra 200H", "25.0.7", "7d51", "Arrow Lake, Arc 130T, Arc 140T"},
            {"lnl", "Xe2: Core Ultra 200V", "25.0.7", "64a0", "Lunar Lake, Arc 130V, Arc 140V"},
            {"bmg", "Xe2: Arc B580", "25.0.7", "e20b", "Arc B570, Arc Pro B50, Arc Pro B60, Battlemage"},
            {"ptl", "Xe3: Panther Lake", "25.0.7", "b080"},
        });
    all.insert(all.end(), newer.begin(), newer.end());
    return all;
}

} // namespace vkperftest
