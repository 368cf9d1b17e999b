// NVIDIA's families, each as one of its chipsets in the numbering of the kernel driver nouveau.
#include "isa/targets/targets.h"

namespace vkperftest {

std::vector<Target> nvidiaTargets() {
    return compiledBy(kNvk, {
                                {"pascal", "Pascal: GTX 1070 Ti, GTX 1080", "26.1.6", "132"},
                                {"volta", "Volta: Titan V", "26.1.6", "140"},
                                {"turing", "Turing: RTX 2080 Ti", "25.0.7", "162"},
                                {"ampere", "Ampere: RTX 3090", "25.0.7", "172"},
                                {"ada", "Ada: RTX 4090", "25.0.7", "192"},
                                {"blackwell", "Blackwell: RTX 5090", "26.1.6", "1b2"},
                            });
}

} // namespace vkperftest
