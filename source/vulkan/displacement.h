// Memory of random sizes that is held while a device is open, so that what a software driver allocates
// meanwhile, code and buffers, lies elsewhere than in the epoch before. Without it, renewed code lies where
// the code before it lay, and what that costs lasts as long as the process: in one default run of lavapipe
// 22.3.6 the baseline alone took 5 % longer in every epoch, so all ratios were 5 % too high. In short runs,
// the baseline's times under `set` and `push` differed by more than 1 % in 3 of 76 processes (by up to
// 2.8 %), with displacements in none of 75.
#pragma once

#include <cstddef>
#include <memory>
#include <vector>

namespace vkperftest {

struct Unmap {
    std::size_t bytes = 0;
    void operator()(void* pages) const;
};

class Displacement {
public:
    Displacement();

private:
    std::vector<std::unique_ptr<std::byte[]>> blocks_; // of the heap
    std::vector<std::unique_ptr<void, Unmap>> pages_;  // beside those of generated code; Linux only
};

} // namespace vkperftest
