#include <algorithm>
#include <utility>

#include "cases/families/families.h"

namespace vkperftest {
namespace {

constexpr std::pair<LoadKind, LoadKind> kWritableKinds[] = {
    {LoadKind::Typed, LoadKind::WritableTyped},
    {LoadKind::Raw, LoadKind::WritableRaw},
    {LoadKind::Structured, LoadKind::WritableStructured},
    {LoadKind::Texture, LoadKind::WritableTexture}};

} // namespace

Operation writable(Operation load) {
    load.name.insert(0, "RW");
    load.id.insert(0, "rw-");
    load.kernel.insert(load.kernel.find('.'), ".rw");
    load.addressKernel.clear(); // an address does not say whether it is written to
    const auto twin = std::ranges::find(kWritableKinds, load.kind, &std::pair<LoadKind, LoadKind>::first);
    load.kind = twin->second;
    if (load.source.kind == ResourceKind::TexelBuffer) load.source.kind = ResourceKind::StorageTexelBuffer;
    if (load.source.kind == ResourceKind::Texture) load.source.kind = ResourceKind::StorageImage;
    load.ofFloor = nullptr;
    return load;
}

} // namespace vkperftest
