"""A terminal that keeps what was shown: tmux."""
import os
import re
import signal
import subprocess
import time
import uuid

from runs import Failed


class Terminal:
    def __init__(self, place, columns, rows):
        self.socket = f"quietzone-faults-{uuid.uuid4().hex[:8]}"
        environment = place.environment(TERM="tmux-256color", PS1="$ ")
        names = [name for name in environment if name.startswith("XDG_") or name in ("HOME", "LC_ALL", "SWIFT_BACKTRACE")]
        variables = [f"{name}={environment[name]}" for name in names + ["TERM", "PS1"]]
        self._tmux(
            "-f", "/dev/null", "new-session", "-d", "-x", str(columns), "-y", str(rows), "-c", place.root, "env",
            *variables, "bash", "--norc", "--noprofile", "-i")
        self.shell = int(self._tmux("display-message", "-p", "#{pane_pid}"))

    def __enter__(self):
        return self

    def __exit__(self, *_):
        subprocess.run(["tmux", "-L", self.socket, "kill-server"], stderr=subprocess.DEVNULL)

    def _tmux(self, *arguments):
        return subprocess.run(["tmux", "-u", "-L", self.socket, *arguments], capture_output=True, text=True).stdout

    def keys(self, *names, times=1):
        self._tmux("send-keys", "-N", str(times), *names)

    def send(self, text):
        """Sends bytes as they are."""
        for i in range(0, len(text), 4000):
            self._tmux("send-keys", "-l", text[i:i + 4000])

    def line(self, text):
        self._tmux("send-keys", "-l", text)
        self._tmux("send-keys", "Enter")

    def run(self, command):
        """Starts a command that takes the whole screen."""
        self.line(f"clear; {command}")

    def resize(self, columns, rows):
        self._tmux("resize-window", "-x", str(columns), "-y", str(rows))

    def screen(self, styled=False):
        return self._tmux("capture-pane", "-p", *(["-e"] if styled else []))

    def wait(self, is_right, what, seconds=60):
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            screen = self.screen()
            if is_right(screen):
                return screen
            time.sleep(0.02)
        raise Failed(f"waited for {what} in vain:\n{screen}")

    def process(self):
        """The program's number: the shell's only child."""
        with open(f"/proc/{self.shell}/task/{self.shell}/children") as children:
            found = children.read().split()
        if not found:
            raise Failed(f"the program is gone:\n{self.screen()}")
        return int(found[0])

    def kill(self, number):
        pid = self.process()
        os.kill(pid, number)
        end = time.monotonic() + 20
        while number == signal.SIGKILL and os.path.exists(f"/proc/{pid}") and time.monotonic() < end:
            time.sleep(0.002)

    def reset(self):
        """Makes a terminal of it again that a killed program has left as it was."""
        self.line("reset")
        self.wait(lambda screen: screen.strip() == "$", "the prompt")

    @staticmethod
    def codes(screen):
        return sorted(set(re.findall(r"FQ[0-9]{8}", screen)))
