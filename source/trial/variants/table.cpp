#include "trial/variants/variants.h"

namespace vkperftest {

std::span<const RewriteVariant> rewriteVariants() {
    static constexpr RewriteVariant kVariants[] = {
        {"address-4", withAddresses4},       {"address-8", withAddresses8},
        {"address-16", withAddresses16},     {"uniform", asUniformBuffers},
        {"push-constants", asPushConstants}, {"texel-buffer", asTexelBuffers},
        {"readonly", declaredReadOnly},      {"wide", withVectorLoads}};
    return kVariants;
}

} // namespace vkperftest
