// Pipelines that are compiled on all cores, by stand-ins for a driver that keep nothing: what races is the program's.
#include <chrono>
#include <filesystem>
#include <fstream>
#include <map>
#include <thread>

#ifndef _WIN32
#include <sys/socket.h>
#include <unistd.h>
#endif

#include "base/atomic_file.h"
#include "cases/families/families.h"
#include "matchers.h"
#include "spy.h"
#include "strategy_named.h"
#include "vulkan/code_transcript.h"
#include "vulkan/target_compiler.h"

namespace vkperftest::compiling_unit_test {

using namespace std::chrono_literals;

template <class Handle, class Info>
VkResult VKAPI_CALL make(VkDevice, const Info*, const VkAllocationCallbacks*, Handle* made) {
    *made = Handle(std::uintptr_t{1});
    return VK_SUCCESS;
}

template <class Handle> void VKAPI_CALL release(VkDevice, Handle, const VkAllocationCallbacks*) {}

// A module, and the pipeline made of it, is known by where its words are.
VkResult VKAPI_CALL makeModule(VkDevice, const VkShaderModuleCreateInfo* info, const VkAllocationCallbacks*,
                               VkShaderModule* made) {
    *made = VkShaderModule(std::uintptr_t(info->pCode));
    return VK_SUCCESS;
}

VkResult VKAPI_CALL makePipeline(VkDevice, VkPipelineCache, std::uint32_t,
                                 const VkComputePipelineCreateInfo* info, const VkAllocationCallbacks*,
                                 VkPipeline* made) {
    std::this_thread::sleep_for(std::chrono::microseconds(100)); // so that each thread gets some
    *made = VkPipeline(std::uintptr_t(info->stage.module));
    return VK_SUCCESS;
}

VkResult VKAPI_CALL tellExecutable(VkDevice, const VkPipelineInfoKHR* info, std::uint32_t* count,
                                   VkPipelineExecutablePropertiesKHR* told) {
    *count = 1;
    told->subgroupSize = static_cast<std::uint32_t>(std::uintptr_t(info->pipeline));
    return VK_SUCCESS;
}

template <class Told>
VkResult VKAPI_CALL tellNone(VkDevice, const VkPipelineExecutableInfoKHR*, std::uint32_t* count, Told*) {
    *count = 0;
    return VK_SUCCESS;
}

PFN_vkVoidFunction VKAPI_CALL functionOf(VkDevice, const char* name) {
    const auto any = [](auto* function) { return reinterpret_cast<PFN_vkVoidFunction>(function); };
    static const std::map<std::string_view, PFN_vkVoidFunction> all = {
        {"vkCreateDescriptorSetLayout", any(make<VkDescriptorSetLayout, VkDescriptorSetLayoutCreateInfo>)},
        {"vkCreatePipelineLayout", any(make<VkPipelineLayout, VkPipelineLayoutCreateInfo>)},
        {"vkCreateShaderModule", any(makeModule)},
        {"vkCreateComputePipelines", any(makePipeline)},
        {"vkDestroyDescriptorSetLayout", any(release<VkDescriptorSetLayout>)},
        {"vkDestroyPipelineLayout", any(release<VkPipelineLayout>)},
        {"vkDestroyShaderModule", any(release<VkShaderModule>)},
        {"vkDestroyPipeline", any(release<VkPipeline>)},
        {"vkDestroyDevice", any(+[](VkDevice, const VkAllocationCallbacks*) {})},
        {"vkGetPipelineExecutablePropertiesKHR", any(tellExecutable)},
        {"vkGetPipelineExecutableStatisticsKHR", any(tellNone<VkPipelineExecutableStatisticKHR>)},
        {"vkGetPipelineExecutableInternalRepresentationsKHR",
         any(tellNone<VkPipelineExecutableInternalRepresentationKHR>)}};
    const auto found = all.find(name);
    return found != all.end() ? found->second : nullptr;
}

class CompilingOnAllCores : public testing::Test {
protected:
    const Spy<vkGetPhysicalDeviceProperties> limits_{[](auto, auto* told) {
        *told = {.limits = {.maxBoundDescriptorSets = 4,
                            .maxPerStageDescriptorSamplers = 9,
                            .maxPerStageDescriptorUniformBuffers = 9,
                            .maxPerStageDescriptorStorageBuffers = 9,
                            .maxPerStageDescriptorSampledImages = 9,
                            .maxPerStageDescriptorStorageImages = 9}};
    }};
    const Spy<vkGetPhysicalDeviceFeatures> coreFeatures_{[](auto, auto* told) {
        *told = {.shaderStorageImageReadWithoutFormat = VK_TRUE,
                 .shaderStorageImageWriteWithoutFormat = VK_TRUE,
                 .shaderInt64 = VK_TRUE};
    }};
    const Spy<vkGetPhysicalDeviceProperties2> subgroups_{[](auto, auto*) {}};
    const Spy<vkGetPhysicalDeviceFeatures2> features_{[](auto, VkPhysicalDeviceFeatures2* told) {
        static_cast<Features*>(told->pNext)->flags.fill(VK_TRUE);
    }};
    const Spy<vkCreateDevice> creation_{[](auto, auto, auto, VkDevice* made) {
        *made = VkDevice(std::uintptr_t{1});
        return VK_SUCCESS;
    }};
    const Spy<vkGetDeviceProcAddr> functions_{functionOf};
    const PhysicalDevice physical_{
        .extensions = {VK_KHR_PIPELINE_EXECUTABLE_PROPERTIES_EXTENSION_NAME,
                       VK_KHR_SHADER_ATOMIC_INT64_EXTENSION_NAME, VK_EXT_SHADER_ATOMIC_FLOAT_EXTENSION_NAME,
                       VK_KHR_16BIT_STORAGE_EXTENSION_NAME, VK_KHR_8BIT_STORAGE_EXTENSION_NAME,
                       VK_EXT_DESCRIPTOR_INDEXING_EXTENSION_NAME}};
    const DeviceRecord record_{};
    std::vector<PipelineRequest> requests_;

