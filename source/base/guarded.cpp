#include "base/guarded.h"

#include <exception>
#include <new>

namespace vkperftest {

Result<int> guarded(const std::function<Result<int>()>& work) {
    try {
        return work();
    } catch (const std::bad_alloc&) {
        return Error{ErrorKind::Io, "out of memory", "close other programs, or give smaller files"};
    } catch (const std::exception& mistake) {
        return Error{ErrorKind::Io, std::string("internal error: ") + mistake.what(),
                     "please report it with the command line and its files"};
    }
}

} // namespace vkperftest
