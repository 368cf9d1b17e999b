#include "report/documents.h"

#include <algorithm>

#include <fmt/format.h>

#include "base/text.h"

namespace vkperftest {
namespace {

// Why it cannot be compiled for; empty if it can.
std::string whyNot(const CompiledSubject& compiled) {
    const Target& target = *compiled.subject.target;
    std::string trouble = compiled.trouble;
    if (compiled.subject.driver.empty()) trouble = fmt::format("{} is not installed", target.driver->name);
    if (!mayBeUnknown(trouble)) return trouble;
    return fmt::format("{}{}; {} knows it", trouble == kUnknownTarget ? "" : "probably ", kUnknownTarget,
                       target.mesa);
}

} // namespace

// A section for each vendor.
Document targetsDocument(std::span<const CompiledSubject> compiled) {
    Document document{.heading = "Targets of the compilers",
                      .records = {.columns = {{"vendor"},
                                              {"target"},
                                              {"gpus"},
                                              {"aliases"},
                                              {"driver"},
                                              {"version"},
                                              {"works", Kind::Flag},
                                              {"trouble"},
                                              {"package"}}}};
    for (const CompiledSubject& one : compiled) {
        const Target& target = *one.subject.target;
        const std::string vendor(target.driver->vendor), name(target.name), gpus(target.what);
        const std::string driver(target.driver->name), version = one.transcript.driver;
        const std::string trouble = whyNot(one);
        const std::string package =
            fmt::format("mesa-vulkan-drivers of Debian {} or newer", target.driver->debian);
        std::vector<std::string> aliases;
        for (const std::string_view alias : target.aliases) {
            if (!alias.empty()) aliases.emplace_back(alias);
        }
        std::vector<Section>& sections = document.sections;
        if (sections.empty() || sections.back().title != vendor)
            sections.push_back(
                {.title = vendor, .grid = {.columns = textColumns("target,GPUs,compiled by")}});
        Section& section = sections.back();
        const bool works = trouble.empty();
        section.grid.rows.push_back(
            {name, gpus, works ? fmt::format("{} {}", driver, version) : "no: " + trouble});
        const std::string source = fmt::format("{} is in {}.", driver, package);
        if (std::count(section.remarks.begin(), section.remarks.end(), source) == 0)
            section.remarks.push_back(source);
        document.records.rows.push_back({vendor, name, gpus, join(aliases, "; "), driver, version,
                                         works ? "yes" : "no", trouble, package});
    }
    return document;
}

} // namespace vkperftest
