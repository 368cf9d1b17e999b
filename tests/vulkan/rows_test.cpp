// Every row on a real Vulkan driver: the values it loads, and that verification would see wrong ones. Times
// are taken but never judged.
#include <set>

#include <fmt/format.h>

#include "analysis/figures.h"
#include "cases/controls.h"
#include "cases/cpu_model.h"
#include "cases/every_row.h"
#include "cases/families/families.h"
#include "cases/shader_of.h"
#include "cases/suite.h"
#include "cases/wrong_part.h"
#include "matchers.h"
#include "opened.h"
#include "strategy_named.h"
#include "suite_rows.h"
#include "vulkan/strategy.h"

namespace vkperftest::rows_test {

std::vector<Case> rowsOf(const std::string& shader) {
    std::vector<Case> rows = allRows();
    std::erase_if(rows, [&](const Case& row) { return shaderOf(row) != shader; });
    return rows;
}

bool readsWithoutFormat(const Opened& opened) {
    VkPhysicalDeviceFeatures features;
    vkGetPhysicalDeviceFeatures(opened.instance->physicalDevices()[0], &features);
    return features.shaderStorageImageReadWithoutFormat != VK_FALSE;
}

bool needsReadsWithoutFormat(ResourceKind kind) {
    return kind == ResourceKind::StorageTexelBuffer || kind == ResourceKind::StorageImage;
}

// The feature that the row's kernel needs and the device lacks; empty: none.
std::string lackedFeature(const Case& row, const Opened& opened) {
    VkPhysicalDeviceShaderAtomicInt64Features wide{
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SHADER_ATOMIC_INT64_FEATURES};
    VkPhysicalDeviceShaderAtomicFloatFeaturesEXT floats{
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SHADER_ATOMIC_FLOAT_FEATURES_EXT, .pNext = &wide};
    VkPhysicalDevice8BitStorageFeatures bytes{
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_8BIT_STORAGE_FEATURES, .pNext = &floats};
    VkPhysicalDevice16BitStorageFeatures halves{
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_16BIT_STORAGE_FEATURES, .pNext = &bytes};
    VkPhysicalDeviceFeatures2 all{.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2, .pNext = &halves};
    vkGetPhysicalDeviceFeatures2(opened.instance->physicalDevices()[0], &all);
    const VkPhysicalDeviceFeatures& features = all.features;
    const RowAccess access = accessOf(row.operation.kind);
    const SourceResource& resource = row.operation.source;
    if (traits(resource.format).compressed()) {
        if (!features.textureCompressionBC) return "textureCompressionBC";
        const bool swiftShader = opened.executor->device().driverId == VK_DRIVER_ID_GOOGLE_SWIFTSHADER;
        return swiftShader ? "textureCompressionBC in compute shaders" : ""; // dispatches read zeros
    }
    if (access == RowAccess::Atomic) {
        if (resource.format == Format::RG32UI && !features.shaderInt64) return "shaderInt64";
        if (resource.format == Format::RG32UI && !wide.shaderBufferInt64Atomics)
            return "shaderBufferInt64Atomics of VK_KHR_shader_atomic_int64";
        if (resource.format == Format::R32F && !floats.shaderBufferFloat32AtomicAdd)
            return "shaderBufferFloat32AtomicAdd of VK_EXT_shader_atomic_float";
        return {};
    }
    if (row.operation.kind == LoadKind::Long && !features.shaderInt64) return "shaderInt64";
    if (row.operation.kind == LoadKind::Narrow || row.operation.kind == LoadKind::NarrowStore) {
        if (resource.format == Format::R8UI)
            return bytes.storageBuffer8BitAccess ? "" : "storageBuffer8BitAccess";
        return halves.storageBuffer16BitAccess ? "" : "storageBuffer16BitAccess";
    }
    if (!needsReadsWithoutFormat(resource.kind)) return {};
    if (access == RowAccess::Load && !features.shaderStorageImageReadWithoutFormat)
        return "shaderStorageImageReadWithoutFormat";
    if (access == RowAccess::Store && !features.shaderStorageImageWriteWithoutFormat)
        return "shaderStorageImageWriteWithoutFormat";
    return {};
}

// The feature for the index of the row's array of descriptors that the device lacks; empty if it lacks none.
std::string lackedIndexing(const Opened& opened, const Case& row) {
    VkPhysicalDeviceDescriptorIndexingFeatures own{
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_DESCRIPTOR_INDEXING_FEATURES};
    VkPhysicalDeviceFeatures2 all{.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2, .pNext = &own};
    vkGetPhysicalDeviceFeatures2(opened.instance->physicalDevices()[0], &all); // the software drivers know it
    const struct {
        ResourceKind kind;
        const char* name;
        VkBool32 dynamic, different;
    } kinds[] = {
        {ResourceKind::Texture, "SampledImage", all.features.shaderSampledImageArrayDynamicIndexing,
         own.shaderSampledImageArrayNonUniformIndexing},
        {ResourceKind::TexelBuffer, "UniformTexelBuffer", own.shaderUniformTexelBufferArrayDynamicIndexing,
         own.shaderUniformTexelBufferArrayNonUniformIndexing},
        {ResourceKind::StorageBuffer, "StorageBuffer", all.features.shaderStorageBufferArrayDynamicIndexing,
         own.shaderStorageBufferArrayNonUniformIndexing}};
    for (const auto& [kind, name, dynamic, different] : kinds) {
        if (row.operation.source.kind != kind || row.operation.index < DescriptorIndex::Uniform) continue;
        const bool uniform = row.operation.index == DescriptorIndex::Uniform;
        if ((uniform ? dynamic : different) == VK_FALSE)
            return fmt::format("shader{}Array{}Indexing", name, uniform ? "Dynamic" : "NonUniform");
    }
    return {};
}

// Whether the device cannot read such a resource. All can copy to images that they can read, and the software
// drivers filter all that the rows filter.
bool lacksFormat(const PhysicalDevice& device, const SourceResource& resource) {
    VkFormatProperties format;
    vkGetPhysicalDeviceFormatProperties(device, vulkanFormat(resource.format), &format);
    const bool image = isImage(resource.kind);
    const bool stored = needsReadsWithoutFormat(resource.kind);
    if (!image && !isTexelBuffer(resource.kind)) return false;
    const VkFormatFeatureFlags needed =
        image ? (stored ? VK_FORMAT_FEATURE_STORAGE_IMAGE_BIT : VK_FORMAT_FEATURE_SAMPLED_IMAGE_BIT)
              : (stored ? VK_FORMAT_FEATURE_STORAGE_TEXEL_BUFFER_BIT
                        : VK_FORMAT_FEATURE_UNIFORM_TEXEL_BUFFER_BIT);
    const bool tiled = resource.shape == ImageShape::LinearTiled;
    const VkFormatFeatureFlags ofImages = tiled ? format.linearTilingFeatures : format.optimalTilingFeatures;
    return ((image ? ofImages : format.bufferFeatures) & needed) == 0;
}

// Only for what the strategy cannot bind at all, for a format that the device cannot read, or for want of what the device record says, or of control
// over the subgroup's size: the software drivers have the rest.
void expectUnsupported(const Error& error, const BoundRow& bound, const Opened& opened) {
    const DeviceRecord device = opened.executor->device();
    const SourceResource& source = bound.row.operation.source;
    EXPECT_EQ(error.kind, ErrorKind::Unsupported);
    const CapabilityValue needs = implementationOf(bound.strategy).needs;
    const std::uint32_t bytes = source.bytes();
    if (!whyUnsupported(bound).empty()) {
        EXPECT_EQ(error.cause, reasonText(whyUnsupported(bound)));
    } else if (needs != nullptr && device.*needs == 0) {
        EXPECT_THAT(error.cause, StartsWith("no ")); // what, limits_unit_test.cpp knows
    } else if (bound.strategy == strategyNamed("inline") && device.maxInlineUniformBytes < bytes) {
        EXPECT_THAT(error.cause, HasSubstr("maxInlineUniformBlockSize"));
    } else if (const std::string feature = lackedFeature(bound.row, opened); !feature.empty()) {
        EXPECT_EQ(error.cause, lacking(feature).cause);
    } else if (const std::string indexing = lackedIndexing(opened, bound.row); !indexing.empty()) {
        EXPECT_EQ(error.cause, lacking(indexing).cause);
    } else if (source.memory != MemoryKind::DeviceLocal) { // the software drivers have one type of memory
        EXPECT_THAT(error.cause, HasSubstr("memory itself has VK_MEMORY_PROPERTY_"));
    } else if (lacksFormat(opened.instance->physicalDevices()[0], source)) {
        EXPECT_THAT(error.cause, StartsWith(fmt::format(
                                     "{}{} lacks VK_FORMAT_FEATURE_", traits(source.format).textureName,
                                     source.shape == ImageShape::LinearTiled ? " with linear tiling" : "")));
    } else if (error.cause.ends_with(" lacks VK_FORMAT_FEATURE_2_STORAGE_WRITE_WITHOUT_FORMAT_BIT")) {
        VkFormatProperties3 listed{.sType = VK_STRUCTURE_TYPE_FORMAT_PROPERTIES_3};
        VkFormatProperties2 format{.sType = VK_STRUCTURE_TYPE_FORMAT_PROPERTIES_2, .pNext = &listed};
        vkGetPhysicalDeviceFormatProperties2(opened.instance->physicalDevices()[0],
                                             vulkanFormat(source.format), &format);
        EXPECT_EQ(accessOf(bound.row.operation.kind), RowAccess::Store);
        EXPECT_EQ((isImage(source.kind) ? listed.optimalTilingFeatures : listed.bufferFeatures) &
                      VK_FORMAT_FEATURE_2_STORAGE_WRITE_WITHOUT_FORMAT_BIT,
                  0u);
    } else if (isTexelBuffer(source.kind) && onlyWrites(bound.row.operation.kind)) {
        VkPhysicalDeviceProperties properties;
        vkGetPhysicalDeviceProperties(opened.instance->physicalDevices()[0], &properties);
        const std::uint32_t most = properties.limits.maxTexelBufferElements;
        EXPECT_LT(most, source.elements);
        EXPECT_THAT(error.cause, StartsWith(fmt::format("maxTexelBufferElements is {}, ", most)));
    } else if (bound.row.robustness != Robustness::Off) {
        EXPECT_THAT(error.cause,
                    testing::AnyOf("no VK_EXT_pipeline_robustness", "the driver lacks VK_EXT_robustness2"));
    } else {
        EXPECT_NE(bound.row.subgroupSize, 0u) << error.cause;
        EXPECT_NE(bound.row.subgroupSize, device.subgroupSize) << error.cause;
    }
}

class Rows : public testing::TestWithParam<std::string> {};

// Under the validation layers with synchronization validation, which must stay silent.
void expectValuesOfTheModel(const std::vector<BoundRow>& boundRows) {
    Opened opened = open(true, {.device = {.mostRobust = Robustness::Two}});
    const std::vector<Result<ProgramId>> programs = opened.executor->prepare(boundRows);
    for (std::size_t i = 0; i < boundRows.size(); ++i) {
        SCOPED_TRACE(caseName(boundRows[i].row) + " " + std::string(strategyName(boundRows[i].strategy)));
        if (!programs[i].ok()) {
            expectUnsupported(programs[i].error(), boundRows[i], opened);
            continue;
        }
        const Result<void> verified =
            opened.executor->verify(programs[i].value(), expectedSums(boundRows[i].row));
        EXPECT_TRUE(verified.ok()) << verified.error().sentence();
        const auto other =
            std::ranges::find_if(programs, [](const Result<ProgramId>& each) { return each.ok(); });
        const Dispatch dispatches[] = {{programs[i].value(), 2}, {other->value(), 1}};
        const std::vector<double> sampled = valueOf(opened.executor->sample(dispatches));
        EXPECT_THAT(sampled, SizeIs(2));
        EXPECT_THAT(sampled, testing::Each(testing::Gt(0.0)));
    }
    expectSilence(opened);
}

// Each under "set", and every third under one of the others in turns.
TEST_P(Rows, LoadTheValuesOfTheModel) {
    std::vector<BoundRow> boundRows;
    const std::span<const Strategy> others = std::span(kEveryStrategy).subspan(1);
    std::size_t nth = 0;
    for (const Case& row : rowsOf(GetParam())) {
        boundRows.push_back({row, Strategy::Set});
        if (nth++ % 3 == 0) boundRows.push_back({row, others[nth / 3 % others.size()]});
    }
    expectValuesOfTheModel(boundRows);
}

TEST_P(Rows, LoadTheValuesOfTheModelUnderEveryStrategy) {
    std::vector<BoundRow> boundRows;
    for (const Case& row : rowsOf(GetParam())) {
        for (const Strategy strategy : kEveryStrategy) boundRows.push_back({row, strategy});
    }
    expectValuesOfTheModel(boundRows);
}

std::set<std::string> allShaders() {
    std::set<std::string> shaders;
    for (const Case& row : allRows()) shaders.insert(shaderOf(row));
    return shaders;
}

INSTANTIATE_TEST_SUITE_P(AllSuites, Rows, testing::ValuesIn(allShaders()),
                         [](const auto& shader) { return shader.param; });

// The row's program, if the device can run it: the tests above judge why not.
std::optional<ProgramId> prepared(const Opened& opened, const Case& row, Strategy strategy = Strategy::Set) {
    const BoundRow bound{row, strategy};
    const Result<ProgramId> program = opened.executor->prepare({&bound, 1}).front();
    return program.ok() ? std::optional(program.value()) : std::nullopt;
}

void expectWrong(const Opened& opened, ProgramId program, const std::vector<float>& sums) {
    const Result<void> verified = opened.executor->verify(program, sums);
    ASSERT_FALSE(verified.ok());
    EXPECT_EQ(verified.error().kind, ErrorKind::WrongValues);
}

// Whether the row could be run; if so, its right sums pass, and these do not. All runs of a row are traced.
bool tellsFrom(const Opened& opened, const Case& row, const std::vector<float>& wrong,
               Strategy strategy = Strategy::Set) {
    SCOPED_TRACE(fmt::format("{} under {}", caseName(row), strategyName(strategy)));
    const std::optional<ProgramId> program = prepared(opened, row, strategy);
    if (!program) return false;
    const Result<void> right = opened.executor->verify(*program, expectedSums(row));
    EXPECT_TRUE(right.ok()) << right.error().sentence();
    expectWrong(opened, *program, wrong);
    return true;
}

TEST(Verification, SeesAWrongSumAndAWrongPattern) {
    const Opened opened = open(false);
    std::vector<std::pair<Case, Pattern>> rows; // and another pattern
    for (const Operation& operation : {typedLoad(Format::R8),
                                       rawLoad(1),
                                       textureLoad(Format::R8),
                                       bilinearSample(Format::R8),
                                       typedLoad(Format::RGBA8I),
                                       typedLoad(Format::RGB10A2),
                                       textureLoad(Format::RGBA8SRGB),
                                       textureLoad(Format::RG16UI),
                                       textureLoad(Format::R11G11B10F),
                                       textureLoad(Format::BC1),
                                       textureLoad(Format::BC3),
                                       textureLoad(Format::BC7),
                                       writable(rawLoad(3)),
                                       writable(structuredLoad(2)),
                                       writable(typedLoad(Format::R32F)),
                                       writable(textureLoad(Format::RGBA8)),
                                       ofShape(textureLoad(Format::RGBA8), ImageShape::Volume),
                                       ofShape(bilinearSample(Format::RGBA8), ImageShape::Cube),
                                       sample(Format::RGBA32F, Sampler::Between),
                                       sample(Format::RGBA32F, Sampler::Trilinear),
                                       sample(Format::R8, Sampler::Gather)})
        rows.push_back({{operation, Pattern::Linear}, Pattern::Random});
    for (const std::vector<Case>& more : {suiteRows("pattern"), suiteRows("shared"), suiteRows("narrow")}) {
        for (const Case& row : std::span(more).subspan(1)) {
            const Pattern other = row.pattern == Pattern::Hashed ? Pattern::Reversed : Pattern::Hashed;
            if (!onlyWrites(row.operation.kind)) rows.push_back({row, other});
        }
    }
    std::size_t seen = 0;
    for (const auto& [row, pattern] : rows) {
        std::vector<float> sums = expectedSums(row);
        sums[200] += 1;
        Case other = row;
        other.pattern = pattern;
        for (const std::vector<float>& wrong : {sums, expectedSums(other)})
            seen += tellsFrom(opened, row, wrong) ? 1u : 0u;
    }
    EXPECT_GT(seen, rows.size());
}

// All invocations of these rows sum up every constant as often, whatever the pattern.
TEST(Verification, SeesWrongConstants) {
    const Opened opened = open(false);
    std::size_t seen = 0;
    for (const Case& row : suiteRows("constant")) {
        Case wrong = row;
        wrong.operation.source.period = 5; // the same constants but the last ones
        for (const Strategy strategy : findSuite("constant").value()->strategies)
            seen += tellsFrom(opened, row, expectedSums(wrong), strategy) ? 1u : 0u;
    }
    EXPECT_GE(seen, suiteRows("constant").size());
}

TEST(Verification, SeesATruncatedResource) {
    // Robust access makes what lies outside read as zero on every driver.
    Opened opened = open(false, {.device = {.compiled = {.robustness = Robustness::Buffer}}});
    for (const Operation& operation :
         {typedLoad(Format::RGBA32F), rawLoad(4), structuredLoad(4), vectorLoad(Format::R16F, 16),
          stridedLoad(128), writable(rawLoad(4)), writable(structuredLoad(4)),
          writable(typedLoad(Format::RGBA32F)), typedLoad(Format::RGBA16I), sharedLoad(2), sharedLoad(4),
          narrowLoad(Format::R8UI, 4), unpacked(narrowLoad(Format::R16UI, 4)), longLoad(4)}) {
        if (needsReadsWithoutFormat(operation.source.kind) && !readsWithoutFormat(opened)) continue;
        const Case linear{operation, Pattern::Linear};
        if (!lackedFeature(linear, opened).empty()) continue;
        Case truncated = linear;
        truncated.operation.source.elements /= 4;
        const ProgramId program = prepareOne(*opened.executor, truncated);
        EXPECT_FALSE(opened.executor->verify(program, expectedSums(linear)).ok()) << caseName(linear);
    }
}

// Whatever the driver enables them by: for each pipeline, or for the whole device.
TEST(BoundsChecks, LoadOutsideWhatIsPromised) {
    for (const Robustness robustness : {Robustness::Buffer, Robustness::Two}) {
        SCOPED_TRACE(robustnessName(robustness));
        const std::unique_ptr<Instance> instance = valueOf(Instance::create({.validate = kValidate}));
        if (!checkRobustness(instance->physicalDevices()[0], robustness).ok()) continue;
        for (const bool ofRows : {false, true}) {
            VulkanExecutorOptions options;
            (ofRows ? options.device.mostRobust : options.device.compiled.robustness) = robustness;
            Opened opened = open(true, options);
            for (const ResourceKind kind :
                 {ResourceKind::TexelBuffer, ResourceKind::StorageBuffer, ResourceKind::UniformBuffer,
                  ResourceKind::Texture, ResourceKind::StorageTexelBuffer, ResourceKind::StorageImage}) {
                if (!isPromised(kind, robustness)) continue;
                if (needsReadsWithoutFormat(kind) && !readsWithoutFormat(opened)) continue;
                for (const Strategy strategy : kEveryStrategy) {
                    if (traits(strategy).takes != kAllResources) continue;
                    SCOPED_TRACE(fmt::format("{} under {}", resourceKindName(kind), strategyName(strategy)));
                    const Result<OutsideLoads> loads =
                        opened.executor->loadOutside(kind, robustness, strategy);
                    if (!loads.ok() && (ofRows || strategy != Strategy::Set)) {
                        EXPECT_THAT(loads.error().cause,
                                    testing::AnyOf("no VK_EXT_pipeline_robustness", StartsWith("no feature "),
                                                   StartsWith("no VK_KHR_push_descriptor")));
                        continue;
                    }
                    ASSERT_TRUE(loads.ok()) << loads.error().sentence();
                    const Result<void> checked = checkOutside(kind, robustness, loads.value());
                    EXPECT_TRUE(checked.ok()) << checked.error().sentence();
                }
            }
            expectSilence(opened);
        }
    }
}

TEST(CompileSettings, ThatTheDeviceLacksAreNamed) {
    const std::unique_ptr<Instance> instance = valueOf(Instance::create({}));
    const DeviceRecord& device = instance->devices()[0];
    const std::uint32_t size = device.largestSubgroup == 128 ? 4 : 128;
    const auto executor =
        VulkanExecutor::create(*instance, 0, {.device = {.compiled = {.subgroupSize = size}}});
    ASSERT_FALSE(executor.ok());
    EXPECT_EQ(executor.error().kind, ErrorKind::NoDevice);
    EXPECT_THAT(executor.error().sentence(), HasSubstr("--subgroup-size"));
}

// The image has other texels than the row's.
TEST(Verification, SeesWrongTexelsOfOtherImagesAndSamples) {
    const Opened opened = open(false);
    std::size_t injected = 0, lacking = 0;
    std::vector<Case> rows = suiteRows("texture");
    for (const Case& row : suiteRows("format")) {
        if (traits(row.operation.source.format).compressed()) rows.push_back(row);
    }
    for (const Case& row : rows) {
        const LoadKind kind = row.operation.kind;
        const bool compressed = traits(row.operation.source.format).compressed();
        if (kind != LoadKind::OtherTexture && kind != LoadKind::OtherSample && !compressed) continue;
        SCOPED_TRACE(caseName(row));
        if (!lackedFeature(row, opened).empty()) ++lacking;
        if (!prepared(opened, row)) continue;
        expectWrong(opened, prepareOne(*opened.executor, withWrongSource(row).value()), expectedSums(row));
        ++injected;
    }
    EXPECT_GE(injected + lacking, 72u); // all but those with linear tiling
}

// Each part is injected with other values in turn; the other parts' are right.
TEST(Verification, SeesWrongValuesInEachPartOfMixedLoads) {
    const Opened opened = open(false);
    std::size_t injected = 0;
    for (const Case& row : suiteRows("mixed")) {
        for (std::size_t part = 0; part < row.operation.parts.size(); ++part)
            injected += tellsFrom(opened, withWrongPart(row, part).value(), expectedSums(row)) ? 1u : 0u;
    }
    EXPECT_EQ(injected, 120u);
}

// A word that is wrong, or that none but this row's kernel can have left.
TEST(Verification, SeesWrongStoresAndAtomicOperations) {
    const Opened opened = open(false);
    std::size_t seen = 0;
    for (const char* shader :
         {"raw_store", "element_store", "narrow_store", "shared_store", "atomic", "atomic_word"}) {
        for (const Case& row : rowsOf(shader)) {
            std::vector<float> words = expectedSums(row);
            for (float& word : words) word += 70000;
            seen += tellsFrom(opened, row, words) ? 1u : 0u;
        }
    }
    EXPECT_GT(seen, suiteRows("store").size());
}

// In a window where the elements do not repeat before it ends, each workgroup's sums tell where it began: far
// from those before it, by multiples of the golden ratio.
TEST(Verification, SeesWorkgroupsBeginFarFromOneAnother) {
    Opened opened = open(false);
    if (opened.executor->device().kind != DeviceKind::Cpu) GTEST_SKIP() << "verifies more workgroups";
    Case row{stridedLoad(16, CachePlace::OwnWindow), Pattern::Linear};
    row.operation.source.period = 0;
    const Traversal& traversal = *row.operation.traversal;
    std::vector<float> expected;
    for (const double begin : {0.0, 0.618034, 0.236068, 0.854102}) {
        const auto ahead = static_cast<std::uint32_t>(begin * (traversal.spread + 1));
        for (std::uint32_t invocation = 0; invocation < 256; ++invocation) {
            std::int32_t sum = 0;
            for (std::uint32_t i = 0; i < 256; ++i) {
                const std::uint32_t element = (invocation + (ahead + i) * 256) % traversal.window;
                for (std::uint32_t k = 0; k < 4; ++k)
                    sum += static_cast<std::int32_t>(1 + 2 * k) *
                           sourceValue(row.operation.source, 4 * element + k);
            }
            expected.push_back(static_cast<float>(sum));
        }
    }
    const Result<void> verified = opened.executor->verify(prepareOne(*opened.executor, row), expected);
    EXPECT_TRUE(verified.ok()) << verified.error().sentence();
}

} // namespace vkperftest::rows_test
