#include "isa/target.h"

#include <algorithm>
#include <iterator>

#include <fmt/format.h>

#include "base/named.h"
#include "base/text.h"

namespace vkperftest {
namespace {

// AMD's families, by the names that RADV_FORCE_FAMILY takes. Which GPUs they are: Mesa's amd_family.h and
// pci.ids; the names that begin with gfx: LLVM's AMDGPUUsage.
const Target kAmd[] = {
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
    {"phoenix", "RDNA 3: Radeon 780M", "22.3.6", "", "Radeon 760M, Ryzen Z1 Extreme, Hawk Point, gfx1103",
     "gfx1103_r1"},
    {"phoenix2", "RDNA 3: Radeon 740M", "22.3.6", "", "Ryzen Z1", "gfx1103_r2"},
    {"gfx1150", "RDNA 3.5: Ryzen AI 300", "25.0.7", "", "Radeon 880M, Radeon 890M, Strix Point"},
    {"gfx1151", "RDNA 3.5: Ryzen AI Max", "25.0.7", "", "Radeon 8050S, Radeon 8060S, Strix Halo"},
    {"gfx1152", "RDNA 3.5: Radeon 860M", "25.0.7", "", "Radeon 840M, Krackan Point"},
    {"gfx1153", "RDNA 3.5: Radeon 820M", "25.0.7"},
    {"gfx1200", "RDNA 4: RX 9060", "25.0.7", "", "Navi 44"},
    {"gfx1201", "RDNA 4: RX 9070", "25.0.7", "", "Navi 48"},
};

// Intel's families, by Mesa's names for them, each as one of its PCI devices.
const Target kIntelBeforeSkylake[] = {
    {"ivb", "Gen7: HD 4000", "22.3.6", "0166", "Ivy Bridge, HD 2500"},
    {"hsw", "Gen7.5: HD 4600", "22.3.6", "0416", "Haswell, HD 4400, HD 5000, Iris 5100"},
    {"bdw", "Gen8: HD 5500", "22.3.6", "1616", "Broadwell, HD 5300, HD 6000, Iris 6100"},
};

const Target kIntel[] = {
    {"skl", "Gen9: HD 530", "22.3.6", "1912",
     "Skylake 6700K HD Graphics 530, Skylake, HD 510, HD 515, HD 520, Iris 540, Iris 550"},
    {"kbl", "Gen9: HD 630", "22.3.6", "5912", "HD 630 / i7 6700K, Kaby Lake, HD 610, HD 620, UHD 620"},
    {"cfl", "Gen9: UHD 630", "22.3.6", "3e92", "Coffee Lake, Comet Lake, UHD 610"},
    {"icl", "Gen11: Iris Plus", "22.3.6", "8a52", "Iris Plus / i7-1065g7, Ice Lake"},
    {"tgl", "Gen12: Iris Xe", "22.3.6", "9a49", "Tiger Lake"},
    {"rkl", "Gen12: UHD 750", "22.3.6", "4c8a", "Rocket Lake, UHD 730"},
    {"adl", "Gen12: UHD 770, Iris Xe", "22.3.6", "46a6", "Alder Lake"},
    {"rpl", "Gen12: Iris Xe", "22.3.6", "a7a0", "Raptor Lake"},
    {"dg1", "Gen12: Iris Xe MAX", "22.3.6", "4905"},
    {"dg2", "Xe-HPG: Arc A770", "22.3.6", "56a0", "Arc A310, Arc A380, Arc A580, Arc A750, Alchemist"},
    {"mtl", "Xe-LPG: Core Ultra 100", "25.0.7", "7d55", "Meteor Lake"},
    {"arl", "Xe-LPG: Core Ultra 200H", "25.0.7", "7d51", "Arrow Lake, Arc 130T, Arc 140T"},
    {"lnl", "Xe2: Core Ultra 200V", "25.0.7", "64a0", "Lunar Lake, Arc 130V, Arc 140V"},
    {"bmg", "Xe2: Arc B580", "25.0.7", "e20b", "Arc B570, Arc Pro B50, Arc Pro B60, Battlemage"},
    {"ptl", "Xe3: Panther Lake", "25.0.7", "b080"},
};

// NVIDIA's families, each as one of its chipsets in the numbering of the kernel driver nouveau. Which GPUs
// they are: pci.ids. GPUs share a family if NVK 25.0.7 and 26.1.6 compile the same code for them, such as the
// A100 (170) and the RTX 3090 (172).
const Target kNvidia[] = {
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
    {"hopper", "Hopper: H100, H200", "26.1.6", "180", "GH200, H800, sm_90", "", &kForcedNvk},
    {"blackwell", "Blackwell: RTX 5090", "26.1.6", "1b2",
     "RTX 5050, RTX 5060, RTX 5070, RTX 5080, RTX PRO 6000, B100, B200, sm_100, sm_120"}};

// Words of a GPU's name that name no GPU: makers, series and what all GPUs are.
constexpr std::string_view kCommonWords[] = {"geforce", "radeon",   "nvidia", "amd", "intel",   "mesa",
                                             "tesla",   "instinct", "arc",    "gpu", "graphics"};

// Variants of a GPU. Those with another chip are aliases of their own.
constexpr std::string_view kVariants[] = {
    "ti",      "super",      "xt",   "xtx",  "gre",  "laptop", "mobile", "with", "max-q", "design", "oem",
    "refresh", "generation", "pcie", "sxm2", "sxm4", "sxm5",   "nvl",    "hbm2", "hbm2e", "hbm3",   "hbm3e"};

bool isVariant(std::string_view word) {
    const bool memory = word.size() > 2 && word.ends_with("gb") && // "8gb"
                        word.find_first_not_of("0123456789") == word.size() - 2;
    return memory || std::ranges::find(kVariants, word) != std::end(kVariants);
}

// What distinguishes a GPU: "GeForce RTX 3090" → "rtx", "3090"; "Intel(R) Arc(tm) A770 Graphics (DG2)" →
// "a770".
std::vector<std::string> wordsOfName(std::string_view name) {
    std::string plain;
    int depth = 0;
    for (const char c : lowercase(name)) {
        if (c == '(') ++depth;
        if (depth == 0) plain += c;
        if (c == ')' && depth > 0 && --depth == 0) plain += ' ';
    }
    std::vector<std::string> words;
    for (const std::string& word : wordsOf(plain)) {
        const std::vector<std::string> parts = // "a100-sxm4-40gb"
            isVariant(word) ? std::vector<std::string>{word} : split(word, '-');
        words.insert(words.end(), parts.begin(), parts.end());
    }
    std::erase_if(words, [](const std::string& word) {
        return std::ranges::find(kCommonWords, word) != std::end(kCommonWords);
    });
    return words;
}

bool isNamed(const Target& target, const std::string& wanted) {
    const auto isIt = [&](std::string_view other) { return join(wordsOfName(other), "") == wanted; };
    return isIt(target.name) || isIt(target.formerly) || std::ranges::any_of(aliasesOf(target), isIt) ||
           std::ranges::any_of(gpusOf(target), isIt);
}

std::vector<const Target*> targetsNamed(const std::vector<std::string>& words) {
    std::vector<const Target*> found;
    const std::string wanted = join(words, "");
    for (const Target& target : allTargets()) {
        if (!wanted.empty() && isNamed(target, wanted)) found.push_back(&target);
    }
    return found;
}

// The names in a list with commas.
std::vector<std::string> namesIn(std::string_view list) {
    std::vector<std::string> names;
    for (const std::string& name : split(list, ',')) {
        if (!trim(name).empty()) names.emplace_back(trim(name));
    }
    return names;
}

} // namespace

std::span<const Target> allTargets() {
    static const std::vector<Target> kAll = [] {
        std::vector<Target> all;
        const auto add = [&](std::span<const Target> targets, const MesaDriver& driver) {
            for (Target target : targets) {
                if (target.driver == nullptr) target.driver = &driver;
                all.push_back(target);
            }
        };
        add(kAmd, kRadv);
        add(kIntelBeforeSkylake, kHasvk);
        add(kIntel, kAnv);
        add(kNvidia, kNvk);
        return all;
    }();
    return kAll;
}

std::vector<std::string> gpusOf(const Target& target) {
    return namesIn(target.what.substr(std::min(target.what.find(':') + 1, target.what.size())));
}

std::vector<std::string> aliasesOf(const Target& target) {
    return namesIn(target.aliases);
}

std::string architectureOf(const Target& target) {
    std::string name = lowercase(target.what.substr(0, target.what.find(':')));
    std::erase(name, ' ');
    return name;
}

Result<const Target*> findTarget(std::string_view name) {
    for (const Target& target : allTargets())
        if (lowercase(name) == target.name) return &target;
    std::vector<std::string> words = wordsOfName(name);
    std::vector<const Target*> found = targetsNamed(words);
    while (found.empty() && words.size() > 1 && isVariant(words.back())) {
        words.pop_back();
        found = targetsNamed(words);
    }
    if (found.size() == 1) return found[0];
    if (found.empty()) {
        std::vector<std::string> groups = {"all", "amd", "intel", "nvidia"};
        for (const Target& target : allTargets())
            if (const std::string all = architectureOf(target);
                all != groups.back() && std::ranges::count(allTargets(), all, &Target::name) == 0)
                groups.push_back(all);
        return usageError(
            fmt::format("there is no target '{}'{}", name, didYouMean(name, nameList(allTargets()))),
            fmt::format("`isa --target list` prints all targets; {} stand for several", join(groups, ", ")));
    }
    std::vector<std::string> names;
    for (const Target* target : found) names.emplace_back(target->name);
    return usageError(fmt::format("'{}' is the name of several targets", name),
                      "choose from: " + join(names, ", "));
}

bool mayBeUnknown(std::string_view trouble) {
    return trouble == kUnknownTarget || trouble == kPerhapsUnknownTarget;
}

std::vector<std::string> modelsOf(const Target& target) {
    std::vector<std::string> models = {std::string(target.model.empty() ? target.name : target.model)};
    if (!target.formerly.empty()) models.emplace_back(target.formerly);
    return models;
}

} // namespace vkperftest
