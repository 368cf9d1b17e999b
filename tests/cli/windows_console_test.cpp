// What people see on a console of Windows, which keeps settings that a program changes, and takes UTF-8 only when told.
#ifdef _WIN32
#include <cstddef>
#include <initializer_list>
#include <string>

#include <gtest/gtest.h>

#include <windows.h>

#include <fcntl.h>
#include <io.h>

#include "base/child_process.h"
#include "paths.h"
#include "program.h"

namespace vkperftest {
namespace {

// A console of this process's own; while it lives, standard output and errors are on it.
class OwnConsole {
public:
    OwnConsole() {
        FreeConsole();
        AllocConsole();
        for (const int stream : {1, 2}) {
            saved_[stream - 1] = _dup(stream);
            const int console = _open("CONOUT$", _O_RDWR | _O_BINARY);
            _dup2(console, stream);
            _close(console);
        }
        SetConsoleScreenBufferSize(screen(), {kColumns, kLines});
    }
    ~OwnConsole() {
        FreeConsole(); // which closes what standard handles there are
        AttachConsole(ATTACH_PARENT_PROCESS);
        for (const int stream : {1, 2}) {
            _dup2(saved_[stream - 1], stream);
            _close(saved_[stream - 1]);
        }
    }
    OwnConsole(const OwnConsole&) = delete;
    OwnConsole& operator=(const OwnConsole&) = delete;

    HANDLE screen() const { return reinterpret_cast<HANDLE>(_get_osfhandle(1)); }

    DWORD mode() const {
        DWORD result = 0;
        return GetConsoleMode(screen(), &result) != 0 ? result : 0;
    }

    std::wstring text() const {
        std::wstring result(std::size_t{kColumns} * kLines, L'\0');
        DWORD read = 0;
        ReadConsoleOutputCharacterW(screen(), result.data(), DWORD{kColumns} * kLines, {0, 0}, &read);
        result.resize(read);
        return result;
    }

    // The attributes of the character at that place of the text.
    WORD attributes(std::size_t at) const {
        WORD result = 0;
        DWORD read = 0;
        ReadConsoleOutputAttribute(screen(), &result, 1,
                                   {static_cast<SHORT>(at % kColumns), static_cast<SHORT>(at / kColumns)},
                                   &read);
        return result;
    }

private:
    static constexpr SHORT kColumns = 200;
    static constexpr SHORT kLines = 300;

    int saved_[2] = {};
};

TEST(WindowsConsole, ShowsUtf8BoldTextAndProgressAndIsLeftAsItWas) {
    const std::string script = scratchFile("console.script", "load | * | * | 0.01 | 0.02\n");
    UINT pageAfter = 0;
    DWORD modeBefore = 0;
    DWORD modeAfter = 0;
    std::wstring text;
    bool bold = false;
    int code = -1;
    {
        const OwnConsole console;
        SetConsoleOutputCP(850);
        modeBefore = console.mode();
        const Result<int> ended = runProgram(programFile(), {"--script", script, "--filter", "Byte*"}, {});
        if (ended.ok()) code = ended.value();
        pageAfter = GetConsoleOutputCP();
        modeAfter = console.mode();
        text = console.text();
        // Wine's console takes the mode for escapes, and shows them.
        const std::size_t heading = text.find(underWine() ? L"\x1b[1moperation " : L"operation ");
        bold = heading != std::wstring::npos &&
               (underWine() || (console.attributes(heading) & FOREGROUND_INTENSITY) != 0);
    }
    EXPECT_EQ(code, 0);
    // The table is as wide as the window, in which a longer name may be wrapped.
    EXPECT_NE(text.find(L"ByteAddressBuffer.Load4 "), std::wstring::npos) << testing::PrintToString(text);
    EXPECT_NE(text.find(L"±"), std::wstring::npos) << testing::PrintToString(text);
    EXPECT_TRUE(bold);
    if (underWine()) {
        EXPECT_NE(text.find(L"\x1b[2K"), std::wstring::npos);
    }
    EXPECT_EQ(pageAfter, 850u);
    EXPECT_NE(modeBefore, 0u);
    EXPECT_EQ(modeAfter, modeBefore);
}

} // namespace
} // namespace vkperftest
#endif
