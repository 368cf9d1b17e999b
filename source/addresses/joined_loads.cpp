#include "addresses/joined_loads.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <span>
#include <tuple>

#include "addresses/symbolic_values.h"

namespace vkperftest {
namespace {

// Of which parts may be joined.
auto groupOf(const FoundLoad& found) {
    return std::tuple(found.load.loop, found.load.always ? kNoNumber : found.block, found.load.needed,
                      found.variable, found.symbol, found.period);
}

std::int64_t endOf(const FoundLoad& part) {
    return part.begin + part.load.bytes;
}

void addPlaces(ShaderLoad& load, const std::vector<Place>& places) {
    for (const Place& place : places) {
        const bool known = std::ranges::any_of(
            load.places, [&](const Place& one) { return one.file == place.file && one.line == place.line; });
        if (!known) load.places.push_back(place);
    }
}

void join(FoundLoad& whole, const FoundLoad& part) {
    whole.load.bytes = static_cast<std::uint32_t>(std::max(endOf(part), endOf(whole)) - whole.begin);
    whole.load.words = whole.load.words && part.load.words;
    whole.load.repeats = whole.load.repeats || part.load.repeats;
    addPlaces(whole.load, part.load.places);
    if (part.instruction < whole.instruction)
        std::tie(whole.instruction, whole.block) = std::tie(part.instruction, part.block);
}

void describe(FoundLoad& whole, const std::array<std::uint32_t, 3>& workgroup) {
    ShaderLoad& load = whole.load;
    load.pattern = patternInBuffer(whole.place, load.bytes, workgroup);
    const auto size = static_cast<std::uint64_t>(load.bytes == 12 ? 16 : load.bytes);
    load.alignment = alignmentOf(whole.low);
    const std::uint64_t known = whole.low.known >= 63 ? ~0ull : (1ull << whole.low.known) - 1;
    load.misaligned = (whole.low.value & known & (size - 1)) != 0;
    const std::int64_t begin = inPeriod(whole.begin, whole.period);
    whole.key = mixed({whole.variable, whole.symbol, static_cast<std::uint64_t>(begin), load.bytes});
}

std::vector<FoundLoad> joined(std::vector<FoundLoad> parts, const std::array<std::uint32_t, 3>& workgroup) {
    std::ranges::stable_sort(parts, {}, [](const FoundLoad& part) {
        return std::tuple(groupOf(part), part.begin, part.instruction);
    });
    std::vector<FoundLoad> whole;
    for (FoundLoad& part : parts) {
        const bool together = !whole.empty() && groupOf(whole.back()) == groupOf(part) &&
                              part.begin <= endOf(whole.back()) &&
                              std::max(endOf(part), endOf(whole.back())) - whole.back().begin <= kMostForLane;
        if (together)
            join(whole.back(), part);
        else
            whole.push_back(std::move(part));
    }
    for (FoundLoad& each : whole) describe(each, workgroup);
    return whole;
}

// Of loads of one group, in the order of their places within the period.
void markShared(std::span<FoundLoad*> group) {
    const std::int64_t period = group.front()->period;
    const auto begin = [&](std::size_t i) { return inPeriod(group[i]->begin, period); };
    const auto endAt = [&](std::size_t i) { return begin(i) + group[i]->load.bytes; };
    const std::size_t last = group.size() - 1;
    std::int64_t left = period, end = begin(0); // bytes that are not loaded yet; where these begin
    for (std::size_t i = 0; i <= last; ++i) {
        ShaderLoad& load = group[i]->load;
        const bool lane = load.pattern == LanePattern::Next || load.pattern == LanePattern::Different;
        const std::int64_t bytes = load.bytes, room = (lane ? kMostForLane : kMostForAll) - bytes;
        const std::int64_t around =
            period > 0 ? begin(0) + period - endAt(last) : room; // to the next iteration's
        const std::int64_t before = i > 0 ? begin(i) - endAt(i - 1) : around;
        const std::int64_t behind = i < last ? begin(i + 1) - endAt(i) : around;
        std::int64_t fresh = std::clamp(endAt(i) - end, std::int64_t{0}, bytes);
        if (period > 0) fresh = std::min(fresh, left);
        left -= fresh;
        end = std::max(end, endAt(i));
        load.fresh = static_cast<std::uint32_t>(fresh);
        load.together = fresh < bytes || std::min(before, behind) < room;
    }
}

void markAllShared(std::vector<FoundLoad>& found) {
    std::vector<FoundLoad*> parts;
    for (FoundLoad& each : found) {
        if (each.joins) parts.push_back(&each);
    }
    std::ranges::stable_sort(parts, {}, [](const FoundLoad* each) {
        return std::tuple(groupOf(*each), inPeriod(each->begin, each->period));
    });
    for (std::size_t begin = 0, end = 0; begin < parts.size(); begin = end) {
        while (end < parts.size() && groupOf(*parts[end]) == groupOf(*parts[begin])) ++end;
        markShared(std::span(parts).subspan(begin, end - begin));
    }
}

// Equal loads of one loop are one, if the first has always run before the other.
std::vector<FoundLoad> withoutEqual(std::vector<FoundLoad> found, const ControlFlow& flow) {
    std::ranges::stable_sort(found, {}, &FoundLoad::instruction);
    std::vector<FoundLoad> loads;
    std::map<std::uint64_t, std::vector<std::size_t>> known; // by key
    for (FoundLoad& each : found) {
        auto& equal = known[each.key];
        const auto first = std::ranges::find_if(equal, [&](std::size_t one) {
            return loads[one].load.loop == each.load.loop && flow.dominates(loads[one].block, each.block);
        });
        if (each.key != 0 && first != equal.end()) {
            addPlaces(loads[*first].load, each.load.places);
            loads[*first].load.needed = loads[*first].load.needed || each.load.needed;
            continue;
        }
        equal.push_back(loads.size());
        loads.push_back(std::move(each));
    }
    return loads;
}

} // namespace

std::int64_t inPeriod(std::int64_t place, std::int64_t period) {
    return period == 0 ? place : (place % period + period) % period;
}

std::vector<ShaderLoad> joinedLoads(std::vector<FoundLoad> found, const ControlFlow& flow,
                                    const std::array<std::uint32_t, 3>& workgroup) {
    const auto parts =
        std::stable_partition(found.begin(), found.end(), [](const FoundLoad& one) { return !one.joins; });
    std::vector<FoundLoad> whole =
        joined({std::move_iterator(parts), std::move_iterator(found.end())}, workgroup);
    found.erase(parts, found.end());
    found.insert(found.end(), std::move_iterator(whole.begin()), std::move_iterator(whole.end()));
    found = withoutEqual(std::move(found), flow);
    markAllShared(found);
    std::vector<ShaderLoad> loads;
    for (FoundLoad& each : found) loads.push_back(std::move(each.load));
    return loads;
}

} // namespace vkperftest
