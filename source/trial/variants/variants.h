// The rewrites, one file each.
#pragma once

#include "trial/rewrite.h"

namespace vkperftest {

// Every storage buffer becomes a buffer reference whose address is pushed. Each access promises the largest
// alignment that is proven of it, at most 4, 8 or 16 bytes, but at least its scalars' own.
Result<Rewrite> withAddresses4(const RewriteInput& input);
Result<Rewrite> withAddresses8(const RewriteInput& input);
Result<Rewrite> withAddresses16(const RewriteInput& input);

// What is only read is declared so, and no two buffers may share memory.
Result<Rewrite> declaredReadOnly(const RewriteInput& input);

// Storage buffers of up to 64 KB that are only read become uniform buffers.
Result<Rewrite> asUniformBuffers(const RewriteInput& input);

// A uniform buffer of up to 128 bytes becomes the push constants of a shader without any.
Result<Rewrite> asPushConstants(const RewriteInput& input);

// Arrays of 32-bit words, or of vectors of two or four, that are only read become texel buffers of the same bits.
Result<Rewrite> asTexelBuffers(const RewriteInput& input);

// Neighbouring words that are loaded as one vector.
Result<Rewrite> withVectorLoads(const RewriteInput& input);

} // namespace vkperftest
