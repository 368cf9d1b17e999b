// What variants of a shader have answered so far, and which are needed next.
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "isa/operation_counts.h"
#include "isa/variant_plan.h"

namespace vkperftest {

class VariantAnswers {
public:
    // `loops`: how many the shader's code has. A variant whose code has more or fewer answers one question
    // only, since the loops' numbers mean nothing then.
    VariantAnswers(const std::vector<AccessGroup>& groups, std::size_t loops)
        : groups_(groups), loops_(loops) {}

    struct Answer {
        const CodeOperations* code = nullptr; // null: the compiler failed, or was not asked yet
        const Places* places = nullptr; // where the answer shows, if others show elsewhere; null: everywhere
    };

    // Wants the answer if it is not known. `places`: where it can show; nothing: everywhere.
    Answer ask(const AccessQuestion& question, const std::optional<Places>& places);

    // Wants an answer that no other question can disturb.
    void askApart(const AccessQuestion& question) { wanted_[question] = std::nullopt; }

    // If the question shared a variant: what it asks about shows where another answer was looked for. None of
    // the variant's answers is used from now on.
    void disturb(const AccessQuestion& question);

    // True if disturb() changed answers since the last call, which were perhaps used already.
    bool takeDisturbed() { return std::exchange(changed_, false); }

    // What the compiler made of a variant; nothing if it failed.
    void add(ShaderVariant variant, std::optional<CodeOperations> code) {
        known_[std::move(variant)] = std::move(code);
    }

    // Variants for all answers that are wanted, which then are wanted no longer.
    std::vector<ShaderVariant> takeWanted();

private:
    struct Shared {
        ShaderVariant variant;
        Places places;
    };

    const std::vector<AccessGroup>& groups_;
    std::size_t loops_;
    std::map<ShaderVariant, std::optional<CodeOperations>> known_;
    std::map<AccessQuestion, Shared> shared_; // questions whose variant answers others, too
    std::set<ShaderVariant> disturbed_;
    bool changed_ = false;
    QuestionPlaces wanted_;
};

} // namespace vkperftest
