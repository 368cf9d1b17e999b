// Breaks the layers of a folder's parts on purpose.
#include "lint/rule.h"
