#include "cost/priced_loads.h"

#include <algorithm>
#include <array>
#include <tuple>

#include <fmt/format.h>

#include "base/text.h"

namespace vkperftest {
namespace {

struct Candidate {
    const MeasuredLoad* row = nullptr;
    double share = 1; // of its time
};

using Candidates = std::vector<Candidate>;

bool ofPattern(const MeasuredLoad& row, LanePattern pattern) {
    switch (pattern) {
    case LanePattern::Same:
        return row.facts.pattern == Pattern::Uniform;
    case LanePattern::Next:
        return row.facts.pattern == Pattern::Linear;
    case LanePattern::Different:
        return row.facts.pattern != Pattern::Uniform;
    case LanePattern::Unknown:
        return true;
    }
    return true;
}

// Raw rows promise an alignment of 4 bytes only, whatever their addresses are; structured ones that of their
// vectors.
bool ofBuffer(const MeasuredLoad& row, const ShaderLoad& load) {
    const bool raw = row.facts.kind == LoadKind::Raw;
    if (row.facts.bytes != load.bytes || (!raw && row.facts.kind != LoadKind::Structured)) return false;
    const std::uint32_t size = load.bytes == 12 ? 16 : load.bytes;
    if (load.alignment >= size || load.bytes == 4) return !raw || row.facts.byteOffset == 0;
    if (!raw) return false;
    return !load.misaligned || row.facts.byteOffset != 0;
}

bool isOf(const MeasuredLoad& row, const ShaderLoad& load, const TexelFormats& formats) {
    if (!ofPattern(row, load.pattern)) return false;
    const auto found = formats.contains(load.variable) ? formats.find(load.variable) : formats.find("");
    const bool format = found == formats.end() || found->second == row.facts.format;
    switch (load.memory) {
    case ShaderMemory::StorageBuffer:
        return ofBuffer(row, load);
    case ShaderMemory::UniformBuffer:
        return row.facts.kind == LoadKind::Constants && row.facts.bytes == load.bytes;
    case ShaderMemory::TexelBuffer:
        return row.facts.kind == LoadKind::Typed && format;
    case ShaderMemory::Texture:
        return row.facts.kind == LoadKind::Texture && format;
    case ShaderMemory::Sampled:
        return (row.facts.kind == LoadKind::Nearest || row.facts.kind == LoadKind::Bilinear) && format;
    default:
        return false;
    }
}

Candidates rowsOf(const ShaderLoad& load, const std::vector<MeasuredLoad>& rows, const TexelFormats& formats,
                  double share = 1) {
    Candidates found;
    for (const MeasuredLoad& row : rows) {
        if (isOf(row, load, formats)) found.push_back({&row, share});
    }
    std::ranges::stable_sort(found, {}, [](const Candidate& one) { return one.row->time.median; });
    return found;
}

// The load as a part of one that brings its neighbours, too.
Candidates rowsOfJoined(const ShaderLoad& load, const std::vector<MeasuredLoad>& rows,
                        const TexelFormats& formats) {
    Candidates all = rowsOf(load, rows, formats, static_cast<double>(load.fresh) / load.bytes);
    const bool any = load.pattern == LanePattern::Same || load.pattern == LanePattern::Unknown;
    bool widest = any;
    for (std::uint32_t bytes = kMostForLane; bytes >= 4; bytes -= 4) {
        ShaderLoad joined = load;
        joined.bytes = bytes;
        joined.alignment = kMostForLane;
        joined.misaligned = false;
        const Candidates found =
            rowsOf(joined, rows, formats, static_cast<double>(load.fresh) / (widest ? kMostForAll : bytes));
        widest = widest && found.empty();
        all.insert(all.end(), found.begin(), found.end());
    }
    return all;
}

Nanoseconds longestOf(const LeastTimes& least) {
    return *std::ranges::max_element(least, {}, &Nanoseconds::median);
}

NotCounted whyNotCounted(const ShaderLoad& load, const PricedLoad& priced) {
    if (load.access == ShaderAccess::Store) return NotCounted::Store;
    if (load.access == ShaderAccess::Atomic) return NotCounted::Atomic;
    if (!load.always) return NotCounted::Conditional;
    if (!load.moves) return NotCounted::Still;
    if (load.repeats) return NotCounted::Repeated;
    if (!load.needed) return NotCounted::Unneeded;
    if (priced.rows.empty()) return NotCounted::NotMeasured;
    return priced.longest().median > 0 ? NotCounted::Counted : NotCounted::NotKnown;
}

PricedLoad priced(const ShaderLoad& load, const std::vector<MeasuredLoad>& rows, const TexelFormats& formats,
                  double invocations) {
    Candidates candidates = load.access == ShaderAccess::Load ? rowsOf(load, rows, formats) : Candidates();
    PricedLoad result{.load = &load};
    if (candidates.empty()) {
        result.notCounted = whyNotCounted(load, result);
        return result;
    }
    for (const Candidate& one : candidates) {
        result.rows.push_back(one.row->row);
        result.most = std::max(result.most, one.row->time.median * invocations);
    }
    if (load.together) candidates = rowsOfJoined(load, rows, formats);
    const auto leastOf = [](const Candidate& one, std::size_t part) {
        return one.row->least[part] * one.share;
    };
    const auto aloneOf = [](const Candidate& one) { return longestOf(one.row->least) * one.share; };
    Nanoseconds alone = aloneOf(candidates.front()); // whichever part that is
    for (const Candidate& one : candidates) alone = lower(alone, aloneOf(one));
    for (std::size_t part = 0; part < result.least.size(); ++part) {
        result.least[part] = leastOf(candidates.front(), part);
        for (const Candidate& one : candidates)
            result.least[part] = lower(result.least[part], leastOf(one, part));
    }
    if (longestOf(result.least).median < alone.median)
        result.least[static_cast<std::size_t>(GpuPart::Own)] = alone;
    for (Nanoseconds& least : result.least) least = least * invocations;
    result.notCounted = whyNotCounted(load, result);
    return result;
}

// What a part of the device does for a loop.
struct PartOfLoop {
    Nanoseconds sum;
    const PricedLoad* largest = nullptr;
    double ofLargest = 0;