    void SetUp() override {
        for (const Kernel& kernel : kernelCatalogue()) {
            if (kernel.subgroupOperations == 0) requests_.push_back({&kernel});
        }
        ASSERT_THAT(requests_, Not(IsEmpty()));
    }
};

TEST_F(CompilingOnAllCores, EachPipelineIsOfItsKernel) {
    const std::unique_ptr<Device> device = valueOf(Device::create(physical_, record_, {.compileOnly = true}));
    const std::vector<Result<Pipeline>> made = createPipelines(*device, requests_);
    ASSERT_EQ(made.size(), requests_.size());
    for (std::size_t i = 0; i < made.size(); ++i) {
        ASSERT_TRUE(made[i].ok()) << made[i].error().sentence();
        EXPECT_EQ(std::uintptr_t(made[i].value().pipeline.get()),
                  std::uintptr_t(requests_[i].kernel->words.data()));
    }
}

TEST_F(CompilingOnAllCores, TheCodeOfEachKernelIsToldOnce) {
    std::vector<CompileJob> jobs;
    for (const PipelineRequest& request : requests_)
        jobs.push_back(compileJob(std::to_string(std::uintptr_t(request.kernel->words.data())), request));
    jobs.push_back(jobs.front());
    std::map<std::string, std::uint32_t> told; // without a lock
    const auto end = [&](const std::string& key, const Result<DriverCode>& code) {
        ASSERT_TRUE(code.ok() && told.emplace(key, code.value().subgroupSize).second);
    };
    ASSERT_TRUE(compileOnly(physical_, record_, jobs, {[](auto&) {}, end}).ok());
    EXPECT_EQ(told.size(), requests_.size());
    for (const auto& [key, size] : told) EXPECT_EQ(size, static_cast<std::uint32_t>(std::stoull(key)));
}

#ifndef _WIN32
// What a child has said by the end of its time counts, and its time begins with it.
TEST(CompileInChild, LosesNothingAtTheEndOfItsTime) {
    ScratchFolder folder;
    ASSERT_TRUE(folder.create("test").ok());
    const std::string said = folder.file("said"), program = folder.file("program");
    int ends[2];
    ASSERT_EQ(socketpair(AF_UNIX, SOCK_STREAM, 0, ends), 0);
    ASSERT_TRUE(Channel(-1, ends[0]).tell(compileLogEntry({"a", DriverCode()})));
    std::string bytes(4096, 0);
    bytes.resize(static_cast<std::size_t>(read(ends[1], bytes.data(), bytes.size())));
    std::ofstream(said) << bytes;
    for (const int end : ends) close(end);
    std::ofstream(program) << "#!/bin/sh\ncat " << said << "\nuntil [ $((i += 1)) = 500000 ]; do :; done\n"
                           << "exit 3\n";
    std::filesystem::permissions(program, std::filesystem::perms::owner_all);
    for (const std::chrono::nanoseconds budget : {100'000'000ns, 3'600'000'000'000ns}) { // of processor time
        const CompiledSubject done = compileInChild({.spent = 2h}, {.budget = budget}, program);
        EXPECT_EQ(done.log.entries.size(), 1u);
        EXPECT_EQ(done.trouble.empty(), budget < 1h) << done.trouble;
        EXPECT_LT(done.spent, 1h);
    }
}
#endif

const Case kTypedRow{typedLoad(Format::RGBA8)};

// Cells without code say why: three reasons, three texts.
TEST(CellAt, MissingCodeHasItsReason) {
    const auto missing = [&](const CompileLog& log, Strategy strategy) {
        return cellAt(cellsOf(log), {kTypedRow, strategy}).missing;
    };
    EXPECT_THAT(missing({}, Strategy::Set), StartsWith("not compiled: "));
    EXPECT_THAT(missing({}, strategyNamed("address-4")), StartsWith("unsupported: needs a storage"));
    CompileLog lacks;
    lacks.entries.push_back(
        {codeKey({kTypedRow, Strategy::Push}), Error{ErrorKind::Unsupported, "no push descriptors", ""}});
    EXPECT_EQ(missing(lacks, Strategy::Push), "unsupported: no push descriptors");
}

} // namespace vkperftest::compiling_unit_test
