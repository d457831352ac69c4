"""Disks that fail, are full or read-only, and histories that others hold, take away or cut."""
import contextlib
import errno
import json
import os
import random
import shutil
import sqlite3
import subprocess
import threading
import time

from codes import picture
from runs import Place, Watch, codes, expect, expect_nothing_lost, run
from terminal import Terminal


def shown(place):
    """A picture of a code that was not there before, for the screen."""
    path = f"{place.root}/shown.pgm"
    with open(path, "wb") as file:
        file.write(picture(codes.take(1)))
    return path


def failing_calls(program, place, library, count, seed):
    """Every call that writes fails at some moment, for a while or for good, with every error that disks have."""
    chance = random.Random(seed)
    told = 0
    kinds = [errno.ENOSPC, errno.EIO, errno.EROFS, errno.EDQUOT, errno.EMFILE, 0]
    for number in range(count):
        root = f"{place.root}/{number}"
        here = Place(root)
        if chance.random() < 0.7:
            # Most users have a history already.
            first = Watch(program, here)
            first.feed(1)
            expect(first.end() == 0 and first.told, first.errors)
        else:
            first = None
        fault = {
            "LD_PRELOAD": library, "FAULT_ERRNO": str(kinds[number % len(kinds)]), "FAULT_SEED": str(chance.getrandbits(30)),
            # The history alone, or the log and the file of what could not be kept as well.
            "FAULT_UNDER": chance.choice([f"{root}/data", f"{root}/data", f"{root}/"]),
            "FAULT_CALLS": chance.choice(["open,write,fsync,truncate,rename,unlink", "write", "fsync", "truncate", "write,open"]),
        }
        if chance.random() < 0.5:
            fault |= {"FAULT_FROM": str(chance.randint(1, 60)), "FAULT_COUNT": str(chance.choice([1, 3, 20, 10**9]))}
        else:
            fault["FAULT_SHARE"] = str(chance.choice([0.02, 0.2, 0.7]))
        watch = Watch(program, here, ["--in-process"], **fault)
        watch.feed(6)
        status = watch.end()
        what = f"{fault}\n{watch.errors}"
        expect(status in (0, 2), f"status {status} with {what}")
        expect(len(set(watch.told)) == 36, f"{len(watch.told)} of 36 told with {what}")
        told += len(watch.told)
        expect_nothing_lost(here, watch.told, what)
        # The next start finds a disk in order, and takes in what waits.
        after = Watch(program, here)
        after.feed(1)
        expect(after.end() == 0, f"{after.errors} after {what}")
        texts = here.texts()
        missing = [text for text in watch.told + after.told if text not in texts and text not in watch.errors]
        expect(not missing, f"{len(missing)} not taken in after {what}")
        expect(len(texts) == len(set(texts)), f"kept twice after {what}")
        shutil.rmtree(root)
    return f"{count} runs, {told} scans told"


# Milliseconds that each call takes on the slow disk: longer than any key may take on a busy machine.
SLOW_CALL = 8000


def slow_disk(program, place, library):
    """A disk that takes seconds for each call: every key answers meanwhile, and nothing is lost."""
    slow = f"{place.root}/slow"
    fault = (
        f"LD_PRELOAD={library} FAULT_UNDER={place.root}/data FAULT_CALLS=open,read,write,fsync FAULT_DELAY={SLOW_CALL} "
        f"FAULT_WHILE={slow}")
    answers = [
        ("Escape", "Last scan"), ("?", "┌─ Keys "), ("Escape", "Last scan"), ("L", "Space mark"), ("Escape", "Last scan"), ("C-n", "Make a code"),
        ("Escape", "Last scan"), ("z", "This is a still picture"), ("I", "dropped"), ("m", "mirrored"), ("V", "┌─ Log"), ("Escape", "Last scan"),
    ]
    longest = 0
    with Terminal(place, columns=110, rows=35) as terminal:
        terminal.run(f"{fault} {program} --source {shown(place)}")
        terminal.wait(lambda screen: " saved " in screen, "the first scan")
        terminal.keys("Enter")
        terminal.wait(lambda screen: "─ Actions " in screen, "the scan")
        open(slow, "w").close()
        # A change that waits for the disk: something is under way the whole time.
        terminal.keys("*")
        for key, answer in answers:
            begun = time.monotonic()
            terminal.keys(key)
            terminal.wait(lambda screen: answer in screen, f"{answer} after {key}", seconds=30)
            longest = max(longest, time.monotonic() - begun)
        expect(longest < SLOW_CALL / 1000, f"a key was answered after {longest:.1f} s")
        os.remove(slow)
        terminal.keys("q")
        terminal.wait(lambda screen: screen.strip().endswith("$"), "the prompt")
    kept = json.loads(run(program, place, "history", "list", "--json").stdout)
    expect(kept["pinned"], f"{kept}")
    return f"{len(answers)} keys answered after {longest:.2f} s at most, while each call took {SLOW_CALL / 1000:.0f} s"


