// Breaks the layers on purpose: the test of the layer check must find both.
#include <CLI/CLI.hpp>

#include "run/runner.h"
