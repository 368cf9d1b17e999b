// A descriptor set whose images lie in VK_IMAGE_LAYOUT_GENERAL, as they do without layout transitions
// (VK_KHR_unified_image_layouts).
#include "vulkan/descriptor_sets.h"

namespace vkperftest {

extern const StrategyImplementation kGeneralLayout = {
    .names = {"general-layout"}, .imageLayout = VK_IMAGE_LAYOUT_GENERAL, .make = makeBinder<WrittenSets>};

} // namespace vkperftest
