"""More keys, signals and resizes than anybody makes: the screen is there afterwards, and gives the terminal back."""
import os
import random
import signal
import time

from codes import picture
from runs import codes, expect
from terminal import Terminal


def of_input(program, place, count, seed):
    chance = random.Random(seed)
    with open(f"{place.root}/code.pgm", "wb") as file:
        file.write(picture(codes.take(1)))
    with Terminal(place, columns=120, rows=35) as terminal:
        terminal.line("stty -a > before")
        terminal.run(f"{program} --source {place.root}/code.pgm; echo STATUS=$?; stty -a > after; echo DONE")
        terminal.wait(lambda screen: " saved " in screen, "a scan")
        pid = terminal.process()
        keys = signals = sizes = 0
        for _ in range(count):
            for number in [signal.SIGWINCH, signal.SIGCONT] * 25:
                os.kill(pid, number)
            signals += 50
            # None of them quits, writes a file or stops the program.
            terminal.keys(chance.choice(["j", "k", "Up", "Down", "Tab", "?", "Escape", "z", "G", "F12", "M-x", "x"]), times=100)
            keys += 100
            if chance.random() < 0.5:
                terminal.resize(chance.choice([20, 80, 120, 250]), chance.choice([5, 24, 35, 90]))
                sizes += 1
        terminal.resize(120, 35)
        expect(terminal.process() == pid, "another program is there")
        # A question takes no answer that came before it was drawn, nor one that comes at once.
        for _ in range(12):
            terminal.keys("Escape")
            time.sleep(0.5)
        terminal.wait(lambda screen: "Last scan" in screen and "Shift-Y" not in screen, "the scanner")
        terminal.keys("q")
        screen = terminal.wait(lambda screen: "\nDONE" in screen, "the end")
        expect("STATUS=0" in screen, screen)
        with open(f"{place.root}/before") as before, open(f"{place.root}/after") as after:
            expect(before.read() == after.read(), "the terminal was left in other modes")
    expect(place.texts(), "nothing was kept")
    return f"{keys} keys, {signals} signals, {sizes} sizes"
