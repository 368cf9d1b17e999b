#include "model/device_record.h"

#include <array>

namespace vkperftest {

std::string_view deviceKindName(DeviceKind kind) {
    constexpr std::array<std::string_view, 5> kNames = {"discrete GPU", "integrated GPU", "virtual GPU",
                                                        "CPU", "other device"};
    return kNames[static_cast<std::size_t>(kind)];
}

} // namespace vkperftest
