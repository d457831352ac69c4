"""SIGKILL at any moment: what was told as kept is kept."""
import os
import random
import signal
import subprocess
import threading
import time

from codes import picture
from runs import Watch, codes, expect, expect_nothing_lost
from terminal import Terminal


def of_watch(program, place, count, seed):
    chance = random.Random(seed)
    told = 0
    everything = set()
    for _ in range(count):
        watch = Watch(program, place)
        over = threading.Event()
        feeder = threading.Thread(target=watch.feed, args=(100_000,), kwargs={"until": over})
        feeder.start()
        # Most of the time is that of writing: it begins when the first line has come.
        end = time.monotonic() + 20
        while not watch.told and time.monotonic() < end and watch.process.poll() is None:
            time.sleep(0.002)
        time.sleep(chance.uniform(0, 0.5))
        watch.process.send_signal(signal.SIGKILL)
        over.set()
        watch.wait()
        feeder.join()
        expect("not saved" not in watch.errors, watch.errors)
        expect(watch.told, "nothing was scanned")
        everything |= set(watch.told)
        told += len(watch.told)
        expect_nothing_lost(place, watch.told)
    # Not those of the last run alone: nothing took an older one away.
    expect(everything <= set(place.texts()), "scans of an earlier run are gone")
    return f"{count} kills, {told} scans told"


def of_screen(program, place, count, seed):
    """The terminal keeps what it showed when the program is gone: every code in it must be in the history."""
    chance = random.Random(seed)
    shown_in_all = 0
    pipe = f"{place.root}/frames"
    os.mkfifo(pipe)
    with Terminal(place, columns=150, rows=40) as terminal:
        for _ in range(count):
            terminal.run(f"{program} --source - < {pipe}")
            over = threading.Event()

            def feed():
                try:
                    with open(pipe, "wb", buffering=0) as frames:
                        while not over.is_set():
                            # As long as a camera would show it, so that the screen sees it too.
                            shown = picture(codes.take(6))
                            for _ in range(4):
                                frames.write(shown)
                                time.sleep(0.015)
                except BrokenPipeError:
                    pass

            feeder = threading.Thread(target=feed)
            feeder.start()
            terminal.wait(lambda screen: terminal.codes(screen), "a scan")
            time.sleep(chance.uniform(0, 0.7))
            terminal.kill(signal.SIGKILL)
            over.set()
            feeder.join()
            shown = terminal.codes(terminal.screen())
            expect(shown, "nothing was shown")
            shown_in_all += len(shown)
            expect_nothing_lost(place, shown)
            terminal.reset()
    os.unlink(pipe)
    return f"{count} kills, {shown_in_all} scans shown"
