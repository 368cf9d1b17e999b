"""Runs the program on hostile input, and keeps what was wrong (check_hostile.py): no stream that a terminal could act on, no
end but with an exit code that the program has."""
import os
import pty
import re
import signal
import subprocess
import sys

WATCHED = sys.argv[1:2] == ["--watched"]
folder, *program = map(os.path.abspath, sys.argv[2 if WATCHED else 1:])
# Of processor time, whatever else the machine does; and a limit for what waits without using any.
BUSY_SECONDS = 30 * (4 if WATCHED else 1)
HANG_SECONDS = 10 * BUSY_SECONDS
program = ["sh", "-c", f'ulimit -t {BUSY_SECONDS} && exec "$@"', "sh", *program]
MOST_MEGABYTES = 512 * (3 if WATCHED else 1)

# Sets a title, changes colours (by a sequence of the program's own, and by one that hides what follows), forges lines;
# the same by C1; hides text behind marks of direction and between invisible characters.
FORGED = "vkperftest: forged"
ESCAPES = (f"\x1b]0;title\x07\x1b[31m\x1b[8m\r{FORGED}\n{FORGED}\n\u009b31m\x7f\u061c\u200f\u2028\u202e\u2066"
           "\u00ad\u200b\u2060\ufeff\ufff9\U000e0041")
BYTES = ESCAPES.encode() + b"\x9b31m\xff\xc2"  # and what is not UTF-8
HARMFUL = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069"
                     "\u00ad\u200b\u2060-\u2065\ufeff\ufff9-\ufffb\U000e0000-\U000e007f]")
LINE_END = "\r\n|\r\x1b\\[2K"  # a terminal's, and the status line's
COLORS = "\x1b\\[(?:0|1|31|32|33|1;31|1;32|1;35|1;36)m"  # source/base/printable.h
SEEN = "\\u001b]0;title\\u0007"


failures = []


def expect(condition, what):
    if not condition:
        failures.append(what)
        print("WRONG: " + what)


def path(name):
    return os.path.join(folder, name)


def write(name, content):
    with open(path(name), "wb") as file:
        file.write(content if isinstance(content, bytes) else content.encode())
    return path(name)


def hostile(value, kept, key=""):
    """The value with the escapes behind every string that says something; equal strings stay equal."""
    if isinstance(value, list):
        return [hostile(each, kept, key) for each in value]
    if isinstance(value, dict):
        keys = ESCAPES if key in ("codes", "kernels") else ""
        return {name + keys: hostile(child, kept, name) for name, child in value.items()}
    return value + ESCAPES if isinstance(value, str) and value and key not in kept else value


def harm(data, terminal=False):
    """The first harmful thing in the bytes, or a forged line; empty if there is none."""
    try:
        text = data.decode()
    except UnicodeDecodeError as error:
        return f"not UTF-8: {data[max(0, error.start - 20):error.end]!r}"
    if terminal:
        text = re.sub(COLORS, "", re.sub(LINE_END, "\n", text))
    found = HARMFUL.search(text) or re.search(f"^{FORGED}", text, re.MULTILINE)
    return repr(found.group()) if found else ""


def name_of(arguments):
    return " ".join(os.path.basename(os.fsdecode(one)) for one in arguments)[:90].encode("unicode_escape").decode()


class Run:
    def __init__(self, arguments, stdin=subprocess.DEVNULL):
        command = [*program, *arguments]
        self.name = name_of(arguments)
        with open(path("out"), "wb") as out, open(path("err"), "wb") as err, subprocess.Popen(
                command, stdin=stdin, stdout=out, stderr=err, cwd=folder) as process:
            try:
                process.wait(HANG_SECONDS)
            except subprocess.TimeoutExpired:
                process.kill()
        self.code = process.returncode
        with open(path("out"), "rb") as out, open(path("err"), "rb") as err:
            self.out, self.err = out.read(), err.read()
        expect(self.code in (0, 1, 2, 3, 4), f"`{self.name}` ended with {self.code}")
        for stream in (self.out, self.err):
            expect(not harm(stream), f"`{self.name}` prints {harm(stream)}")

    def shows(self):
        """Something hostile was printed, and could be seen."""
        text = (self.out + self.err).decode(errors="replace")
        expect(SEEN in text or SEEN.replace("\\", "\\\\") in text, f"`{self.name}` shows nothing of it: {text[:200]}")


def on_terminal(arguments):
    """What a terminal gets to see of both streams."""
    seen = []
    name = name_of(arguments)

    def read(terminal):
        seen.append(os.read(terminal, 1 << 16))
        return seen[-1]

    def hangs(*_):
        raise TimeoutError(f"`{name}` hangs on a terminal")

    saved = os.dup(1)
    signal.signal(signal.SIGALRM, hangs)
    signal.alarm(HANG_SECONDS)
    with open(os.devnull, "wb") as nothing:  # what is read is copied here
        os.dup2(nothing.fileno(), 1)
    try:
        code = os.waitstatus_to_exitcode(pty.spawn([*program, *arguments], read, lambda terminal: b""))
    finally:
        signal.alarm(0)
        os.dup2(saved, 1)
        os.close(saved)
    text = b"".join(seen)
    expect(code in (0, 1, 2, 3, 4), f"`{name}` on a terminal ended with {code}")
    expect(not harm(text, terminal=True), f"`{name}` on a terminal: {harm(text, terminal=True)}")
    expect(b"\\u001b" in text, f"`{name}` on a terminal shows nothing of it")
    expect(b"\\u0007\x1b[31m" not in text, f"`{name}` on a terminal lets a colour pass that is not the program's")
