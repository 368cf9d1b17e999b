// Every rewrite of every kernel that it applies to is valid.
#include <map>

#include "kernels/catalogue.h"
#include "matchers.h"
#include "trial/rewritten.h"

namespace vkperftest::trial_kernels_test {

TEST(TrialKernels, HaveValidRewrites) {
    constexpr std::size_t kEach = 11; // of the many kernels
    std::map<std::string, std::size_t> applied;
    for (std::size_t i = 0; i < kernelCatalogue().size(); i += kEach) {
        const Kernel& kernel = kernelCatalogue()[i];
        SCOPED_TRACE(kernel.key);
        const auto module = valueOf(SpirvModule::read({kernel.words.begin(), kernel.words.end()}, true));
        for (const Variant& variant : allVariants()) {
            TrialShader shader;
            if (!rewrite(shader, module, variant.name, 16).ok()) continue;
            if (std::ranges::equal(shader.shader.words, kernel.words)) continue;
            EXPECT_EQ(validatorsComplaint(shader.shader.words), "") << variant.name;
            ++applied[variant.name];
        }
    }
    EXPECT_EQ(applied.size(), 8u); // not those of small uniform buffers, of uniform indices and of structures
}

} // namespace vkperftest::trial_kernels_test
