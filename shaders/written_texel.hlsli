// Where a place of the destination lies in a storage image: the windows of kSlot texels lie side by side, 16
// texels wide, row by row. So 256 consecutive places are a block of 16 x 16 texels.
uint2 texelOf(uint place)
{
    return uint2((place / kSlot * 16) | (place & 15), place % kSlot / 16);
}
