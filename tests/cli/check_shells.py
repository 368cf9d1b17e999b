#!/usr/bin/env python3
"""Completes command lines in the shells themselves.

check_shells.py SHELL PROGRAM    SHELL: bash, zsh or fish. Exits with 77 if it is not installed.
"""
import os
import pty
import re
import select
import shutil
import subprocess
import sys
import tempfile
import time

PATIENCE = 60  # seconds until a shell must have answered


def output(*command, **how):
    return subprocess.run(command, capture_output=True, text=True, check=True, **how).stdout


class Expected:
    """What completions must offer, read from what --help prints."""

    def __init__(self, program):
        text = output(program, "--help")
        self.commands = re.findall(r"^  ([a-z]+) ", text[text.index("Subcommands:"):text.index("Examples:")], re.M)
        self.help = {command: output(program, command, "--help") for command in self.commands}

    def options(self, command):
        text = self.help[command]
        lines = re.findall(r"^  (-[^ ]+)", text[text.index("\nOptions:"):text.index("\nExamples:")], re.M)
        return {name for line in lines for name in line.split(",")}

    def lines(self):
        """Command lines, and all that completes their last word."""
        yield "vkperftest ", {*self.commands, "help"}
        yield "vkperftest help ", set(self.commands)
        yield "vkperftest -", self.options("run") | {"--version"}
        yield "vkperftest li", {"list", "lint"}
        for command in self.commands:
            yield f"vkperftest {command} -", self.options(command)
        suites = {"matrix", "uniform", "binding", "vector", "stride", "integer", "mixed", "format", "storage",
                  "robustness", "store", "atomic", "pattern", "shared", "bindless", "memory", "texture", "narrow",
                  "constant", "cache", "all"}
        yield "vkperftest run --suite ", suites
        yield "vkperftest --suite ", suites
        yield "vkperftest list --wide --suite=", suites
        yield "vkperftest run -f ", {"table", "perftest", "csv", "markdown", "json", "html"}
        yield "vkperftest compare a.json b.json --fail-on ", {"slower", "faster", "unclear"}
        yield "vkperftest run --strategy set,push", {"push", "push-template"}
        yield "vkperftest run --seed ", set()
        yield "vkperftest list ", set()
        yield "vkperftest show old", {"old.json"}
        yield "vkperftest compare old.json n", {"new.json"}
        yield "vkperftest run --output n", {"new.json"}
        yield "vkperftest report --svg ", {"folder"}
        yield "vkperftest experiment un", {"uniform"}
        yield "vkperftest generate ", {"man", "bash", "zsh", "fish", "powershell"}
        yield "vkperftest experiment uniform n", {"new.json"}


class Terminal:
    """A shell on a terminal of its own, in which keys are typed."""

    def __init__(self, *command):
        self.seen = ""
        self.process, self.end = pty.fork()
        if self.process == 0:
            os.environ.update(TERM="dumb", LC_ALL="C.UTF-8", PS1="> ")
            os.execvp(command[0], command)

    def type(self, keys):
        os.write(self.end, keys.encode())

    def until(self, happened):
        limit = time.monotonic() + PATIENCE
        while not happened():
            if time.monotonic() > limit:
                sys.exit(f"no answer within {PATIENCE} s; the terminal shows:\n{self.seen}")
            if select.select([self.end], [], [], 0.05)[0]:
                self.seen += os.read(self.end, 65536).decode(errors="replace")

    def leave(self):
        """Returns when the shell has ended and written its history, so that its folder can be deleted."""
        self.type("exit\n")
        try:
            while os.read(self.end, 65536):
                pass
        except OSError:  # Linux: the terminal has no process left
            pass
        os.waitpid(self.process, 0)


def typed(shell, script, words, wanted):
    """The words, each followed by the Tab key, must become the wanted arguments of the command."""
    terminal = Terminal(*shell)
    terminal.type(f"{script}; vkperftest() {{ printf '<%s>' \"$@\"; }}; PS1='rea''dy> '\n")
    terminal.until(lambda: "ready> " in terminal.seen)
    terminal.type("vkperftest " + "\t".join(words) + "\t\n")
    terminal.until(lambda: wanted in terminal.seen)
    terminal.leave()
    print(f"typed: {wanted}")


