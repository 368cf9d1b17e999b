#include "isa/target.h"

#include <algorithm>
#include <vector>

#include "base/named.h"
#include "isa/targets/targets.h"

namespace vkperftest {
namespace {

const std::vector<Target>& table() {
    static const std::vector<Target> kAll = [] {
        std::vector<Target> all;
        for (const std::vector<Target>& vendor : {amdTargets(), intelTargets(), nvidiaTargets()})
            all.insert(all.end(), vendor.begin(), vendor.end());
        return all;
    }();
    return kAll;
}

} // namespace

std::vector<Target> compiledBy(const MesaDriver& driver, std::vector<Target> targets) {
    for (Target& target : targets) target.driver = &driver;
    return targets;
}

std::span<const Target> allTargets() {
    return table();
}

Result<const Target*> findTarget(std::string_view name) {
    for (const Target& target : table()) {
        const auto isIt = [&](std::string_view alias) {
            return !alias.empty() && lowercase(alias) == lowercase(name);
        };
        if (std::any_of(target.aliases.begin(), target.aliases.end(), isIt)) return &target;
    }
    return findNamed(table(), name, "there is no target");
}

std::string modelOf(const Target& target) {
    return std::string(target.model.empty() ? target.name : target.model);
}

} // namespace vkperftest
