// What one load of a traversal returns (traversal_loop.hlsli): WORDS words of 32 bits, as they lie in memory.
struct Words
{
    uint word[WORDS];
};
