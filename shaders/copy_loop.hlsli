// The loop of every kernel that copies 4x4 float matrices of 64 bytes, for HLSL and GLSL (hlsl_names.glsl):
// one matrix per iteration, not unrolled. Its time includes the stores, four of 16 bytes, which are the same
// for all kernels and may take most of it: the no-load control, which stores from registers, shows that. The workgroups
// read the same 16 KB and take turns at four places of the destination, 1 MB in all. Inside a workgroup no
// two stores meet, but workgroups store equal values to the same words in no order, which copies in practice
// do not. The loads of a matrix, four to sixteen, all come before its first store. These are enough in
// flight, so there is neither a second matrix per iteration nor a dependent control.
// Including kernels define `Matrix loadMatrix(uint number, uint mask)`, `void storeMatrix(uint row, Matrix
// value)`, whose `row` is the matrix's first one, and `uint keptAddress(uint kept, uint number, uint mask)`,
// which changes `kept` with as many operations as loadMatrix takes for its addresses: the no-load control's stand-in
// for them.
#include "technique_names.hlsli"

// `mask` is 0, which is known only at run time: it is or-ed into every source address.
void copyMatrices(uint index, uint group, uint mask)
{
    uint row = ((group & 3) * 16 * 256 + index) * 4;
#if TECHNIQUE == TECHNIQUE_NO_LOADS
    const Matrix value = loadMatrix(index, mask); // held in registers instead of all loads
    uint kept = index;
#endif
    LOOP for (uint i = 0; i < 16; ++i)
    {
        const uint number = (index + i) & 255;
#if TECHNIQUE == TECHNIQUE_NO_LOADS
        kept = keptAddress(kept, number, mask);
#else
        const Matrix value = loadMatrix(number, mask);
#endif
        storeMatrix(row, value);
        row += 4 * 256;
    }
#if TECHNIQUE == TECHNIQUE_NO_LOADS
    if ((kept & mask) != 0) storeMatrix(kept, value); // never, which the compiler cannot know
#endif
}
