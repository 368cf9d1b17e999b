// Names of the values of TECHNIQUE: how a kernel gets its 256 values. If undefined, it is direct.
#define TECHNIQUE_DIRECT 0    // every invocation does every load itself
#define TECHNIQUE_SHUFFLE 1   // the lanes of a subgroup load one element each; a loop hands the values round
#define TECHNIQUE_BROADCAST 2 // the same for four elements at a time, from lanes known at compile time
#define TECHNIQUE_REDUCE 3    // every lane adds up its share of the elements; one subgroup sum: the ceiling
#define TECHNIQUE_PERLANE 4   // direct, with an accumulator that differs from lane to lane
#define TECHNIQUE_NO_LOADS 5     // direct, with a value held in registers instead of every load
#define TECHNIQUE_DEPENDENT 6    // direct, with one load in flight: its value is added before the next load

#ifndef TECHNIQUE
#define TECHNIQUE TECHNIQUE_DIRECT
#endif

#if TECHNIQUE == TECHNIQUE_NO_LOADS
#define TECHNIQUE_WITHOUT_LOADS
#endif
