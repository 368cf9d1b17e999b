// NVIDIA's families, each as one of its chipsets in the numbering of the kernel driver nouveau.
#include "isa/targets/targets.h"

namespace vkperftest {

std::vector<Target> nvidiaTargets() {
    return compiledBy(kNvk, {
                                {"pascal", "GTX 1070 Ti, GTX 1080", "26.1.6", "132", {"GTX 1070 Ti"}},
                                {"volta", "Titan V", "26.1.6", "140", {"Titan V"}},
                                {"turing", "RTX 2080 Ti", "25.0.7", "162", {"RTX 2080 Ti"}},
                                {"ampere", "RTX 3090", "25.0.7", "172", {"RTX 3090"}},
                                {"ada", "RTX 4090", "25.0.7", "192", {"RTX 4090"}},
                                {"blackwell", "RTX 5090", "26.1.6", "1b2", {"RTX 5090"}},
                            });
}

} // namespace vkperftest