    void add(const PricedLoad& load, const Nanoseconds& time) {
        sum = sum + time;
        if (largest != nullptr && time.median <= ofLargest) return;
        largest = &load;
        ofLargest = time.median;
    }
};

// Nothing if no load counts. Of loads of unknown parts, those that are surely one row's add up.
std::optional<PartOfLoop> busiestPart(const std::vector<PricedLoad>& loads) {
    std::map<std::pair<std::size_t, std::string>, PartOfLoop> parts;
    PartOfLoop alone; // the longest of the loads that may be several rows'
    for (const PricedLoad& load : loads) {
        if (load.notCounted != NotCounted::Counted) continue;
        for (std::size_t part = 0; part < load.least.size(); ++part) {
            const bool own = static_cast<GpuPart>(part) == GpuPart::Own;
            if (!own || (load.rows.size() == 1 && !load.load->together)) {
                parts[{part, own ? load.rows.front() : ""}].add(load, load.least[part]);
            } else if (alone.sum.median < load.least[part].median) {
                alone = {};
                alone.add(load, load.least[part]);
            }
        }
    }
    if (parts.empty()) return std::nullopt;
    parts[{std::tuple_size_v<LeastTimes>, ""}] = alone;
    return std::ranges::max_element(parts, {}, [](const auto& part) { return part.second.sum.median; })
        ->second;
}

std::optional<Nanoseconds> leastOf(const std::vector<PricedLoad>& loads) {
    const std::optional<PartOfLoop> busiest = busiestPart(loads);
    return busiest ? std::optional(busiest->sum) : std::nullopt;
}

// The loop with its largest load replaced.
std::optional<Nanoseconds> withAlignment(const PricedLoop& loop, const std::vector<MeasuredLoad>& rows,
                                         const TexelFormats& formats, double invocations) {
    if (loop.largest == nullptr) return std::nullopt;
    ShaderLoad aligned = *loop.largest->load;
    const bool unproven = aligned.words && aligned.bytes > 4 && aligned.alignment < aligned.bytes &&
                          aligned.memory == ShaderMemory::StorageBuffer;
    if (!unproven) return std::nullopt;
    std::vector<MeasuredLoad> structured;
    for (const MeasuredLoad& row : rows) {
        if (row.facts.kind == LoadKind::Structured) structured.push_back(row);
    }
    aligned.alignment = 16;
    aligned.misaligned = false;
    std::vector<PricedLoad> loads = loop.loads;
    for (PricedLoad& load : loads) {
        if (load.load == loop.largest->load) load = priced(aligned, structured, formats, invocations);
    }
    const bool known = std::ranges::none_of(loads, [&](const PricedLoad& load) {
        return load.load == &aligned && load.notCounted != NotCounted::Counted;
    });
    return known ? leastOf(loads) : std::nullopt;
}

} // namespace

Nanoseconds PricedLoad::longest() const {
    return longestOf(least);
}

Result<void> addTexelFormat(const std::string& text, TexelFormats& formats) {
    const std::size_t equals = text.find('=');
    const std::string name = equals == std::string::npos ? "" : text.substr(0, equals);
    const std::string word = equals == std::string::npos ? text : text.substr(equals + 1);
    std::vector<std::string> known;
    for (const FormatTraits& format : perfTestFormats()) {
        if (lowercase(format.textureName) == lowercase(word)) {
            formats[name] = format.format;
            return {};
        }
        known.emplace_back(format.textureName);
    }
    return Error{ErrorKind::Usage, fmt::format("'{}' is no format of texels that rows have", word),
                 "choose from: " + join(known, ", ")};
}

std::vector<PricedLoop> priceLoads(const ShaderLoads& shader, const std::vector<MeasuredLoad>& rows,
                                   const TexelFormats& formats, std::uint32_t invocations) {
    std::vector<PricedLoop> loops(shader.loops.size() + 1);
    for (std::size_t loop = 0; loop < shader.loops.size(); ++loop) loops[loop + 1].loop = loop;
    for (const ShaderLoad& load : shader.loads)
        loops[load.loop == kNoNumber ? 0 : load.loop + 1].loads.push_back(
            priced(load, rows, formats, invocations));
    std::erase_if(loops, [](const PricedLoop& loop) { return loop.loads.empty(); });
    for (PricedLoop& loop : loops) {
        if (const std::optional<PartOfLoop> busiest = busiestPart(loop.loads)) {
            loop.least = busiest->sum;
            loop.largest = busiest->largest;
            loop.largestShare = busiest->ofLargest / busiest->sum.median;
        }
        loop.ifAligned = withAlignment(loop, rows, formats, invocations);
    }
    return loops;
}

} // namespace vkperftest
