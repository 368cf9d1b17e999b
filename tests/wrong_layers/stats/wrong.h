// Breaks the layers on purpose: the test of the layer check must find it.
#include "run/runner.h"
