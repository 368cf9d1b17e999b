// Breaks the layers of a folder's parts on purpose.
#include "lint/rule.h"
#include "lint/spirv/word_groups.h"
