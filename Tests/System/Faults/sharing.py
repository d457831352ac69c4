"""Several programs at one history at once: no scan is lost, nobody is kept out, and each sees the others' scans."""
import json
import os
import re
import sqlite3
import threading
import time

from codes import picture
from runs import Watch, codes, expect, run
from terminal import Terminal

# The list on the screen looks at the history once a second, and reads it beside its loop.
SECONDS_UNTIL_SHOWN = 3


def of_many(program, place, count, *_):
    """Two that write, a screen that writes and shows, and one that reads, until `count` scans are kept."""
    with open(f"{place.root}/shown.pgm", "wb") as file:
        file.write(picture(codes.take(1)))
    with Terminal(place, columns=130, rows=35) as terminal:
        terminal.run(f"{program} --source {place.root}/shown.pgm")
        terminal.wait(lambda screen: " saved " in screen, "the screen's own scan")
        writers = [Watch(program, place), Watch(program, place)]
        feeders = [threading.Thread(target=writer.feed, args=(count // 12,)) for writer in writers]
        begun = time.monotonic()
        for feeder in feeders:
            feeder.start()
        delays, listings = [], 0
        while any(feeder.is_alive() for feeder in feeders):
            kept = in_file(place)
            before = time.monotonic()
            terminal.wait(lambda screen: on_screen(screen) >= kept, f"{kept} scans on the screen", seconds=30)
            delays.append(time.monotonic() - before)
            listed = run(program, place, "history", "list", "--json", "--limit", "5")
            expect(listed.returncode == 0 and not listed.stderr, f"a reader was kept out: {listed.stderr}")
            expect(json.loads(listed.stdout.splitlines()[0])["id"] >= kept, "a reader sees less than is in the file")
            listings += 1
            time.sleep(0.1)
        for feeder, writer in zip(feeders, writers):
            feeder.join()
            expect(writer.end(120) == 0 and not writer.errors, writer.errors[-500:])
        took = time.monotonic() - begun
        total = 1 + sum(len(writer.told) for writer in writers)
        terminal.wait(lambda screen: on_screen(screen) == total, f"{total} scans on the screen", seconds=30)
        terminal.keys("q")
        terminal.wait(lambda screen: screen.strip().endswith("$"), "the prompt")
    texts = place.texts()
    told = [text for writer in writers for text in writer.told]
    expect(len(texts) == len(set(texts)) == total, f"{len(texts)} in the history, {total} told")
    expect(set(told) <= set(texts), "scans are lost")
    slow = max(delays)
    expect(slow < SECONDS_UNTIL_SHOWN, f"the screen showed scans of others after {slow:.1f} s")
    return f"{total} scans by three in {took:.0f} s, {listings} listings, on the screen after {slow:.2f} s at most"


def in_file(place):
    database = sqlite3.connect(f"file:{place.history}?mode=ro", uri=True)
    try:
        return database.execute("SELECT count(*) FROM scan").fetchone()[0]
    finally:
        database.close()


def on_screen(screen):
    title = re.search(r"History ([0-9]+)", screen)
    return int(title[1]) if title else 0


def left_waiting(program, place, *_):
    """Scans wait while the screen shows another picture, is stopped, goes on and is left: the next start keeps all of them."""
    first = Watch(program, place)
    first.feed(1)
    expect(first.end() == 0, first.errors)
    os.makedirs(f"{place.root}/codes")
    texts = codes.take(3)
    for number, text in enumerate(texts):
        with open(f"{place.root}/codes/{number}.pgm", "wb") as file:
            file.write(picture([text]))
    database = sqlite3.connect(place.history, isolation_level=None)
    database.execute("BEGIN IMMEDIATE")
    with Terminal(place, columns=130, rows=35) as terminal:
        terminal.run(f"{program} --session 'Aisle 4' {place.root}/codes")
        terminal.wait(lambda screen: "Not saved" in screen and texts[0] in screen, "a scan that waits")
        terminal.keys(".")
        terminal.wait(lambda screen: texts[1] in screen, "the next picture")
        terminal.keys("C-z")
        terminal.wait(lambda screen: "Stopped" in screen, "the shell")
        terminal.line("fg")
        terminal.wait(lambda screen: texts[1] in screen and "Last scan" in screen, "the screen again")
        terminal.keys(".")
        terminal.wait(lambda screen: texts[2] in screen, "the last picture")
        terminal.keys("q")
        screen = terminal.wait(lambda screen: "could not be saved and wait" in screen, "the word about them")
    expect(set(texts) <= set(place.left()), f"{place.left()}\n{screen}")
    database.execute("ROLLBACK")
    database.close()
    after = Watch(program, place)
    after.feed(1)
    expect(after.end() == 0, after.errors)
    expect(set(texts) <= set(place.texts()) and not place.left(), "the next start did not keep them")
    listed = run(program, place, "history", "list", "--json", 'session:"Aisle 4"')
    found = [json.loads(line)["text"] for line in listed.stdout.splitlines()]
    expect(set(texts) <= set(found), f"they are not in their session: {found}")
    return f"{len(texts)} scans waited through a stop, two pictures and the end"


def failing_exports(program, place, library, *_):
    """An export that cannot be written or renamed leaves the former file as it was, and nothing beside it."""
    watch = Watch(program, place)
    watch.feed(20)
    expect(watch.end() == 0, watch.errors)
    out = f"{place.root}/out"
    os.makedirs(out)
    with open(f"{out}/scans.csv", "w") as file:
        file.write("as it was")
    count = 0
    for calls in ("write", "fsync", "rename", "open"):
        for error in (28, 5, 30, 122):
            done = run(
                program, place, "history", "export", "--format", "csv", "-o", f"{out}/scans.csv", "--force",
                LD_PRELOAD=library, FAULT_UNDER=out, FAULT_CALLS=calls, FAULT_ERRNO=str(error), FAULT_FROM="1",
                FAULT_COUNT="1000000")
            what = f"{calls} fails with {error}: {done.returncode} {done.stderr}"
            with open(f"{out}/scans.csv") as file:
                content = file.read()
            expect(os.listdir(out) == ["scans.csv"], f"{what} leaves {os.listdir(out)}")
            expect(done.returncode == 2 and done.stderr.count("\n") == 1 and content == "as it was", what)
            count += 1
    return f"{count} exports"
