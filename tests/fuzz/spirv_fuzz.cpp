// Any bytes as SPIR-V: an error or findings, never a crash.
#include <cstdint>
#include <cstring>
#include <random>
#include <vector>

#include "frontend/spirv_module.h"
#include "lint/rule.h"

namespace vkperftest {

extern const Rule kRawLoadMisaligned;
extern const Rule kWideLoadAlignment;
extern const Rule kLongVectorLoad;

} // namespace vkperftest

// libFuzzer's own way of changing bytes.
extern "C" std::size_t LLVMFuzzerMutate(std::uint8_t* bytes, std::size_t size, std::size_t most);

// Half of the time one word becomes another of the module's, so that ids change places: what bytes at random
// hardly ever do is to pass the validator.
extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t* bytes, std::size_t size, std::size_t most,
                                               unsigned seed) {
    constexpr std::size_t kHeaderWords = 5;
    const std::size_t words = size / 4;
    if (seed % 2 == 0 || words <= kHeaderWords) return LLVMFuzzerMutate(bytes, size, most);
    std::minstd_rand random(seed);
    const std::size_t from = kHeaderWords + random() % (words - kHeaderWords);
    const std::size_t to = kHeaderWords + random() % (words - kHeaderWords);
    std::memmove(bytes + to * 4, bytes + from * 4, 4);
    return size;
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
    std::vector<std::uint32_t> words(size / 4);
    if (!words.empty()) std::memcpy(words.data(), bytes, words.size() * 4);
    const auto module = vkperftest::SpirvModule::read(std::move(words));
    if (!module.ok()) return 0;
    vkperftest::LintSubject subject;
    subject.module = &module.value();
    for (const bool rootDescriptors : {false, true}) {
        subject.rootDescriptors = rootDescriptors;
        vkperftest::kWideLoadAlignment.check(subject, {});
        vkperftest::kRawLoadMisaligned.check(subject, {});
    }
    vkperftest::kLongVectorLoad.check(subject, {});
    return 0;
}
