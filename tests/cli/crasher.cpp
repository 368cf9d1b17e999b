// Crashes in the way that the argument names, to show that this fails a test; "none" ends well.
#include <cstdlib>
#include <string_view>

int main(int argumentCount, char** arguments) {
    const std::string_view way = argumentCount == 2 ? arguments[1] : "";
    if (way == "null") {
        volatile int* volatile nothing = nullptr;
        *nothing = 1;
    }
    if (way == "abort") std::abort();
    return 0; // whatever comes here did not crash
}
