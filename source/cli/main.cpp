#include "cli/command_line.h"

int main(int argumentCount, char** arguments) {
    return vkperftest::runCommandLine({arguments + 1, arguments + argumentCount},
                                      vkperftest::openVulkanDevices);
}
