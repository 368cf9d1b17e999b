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
        const bool integers = !traits(operation.source.format).integerType().empty();
        const bool equal = row.technique == Technique::Floor || row.technique == Technique::PerLane;
        if (!equal || accessOf(operation.kind) != RowAccess::Load || integers) continue;
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
                            kOpImageWrite = 99, kOpLabel = 248, kOpAccessChain = 65, kOpINotEqual = 171,
                            kOpBranchConditional = 250;
    constexpr std::uint32_t kClosed = 0xffffffff;
    const std::set<std::uint32_t> buffers = {2, 12, 5349}; // Uniform, StorageBuffer, PhysicalStorageBuffer
    for (const Kernel& kernel : kernelCatalogue()) {
        // Walks and chains store a word or two for 256 loads or steps and more, in all dispatches.
        const bool always = kernel.key.starts_with("window_") || kernel.key.starts_with("counter.");
        const bool writes = kernel.key.find("copy") != std::string_view::npos ||
                            kernel.key.starts_with("raw_store.") || kernel.key.starts_with("element_store.");
        const bool sums = !writes && kernel.key != "binding_probe" && !always;
        const bool none = kernel.key.find(".dropped.") != std::string_view::npos; // atomics without results
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
            if (code != kOpImageWrite && (code != kOpStore || !pointers.contains(words[1]))) continue;
            ++stores;
            EXPECT_TRUE(whereOpen.contains(block)) << kernel.key;
        }
        const unsigned copied = kernel.key.starts_with("shared_store.")    ? 3
                                : kernel.key.starts_with("atomic.shared.") ? 1
                                                                           : 0;
        EXPECT_EQ(stores, copied + (none ? 0u : 1u)) << kernel.key;
    }
}

} // namespace
} // namespace vkperftest