@contextlib.contextmanager
def mounted(path, size):
    """A small disk at `path`, for root alone; nil where this may not be made."""
    os.makedirs(path, exist_ok=True)
    made = os.geteuid() == 0 and subprocess.run(
        ["mount", "-t", "tmpfs", "-o", f"size={size}", "tmpfs", path], capture_output=True).returncode == 0
    try:
        yield made
    finally:
        if made:
            subprocess.run(["umount", "-l", path])


def variables(place):
    """The folders of `place`, before a command of a shell."""
    return " ".join(f"XDG_{name}_HOME={place.root}/{name.lower()}" for name in ("DATA", "STATE", "CONFIG"))


def fill(path):
    """Takes all space that is left."""
    with open(path, "wb", buffering=0) as file:
        for size in (1 << 16, 4096, 512, 1):
            with contextlib.suppress(OSError):
                while file.write(b"x" * size):
                    pass


def full_disk(program, place, *_):
    with mounted(f"{place.root}/disk", "700k") as made:
        if not made:
            return "not done: needs root to mount a small disk (failing calls did it)"
        here = Place(f"{place.root}/disk")
        # The home folder, where what is not kept goes, is on another one.
        other = f"{place.root}/elsewhere"
        os.makedirs(other)
        watch = Watch(program, here, HOME=other, XDG_RUNTIME_DIR=other)
        watch.feed(250, per_frame=8)
        status = watch.end(120)
        expect(status == 2 and "the disk is full" in watch.errors, f"status {status}\n{watch.errors[-500:]}")
        expect(len(watch.told) == 2000, f"{len(watch.told)} told")
        waiting = Place(place.root)
        os.rename(f"{other}/{os.listdir(other)[0]}", f"{waiting.root}/home/{os.listdir(other)[0]}")
        expect_nothing_lost(here, watch.told, seen=waiting.left())
        kept = here.texts()
        # It is full: what is there is read nevertheless, also without an index, and a scan still is told.
        fill(f"{here.root}/ballast")
        for ending in ((), ("-shm",)):
            for name in ending:
                with contextlib.suppress(FileNotFoundError):
                    os.unlink(here.history + name)
            listed = run(program, here, "history", "list")
            expect(listed.returncode == 0 and len(listed.stdout.splitlines()) == len(kept), listed.stderr)
        # Space comes back while a run is under way: what waited is kept by itself.
        again = Watch(program, here, HOME=other, XDG_RUNTIME_DIR=other)
        again.feed(3)
        end = time.monotonic() + 30
        while "not saved" not in again.errors and time.monotonic() < end:
            time.sleep(0.01)
        expect("not saved" in again.errors, "a full disk kept scans?")
        # The screen, whose log is on the full disk too.
        with Terminal(Place(place.root), columns=130, rows=35) as terminal:
            terminal.run(f"{variables(here)} {program} --source {shown(place)}")
            terminal.wait(lambda screen: "the disk is full" in screen and "NOT SAVED YET" in screen, "the reason")
            os.unlink(f"{here.root}/ballast")
            subprocess.run(["mount", "-o", "remount,size=4m", here.root], check=True)
            terminal.wait(lambda screen: " saved " in screen, "a scan that is kept")
            terminal.keys("q")
            terminal.wait(lambda screen: screen.strip().endswith("$"), "the prompt")
        expect(again.end() == 0, again.errors)
        expect(set(again.told) <= set(here.texts()), "what waited for space was not kept")
        return f"{len(kept)} kept, {2000 - len(kept)} in the file, {len(again.told)} kept when there was space again"


