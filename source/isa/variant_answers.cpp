#include "isa/variant_answers.h"

namespace vkperftest {

VariantAnswers::Answer VariantAnswers::ask(const AccessQuestion& question,
                                           const std::optional<Places>& places) {
    if (const auto own = known_.find(variantFor(question, groups_)); own != known_.end())
        return {own->second ? &*own->second : nullptr};
    const auto shared = shared_.find(question);
    if (shared == shared_.end()) {
        wanted_.emplace(question, places);
        return {};
    }
    const auto known = known_.find(shared->second.variant);
    const bool usable = known != known_.end() && known->second && known->second->loops.size() == loops_ &&
                        !disturbed_.contains(known->first);
    if (usable) return {&*known->second, &shared->second.places};
    askApart(question);
    return {};
}

void VariantAnswers::disturb(const AccessQuestion& question) {
    const auto shared = shared_.find(question);
    if (shared != shared_.end() && disturbed_.insert(shared->second.variant).second) changed_ = true;
}

std::vector<ShaderVariant> VariantAnswers::takeWanted() {
    std::vector<ShaderVariant> variants;
    for (const PlannedVariant& planned : planVariants(wanted_, groups_)) {
        variants.push_back(planned.variant);
        if (planned.questions.size() < 2) continue;
        for (const AccessQuestion& question : planned.questions)
            shared_[question] = {planned.variant, *wanted_.at(question)};
    }
    wanted_.clear();
    return variants;
}

} // namespace vkperftest
