#include "vulkan/target_codes.h"

#include "vulkan/pipeline_code.h"
#include "vulkan/programs.h"

namespace vkperftest {

Result<std::vector<Result<CodeDigest>>> readTargetCodes(VkPhysicalDevice device, const DeviceRecord& record,
                                                        std::span<const Target> targets) {
    VKPERFTEST_TRY(tellsCode(device));
    std::vector<Result<CodeDigest>> codes;
    std::vector<PipelineRequest> requests, real;
    for (const Target& target : targets) {
        requests.push_back(requestOf(target));
        if (requests.back().kernel != nullptr) real.push_back(requests.back());
        codes.push_back(Error{ErrorKind::Unsupported, "there is no kernel", ""});
    }
    const CodeHooks hooks{.begin = [](const PipelineRequest&) {},
                          .end =
                              [&](const PipelineRequest& request, const Result<DriverCode>& code) {
                                  const Result<CodeDigest> kept =
                                      code.ok() ? Result<CodeDigest>(digest(code.value())) : code.error();
                                  for (std::size_t i = 0; i < requests.size(); ++i) {
                                      if (requests[i] == request) codes[i] = kept;
                                  }
                              }};
    VKPERFTEST_TRY(compileOnly(device, record, real, hooks));
    return codes;
}

} // namespace vkperftest