def unwritable(program, place, *_):
    """Every way in which a history can be read but not written."""
    with mounted(f"{place.root}/disk", "8m") as made:
        if not made:
            return "not done: needs root to mount a read-only disk"
        here = Place(f"{place.root}/disk")
        watch = Watch(program, here)
        watch.feed(5)
        expect(watch.end() == 0, watch.errors)
        expect(sorted(os.listdir(f"{here.root}/data/quietzone")) == ["history.sqlite"], "a log stays after the end")
        looks = 0

        def look(state, count):
            nonlocal looks
            subprocess.run(["mount", "-o", "remount,ro", here.root], check=True)
            try:
                before = {name: os.stat(f"{here.root}/data/quietzone/{name}").st_mtime_ns
                          for name in os.listdir(f"{here.root}/data/quietzone")}
                listed = run(program, here, "history", "list")
                expect(listed.returncode == (0 if count else 1), f"{state}: status {listed.returncode} {listed.stderr}")
                expect(len(listed.stdout.splitlines()) == count and not listed.stderr, f"{state}: {listed}")
                exported = run(program, here, "history", "export")
                expect(exported.returncode == 0 and len(exported.stdout.splitlines()) == count, f"{state}: {exported}")
                deleted = run(program, here, "history", "delete", "--all", "--yes")
                expect(deleted.returncode == 2 and deleted.stderr.count("\n") == 1, f"{state}: {deleted}")
                after = {name: os.stat(f"{here.root}/data/quietzone/{name}").st_mtime_ns for name in before}
                expect(before == after, f"{state}: something was written")
                looks += 3
            finally:
                subprocess.run(["mount", "-o", "remount,rw", here.root], check=True)

        look("no log", 30)
        # A killed run leaves log and index.
        killed = Watch(program, here)
        killed.feed(2)
        end = time.monotonic() + 30
        while len(killed.told) < 12 and time.monotonic() < end:
            time.sleep(0.01)
        killed.process.kill()
        killed.wait()
        expect(os.path.getsize(here.history + "-wal") > 0, "no log to look at")
        look("log and index", 42)
        os.unlink(here.history + "-shm")
        look("log alone", 42)
        # Half a page more than the last commit: as a crash leaves it.
        with open(here.history + "-wal", "ab") as log:
            log.write(b"\x5a" * 2000)
        look("torn log", 42)
        as_first_version(here.history, f"{place.root}/first.sqlite")
        for ending in ("", "-wal", "-shm"):
            with contextlib.suppress(FileNotFoundError):
                os.unlink(here.history + ending)
        shutil.copy(f"{place.root}/first.sqlite", here.history)
        look("older schema", 42)
        os.unlink(here.history)
        look("nothing", 0)
        # `watch --keep` and the screen begin, say why nothing is kept, and keep it when they can.
        subprocess.run(["mount", "-o", "remount,ro", here.root], check=True)
        waits = Watch(program, here)
        waits.feed(2)
        end = time.monotonic() + 30
        while len(waits.told) < 12 and time.monotonic() < end:
            time.sleep(0.01)
        expect("Read-only file system" in waits.errors and "Scans wait until then." in waits.errors, waits.errors)
        with Terminal(Place(place.root), columns=130, rows=35) as terminal:
            terminal.run(f"{variables(here)} {program} --source {shown(place)}")
            terminal.wait(lambda screen: "Scans are waiting:" in screen or "Not saved" in screen, "the reason")
            terminal.wait(lambda screen: "Not saved" in screen, "a scan that waits")
            subprocess.run(["mount", "-o", "remount,rw", here.root], check=True)
            terminal.wait(lambda screen: " saved " in screen, "a scan that is kept")
            terminal.keys("q")
            terminal.wait(lambda screen: screen.strip().endswith("$"), "the prompt")
        expect(waits.end() == 0, waits.errors)
        texts = here.texts()
        expect(set(waits.told) <= set(texts), "what waited was not kept")
        expect(len(texts) > 12, "the screen kept nothing")
        expect(sorted(os.listdir(f"{here.root}/data/quietzone")) == ["history.sqlite"], "a log stays after the end")
        return f"{looks} commands on a read-only disk"


def as_first_version(history, path):
    """Writes the scans of a history as the first version of the program kept them."""
    columns = "id, time, source, symbology, identifier, bytes, text, charset, corners, kind, summary"
    with contextlib.closing(sqlite3.connect(path)) as database:
        database.executescript("""
            PRAGMA journal_mode = WAL;
            PRAGMA application_id = 0x515A4849;
            CREATE TABLE scan (
                id INTEGER PRIMARY KEY AUTOINCREMENT, time INTEGER NOT NULL, source TEXT NOT NULL, symbology TEXT NOT NULL,
                identifier TEXT NOT NULL, bytes BLOB NOT NULL, text TEXT, charset TEXT, corners BLOB NOT NULL,
                kind TEXT NOT NULL, summary TEXT NOT NULL
            ) STRICT;
            CREATE INDEX scan_by_time ON scan (time, id);
            CREATE TABLE grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY);
            INSERT INTO grdb_migrations VALUES ('1 scans');
            """)
        database.execute("ATTACH ? AS newer", (history,))
        database.execute(f"INSERT INTO scan ({columns}) SELECT {columns} FROM newer.scan")
        database.commit()


