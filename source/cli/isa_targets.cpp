#include "cli/isa_targets.h"

#include <algorithm>
#include <map>

#include <fmt/format.h>

#include "base/interrupt.h"
#include "base/text.h"
#include "cli/console.h"
#include "cli/isa_compile.h"
#include "vulkan/mesa_drivers.h"

namespace vkperftest {
namespace {

// The first of several that loads; if there is only one, that.
std::string firstThatLoads(const std::vector<std::string>& manifests, const Target& target,
                           const IsaOptions& options, const ScratchFolder& scratch) {
    for (std::size_t i = 0; manifests.size() > 1 && i < manifests.size(); ++i) {
        const std::string file = scratch.file(fmt::format("{}-{}.transcript", target.driver->name, i));
        const CompiledSubject tried =
            compileInChild({.subject = {manifests[i], &target}}, oneKernel(options), file);
        if (driverWorks({&tried, 1}).ok()) return manifests[i];
    }
    return manifests[0];
}

// The manifests of drivers that compile for the target.
Result<std::vector<std::string>> driversFor(const Target& target, const IsaOptions& options,
                                            const ScratchFolder& scratch) {
    const MesaDriver& driver = *target.driver;
    if (options.drivers.empty()) {
        Result<std::vector<std::string>> found = findManifests(driver);
        if (!found.ok()) return found;
        return std::vector<std::string>{firstThatLoads(found.value(), target, options, scratch)};
    }
    std::vector<std::string> given = options.drivers;
    std::erase_if(given, [&](const std::string& manifest) { return !mayBe(driver, manifest); });
    if (!given.empty()) return given;
    return Error{ErrorKind::NoDevice,
                 fmt::format("'{}' is not the manifest of {}, which compiles for {}", options.drivers[0],
                             driver.name, target.name),
                 fmt::format("leave out --driver, or name one of {}", driver.name)};
}

} // namespace

Result<void> addTargets(std::string_view name, IsaOptions& options) {
    // What is asked for by its own name is never left out.
    const auto add = [&](const Target& target, bool ofGroup) {
        std::vector<const Target*>& known = options.targets;
        const bool isNew = std::count(known.begin(), known.end(), &target) == 0;
        if (isNew) known.push_back(&target);
        if (isNew && ofGroup) options.ofGroups.insert(&target);
        if (!ofGroup) options.ofGroups.erase(&target);
    };
    const std::string group = lowercase(name);
    bool isGroup = false;
    for (const Target& target : allTargets()) {
        if (group != "all" && group != lowercase(target.driver->vendor)) continue;
        isGroup = true;
        add(target, true);
    }
    if (isGroup) return {};
    const Result<const Target*> target = findTarget(name);
    if (!target.ok()) return target.error();
    add(*target.value(), false);
    return {};
}

Result<std::vector<CompiledSubject>> wantedSubjects(const IsaOptions& options, const ScratchFolder& scratch) {
    std::vector<CompiledSubject> wanted;
    const auto add = [&](const std::vector<std::string>& drivers, const Target* target) {
        for (const std::string& driver : drivers) wanted.push_back({.subject = {driver, target}});
    };
    if (options.targets.empty()) {
        add(options.drivers.empty() ? std::vector<std::string>{""} : options.drivers, nullptr);
        return wanted;
    }
    std::map<const MesaDriver*, Result<std::vector<std::string>>> known;
    for (const Target* target : options.targets) {
        if (known.count(target->driver) == 0) { // driversFor() asks the driver, which takes a process
            // cppcheck-suppress stlFindInsert
            known.emplace(target->driver, driversFor(*target, options, scratch));
        }
        const Result<std::vector<std::string>>& drivers = known.at(target->driver);
        if (drivers.ok()) {
            add(drivers.value(), target);
        } else if (options.ofGroups.count(target) == 0) {
            wanted.push_back({.subject = {"", target},
                              .trouble = drivers.error().sentence(),
                              .kind = drivers.error().kind});
        }
    }
    const auto has = [](const auto& entry) { return entry.second.ok(); };
    if (wanted.empty() || std::none_of(known.begin(), known.end(), has))
        return known.at(options.targets[0]->driver).error();
    return wanted;
}

// One child after the other: each uses all cores.
Result<std::vector<CompiledSubject>> compileWanted(const IsaOptions& options, const ScratchFolder& scratch) {
    std::vector<CompiledSubject> wanted, compiled;
    std::size_t leftOut = 0;
    VKPERFTEST_TRY(assign(wanted, wantedSubjects(options, scratch)));
    const DriverNames names = driverNames(options.drivers, DriverNames());
    for (std::size_t i = 0; i < wanted.size() && !wasInterrupted(); ++i) {
        showStatusLine(fmt::format("compiling {} of {}: {}", i + 1, wanted.size(),
                                   subjectName(wanted[i].subject, names)));
        CompiledSubject one =
            compileInChild(wanted[i], options, scratch.file(fmt::format("{}.transcript", i)));
        const bool left = mayBeUnknown(one.trouble) && options.ofGroups.count(one.subject.target) != 0;
        if (left)
            ++leftOut;
        else
            compiled.push_back(std::move(one));
    }
    showStatusLine("");
    if (compiled.empty() && !wasInterrupted()) {
        return Error{ErrorKind::NoDevice, "the drivers at hand compile for none of these targets",
                     "see `isa --target list`"};
    }
    if (leftOut > 0) {
        printNote(fmt::format(
            "left out {} target{} that the drivers do not know; `isa --target list` says which do", leftOut,
            leftOut == 1 ? "" : "s"));
    }
    return compiled;
}

} // namespace vkperftest
