// What to avoid: of each kind of load, the one that loses most against the fastest load of as many bytes.
#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "advice/choice.h"
#include "advice/wording.h"

namespace vkperftest {
namespace {

constexpr double kWorthAvoiding = 1.5;
constexpr double kWorse = 1.05; // to replace another load of its kind: more than noise
constexpr std::size_t kMost = 4;

// One load against the fastest under each pattern.
struct Loss {
    std::string_view kind;
    std::string what;        // "ByteAddressBuffer.Load4"
    std::uint32_t bytes = 0; // of the loads that it is compared with
    std::vector<Pattern> patterns;
    std::vector<CostClaim> claims;
    Span slowdown;
};

void addLoss(Loss& loss, const Row& row, const LoadChoice& choice) {
    const Row& best = choice.all.front().cost.reference;
    std::optional<CostClaim> claim = claimOf(row, best, kWorthAvoiding);
    if (!claim || claim->outcome != Outcome::Slower) return;
    loss.patterns.push_back(choice.pattern);
    loss.slowdown.add(claim->cost);
    loss.claims.push_back(std::move(*claim));
}

std::string_view kindOf(const Operation& operation) {
    for (const Candidate& each : candidatesOf(16)) {
        if (each.operation.kind == operation.kind) return each.kind;
    }
    return {};
}

// The worst of each kind, the worst first.
std::vector<Loss> lossesOf(const Reading& reading) {
    const std::vector<LoadChoice> choices = choicesOf(reading);
    std::vector<Loss> worst;
    const auto add = [&](const Operation& operation, std::uint32_t bytes) {
        Loss loss{.kind = kindOf(operation),
                  .what = operation.name,
                  .bytes = bytes,
                  .patterns = {},
                  .claims = {},
                  .slowdown = {}};
        for (const LoadChoice& choice : choices) {
            if (choice.bytes == bytes) addLoss(loss, reading.row(operation, choice.pattern), choice);
        }
        if (loss.claims.empty()) return;
        const auto known = std::ranges::find(worst, loss.kind, &Loss::kind);
        if (known == worst.end())
            worst.push_back(std::move(loss));
        else if (known->slowdown.high * kWorse < loss.slowdown.high)
            *known = std::move(loss);
    };
    for (const std::uint32_t bytes : {4u, 8u, 16u}) {
        for (const Candidate& each : candidatesOf(bytes)) add(each.operation, bytes);
    }
    add(rawLoad(3), 16); // other loads fetch more in less time
    std::ranges::stable_sort(worst, std::greater(), [](const Loss& each) { return each.slowdown.high; });
    return worst;
}

// "StructuredBuffer<float4>.Load", or "the fastest load of 16 bytes" where it is not the same under all
// patterns.
std::string bestOf(const Loss& loss) {
    const std::string& first = loss.claims.front().cost.reference.operation;
    const bool one = std::ranges::all_of(
        loss.claims, [&](const CostClaim& claim) { return claim.cost.reference.operation == first; });
    return one ? first : fmt::format("the fastest load of {} bytes", loss.bytes);
}

std::vector<Told> tellAvoid(const Reading& reading) {
    std::vector<Told> all;
    for (Loss& loss : lossesOf(reading)) {
        if (all.size() == kMost) break;
        const std::string patterns = patternsText(loss.patterns);
        all.push_back(
            {fmt::format("Avoid {}{}{}: it takes {} times as long as {}", loss.what,
                         patterns.empty() ? "" : " ", patterns, factorText(loss.slowdown), bestOf(loss)),
             std::move(loss.claims)});
    }
    return all;
}

} // namespace

extern const AdviceRule kAvoidRule{"avoid", Heading::Avoid, tellAvoid};

} // namespace vkperftest
