// Closes the loop between rows, kernels and resources.
#include "kernels/catalogue.h"

#include <map>
#include <optional>
#include <set>
#include <stdexcept>
#include <tuple>

#include "base/enum_table.h"
#include "cases/binding.h"
#include "cases/controls.h"
#include "cases/every_row.h"
#include "cases/suite.h"
#include "cases/walk.h"
#include "matchers.h"
#include "suite_rows.h"

namespace vkperftest::catalogue_test {

// Read once for each device instead of measured (vulkan/vulkan_executor.cpp).
constexpr std::string_view kSubgroupSizeKernel = "subgroup_size";

// Recorded on the CPU instead of measured (vulkan/recorder.cpp).
constexpr std::string_view kProbeKernel = "binding_probe";

// Run to verify bounds checks (vulkan/programs.cpp).
constexpr const char* kOutsideKernels[] = {"outside_load.raw",      "outside_load.typed",
                                           "outside_load.constant", "outside_load.texture",
                                           "outside_load.rwtyped",  "outside_load.rwtexture"};

// Writes what walks read (vulkan/recorder.cpp).
constexpr std::string_view kFillKernel = "window_fill";

constexpr std::uint32_t kSourceBindings[] = {0, 3, 4, 5}; // of parts; 3 is also a second array's

bool samples(const Case& row) {
    return row.operation.sampler != Sampler::None;
}

bool isSplit(const Case& row) {
    return row.operation.secondArray > 0;
}

// Ends the test if there is none, which EveryRowHasItsKernelUnderEveryStrategy tells.
const Kernel& kernelOf(const BoundRow& bound) {
    const Kernel* const kernel = findKernel(kernelKey(bound));
    return kernel != nullptr ? *kernel : throw std::runtime_error(kernelKey(bound));
}

std::optional<Binding> bindingOf(const Kernel& kernel, std::uint32_t number) {
    const auto found = std::ranges::find(kernel.bindings, number, &Binding::number);
    return found != kernel.bindings.end() ? std::optional(*found) : std::nullopt;
}

DescriptorKind bindingKind(ResourceKind kind) {
    constexpr auto kNone = DescriptorKind::Sampler; // has no binding
    constexpr auto kKinds = enumTable<ResourceKind, DescriptorKind>(
        {DescriptorKind::UniformTexels, DescriptorKind::StorageBuffer, DescriptorKind::UniformBuffer,
         DescriptorKind::SampledImage, kNone, DescriptorKind::StorageTexels, DescriptorKind::StorageImage,
         kNone});
    return kKinds[kind];
}

constexpr std::size_t kHeaderWords = 5; // of a module

// Instructions of SPIR-V, as far as the tests look at them.
struct Instruction {
    std::uint32_t code = 0;
    std::span<const std::uint32_t> words; // with the first, which holds the code
};

std::vector<Instruction> instructionsOf(const Kernel& kernel) {
    std::vector<Instruction> all;
    for (std::size_t at = kHeaderWords; at < kernel.words.size(); at += kernel.words[at] >> 16)
        all.push_back({kernel.words[at] & 0xffff, kernel.words.subspan(at, kernel.words[at] >> 16)});
    return all;
}

TEST(Catalogue, KernelsAreFoundByTheirUniqueKeys) {
    std::set<std::string_view> keys, hashes;
    for (const Kernel& kernel : kernelCatalogue()) {
        SCOPED_TRACE(kernel.key);
        EXPECT_TRUE(keys.insert(kernel.key).second);
        EXPECT_EQ(findKernel(kernel.key), &kernel);
        EXPECT_EQ(kernel.words.front(), 0x07230203u); // SPIR-V
        EXPECT_GT(kernel.words.size(), kHeaderWords);
        EXPECT_EQ(kernel.sha256.size(), 64u);
        EXPECT_EQ(kernel.sha256.find_first_not_of("0123456789abcdef"), std::string_view::npos);
        EXPECT_TRUE(hashes.insert(kernel.sha256).second); // two equal ones would be variants that do not vary
    }
    EXPECT_FALSE(keys.empty());
    for (const char* none : {"", "raw_buffer", "RAW_BUFFER.1.LINEAR"}) EXPECT_EQ(findKernel(none), nullptr);
    EXPECT_FALSE(kernelCompiler().empty());
    EXPECT_THAT(kernelCompilerFlags(), HasSubstr(" main ")); // the entry point
}

// Every row under every strategy that can bind it.
std::vector<BoundRow> allTargets() {
    std::vector<BoundRow> boundRows;
    for (const Case& row : allRows()) {
        for (const Strategy strategy : kEveryStrategy) {
            const BoundRow bound{row, strategy};
            if (whyUnsupported(bound).empty()) boundRows.push_back(bound);
        }
    }
    return boundRows;
}

TEST(Catalogue, EveryRowHasItsKernelUnderEveryStrategy) {
    for (const BoundRow& bound : allTargets())
        EXPECT_NE(findKernel(kernelKey(bound)), nullptr) << caseName(bound.row) << ": " << kernelKey(bound);
}

TEST(Catalogue, EveryKernelIsUsed) {
    std::set<std::string> used;
    for (const BoundRow& bound : allTargets()) used.insert(kernelKey(bound));
    used.emplace(kSubgroupSizeKernel);
    used.emplace(kProbeKernel);
    used.insert(std::begin(kOutsideKernels), std::end(kOutsideKernels));
    used.emplace(kFillKernel);
    used.insert(kCounterKernels.begin(), kCounterKernels.end());
    for (const Walk& walk : walks()) used.emplace(walk.kernel);
    for (const Kernel& kernel : kernelCatalogue())
        EXPECT_TRUE(used.contains(std::string(kernel.key))) << kernel.key;
}

TEST(Catalogue, RowsOfDifferentLoadsRunDifferentKernels) {
    const auto loadOf = [](const Case& row) {
        const Operation& operation = row.operation;
        // Where a raw buffer's vectors lie, push constants say.
        const bool pushed = operation.kind == LoadKind::RawVector || operation.kind == LoadKind::RawStore;
        std::vector<std::tuple<LoadKind, std::uint32_t, std::uint32_t>> parts;
        for (const Operation& part : operation.parts)
            parts.emplace_back(part.kind, part.width, part.byteOffset);
        return std::tuple(row.pattern, operation.width, row.technique, pushed ? 0 : operation.stride,
                          operation.traversal ? std::optional(operation.source.format) : std::nullopt,
                          operation.source.kind, samples(row), parts);
    };
    std::map<std::string, Case> known; // by the kernel's key
    for (const Case& row : allRows()) {
        const Case& first = known.emplace(kernelKey(row), row).first->second;
        EXPECT_EQ(loadOf(row), loadOf(first)) << caseName(row) << ", " << caseName(first);
    }
}

TEST(Catalogue, KernelsHaveTheirPushConstants) {
    for (const Kernel& kernel : kernelCatalogue()) {
        const bool loadsThem = kernel.key.starts_with("push_constants.");
        const bool traverses = kernel.key.starts_with("raw_vector.") || kernel.key.starts_with("strided_") ||
                               kernel.key.starts_with("split_") || kernel.key.starts_with("narrow_stream.") ||
                               kernel.key.find("_store.") != std::string_view::npos;
        const bool addresses = kernel.key.starts_with("address_");
        const bool more = traverses || addresses || kernel.key == kProbeKernel;
        const std::size_t usual = kernel.key.starts_with("window_") ? sizeof(WalkConstants)
                                  : loadsThem                       ? 80
                                  : more                            ? 32
                                                                    : 12;
        const bool counts = kernel.key.starts_with("counter.");
        EXPECT_EQ(kernel.pushConstantBytes, counts ? sizeof(CounterConstants) : usual) << kernel.key;
        EXPECT_EQ(kernel.bindings.empty(), addresses) << kernel.key;
    }
}

// Bytes between the elements of each of a kernel's buffers: OpDecorate ArrayStride of its OpTypeRuntimeArrays.
std::multiset<std::uint32_t> bufferStrides(const Kernel& kernel) {
    constexpr std::uint32_t kOpTypeRuntimeArray = 29, kOpDecorate = 71, kArrayStride = 6;
    std::map<std::uint32_t, std::uint32_t> strides; // by the array's id
    std::multiset<std::uint32_t> result;
    for (const auto& [code, words] : instructionsOf(kernel)) {
        if (code == kOpDecorate && words[2] == kArrayStride) strides[words[1]] = words[3];
        if (code == kOpTypeRuntimeArray) result.insert(strides.at(words[1]));
    }
    return result;
}

// A compiler that aligned the members of an element would measure another stride than the label says.
TEST(Catalogue, StridesAreThoseOfTheLabels) {
    constexpr std::uint32_t kOfSums = 4;
    for (const Case& row : suiteRows("stride")) {
        const Kernel& kernel = kernelOf({row});
        if (!row.operation.traversal) continue;
        const std::multiset<std::uint32_t> split = {12, 8, kOfSums},
                                           strided = {row.operation.stride, kOfSums};
        EXPECT_EQ(bufferStrides(kernel), isSplit(row) ? split : strided) << kernel.key;
    }
}

// What the strategies are about: the alignment that loads through an address promise. Stores promise the same
// under each, so that only loads differ.
TEST(Catalogue, AddressKernelsPromiseTheirAlignment) {
    constexpr std::uint32_t kOpLoad = 61, kOpStore = 62, kAligned = 2;
    for (const BoundRow& bound : allTargets()) {
        const std::uint32_t promised = traits(bound.strategy).addressAlignment;
        if (promised == 0) continue;
        const Kernel& kernel = kernelOf(bound);
        std::multiset<std::uint32_t> loads, stores;
        for (const auto& [code, words] : instructionsOf(kernel)) {
            if (code != kOpLoad && code != kOpStore) continue;
            const std::size_t operands = code == kOpLoad ? 4 : 3; // of the memory, where there are any
            if (operands < words.size() && words[operands] == kAligned)
                (code == kOpLoad ? loads : stores).insert(words[operands + 1]);
        }
        EXPECT_THAT(loads, AllOf(Not(IsEmpty()), testing::Each(promised))) << kernel.key;
        constexpr std::uint32_t kWord = 4;
        EXPECT_THAT(stores, AllOf(Not(IsEmpty()), testing::Each(kWord))) << kernel.key;
    }
}

TEST(Catalogue, UniformBuffersTellTheirSize) {
    for (const Case& row : allRows()) {
        const std::vector<Case> parts = partsOf(row);
        for (std::size_t i = 0; i < parts.size(); ++i) {
            const SourceResource& resource = parts[i].operation.source;
            if (resource.kind != ResourceKind::UniformBuffer) continue;
            const std::optional<Binding> source = bindingOf(kernelOf({row}), kSourceBindings[i]);
            ASSERT_TRUE(source);
            EXPECT_EQ(source->bytes, resource.bytes()) << caseName(row);
        }
    }
}

TEST(Catalogue, KernelsThatShareLoadsNeedSubgroupOperations) {
    constexpr std::uint32_t kBasic = 1, kArithmetic = 4, kBallot = 8,
                            kShuffle = 16; // VkSubgroupFeatureFlagBits
    for (const Case& row : allRows()) {
        const Kernel& kernel = kernelOf({row});
        const bool first =
            row.pattern == Pattern::PerSubgroup ||
            (row.operation.index == DescriptorIndex::PerSubgroup && !isWithoutLoads(row.technique));
        std::uint32_t needed = first ? kBasic | kBallot : 0;
        if (row.technique == Technique::Shuffle || row.technique == Technique::Broadcast)
            needed = kBasic | kShuffle;
        if (row.technique == Technique::Reduce)
            needed = kBasic | kArithmetic | (row.operation.usesResult ? kBallot : 0);
        EXPECT_EQ(kernel.subgroupOperations, needed) << kernel.key;
    }
    ASSERT_NE(findKernel(kSubgroupSizeKernel), nullptr);
    EXPECT_EQ(findKernel(kSubgroupSizeKernel)->subgroupOperations, kBasic);
}

TEST(Catalogue, WorkgroupsHaveTheMatrixsInvocations) {
    for (const BoundRow& bound : allTargets()) {
        const Kernel& kernel = kernelOf(bound);
        const std::array<std::uint32_t, 3> expected =
            isImage(bound.row.operation.source.kind) && !onlyWrites(bound.row.operation.kind)
                ? std::array{16u, 16u, 1u}
                : std::array{256u, 1u, 1u};
        EXPECT_EQ(kernel.localSize, expected) << kernel.key;
        EXPECT_EQ(kernel.localSize[0] * kernel.localSize[1] * kernel.localSize[2], kInvocationsPerGroup);
    }
}

TEST(Catalogue, BindingsFitTheRow) {
    for (const Case& row : allRows()) {
        const Kernel& kernel = kernelOf({row});
        SCOPED_TRACE(kernel.key);
        const std::vector<Case> parts = partsOf(row);
        const bool bound =
            hasDescriptor(parts.front().operation.source.kind) && !onlyWrites(row.operation.kind);
        const auto expectBinding = [&](std::uint32_t number, bool has, DescriptorKind kind,
                                       std::uint32_t count = 1) {
            const std::optional<Binding> binding = bindingOf(kernel, number);
            ASSERT_EQ(binding.has_value(), has) << number;
            if (!has) return;
            EXPECT_EQ(binding->kind, kind) << number;
            EXPECT_EQ(binding->count, count) << number;
        };
        for (std::size_t i = 0; i < parts.size(); ++i) {
            const SourceResource& source = parts[i].operation.source;
            expectBinding(kSourceBindings[i], bound, bindingKind(source.kind), source.descriptors);
        }
        const bool split = isSplit(row);
        expectBinding(1, true,
                      onlyWrites(row.operation.kind) ? bindingKind(row.operation.source.kind)
                                                     : DescriptorKind::StorageBuffer);
        expectBinding(2, samples(row), DescriptorKind::Sampler);
        if (parts.size() == 1) expectBinding(3, split, DescriptorKind::StorageBuffer);
        EXPECT_EQ(kernel.bindings.size(),
                  1u + (bound ? parts.size() : 0) + (samples(row) ? 1 : 0) + (split ? 1 : 0));
    }
}

// Only then does a compiler treat lanes apart.
TEST(Catalogue, IndicesThatDifferAreDecorated) {
    constexpr std::uint32_t kOpDecorate = 71, kNonUniform = 5300;
    for (const Case& row : suiteRows("bindless")) {
        const Kernel& kernel = kernelOf({row});
        std::size_t decorated = 0;
        for (const auto& [code, words] : instructionsOf(kernel))
            decorated += code == kOpDecorate && words[2] == kNonUniform;
        const bool differ = row.operation.index >= DescriptorIndex::PerSubgroup;
        EXPECT_EQ(decorated >= loadsPerIteration(row), differ) << kernel.key;
    }
}

// A declared format that is not the view's makes the values undefined, and only newer validation layers say
// so. Atomic operations need one.
TEST(Catalogue, ImagesDeclareNoFormatButOfAtomicOperations) {
    constexpr std::uint32_t kR32ui = 33, kOpTypeImage = 25;
    constexpr std::size_t kFormatOperand = 8;
    std::size_t images = 0;
    for (const Kernel& kernel : kernelCatalogue()) {
        for (const auto& [code, words] : instructionsOf(kernel)) {
            if (code != kOpTypeImage) continue;
            ++images;
            EXPECT_EQ(words[kFormatOperand], kernel.key.starts_with("atomic.") ? kR32ui : 0u) << kernel.key;
        }
    }
    EXPECT_GT(images, 0u);
}

// What must hold of the kernels' SPIR-V, whatever a driver makes of it.

// A compiler that may add up equal terms by a multiplication leaves nothing of them.
TEST(KernelCode, EqualTermsAreAddedUpOneByOne) {
    constexpr std::uint32_t kOpDecorate = 71, kOpFAdd = 129, kNoContraction = 42;
    for (const Case& row : allRows()) {
        const Operation& operation = row.operation;
        const bool integers = !traits(operation.source.format).integerType().empty();
        const bool equal = row.technique == Technique::NoLoads || row.technique == Technique::PerLane;
        if (!equal || accessOf(operation.kind) != RowAccess::Load || integers) continue;
        const Kernel& kernel = kernelOf({row});
        std::set<std::uint32_t> exact;
        std::size_t additions = 0;
        for (const auto& [code, words] : instructionsOf(kernel)) {
            if (code == kOpDecorate && words[2] == kNoContraction) exact.insert(words[1]);
            if (code == kOpFAdd && exact.contains(words[2])) ++additions;
        }
        EXPECT_GE(additions, loadsPerIteration(row) * (operation.traversal ? operation.width : 1))
            << kernel.key;
    }
}

// Or-ed with a word that no compiler knows to be 0, the addresses of an iteration are not known to be neighbours.
TEST(KernelCode, AddressesOfAnIterationAreOredWithTheMask) {
    constexpr std::uint32_t kOpTypePointer = 32, kOpConstant = 43, kOpLoad = 61, kOpStore = 62,
                            kOpAccessChain = 65, kOpBitwiseOr = 197, kPushConstant = 9;
    for (const BoundRow& bound : allTargets()) {
        const Operation& operation = bound.row.operation;
        // Others form their addresses in other ways.
        if (bound.row.technique != Technique::Direct || accessOf(operation.kind) != RowAccess::Load ||
            operation.traversal || isSplit(bound.row) || bound.row.pattern == Pattern::LoopCounter)
            continue;
        const Kernel& kernel = kernelOf(bound);
        std::set<std::uint32_t> toPushed, zeros, holders, masks; // holders: the mask's place, and its copies
        std::size_t ored = 0;
        for (const auto& [code, words] : instructionsOf(kernel)) {
            if (code == kOpTypePointer && words[2] == kPushConstant) toPushed.insert(words[1]);
            if (code == kOpConstant && words[3] == 0) zeros.insert(words[2]);
            if (code == kOpAccessChain && toPushed.contains(words[1]) && zeros.contains(words[4]))
                holders.insert(words[2]);
            if (code == kOpLoad && holders.contains(words[3])) masks.insert(words[2]);
            if (code == kOpStore && masks.contains(words[2])) holders.insert(words[1]);
            ored += code == kOpBitwiseOr && (masks.contains(words[3]) || masks.contains(words[4]));
        }
        EXPECT_GE(ored, loadsPerIteration(bound.row)) << kernel.key;
    }
}

// No invocation may read shared memory before the others have written it, and no software driver shows that one does.
TEST(KernelCode, InvocationsOfSharedMemoryWaitForOneAnother) {
    constexpr std::uint32_t kOpVariable = 59, kOpControlBarrier = 224, kWorkgroup = 4;
    std::size_t sharing = 0;
    for (const Kernel& kernel : kernelCatalogue()) {
        bool shares = false, waits = false;
        for (const auto& [code, words] : instructionsOf(kernel)) {
            shares = shares || (code == kOpVariable && words[3] == kWorkgroup);
            waits = waits || code == kOpControlBarrier;
        }
        EXPECT_TRUE(waits || !shares) << kernel.key;
        sharing += shares;
    }
    EXPECT_GT(sharing, 0u);
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
        const bool writes = kernel.key.starts_with("raw_store.") ||
                            kernel.key.starts_with("element_store.") ||
                            kernel.key.starts_with("narrow_store.");
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

} // namespace vkperftest::catalogue_test
