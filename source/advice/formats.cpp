#include "advice/formats.h"

#include <algorithm>
#include <array>
#include <functional>

#include <fmt/format.h>

#include "base/text.h"

namespace vkperftest {
namespace {

constexpr std::array kSpreadPatterns = {Pattern::Linear, Pattern::Random};
constexpr std::size_t kMostGroups = 3;

struct FormatRow {
    Format format = Format::R8;
    Row row;
};

struct Group {
    std::vector<Format> formats;
    Span cost; // relative to the fastest format; empty for the first group
};

// What is said about one pattern.
struct Formats {
    std::vector<Group> groups; // the fastest first
    std::vector<CostClaim> claims;
};

std::vector<FormatRow> formatRows(const Reading& reading, Operation (*family)(Format), Pattern pattern) {
    std::vector<FormatRow> rows;
    for (const FormatTraits& format : perfTestFormats())
        rows.push_back({format.format, reading.row(family(format.format), pattern)});
    return rows;
}

bool isList(const std::vector<Format>& formats) {
    return formats.size() > 1 && !haveName(formats);
}

// Nothing if rows are inconclusive. A group's formats are as fast as its first, within kOtherKernelDiffers.
std::optional<Formats> groupsOf(std::vector<FormatRow> rows) {
    if (std::ranges::any_of(rows, [](const FormatRow& each) { return each.row.figures == nullptr; }))
        return std::nullopt;
    std::ranges::stable_sort(rows, std::greater(), [](const FormatRow& each) { return each.row.ratio(); });
    Formats all;
    const Row* first = nullptr;
    for (const FormatRow& each : rows) {
        const std::optional<Cost> inGroup = first == nullptr ? std::nullopt : costOf(each.row, *first);
        const bool slower = !inGroup || inGroup->isAtLeast(kOtherKernelDiffers);
        if (!slower && (!inGroup->hasLeast() || !inGroup->isAtMost(kOtherKernelDiffers))) return std::nullopt;
        if (slower) {
            all.groups.emplace_back();
            first = &each.row;
        }
        Group& group = all.groups.back();
        group.formats.push_back(each.format);
        const Cost cost = *costOf(each.row, rows[0].row);
        if (all.groups.size() > 1) group.cost.add(cost);
        if (each.format != rows[0].format) all.claims.push_back({cost, outcomeOf(cost, kOtherKernelDiffers)});
    }
    for (Group& group : all.groups) std::ranges::sort(group.formats);
    return all;
}

// "16 bytes take 2.0 times as long as 8 bytes or fewer", "all formats take about the same time"
std::string textOf(const Formats& formats) {
    const std::vector<Group>& groups = formats.groups;
    if (groups.size() == 1) return "all formats take about the same time, so wide ones are free";
    std::string text;
    for (std::size_t i = 1; i < groups.size(); ++i) {
        const bool last = i + 1 == groups.size();
        const bool rest = last && isList(groups[i].formats);
        const std::string factor = factorText(groups[i].cost);
        text += i > 1 ? ", " : "";
        text += rest ? "the rest" : formatsText(groups[i].formats);
        text += i > 1 ? " " + factor : fmt::format(" take {} times as long as ", factor);
        if (i > 1) continue;
        // Either the fastest formats or the others must be named.
        const bool all = std::ranges::none_of(groups.begin() + 1, groups.end(),
                                              [](const Group& group) { return isList(group.formats); });
        text += all && isList(groups[0].formats) ? "the fastest formats" : formatsText(groups[0].formats);
    }
    return text;
}

} // namespace

std::vector<Told> tellFormats(const Reading& reading, std::string_view subject, Operation (*family)(Format)) {
    std::vector<std::string> texts;
    Told told;
    for (const Pattern pattern : kSpreadPatterns) {
        std::optional<Formats> formats = groupsOf(formatRows(reading, family, pattern));
        if (!formats || formats->groups.size() > kMostGroups) return {};
        texts.push_back(textOf(*formats));
        told.claims.insert(told.claims.end(), formats->claims.begin(), formats->claims.end());
    }
    told.text = texts[0] == texts[1] ? fmt::format("{}, linear and random: {}", subject, texts[0])
                                     : fmt::format("{}, linear: {}; random: {}", subject, texts[0], texts[1]);
    return {std::move(told)};
}

std::vector<Told> tellFamilies(const Reading& reading, const ComparedFamilies& families) {
    std::vector<ComparedLoads> all;
    std::vector<Format> measured;
    for (const FormatTraits& format : families.formats) {
        for (const Pattern pattern : families.patterns) {
            const Row row = reading.row(families.family(format.format), pattern);
            compare(all, static_cast<std::uint32_t>(format.format), pattern, row,
                    reading.row(families.other(format.format), pattern));
            if (row.figures != nullptr && pattern == families.patterns.front())
                measured.push_back(format.format);
        }
    }
    const auto formatsOf = [](const std::vector<std::uint32_t>& items) {
        std::vector<Format> formats;
        for (const std::uint32_t item : items) formats.push_back(static_cast<Format>(item));
        return formats;
    };
    const auto text = [&](const std::vector<std::uint32_t>& items) {
        return formatsOf(items) == measured ? "" : formatsText(formatsOf(items));
    };
    const auto isCrowd = [&](const std::vector<std::uint32_t>& items) {
        constexpr std::size_t kMostNames = 3;
        return items.size() > kMostNames && formatsOf(items) != measured && isList(formatsOf(items));
    };
    const auto& [one, two] = families.patterns;
    return tellCompared({fmt::format("{}, {} and {},", families.subject, patternName(one), patternName(two)),
                         std::string(families.reference), text, families.patterns.size(), isCrowd, "formats"},
                        all);
}

} // namespace vkperftest
