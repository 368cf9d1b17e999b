
#include <algorithm>
#include <iterator>

#include <fmt/format.h>

#include "base/named.h"
#include "base/text.h"
#include "isa/targets/targets.h"

namespace vkperftest {
namespace {

// The distinctive part of a GPU's name: "GeForce RTX 3090" → "rtx3090".
std::string essence(std::string_view name) {
    std::string essence;
    for (const std::string& word : split(lowercase(name), ' ')) {
        constexpr std::string_view kMakers[] = {"geforce", "radeon", "nvidia", "amd", "intel"};
        if (std::ranges::find(kMakers, word) == std::end(kMakers)) essence += word;
    }
    return essence;
}

bool isNamed(const Target& target, std::string_view name) {
    const auto isIt = [wanted = essence(name)](std::string_view other) { return essence(other) == wanted; };
    const std::vector<std::string> gpus = gpusOf(target);
    return isIt(target.name) || std::ranges::any_of(target.aliases, isIt) || std::ranges::any_of(gpus, isIt);
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
    const std::string_view gpus = target.what.substr(std::min(target.what.find(':') + 1, target.what.size()));
    std::vector<std::string> names;
    for (const std::string& gpu : split(gpus, ',')) names.emplace_back(trim(gpu.substr(0, gpu.find('('))));
    return names;
}

Result<const Target*> findTarget(std::string_view name) {
    std::vector<const Target*> found;
    for (const Target& target : allTargets()) {
        if (lowercase(name) == target.name) return &target;
        if (!essence(name).empty() && isNamed(target, name)) found.push_back(&target);
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

std::string modelOf(const Target& target) {
    return std::string(target.model.empty() ? target.name : target.model);
}

} // namespace vkperftest
