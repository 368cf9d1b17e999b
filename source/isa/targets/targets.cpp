#include <algorithm>
#include <iterator>

#include <fmt/format.h>

#include "base/named.h"
#include "base/text.h"
#include "isa/target.h"

namespace vkperftest {
namespace {

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

std::vector<Target> compiledBy(const MesaDriver& driver, std::vector<Target> targets) {
    for (Target& target : targets) target.driver = &driver;
    return targets;
}

std::span<const Target> allTargets() {
    static const std::vector<Target> kAll = [] {
        std::vector<Target> all;
        for (const std::vector<Target>& vendor : {amdTargets(), intelTargets(), nvidiaTargets()})
            all.insert(all.end(), vendor.begin(), vendor.end());
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
        return Error{ErrorKind::Usage,
                     fmt::format("there is no target '{}'{}", name, didYouMean(name, nameList(allTargets()))),
                     "`isa --target list` prints all targets; all, amd, intel and nvidia stand for several"};
    }
    std::vector<std::string> names;
    for (const Target* target : found) names.emplace_back(target->name);
    return Error{ErrorKind::Usage, fmt::format("'{}' is the name of several targets", name),
                 "choose from: " + join(names, ", ")};
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
