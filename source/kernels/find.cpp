#include "kernels/catalogue.h"

#include <algorithm>

namespace vkperftest {

const Kernel* findKernel(std::string_view key) {
    const std::span<const Kernel> all = kernelCatalogue();
    const auto found = std::find_if(all.begin(), all.end(), [&](const Kernel& k) { return k.key == key; });
    return found == all.end() ? nullptr : &*found;
}

} // namespace vkperftest
