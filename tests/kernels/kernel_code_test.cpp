// What must hold of the kernels' SPIR-V, whatever a driver makes of it.
#include <set>

#include <gmock/gmock.h>

#include "cases/suite.h"
#include "kernels/catalogue.h"

namespace vkperftest {
namespace {

// Instructions of SPIR-V, as far as the tests look at them.
struct Instruction {
    std::uint32_t code = 0;
    std::span<const std::uint32_t> words; // with the first, which holds the code
};

std::vector<Instruction> instructionsOf(const Kernel& kernel) {
    constexpr std::size_t kHeaderWords = 5;
    std::vector<Instruction> all;
    for (std::size_t at = kHeaderWords; at < kernel.words.size(); at += kernel.words[at] >> 16)
        all.push_back({kernel.words[at] & 0xffff, kernel.words.subspan(at, kernel.words[at] >> 16)});
    return all;
}

// A compiler that may add up equal terms by a multiplication leaves nothing of them.
TEST(KernelCode, EqualTermsAreAddedUpOneByOne) {
    constexpr std::uint32_t kOpDecorate = 71, kOpFAdd = 129, kNoContraction = 42;
    for (const Case& row : allRows()) {
        const Operation& operation = row.operation;
        const bool integers =
            operation.source.format == Format::R32UI || operation.source.format == Format::R32I;
        const bool equal = row.technique == Technique::Floor || row.technique == Technique::PerLane;
        if (!equal || operation.copies || integers) continue;
        const Kernel* kernel = findKernel(kernelKey(row));
        ASSERT_NE(kernel, nullptr);
        std::set<std::uint32_t> exact;
        std::size_t additions = 0;
        for (const auto& [code, words] : instructionsOf(*kernel)) {
            if (code == kOpDecorate && words[2] == kNoContraction) exact.insert(words[1]);
            if (code == kOpFAdd && exact.contains(words[2])) ++additions;
        }
        EXPECT_GE(additions, loadsPerIteration(row) * (operation.traversal ? operation.width : 1))
            << kernel->key;
    }
}

// While it is timed, a kernel must not write what only verification reads, and no compiler may know that.
TEST(KernelCode, SumsAreStoredOnlyWhereTheSinkIsOpen) {
    constexpr std::uint32_t kOpTypePointer = 32, kOpConstant = 43, kOpVariable = 59, kOpStore = 62,
                            kOpLabel = 248, kOpAccessChain = 65, kOpINotEqual = 171,
                            kOpBranchConditional = 250;
    constexpr std::uint32_t kClosed = 0xffffffff;
    const std::set<std::uint32_t> buffers = {2, 12, 5349}; // Uniform, StorageBuffer, PhysicalStorageBuffer
    for (const Kernel& kernel : kernelCatalogue()) {
        const bool sums = kernel.key.find("copy") == std::string_view::npos && kernel.key != "binding_probe";
        if (!sums) continue;
        std::set<std::uint32_t> closed, isOpen, whereOpen, toBuffers, pointers;
        std::uint32_t block = 0;
        std::size_t stores = 0;
        for (const auto& [code, words] : instructionsOf(kernel)) {
            if (code == kOpTypePointer && buffers.contains(words[2])) toBuffers.insert(words[1]);
            if (code == kOpConstant && words[3] == kClosed) closed.insert(words[2]);
            if ((code == kOpAccessChain || code == kOpVariable) && toBuffers.contains(words[1]))
                pointers.insert(words[2]);
            if (code == kOpINotEqual && (closed.contains(words[3]) || closed.contains(words[4])))
                isOpen.insert(words[2]);
            if (code == kOpBranchConditional && isOpen.contains(words[1])) whereOpen.insert(words[2]);
            if (code == kOpLabel) block = words[1];
            if (code != kOpStore || !pointers.contains(words[1])) continue;
            ++stores;
            EXPECT_TRUE(whereOpen.contains(block)) << kernel.key;
        }
        EXPECT_EQ(stores, 1u) << kernel.key;
    }
}

} // namespace
} // namespace vkperftest
