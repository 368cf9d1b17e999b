#include "report/documents.h"

#include <algorithm>
#include <cmath>
#include <set>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/printable.h"
#include "base/text.h"
#include "isa/code_shift.h"
#include "isa/memory_operations.h"
#include "model/json_layout.h"

namespace vkperftest {
namespace {

bool sameShader(const ShaderCode& a, const ShaderCode& b) {
    return a.file == b.file && a.entryPoint == b.entryPoint;
}

bool sameSubject(const ShaderCode& a, const ShaderCode& b) {
    return a.subject.target == b.subject.target && a.subject.driver == b.subject.driver;
}

std::string loopText(const std::vector<std::string>& numbers, std::size_t loop) {
    return loop == kNoLoop ? "none" : numbers[loop];
}

std::string_view accessName(Access access) {
    constexpr std::string_view kNames[] = {"load", "store", "atomic"};
    return kNames[static_cast<std::size_t>(access)];
}

std::string titleOf(const ShaderCode& code, const DriverNames& drivers) {
    const bool named = code.subject.target != nullptr || drivers.size() > 1;
    return fmt::format("{}, {}{}", printable(code.file), printable(code.entryPoint),
                       named ? " on " + subjectName(code.subject, drivers) : "");
}

// What the compiler took for given.
std::string settingOf(const ShaderCode& code) {
    constexpr std::size_t kMostConstants = 8;
    std::string text =
        fmt::format("Workgroup {} x {} x {}{}", code.workgroup[0], code.workgroup[1], code.workgroup[2],
                    code.usualWorkgroup ? ", not its constant's default of one" : "");
    if (code.cell.reading.subgroupSize > 0)
        text += fmt::format("; subgroups of {}", code.cell.reading.subgroupSize);
    std::vector<std::string> constants = code.constants;
    if (constants.size() > kMostConstants) {
        constants.resize(kMostConstants);
        constants.emplace_back("…");
    }
    return constants.empty() ? text : text + "; constants " + join(constants, ", ");
}

Grid gridOf(const ShaderCode& code) {
    Grid grid{.columns = textColumns("loop,access,instruction,count,bits,once for each,memory")};
    grid.columns[3].kind = grid.columns[4].kind = Kind::Number;
    const std::vector<std::string> numbers = loopNumbers(code.cell.reading.disassembly);
    const bool lines = code.hasLines;
    if (lines) grid.columns.push_back({"line"});
    for (const MemoryOperation& one : code.operations) {
        if (one.load.source == LoadSource::Descriptor) continue;
        std::vector<std::string>& row = grid.rows.emplace_back();
        row = {loopText(numbers, one.loop),
               std::string(accessName(one.load.access)),
               one.load.name,
               std::to_string(one.count),
               one.load.bits > 0 ? std::to_string(one.load.bits) : "",
               one.load.scalar ? "subgroup" : "lane",
               std::string(kLoadSourceNames[one.load.source])};
        if (lines) row.push_back(linesOf(one));
    }
    return grid;
}

// Without hashes, which say nothing to readers.
std::string statisticsText(const CodeCell& cell) {
    std::vector<std::string> parts;
    for (const Statistic& statistic : cell.reading.statistics) {
        if (lowercase(statistic.name).find("hash") == std::string::npos)
            parts.push_back(fmt::format("{} {}", statistic.name, statistic.value));
    }
    return join(parts, "; ");
}

// Of the loads that the table leaves out.
std::string descriptorsText(const ShaderCode& code) {
    std::size_t all = 0, inLoops = 0;
    for (const MemoryOperation& one : code.operations) {
        if (one.load.source != LoadSource::Descriptor) continue;
        all += one.count;
        inLoops += one.loop != kNoLoop ? one.count : 0;
    }
    if (all == 0) return {};
    return fmt::format("Descriptors: {} load{}{}.", all, all == 1 ? "" : "s",
                       inLoops > 0 ? fmt::format(", {} in loops", inLoops) : "");
}

// "Line 12 loads 128 bits at once, the code at most 32; its address is only known to be a multiple of 4 bytes." Without
// "since": bounds checks narrow such loads, too.
std::string narrowedText(const NarrowedLoad& one) {
    const bool known = one.alignment * 8 >= one.bits;
    return fmt::format("Line {} loads {} bits at once, the code at most {}{} a multiple of {} bytes.",
                       linesText(std::span(&one.line, 1)), one.bits, one.most,
                       known ? ", though its address is" : "; its address is only known to be",
                       one.alignment);
}

std::string loneText(const ShaderCode& code) {
    if (code.workgroup != std::array<std::uint32_t, 3>{1, 1, 1}) return {};
    return "Its workgroup is one invocation, which few programs run; --workgroup X,Y,Z compiles it with "
           "another.";
}

std::vector<std::string> remarksOf(const ShaderCode& code) {
    constexpr std::size_t kMostNarrowed = 3;
    std::vector<std::string> remarks;
    const CodeCell& cell = code.cell;
    if (!cell.missing.empty() || !cell.reading.trouble.empty())
        remarks.push_back(fmt::format("No summary: {}.", cell.loads()));
    else if (code.operations.empty())
        remarks.emplace_back("The code has no loads, stores or atomic operations.");
    else if (!code.aboutLines.empty())
        remarks.push_back(code.aboutLines);
    for (const NarrowedLoad& one :
         std::span(code.narrowed).first(std::min(kMostNarrowed, code.narrowed.size())))
        remarks.push_back(narrowedText(one));
    addText(remarks, descriptorsText(code));
    const bool spills = !code.operations.empty() && spillsRegisters(cell.reading.statistics) == true;
    if (usesScratch(code) && !spills)
        remarks.push_back("Scratch memory holds what registers cannot" +
                          (code.indexedArrays.empty() ? "."
                                                      : ": arrays that are indexed at run time, " +
                                                            join(code.indexedArrays, ", ") + "."));
    if (spills)
        remarks.emplace_back(usesScratch(code)
                                 ? "The driver spills registers to scratch memory."
                                 : "The driver spills registers. Some of the loads and stores are those of "
                                   "spilled registers, and lines may be wrong.");
    addText(remarks, loneText(code));
    return remarks;
}

Json linesJson(const MemoryOperation& operation) {
    Json lines = Json::array();
    for (const SourceLine& one : operation.lines) {
        Json& line = lines.emplace_back(Json::object());
        if (!one.file.empty()) line["file"] = one.file;
        line["line"] = one.line;
    }
    return lines;
}

Json operationJson(const MemoryOperation& one, const std::vector<std::string>& loopNumbers) {
    return {{"loop", one.loop == kNoLoop ? Json(nullptr) : Json(loopNumbers[one.loop])},
            {"access", accessName(one.load.access)},
            {"instruction", one.load.name},
            {"count", one.count},
            {"bits", one.load.bits > 0 ? Json(one.load.bits) : Json(nullptr)},
            {"scalar", one.load.scalar},
            {"memory", kLoadSourceNames[one.load.source]},
            {"lines", linesJson(one)},
            {"lines_complete", hasLines(one) ? Json(one.linesComplete) : Json(nullptr)}};
}

Json statisticsJson(const CodeCell& cell) {
    constexpr double kMostExact = 1LL << 53U;
    Json statistics = Json::object();
    for (const Statistic& one : cell.reading.statistics) {
        const std::optional<double> number = parseNumber(one.value);
        const bool hash = lowercase(one.name).find("hash") != std::string::npos;
        statistics[one.name] =
            number && !hash && std::abs(*number) < kMostExact ? jsonNumber(*number) : Json(one.value);
    }
    return statistics;
}

// All but the instructions.
Json commonJson(const ShaderCode& code, const DriverNames& drivers) {
    const CodeCell& cell = code.cell;
    const auto driver = drivers.find(code.subject.driver);
    return {
        {"file", code.file},
        {"entry_point", code.entryPoint},
        {"compiler", jsonText(code.compiler)},
        {"target", jsonText(code.subject.target != nullptr ? code.subject.target->name : "")},
        {"device", jsonText(code.device)},
        {"driver", jsonText(driver != drivers.end() ? driver->second : code.driver)},
        {"workgroup", code.workgroup},
        {"constants", code.constants},
        {"subgroup_size", cell.reading.subgroupSize > 0 ? Json(cell.reading.subgroupSize) : Json(nullptr)},
        {"statistics", statisticsJson(cell)},
        {"code", jsonText(cell.reading.hash)},
        {"missing", jsonText(cell.missing.empty() ? cell.reading.trouble : cell.missing)},
        {"lines_missing", jsonText(code.aboutLines)}};
}

// A line for each operation, with all that the code has in common.
Grid recordsOf(std::span<const ShaderCode> codes, const DriverNames& drivers) {
    Grid grid{.columns = textColumns(
                  "file,entry_point,compiler,target,device,driver,loop,access,instruction,count,bits,"
                  "scalar,memory,lines,lines_complete,workgroup,constants,subgroup_size,registers,statistics,"
                  "code,missing,lines_missing")};
    for (const ShaderCode& code : codes) {
        Json common = commonJson(code, drivers);
        common.update({{"workgroup", fmt::format("{}", fmt::join(code.workgroup, ","))},
                       {"constants", join(code.constants, "; ")},
                       {"registers", registersText(code.cell.reading.statistics)},
                       {"statistics", statisticsText(code.cell)}});
        const std::vector<std::string> numbers = loopNumbers(code.cell.reading.disassembly);
        for (const MemoryOperation& one : code.operations) {
            Json record = operationJson(one, numbers);
            record["loop"] = loopText(numbers, one.loop);
            record["lines"] = linesText(one.lines);
            record.update(common);
            addRecord(record, grid);
        }
        if (code.operations.empty()) addRecord(common, grid);
    }
    return grid;
}

// One object for each shader and target.
std::string dataOf(std::span<const ShaderCode> codes, const DriverNames& drivers) {
    Json all = Json::array();
    for (const ShaderCode& code : codes) {
        const std::vector<std::string> numbers = loopNumbers(code.cell.reading.disassembly);
        Json instructions = Json::array();
        for (const MemoryOperation& one : code.operations)
            instructions.push_back(operationJson(one, numbers));
        all.emplace_back(commonJson(code, drivers))["instructions"] = std::move(instructions);
    }
    return layOutJson(all);
}

std::string changeText(const CodeReading& before, const CodeReading& after) {
    if (sameCode(before, after) == true) return "same code: " + before.loads();
    if (const auto moved = movedDescriptors(before.disassembly, after.disassembly))
        return fmt::format("same code, but {} loaded from {}: {}",
                           *moved == 1 ? "one descriptor is" : fmt::format("{} descriptors are", *moved),
                           *moved == 1 ? "another place" : "other places", before.loads());
    const std::string bytes = bytesChange(before.summary, after.summary);
    return fmt::format("{}{}: {}", codeShift(before, after).text, bytes.empty() ? "" : ", " + bytes,
                       codeChange(before, after));
}

Section changesSection(const std::vector<ShaderPair>& pairs) {
    Section section{.title = "The loads, compared", .grid = {.columns = textColumns("shader,loads")}};
    section.grid.layout = Grid::Layout::Untitled;
    std::set<std::string> settings, lone;
    for (const auto& [name, before, after] : pairs) {
        section.grid.rows.push_back({name, changeText(before->cell.reading, after->cell.reading)});
        for (const ShaderCode* const one : {before, after}) {
            settings.insert(settingOf(*one));
            lone.insert(loneText(*one));
        }
    }
    for (const std::string& text : settings) section.remarks.push_back(text + ".");
    for (const std::string& text : lone) addText(section.remarks, text);
    return section;
}

} // namespace

bool usesScratch(const ShaderCode& code) {
    return std::ranges::any_of(
        code.operations, [](const MemoryOperation& one) { return one.load.source == LoadSource::Scratch; });
}

std::vector<ShaderPair> shaderPairs(std::span<const ShaderCode> codes, const DriverNames& drivers) {
    std::vector<ShaderPair> pairs;
    const bool twoShaders = std::ranges::all_of(codes, [&](const ShaderCode& one) {
        return sameShader(one, codes.front()) || sameShader(one, codes.back());
    });
    for (std::size_t i = 0; i < codes.size(); ++i) {
        for (std::size_t j = i + 1; j < codes.size(); ++j) {
            const ShaderCode &before = codes[i], &after = codes[j];
            if (!before.cell.missing.empty() || !after.cell.missing.empty()) continue;
            const std::string_view target =
                before.subject.target != nullptr ? before.subject.target->name : "";
            const std::string on = target.empty() ? "" : fmt::format(" on {}", target);
            if (drivers.size() == 2 && sameShader(before, after) &&
                before.subject.target == after.subject.target)
                pairs.push_back(
                    {fmt::format("{}, {}{}: {} → {}", printable(before.file), printable(before.entryPoint),
                                 on, drivers.at(before.subject.driver), drivers.at(after.subject.driver)),
                     &before, &after});
            if (drivers.size() < 2 && twoShaders && before.file != after.file && sameSubject(before, after))
                pairs.push_back({fmt::format("{} → {}{}", printable(before.file), printable(after.file), on),
                                 &before, &after});
        }
    }
    return pairs;
}

Document shadersDocument(std::span<const ShaderCode> codes, const DriverNames& drivers) {
    Document document{.records = recordsOf(codes, drivers), .data = dataOf(codes, drivers)};
    const std::vector<ShaderPair> pairs = shaderPairs(codes, drivers);
    for (const ShaderCode& code : codes) {
        Section& section = document.sections.emplace_back();
        section.title = titleOf(code, drivers);
        if (!code.device.empty()) section.subjects = {code.device};
        section.subjects.push_back(settingOf(code));
        if (Grid grid = gridOf(code); !grid.rows.empty()) section.grid = std::move(grid);
        section.remarks = remarksOf(code);
        const bool paired = std::ranges::any_of(
            pairs, [&](const ShaderPair& pair) { return pair.before == &code || pair.after == &code; });
        const bool spills = spillsRegisters(code.cell.reading.statistics) == true || usesScratch(code);
        // Why code is missing, the command's error has said.
        if (!code.cell.missing.empty() || (paired && !spills)) section.from = Extent::All;
        if (paired && !spills) document.more = "--all prints each shader's loads.";
    }
    if (!pairs.empty()) document.sections.push_back(changesSection(pairs));
    return document;
}

std::string codeInFull(std::span<const ShaderCode> codes, const DriverNames& drivers) {
    std::string result;
    for (const ShaderCode& code : codes) {
        CodeCell cell = code.cell;
        if (code.hasLines)
            cell.reading.code = withSourceLines(cell.reading.code, cell.reading.disassembly, code.operations);
        result +=
            fmt::format("{}{}\n{}", result.empty() ? "" : "\n", titleOf(code, drivers), codeInFull(cell));
    }
    return result;
}

} // namespace vkperftest
