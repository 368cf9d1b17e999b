#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include <fmt/format.h>

#include "base/enum_table.h"
#include "base/printable.h"
#include "base/text.h"
#include "isa/memory_operations.h"
#include "report/documents.h"

namespace vkperftest {
namespace {

std::set<SourceLine> sourceLinesOf(const ShaderLoad& load, const std::string& file) {
    std::set<SourceLine> lines;
    for (const Place& place : load.places) lines.insert(sourceLine(place.file, place.line, file));
    return lines;
}

std::string textOfLines(const std::set<SourceLine>& lines) {
    return linesText(std::vector(lines.begin(), lines.end()));
}

std::string linesOf(const ShaderLoad& load, const std::string& file) {
    return textOfLines(sourceLinesOf(load, file));
}

std::string_view memoryText(ShaderMemory memory) {
    static constexpr auto kTexts = enumTable<ShaderMemory, std::string_view>(
        {"storage buffer", "uniform buffer", "push constants", "buffer reference", "texel buffer", "texture",
         "sampled texture", "gathered texture", "other texture", "storage image", "shared memory"});
    return kTexts[memory];
}

// "storage buffer, 16 bytes".
std::string loadText(const ShaderLoad& load) {
    std::string text(memoryText(load.memory));
    if (load.bytes > 0) text += fmt::format(", {} bytes", load.bytes);
    if (load.channels > 0)
        text += fmt::format(", {} channel{}", load.channels, load.channels == 1 ? "" : "s");
    return text;
}

std::string_view patternText(LanePattern pattern) {
    static constexpr auto kTexts =
        enumTable<LanePattern, std::string_view>({"uniform", "not uniform", "linear", "?"});
    return kTexts[pattern];
}

std::string_view whyText(NotCounted reason) {
    static constexpr auto kTexts = enumTable<NotCounted, std::string_view>(
        {"", "under a condition", "same place in every iteration", "may be loaded already",
         "may not be needed each time", "a store", "an atomic operation", "no row measures it",
         "its rows give no lower bound"});
    return kTexts[reason];
}

std::string rowsText(const std::vector<std::string>& rows) {
    if (rows.empty()) return "";
    if (rows.size() == 1) return rows.front();
    return fmt::format("{} (or {} more)", rows.front(), rows.size() - 1);
}

std::string loopText(const ShaderCost& cost, std::size_t loop) {
    if (loop == kNoNumber) return "Outside of loops";
    const ShaderLoop& its = cost.shader.loops[loop];
    const std::string line = linesText(std::vector{sourceLine(its.place.file, its.place.line, cost.file)});
    return its.place.line > 0 ? fmt::format("Loop {}, line {}", its.number, line)
                              : fmt::format("Loop {}", its.number);
}

// "at least 3.1 ns (3.0 to 3.2)"; of printed figures, which have neither: "at least 1.9 times as long as …".
std::string leastText(const Nanoseconds& least, const ShaderCost::OnDevice& on) {
    if (on.printed)
        return fmt::format("at least {} times as long as one Buffer<RGBA8>.Load random",
                           threeDigits(least.median));
    return fmt::format("at least {} ns ({} to {})", threeDigits(least.median), threeDigits(least.low),
                       threeDigits(least.high));
}

std::string conclusionOf(const ShaderCost& cost, const PricedLoop& loop, const ShaderCost::OnDevice& on) {
    if (!loop.least)
        return fmt::format("No lower bound on {}: none of these loads can be counted.", on.device);
    const std::string group = on.printed ? "" : fmt::format("a workgroup of {}", cost.shader.invocations());
    const std::string one = loop.loop == kNoNumber ? group
                            : group.empty()        ? "one iteration"
                                                   : "one iteration of " + group;
    return fmt::format("These loads take {}{} on {}.", leastText(*loop.least, on),
                       one.empty() ? "" : " for " + one, on.device);
}

std::vector<std::string> remarksOf(const ShaderCost& cost, const PricedLoop& loop,
                                   const ShaderCost::OnDevice& on) {
    std::vector<std::string> remarks;
    const auto counted = std::ranges::count(loop.loads, NotCounted::Counted, &PricedLoad::notCounted);
    if (loop.largest != nullptr && counted > 1) {
        const std::string lines = linesOf(*loop.largest->load, cost.file);
        remarks.push_back(fmt::format("{:.0f} % of that is {} ({}).", 100 * loop.largestShare,
                                      lines.empty() ? "one load" : "the load in line " + lines,
                                      loadText(*loop.largest->load)));
    }
    constexpr double kWorthSaying = 0.9;
    if (loop.ifAligned && loop.ifAligned->median < kWorthSaying * loop.least->median)
        remarks.push_back(fmt::format("With a structured buffer in its place, whose alignment the compiler "
                                      "knows: {}.",
                                      leastText(*loop.ifAligned, on)));
    return remarks;
}

bool countsByByte(const PricedLoad& one) {
    return one.notCounted == NotCounted::Counted && one.load->together;
}

// The row's cells but the first, which has the lines.
std::vector<std::string> tableCellsOf(const PricedLoad& one) {
    const ShaderLoad& load = *one.load;
    const bool counts = one.notCounted == NotCounted::Counted;
    const bool buffer = load.memory == ShaderMemory::StorageBuffer;
    return {loadText(load),
            printable(load.variable),
            std::string(patternText(load.pattern)),
            buffer ? std::to_string(std::min<std::uint64_t>(load.alignment, 16)) : "",
            counts ? threeDigits(one.longest().median) + (countsByByte(one) ? "*" : "") : "",
            counts ? threeDigits(one.most) : "",
            counts ? rowsText(one.rows) : fmt::format("not counted: {}", whyText(one.notCounted))};
}

// The loop's loads; those that do not count and differ in their lines alone share a row.
Grid gridOf(const ShaderCost& cost, const PricedLoop& loop, bool printed) {
    Grid grid{.columns = textColumns("line,load,variable,pattern,alignment,ns,up to,measured row")};
    grid.columns[2].spare = grid.columns[4].spare = true;
    grid.columns[7].below = true;
    if (printed) grid.columns[5].title = "times";
    for (const std::size_t number : {4u, 5u, 6u}) grid.columns[number].kind = Kind::Number;
    std::vector<std::set<SourceLine>> lines; // of each row
    std::map<std::vector<std::string>, std::size_t> uncounted;
    for (const PricedLoad& one : loop.loads) {
        if (one.load->access != ShaderAccess::Load) continue;
        std::vector<std::string> cells = tableCellsOf(one);
        std::size_t row = grid.rows.size();
        if (one.notCounted != NotCounted::Counted) row = uncounted.emplace(cells, row).first->second;
        if (row == grid.rows.size()) {
            cells.insert(cells.begin(), "");
            grid.rows.push_back(std::move(cells));
            lines.emplace_back();
        }
        lines[row].merge(sourceLinesOf(*one.load, cost.file));
    }
    for (std::size_t row = 0; row < lines.size(); ++row) grid.rows[row].front() = textOfLines(lines[row]);
    return grid;
}

bool loads(const PricedLoop& loop) {
    return std::ranges::any_of(loop.loads,
                               [](const PricedLoad& one) { return one.load->access == ShaderAccess::Load; });
}

Section sectionOf(const ShaderCost& cost, const PricedLoop& loop, const ShaderCost::OnDevice& on) {
    Section section;
    section.title = fmt::format("{}, {}: {}", printable(cost.file), printable(cost.entryPoint),
                                loopText(cost, loop.loop));
    section.above = {conclusionOf(cost, loop, on)};
    for (std::string& remark : remarksOf(cost, loop, on)) section.above.push_back(std::move(remark));
    section.grid = gridOf(cost, loop, on.printed);
    if (std::ranges::any_of(loop.loads, countsByByte))
        section.remarks.push_back(
            "* A compiler may load this together with its neighbours, perhaps those of the "
            "next iteration. Only its own bytes count, at the lowest measured price of a byte.");
    const auto writes = std::ranges::count_if(
        loop.loads, [](const PricedLoad& one) { return one.load->access != ShaderAccess::Load; });
    if (writes > 0)
        section.remarks.push_back(
            fmt::format("Not listed, and not counted: {} {}.", writes,
                        writes == 1 ? "store or atomic operation" : "stores and atomic operations"));
    return section;
}

Grid recordsOf(std::span<const ShaderCost> costs) {
    Grid grid{.columns =
                  textColumns("file,entry_point,device,unit,invocations,loop,loop_line,loop_least,loop_low,"
                              "loop_high,lines,memory,variable,bytes,channels,pattern,alignment,rows,"
                              "least,low,high,most,joined,counted,not_counted")};
    for (const std::size_t number : {4u, 6u, 7u, 8u, 9u, 13u, 14u, 16u, 18u, 19u, 20u, 21u})
        grid.columns[number].kind = Kind::Number;
    grid.columns[22].kind = grid.columns[23].kind = Kind::Flag;
    for (const ShaderCost& cost : costs) {
        for (const ShaderCost::OnDevice& on : cost.devices) {
            for (const PricedLoop& loop : on.loops) {
                const bool inLoop = loop.loop != kNoNumber;
                const auto figure = [](const std::optional<Nanoseconds>& time, double Nanoseconds::*member) {
                    return numberCell(time ? std::optional((*time).*member) : std::nullopt);
                };
                for (const PricedLoad& one : loop.loads) {
                    const ShaderLoad& load = *one.load;
                    const bool priced = !one.rows.empty();
                    const std::optional<Nanoseconds> least =
                        priced ? std::optional(one.longest()) : std::nullopt;
                    grid.rows.push_back(
                        {cost.file,
                         cost.entryPoint,
                         on.device,
                         on.printed ? "baseline" : "ns",
                         std::to_string(cost.shader.invocations()),
                         inLoop ? cost.shader.loops[loop.loop].number : "none",
                         inLoop ? std::to_string(cost.shader.loops[loop.loop].place.line) : "",
                         figure(loop.least, &Nanoseconds::median),
                         figure(loop.least, &Nanoseconds::low),
                         figure(loop.least, &Nanoseconds::high),
                         linesOf(load, cost.file),
                         std::string(memoryText(load.memory)),
                         load.variable,
                         load.bytes > 0 ? std::to_string(load.bytes) : "",
                         load.channels > 0 ? std::to_string(load.channels) : "",
                         std::string(load.pattern == LanePattern::Unknown ? "" : patternText(load.pattern)),
                         load.memory == ShaderMemory::StorageBuffer ? std::to_string(load.alignment) : "",
                         join(one.rows, "; "),
                         figure(least, &Nanoseconds::median),
                         figure(least, &Nanoseconds::low),
                         figure(least, &Nanoseconds::high),
                         numberCell(priced ? std::optional(one.most) : std::nullopt),
                         flagCell(load.together),
                         flagCell(one.notCounted == NotCounted::Counted),
                         std::string(whyText(one.notCounted))});
                }
            }
        }
    }
    return grid;
}

} // namespace

Document costsDocument(std::span<const ShaderCost> costs) {
    Document document{.heading = "What a shader's loads cost", .records = recordsOf(costs)};
    for (const ShaderCost& cost : costs) {
        for (const ShaderCost::OnDevice& on : cost.devices) {
            const std::size_t before = document.sections.size();
            for (const PricedLoop& loop : on.loops) {
                if (loads(loop)) document.sections.push_back(sectionOf(cost, loop, on));
            }
            if (document.sections.size() > before) continue;
            document.sections.push_back(
                {.title = fmt::format("{}, {}", printable(cost.file), printable(cost.entryPoint)),
                 .remarks = {"This shader loads nothing."}});
        }
    }
    if (!document.sections.empty())
        document.sections.back().remarks.push_back("The bounds hold if all invocations take part, loads hit "
                                                   "L1, and workgroups fill the device.");
    return document;
}

} // namespace vkperftest
