#include "isa/variant_plan.h"

#include <algorithm>
#include <numeric>
#include <utility>

namespace vkperftest {
namespace {

// Questions for one variant.
class SharedVariant {
public:
    SharedVariant(const AccessQuestion& question, const std::optional<Places>& places) : places_(places) {
        questions_.push_back(question);
    }

    bool takes(const AccessQuestion& question, const std::optional<Places>& places,
               const std::vector<AccessGroup>& groups) {
        if (!places || !places_) return false;
        const AccessGroup &its = groups[question.group], &ours = groups[questions_.front().group];
        if (its.access != ours.access || its.shared != ours.shared) return false;
        const auto matters = [&](const std::string& place) { return places_->contains(place); };
        const auto contradicts = [&](const AccessQuestion& other) {
            return other.group == question.group && other.alone != question.alone;
        };
        if (std::ranges::any_of(*places, matters) || std::ranges::any_of(questions_, contradicts))
            return false;
        places_->insert(places->begin(), places->end());
        questions_.push_back(question);
        return true;
    }

    PlannedVariant planned(const std::vector<AccessGroup>& groups) && {
        std::map<std::size_t, AccessQuestion> whole; // of each group
        for (const AccessQuestion& one : questions_) {
            AccessQuestion& all =
                whole.emplace(one.group, AccessQuestion{one.group, one.alone, {}}).first->second;
            all.sets.insert(all.sets.end(), one.sets.begin(), one.sets.end());
        }
        PlannedVariant result;
        for (const auto& [group, question] : whole)
            result.variant.removed.merge(variantFor(question, groups).removed);
        result.questions = std::move(questions_);
        return result;
    }

private:
    std::optional<Places> places_;
    std::vector<AccessQuestion> questions_;
};

} // namespace

std::vector<AccessGroup::Sets> unitsOf(const AccessGroup& group, const AccessGroup::Sets& among) {
    std::map<std::size_t, AccessGroup::Sets> units;
    for (const std::size_t i : among) units[group.sets[i].unit].push_back(i);
    std::vector<AccessGroup::Sets> all;
    for (auto& [unit, its] : units) all.push_back(std::move(its));
    return all;
}

std::vector<AccessGroup::Sets> unitsOf(const AccessGroup& group) {
    AccessGroup::Sets all(group.sets.size());
    std::iota(all.begin(), all.end(), 0);
    return unitsOf(group, all);
}

bool isOnlyOfItsKind(std::size_t group, const std::vector<AccessGroup>& groups) {
    const AccessGroup& its = groups[group];
    return its.complete && (its.access != Access::Load || its.shared) &&
           std::ranges::count_if(groups, [&](const AccessGroup& other) {
               return other.access == its.access && other.shared == its.shared;
           }) == 1;
}

std::vector<ShaderVariant> firstVariants(const std::vector<AccessGroup>& groups) {
    std::vector<ShaderVariant> variants;
    for (std::size_t i = 0; i < groups.size(); ++i) {
        if (!isOnlyOfItsKind(i, groups))
            variants.push_back(variantFor({.group = i, .alone = true, .sets = {}}, groups));
    }
    return variants;
}

ShaderVariant variantFor(const AccessQuestion& question, const std::vector<AccessGroup>& groups) {
    std::vector<bool> removed(groups[question.group].sets.size(), question.alone);
    for (const std::size_t set : question.sets) removed[set] = !question.alone;
    return {{{question.group, std::move(removed)}}};
}

std::vector<PlannedVariant> planVariants(const QuestionPlaces& questions,
                                         const std::vector<AccessGroup>& groups) {
    std::vector<SharedVariant> all;
    for (const auto& each : questions) {
        const bool taken = std::ranges::any_of(
            all, [&](SharedVariant& one) { return one.takes(each.first, each.second, groups); });
        if (!taken) all.emplace_back(each.first, each.second);
    }
    std::vector<PlannedVariant> planned;
    for (SharedVariant& one : all) planned.push_back(std::move(one).planned(groups));
    return planned;
}

} // namespace vkperftest