def held(program, place, *_):
    """Another program holds the history: scans wait, and are kept when it lets go, or by the next start."""
    first = Watch(program, place)
    first.feed(1)
    expect(first.end() == 0, first.errors)
    told = list(first.told)
    for lets_go in (True, False):
        database = sqlite3.connect(place.history, isolation_level=None)
        database.execute("PRAGMA locking_mode = EXCLUSIVE")
        database.execute("BEGIN EXCLUSIVE")
        watch = Watch(program, place)
        watch.feed(2)
        end = time.monotonic() + 30
        while len(watch.told) < 12 and time.monotonic() < end:
            time.sleep(0.01)
        expect(len(watch.told) == 12 and "is locked by another program" in watch.errors, watch.errors)
        if lets_go:
            database.execute("ROLLBACK")
            database.close()
        status = watch.end()
        expect(status == (0 if lets_go else 2), f"status {status}\n{watch.errors}")
        if not lets_go:
            expect(sorted(place.left()) == sorted(watch.told), f"{place.left()}")
            database.execute("ROLLBACK")
            database.close()
        told += watch.told
    with_terminal = sqlite3.connect(place.history, isolation_level=None)
    with_terminal.execute("PRAGMA locking_mode = EXCLUSIVE")
    with_terminal.execute("BEGIN EXCLUSIVE")
    with Terminal(place, columns=130, rows=35) as terminal:
        begun = time.monotonic()
        terminal.run(f"{program} --source {shown(place)}")
        terminal.wait(lambda screen: "Last scan" in screen, "the screen")
        took = time.monotonic() - begun
        terminal.wait(lambda screen: "is locked by another program" in screen, "the reason")
        terminal.wait(lambda screen: "Not saved" in screen, "a scan that waits")
        with_terminal.execute("ROLLBACK")
        with_terminal.close()
        terminal.wait(lambda screen: "Saved after a delay" in screen or " saved " in screen, "a scan that is kept")
        terminal.keys("q")
        terminal.wait(lambda screen: screen.strip().endswith("$"), "the prompt")
    expect(len(place.texts()) > len(set(told) & set(place.texts())), "the screen kept nothing")
    # The screen could not take in what the run before it had left.
    last = Watch(program, place)
    last.feed(1)
    expect(last.end() == 0, last.errors)
    expect(set(told) <= set(place.texts()) and not place.left(), "what waited was not kept")
    return f"{len(told)} scans; the screen was there after {took:.1f} s"


def taken_away(program, place, *_):
    """The file is removed, moved, replaced or cut while scans come in."""
    done = []

    def remove():
        os.unlink(place.history)

    def move():
        os.rename(place.history, f"{place.root}/moved")

    def replace():
        with open(f"{place.root}/other", "w") as other:
            other.write("something else entirely\n" * 50)
        os.rename(f"{place.root}/other", place.history)

    def cut():
        os.truncate(place.history, 0)

    def remove_folder():
        shutil.rmtree(os.path.dirname(place.history))

    for change in (remove, move, replace, cut, remove_folder):
        watch = Watch(program, place)
        over = threading.Event()
        feeder = threading.Thread(target=watch.feed, args=(100_000,), kwargs={"until": over})
        feeder.start()
        end = time.monotonic() + 30
        while len(watch.told) < 20 and time.monotonic() < end:
            time.sleep(0.005)
        change()
        before = len(watch.told)
        while len(watch.told) < before + 20 and time.monotonic() < end:
            time.sleep(0.005)
        over.set()
        feeder.join()
        status = watch.end()
        expect(status == 0, f"{change.__name__}: status {status}\n{watch.errors[-500:]}")
        expect("was removed or replaced while it was in use" in watch.errors, f"{change.__name__} went unnoticed")
        missing = set(watch.told) - set(place.texts())
        expect(not missing, f"{change.__name__}: {len(missing)} of {len(watch.told)} are gone\n{watch.errors[-500:]}")
        done.append(len(watch.told))
    return f"{len(done)} ways, {sum(done)} scans told"
