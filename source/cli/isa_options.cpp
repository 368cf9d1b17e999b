#include "cli/isa_options.h"

#include <algorithm>
#include <filesystem>
#include <set>
#include <system_error>

#include <fmt/format.h>

#include "cases/strategy.h"
#include "cli/run_options.h"

namespace vkperftest {
namespace {

constexpr const char* kListTargets = "list"; // as --target

Error contradiction(const char* a, const char* b, const char* remedy) {
    return {ErrorKind::Usage, fmt::format("{} and {} contradict each other", a, b), remedy};
}

// The list says what compiles, whatever the rows.
Result<void> nothingBesideList(const CLI::App& given) {
    for (const char* option : {"--suite", "--filter", "--strategy", "--full"}) {
        if (given.count(option) == 0) continue;
        return contradiction("--target list", option, "the list has no rows; leave one of them out");
    }
    return {};
}

// A driver beside itself would only be the same.
Result<void> differentDrivers(const std::vector<std::string>& drivers) {
    std::set<std::filesystem::path> known;
    for (const std::string& driver : drivers) {
        std::error_code failed;
        const std::filesystem::path path = std::filesystem::absolute(driver, failed).lexically_normal();
        if (known.insert(failed ? std::filesystem::path(driver) : path).second) continue;
        return Error{ErrorKind::Usage, fmt::format("--driver '{}' names one driver twice", driver),
                     "name each once"};
    }
    return {};
}

} // namespace

void RawIsa::add(CLI::App& command) {
    rows.addRows(command);
    command
        .add_option("--strategy", strategy,
                    fmt::format("Binding strategies: {} (default: set)", namesOf(kStrategies)))
        ->type_name("NAME,…");
    command
        .add_option(
            "--target", targets,
            "Compile for this AMD family through Mesa's RADV, without a GPU; may be given several times; "
            "`list`: what the installed Mesa compiles for")
        ->type_name("FAMILY")
        ->allow_extra_args(false);
    command
        .add_option("--driver", drivers,
                    "Use only the Vulkan driver of this ICD manifest; several are shown side by side")
        ->type_name("ICD.json")
        ->allow_extra_args(false);
    rows.addDevice(command);
    command.add_flag(
        "--full", full,
        "Print the code itself (as it was read; if it cannot be, every text that the driver gives), and "
        "the driver's statistics");
    addFormat(command, format, writers());
    // Of the parent, for tests; and what it tells its children.
    command.add_option("--patience", patience, "Seconds that a compiler may take for one kernel")->group("");
    command.add_option("--into", transcript, "Write a transcript, print nothing")->group("");
}

Result<Command> isaOptions(const RawIsa& raw, const CLI::App& given) {
    if (!(raw.patience > 0))
        return Error{ErrorKind::Usage, "--patience is no time", "give seconds, more than 0"};
    IsaOptions options{.drivers = raw.drivers,
                       .device = raw.rows.device,
                       .suite = raw.rows.suite,
                       .filters = raw.rows.filters,
                       .full = raw.full,
                       .patience = raw.patience,
                       .transcript = raw.transcript};
    VKPERFTEST_TRY(differentDrivers(raw.drivers));
    Result<std::vector<Case>> rows = selectedRows(raw.rows);
    if (!rows.ok()) return rows.error();
    options.rows = std::move(rows).value();
    Result<std::vector<Strategy>> chosen = parseStrategies(raw.strategy);
    if (!chosen.ok()) return chosen.error();
    options.strategies = std::move(chosen).value();
    const Result<const Writer*> format = findNamed(writers(), raw.format, "`isa` has no format");
    if (!format.ok()) return format.error();
    options.format = format.value();
    for (const std::string& name : raw.targets) {
        if (name == kListTargets) {
            options.listTargets = true;
            continue;
        }
        const Result<const AmdTarget*> target = findAmdTarget(name);
        if (!target.ok()) return target.error();
        const bool known = std::find(options.targets.begin(), options.targets.end(), target.value()) !=
                           options.targets.end();
        if (!known) options.targets.push_back(target.value());
    }
    if (options.listTargets && !options.targets.empty())
        return contradiction("--target list", "another --target", "give the list alone");
    if (options.listTargets) VKPERFTEST_TRY(nothingBesideList(given));
    if (!raw.targets.empty() && !raw.rows.device.empty())
        return contradiction("--target", "--device", "a target is a device; leave one of them out");
    if (options.full && options.format->name != "table")
        return contradiction("--full", "--format", "code has no columns; leave one of them out");
    return Command(std::move(options));
}

} // namespace vkperftest
