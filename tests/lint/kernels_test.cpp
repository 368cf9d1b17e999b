#include "kernels/catalogue.h"

#include <algorithm>

#include <gmock/gmock.h>

#include "base/text.h"
#include "frontend/spirv_module.h"
#include "lint/rule.h"

namespace vkperftest::kernels_test {

// Kernels whose wide loads lie at places that only run time knows, on purpose: their unaligned rows run the same code.
// - raw_buffer, raw_vector: constants.byteOffset, a push constant, is part of every address, and 4 in unaligned rows.
// - raw_store, mixed: a mask from a push constant is or-ed into every address, so that drivers do not merge loads.
// - address_load: what it measures is a promise of fewer bytes (ALIGN) than a load has.
// Loads of one word, and of three, are no wide ones.
bool isUnalignable(const Kernel& kernel) {
    auto fields = split(kernel.key, '.');
    std::erase(fields, "rw"); // of resources that shaders may write to
    const auto number = [&](std::size_t field) { return parseInteger(fields.at(field)).value(); };
    const auto isWide = [](long long words) { return words == 2 || words >= 4; };
    const bool provable = fields[0] == "raw_buffer" && parseInteger(fields.at(2)); // bytes from load to load
    if (provable) return false;
    if (fields[0] == "raw_buffer" || fields[0] == "raw_store") return isWide(number(1));
    if (fields[0] == "raw_vector" && parseInteger(fields.at(3))) // known offsets of elements 64 bytes apart
        return isWide(number(2)) && number(4) % (4 * number(2)) != 0;
    if (fields[0] == "raw_vector") return isWide(fields[1] == "half" ? number(2) / 2 : number(2));
    if (fields[0] == "address_load") return isWide(number(1)) && number(2) < std::min(16LL, 4 * number(1));
    if (fields[0] == "mixed") {
        return std::ranges::any_of(fields, [](const std::string& slot) {
            return slot == "raw2" || slot == "raw4" || slot == "raw4_offset";
        });
    }
    return false;
}

TEST(LintKernels, HaveTheExpectedFindingsOnly) {
    std::size_t expected = 0;
    for (const Kernel& kernel : kernelCatalogue()) {
        SCOPED_TRACE(kernel.key);
        const auto module = SpirvModule::read({kernel.words.begin(), kernel.words.end()});
        ASSERT_TRUE(module.ok()) << module.error().sentence();
        LintSubject subject;
        subject.module = &module.value();
        for (const Rule* rule : lintRules()) {
            const bool found = !rule->check(subject, {}).empty();
            EXPECT_EQ(found, rule->id == "wide-load-alignment-unprovable" && isUnalignable(kernel))
                << rule->id;
        }
        if (isUnalignable(kernel)) ++expected;
    }
    EXPECT_GT(expected, 50u);
}

} // namespace vkperftest::kernels_test
