// Measures how fast the device's own counter counts (VK_KHR_shader_clock, subgroup scope), and how many of its ticks
// a step of a chain of integer operations takes, each of which waits for the one before (source/cases/counter_chain.h).
// A round is STEPS steps and one reading of the counter.
// variants: STEPS=64,128
#version 450
#extension GL_ARB_shader_clock : require

layout(local_size_x = 1) in; // nothing else runs beside the chain
layout(set = 0, binding = 0, std430) writeonly buffer Results { uint words[]; } results;
layout(push_constant) uniform Constants { uint rounds, flipped, added, never, slot; } constants;

uint step1(uint value) { return (value ^ constants.flipped) + constants.added; }
uint step4(uint value) { return step1(step1(step1(step1(value)))); }
uint step16(uint value) { return step4(step4(step4(step4(value)))); }
uint step64(uint value) { return step16(step16(step16(step16(value)))); }

void main()
{
    uint value = constants.slot;
    uint ticks = 0;
    uint before = clock2x32ARB().x;
    for (uint i = 0; i < constants.rounds; ++i)
    {
        value = step64(value);
#if STEPS == 128
        value = step64(value);
#endif
        if (value == constants.never) break; // no compiler can read the counter before the steps are done
        const uint now = clock2x32ARB().x;
        ticks += (now - before) & 0xfffffu; // AMD's counter has 20 bits from RDNA 2 on; a round takes fewer ticks
        before = now;
    }
    results.words[2 * constants.slot] = ticks;
    results.words[2 * constants.slot + 1] = value;
}
