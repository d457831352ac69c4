"""Runs of the program, and what an independent reader of its files finds."""
import contextlib
import glob
import json
import os
import re
import shutil
import sqlite3
import subprocess
import tempfile
import threading

from codes import Codes, picture

codes = Codes()


class Failed(Exception):
    pass


def expect(is_right, what):
    if not is_right:
        raise Failed(what)


class Place:
    """Folders of a run: history, state and home."""

    def __init__(self, root):
        self.root = root
        for name in ("data", "state", "config", "home", "runtime"):
            os.makedirs(f"{root}/{name}", exist_ok=True)
        # Not the first start: the welcome would lie over the picture.
        os.makedirs(f"{root}/state/quietzone", mode=0o700, exist_ok=True)
        open(f"{root}/state/quietzone/welcomed", "a").close()

    @property
    def history(self):
        return f"{self.root}/data/quietzone/history.sqlite"

    def environment(self, **more):
        return {
            **os.environ, "XDG_DATA_HOME": f"{self.root}/data", "XDG_STATE_HOME": f"{self.root}/state",
            "XDG_CONFIG_HOME": f"{self.root}/config", "XDG_RUNTIME_DIR": f"{self.root}/runtime",
            "HOME": f"{self.root}/home", "LC_ALL": "C.UTF-8", "SWIFT_BACKTRACE": "enable=no", **more,
        }

    def texts(self, path=None):
        """Every text in the history, read from a copy so that nothing is helped by being looked at."""
        path = path or self.history
        copy = tempfile.mkdtemp(prefix="quietzone-copy-")
        for ending in ("", "-wal"):
            if os.path.exists(path + ending):
                shutil.copy(path + ending, f"{copy}/h{ending}")
        if not os.path.exists(f"{copy}/h"):
            open(f"{copy}/h", "w").close()
        database = sqlite3.connect(f"{copy}/h")
        try:
            found = database.execute("PRAGMA integrity_check").fetchall()
            expect(found == [("ok",)], f"integrity_check of {path}: {found[:3]}")
            if not database.execute("SELECT 1 FROM sqlite_master WHERE name = 'scan'").fetchone():
                return []
            return [bytes(row[0]).decode() for row in database.execute("SELECT CAST(text AS BLOB) FROM scan ORDER BY id")]
        finally:
            database.close()
            shutil.rmtree(copy, ignore_errors=True)

    def left(self, errors=""):
        """Texts in files of scans that could not be kept: where they usually are, and where a message says."""
        texts = []
        for path in re.findall(r"could not be saved and waits? in (\S+):", errors):
            with contextlib.suppress(FileNotFoundError), open(path) as lines:
                texts += [json.loads(line)["symbol"]["content"]["text"] for line in lines]
        for folder in ("state/quietzone", "data/quietzone", "home", "runtime"):
            for path in glob.glob(f"{self.root}/{folder}/quietzone-unkept-*"):
                with open(path) as lines:
                    texts += [json.loads(line)["symbol"]["content"]["text"] for line in lines]
        return texts


class Watch:
    """`watch --keep` over a stream of codes; `told` are the texts that it printed."""

    def __init__(self, program, place, more=(), **environment):
        self.process = subprocess.Popen(
            [program, "watch", "--keep", "--json", "--source", "-", *more], env=place.environment(**environment),
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        self.told, self.errors = [], ""
        self.threads = [threading.Thread(target=self._read), threading.Thread(target=self._complaints)]
        for thread in self.threads:
            thread.start()

    def _read(self):
        for line in self.process.stdout:
            if line.endswith(b"\n"):
                self.told.append(json.loads(line)["text"])

    def _complaints(self):
        for line in self.process.stderr:
            self.errors += line.decode(errors="replace")

    def feed(self, frames, per_frame=6, until=None):
        """Sends frames of new codes; ends when nobody reads them."""
        for _ in range(frames):
            if until and until.is_set():
                return
            try:
                self.process.stdin.write(picture(codes.take(per_frame)))
                self.process.stdin.flush()
            except (BrokenPipeError, ValueError):
                return

    def end(self, seconds=60):
        try:
            self.process.stdin.close()
        except BrokenPipeError:
            pass
        return self.wait(seconds)

    def wait(self, seconds=60):
        try:
            self.process.wait(seconds)
        except subprocess.TimeoutExpired:
            self.process.kill()
            raise Failed(f"it did not end within {seconds} s\n{self.errors[-500:]}")
        finally:
            for thread in self.threads:
                thread.join()
        return self.process.returncode


def expect_nothing_lost(place, told, errors="", seen=()):
    """Everything that was told is in the history, waits in a file, or was named on standard error."""
    there = set(place.texts()) | set(place.left(errors)) | set(seen)
    lost = [text for text in told if text not in there and text not in errors]
    expect(not lost, f"{len(lost)} of {len(told)} scans lost without a word, as {lost[:3]}\n{errors[-600:]}")


def run(program, place, *arguments, **environment):
    """Runs the program to its end."""
    return subprocess.run(
        [program, *arguments], env=place.environment(**environment), stdin=subprocess.DEVNULL, capture_output=True,
        timeout=60, text=True)