def bash(program, lines):
    output(program, "generate", "bash", "-o", "completion")
    script = """source ./completion
    [[ $(complete -p vkperftest) == 'complete -F _vkperftest vkperftest' ]] || exit 1
    while IFS= read -r line; do
        line=${line//=/ = }
        read -ra COMP_WORDS <<<"$line"
        [[ $line != *' ' || $line == *' = ' ]] || COMP_WORDS+=('')
        COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
        _vkperftest 2>/dev/null
        printf '== %s\\n' "${COMPREPLY[@]}"
        echo next
    done"""
    answers = output("bash", "-c", script, input="\n".join(lines) + "\n").split("next\n")
    typed(["bash", "--norc", "--noprofile", "-i"], "source ./completion", ["ru", "--sui", "mat"],
          "<run><--suite><matrix>")
    return [re.findall(r"^== (?:.*,)?(.+)$", answer, re.M) for answer in answers[:-1]]


def zsh(program, lines):
    output(program, "generate", "zsh", "-o", "_vkperftest")
    load = "fpath=($PWD $fpath); autoload -U compinit; compinit -D -u"
    with open("capture", "w", encoding="utf-8") as file:
        file.write(load + """
            zstyle ':completion:*' completer _complete
            compadd() {
                if [[ ${@[1,(i)(-|--)]} == *-(O|A|D)\\ * ]]; then builtin compadd "$@"; return; fi
                local -a found
                builtin compadd -A found "$@"
                hits+=($found)
                builtin compadd "$@"
            }
            capture() {
                hits=()
                _main_complete
                print -rl -- "== "$^hits next >>answers
                compstate[insert]='' compstate[list]=''
            }
            zle -C capture complete-word capture
            bindkey '^I' capture
            PS1='rea''dy> '
        """)
    open("answers", "w", encoding="utf-8").close()

    def answers():
        with open("answers", encoding="utf-8") as file:
            return file.read().split("next\n")

    terminal = Terminal("zsh", "-f", "-i")
    terminal.type("source ./capture\n")
    terminal.until(lambda: "ready> " in terminal.seen)
    for nth, line in enumerate(lines):
        terminal.type(line + "\t")
        terminal.until(lambda: len(answers()) > nth + 1)
        terminal.type("\x15")  # Ctrl-U: the line is empty again
    terminal.leave()
    typed(["zsh", "-f", "-i"], load, ["ru", "--sui", "mat"], "<run><--suite=matrix>")
    return [[word.rstrip("=") for word in re.findall(r"^== (.+)$", answer, re.M)] for answer in answers()[:-1]]


def fish(program, lines):
    output(program, "generate", "fish", "-o", "completion")
    script = "source completion; while read -l line; complete -C $line; echo next; end"
    answers = output("fish", "--no-config", "-c", script, input="\n".join(lines) + "\n").split("next\n")
    return [re.findall(r"^(?:--[a-z]+=)?(?:[^\t\n]*,)?([^\t\n]+)", answer, re.M) for answer in answers[:-1]]


def main(shell, program):
    if not shutil.which(shell):
        print(f"skipped: {shell} is not installed")
        sys.exit(77)
    program = os.path.realpath(program)
    expected = list(Expected(program).lines())
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        os.environ["HOME"] = folder  # nobody's own settings
        os.mkdir("folder")
        for name in ("old.json", "new.json"):
            open(name, "w", encoding="utf-8").close()
        found = {"bash": bash, "zsh": zsh, "fish": fish}[shell](program, [line for line, _ in expected])
        os.chdir("/")
    wrong = 0
    for (line, wanted), words in zip(expected, found or [], strict=bool(found)):
        last = line.rpartition(" ")[2]
        names = {word.rstrip("/") for word in words if last.startswith("-") or not word.startswith("-")}
        names -= set(last.split(",")[:-1])  # some shells offer the words of a list again
        if names != wanted:
            wrong += 1
            print(f"'{line}': missing {sorted(wanted - names)}, too many {sorted(names - wanted)}")
    if found:
        print(f"{len(found)} lines completed by {shell}, {wrong} of them wrong")
    sys.exit(wrong > 0)


if __name__ == "__main__":
    main(*sys.argv[1:])
