// A user's shader with its variants: bindings, settings and rewrites that change nothing in what it computes.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "base/result.h"
#include "run/trial.h"
#include "trial/world.h"

namespace vkperftest {

inline constexpr const char* kAsWritten = "as written";

struct VariantOptions {
    std::vector<std::string> only;      // names of variants; empty: all
    std::uint32_t assumedAlignment = 0; // RewriteInput::assumedAlignment
};

// The shader as written alone. Of what describes it, these functions fill in groups and variants.
std::shared_ptr<Trial> trialOf(const TrialSubject& subject, const World& world);

// A usage error for a name that is no variant's.
Result<void> checkVariants(const std::vector<std::string>& only);

// With the variants that apply.
std::shared_ptr<Trial> withVariants(const TrialSubject& subject, const World& world,
                                    const VariantOptions& options);

// The shader as written, and another under that name, which must bind the same: else a usage error says what differs.
// `larger`: the other's world, whose contents replace smaller ones.
Result<std::shared_ptr<Trial>> withOther(const TrialSubject& subject, const World& world,
                                         const TrialSubject& other, const World& larger,
                                         const std::string& name);

} // namespace vkperftest
