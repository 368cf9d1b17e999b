// The parts of a device that need none: memory, threads, displacement, timestamps, dispatches in parts.
#include <cstdint>
#include <limits>
#include <set>
#include <thread>

#include "base/utf8_path.h"
#include "matchers.h"
#include "regular_expressions.h"
#include "run/timing.h"
#include "vulkan/device.h"
#include "vulkan/programs.h"
#include "vulkan/resources.h"

#ifdef __linux__
#include <sys/mman.h>
#endif

namespace vkperftest::device_unit_test {

constexpr std::size_t kRestarts = 20;

// Where a block of this size lies that is allocated and released while each of 20 displacements is held.
std::set<std::uintptr_t> places(std::size_t bytes) {
    std::set<std::uintptr_t> places;
    for (std::size_t restart = 0; restart < kRestarts; ++restart) {
        const Displacement displacement;
        const auto block = std::make_unique_for_overwrite<std::byte[]>(bytes);
        places.insert(reinterpret_cast<std::uintptr_t>(block.get()));
    }
    return places;
}

TEST(Displacement, LaysBlocksOfTheHeapElsewhere) {
    EXPECT_GT(places(1024).size(), 2u);
}

#ifdef __linux__
TEST(Displacement, LaysPagesElsewhere) {
    std::set<void*> places;
    for (std::size_t restart = 0; restart < kRestarts; ++restart) {
        const Displacement displacement;
        constexpr std::size_t kBytes = 1 << 16; // so that one hole holds both
        void* pages = mmap(nullptr, kBytes, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        ASSERT_NE(pages, MAP_FAILED);
        places.insert(pages);
        munmap(pages, kBytes);
    }
    EXPECT_GT(places.size(), 2u);
}
#endif

TEST(DriverThreads, AreOneFewerThanCoresUnlessTheUserSays) {
    const std::string before = environmentVariable("LP_NUM_THREADS");
    const unsigned cores = std::thread::hardware_concurrency();
    const std::pair<const char*, unsigned> all[] = {{"", cores > 1 ? cores - 1 : 1}, {"7", 7}, {"many", 0}};
    for (const auto& [said, threads] : all) {
        setEnvironmentVariable("LP_NUM_THREADS", said);
        limitDriverThreads();
        EXPECT_EQ(driverThreads({.driverId = VK_DRIVER_ID_MESA_LLVMPIPE}), threads);
        EXPECT_EQ(driverThreads({.driverId = VK_DRIVER_ID_MESA_RADV}), 0u);
    }
    setEnvironmentVariable("LP_NUM_THREADS", before);
}

constexpr VkMemoryPropertyFlags kLocal = VK_MEMORY_PROPERTY_DEVICE_LOCAL_BIT;
constexpr VkMemoryPropertyFlags kVisible = VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT;
constexpr VkMemoryPropertyFlags kCoherent = VK_MEMORY_PROPERTY_HOST_COHERENT_BIT;
constexpr VkMemoryPropertyFlags kCached = VK_MEMORY_PROPERTY_HOST_CACHED_BIT;

VkPhysicalDeviceMemoryProperties memoryOf(std::vector<VkMemoryPropertyFlags> types) {
    VkPhysicalDeviceMemoryProperties properties{.memoryTypeCount = static_cast<std::uint32_t>(types.size())};
    for (std::size_t i = 0; i < types.size(); ++i) properties.memoryTypes[i].propertyFlags = types[i];
    return properties;
}

TEST(Memory, IsReadThroughTheCacheWhereThereIsOne) {
    // As discrete GPUs list them: the write-combined types come first.
    const auto discrete = memoryOf({kLocal, kVisible | kCoherent, kVisible | kCoherent | kCached});
    EXPECT_EQ(chooseMemoryType(discrete, kAnyMemoryType, kReadMemory), 2u);
    EXPECT_EQ(chooseMemoryType(discrete, kAnyMemoryType, kHostMemory), 1u);
    EXPECT_EQ(chooseMemoryType(discrete, kAnyMemoryType, kDeviceMemory), 0u);
    EXPECT_EQ(chooseMemoryType(discrete, 0b011, kReadMemory), 1u); // the cached one does not fit
    EXPECT_EQ(chooseMemoryType(discrete, 0b001, kReadMemory), std::nullopt);
    // As mobile GPUs have it: what is cached must be invalidated.
    const auto mobile = memoryOf({kLocal | kVisible | kCoherent, kLocal | kVisible | kCached});
    EXPECT_EQ(chooseMemoryType(mobile, kAnyMemoryType, kReadMemory), 1u);
    EXPECT_EQ(chooseMemoryType(mobile, kAnyMemoryType, kHostMemory), 0u);
}

std::string whyNone(const VkPhysicalDeviceMemoryProperties& properties, MemoryKind kind) {
    const Result<std::uint32_t> types = memoryTypes(properties, kind);
    if (types.ok()) return {};
    EXPECT_EQ(types.error().kind, ErrorKind::Unsupported);
    return types.error().cause;
}

TEST(Memory, OfACardIsOfThreeKinds) {
    const auto card = memoryOf(
        {0, kLocal, kVisible | kCoherent, kVisible | kCoherent | kCached, kLocal | kVisible | kCoherent});
    EXPECT_EQ(memoryTypes(card, MemoryKind::DeviceLocal).value(), kAnyMemoryType);
    EXPECT_EQ(memoryTypes(card, MemoryKind::HostCached).value(), 0b01000u);
    EXPECT_EQ(memoryTypes(card, MemoryKind::Bar).value(), 0b10000u);
}

// Rows of the same memory would show no difference where there is nothing to compare.
TEST(Memory, ThatADeviceLacksOrThatIsTheDeviceLocalOneIsNamedByItsFlags) {
    const struct {
        VkPhysicalDeviceMemoryProperties memory;
        MemoryKind kind;
        const char* why;
    } all[] = {{memoryOf({kLocal, kVisible | kCoherent}), MemoryKind::Bar,
                "^no .*_DEVICE_LOCAL_BIT .*_HOST_VISIBLE_BIT$"},
               {memoryOf({kLocal, kVisible | kCoherent}), MemoryKind::HostCached,
                "^no .*_HOST_VISIBLE_BIT .*_HOST_CACHED_BIT$"},
               {memoryOf({kLocal | kVisible | kCoherent | kCached}), MemoryKind::Bar,
                "itself has .*_HOST_VISIBLE_BIT$"},
               {memoryOf({kLocal | kVisible | kCoherent | kCached}), MemoryKind::HostCached,
                "itself has .*_HOST_CACHED_BIT$"}};
    for (const auto& [memory, kind, why] : all) EXPECT_THAT(whyNone(memory, kind), ContainsRegex(why));
    const auto integrated =
        memoryOf({kLocal | kVisible | kCoherent, kLocal | kVisible | kCoherent | kCached});
    EXPECT_NE(whyNone(integrated, MemoryKind::Bar), "");
    EXPECT_EQ(memoryTypes(integrated, MemoryKind::HostCached).value(), 0b10u);
}

TEST(DispatchParts, AreOneWhereADeviceTakesItInOneAndEvenOtherwise) {
    EXPECT_THAT(dispatchParts(1), ElementsAre(1));
    EXPECT_THAT(dispatchParts(65535), ElementsAre(65535));
    EXPECT_THAT(dispatchParts(65536 + 1), ElementsAre(32768, 32769));
    EXPECT_THAT(dispatchParts(1u << 22), AllOf(SizeIs(128), testing::Each(32768)));
}

TEST(Timestamps, WrapAtTheValidBitsAndPeriodsNeedNotBeWhole) {
    constexpr std::uint64_t kEnd36 = std::uint64_t{1} << 36, kGarbage = std::uint64_t{0xabc} << 36,
                            kAll = ~std::uint64_t{0};
    const struct {
        std::uint64_t begin, end;
        std::uint32_t bits;
        double period, nanoseconds;
    } all[] = {{1000, 1000, 64, 52.083, 0},
               {1000, 2000, 64, 52.083, 52083},
               {0, 1, 36, 52.083, 52.083},
               {5, 8, 32, 1, 3},
               {kEnd36 - 10, 5, 36, 1, 15},
               {kEnd36 - 1, 0, 36, 52.083, 52.083},
               {0, kEnd36 - 1, 36, 1, 68719476735},
               {0xffffffff, 1, 32, 10, 20},
               {1, 0, 1, 1, 1},
               {kGarbage | 100, 350, 36, 2, 500},
               {100, kGarbage | 350, 36, 2, 500},
               {kAll - 1, 2, 64, 1, 4},
               {kAll / 2 + 1, kAll / 2 + 8, 64, 1, 7}};
    for (const auto& [begin, end, bits, period, nanoseconds] : all)
        EXPECT_DOUBLE_EQ(ticksToNanoseconds(begin, end, bits, period), nanoseconds) << begin << ' ' << end;
}

// The host's clock has seen the whole submission; a loaded machine sees it late.
TEST(Timestamps, AreDoubtedWhereTheHostSawOtherwise) {
    const struct {
        double nanoseconds, host;
        const char* doubt;
    } all[] = {{3e6, 3.1e6, ""},
               {3e6, 5e9, ""},
               {11e6, 3e6, ""}, // clocks that differ a little, and short submissions
               {0, 90e6, ""},   // a coarse timer
               {1.8e19, 3e6, "report 1.8e\\+13 ms.* 3 ms"},
               {200e6, 90e6, ""},
               {2e9, 90e6, "report 2e\\+03 ms.* 90 ms"},
               {0, 400e6, "stood still .* of 400 ms"}};
    for (const auto& [nanoseconds, host, doubt] : all) {
        const std::string prefix = *doubt != '\0' ? "timestamps are wrong: they " : "^";
        EXPECT_THAT(timestampDoubt(nanoseconds, host), ContainsRegex(prefix + doubt + "$"));
    }
}

TEST(Timestamps, TroubleIsNamed) {
    EXPECT_EQ(timestampTrouble(64, 1), "");
    EXPECT_EQ(timestampTrouble(36, 52.083), "");
    EXPECT_EQ(timestampTrouble(1, 1e-3), "");
    EXPECT_THAT(timestampTrouble(0, 1), HasSubstr("no timestamps"));
    constexpr double kInfinity = std::numeric_limits<double>::infinity();
    for (const double period : {kInfinity, -kInfinity, std::numeric_limits<double>::quiet_NaN(), -1.0, 0.0}) {
        EXPECT_THAT(timestampTrouble(64, period), HasSubstr("period")) << period;
    }
}

} // namespace vkperftest::device_unit_test
