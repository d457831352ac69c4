"""Random keys, mouse reports, pastes and resizes over the demo: it stays, its grid is what a fresh drawing shows, and the terminal comes back."""
import random
import re
import time

from runs import Failed, expect
from terminal import Terminal

# Every key that is bound but those that leave the program; what they mean depends on the screen that is open.
KEYS = [*"jkhlHIibBwasdWASDrvntpfmoegGJKxyuTRPLMNEzZX0123456789+-=[]<>(){}.,;:/?&% ", "\r", "\t", "\x1b", "\x1b[Z", "\x7f",
        "\x1b[A", "\x1b[B", "\x1b[C", "\x1b[D", "\x1b[5~", "\x1b[6~", "\x1b[H", "\x1b[F", "\x04", "\x15", "\x0c", "\x1bOP"]
HELP = "┌─ Keys ─"
PASTES = ["zoom", "a\x1b[31mb\n\u05d0\u202e\u0301", "/no/such/file.png", "🧑‍🌾🇨🇭" * 9, "x" * 5000]


# In place of the shell, which would take the keys behind the one that quits or suspends the program for commands of its own.
# There is no job control: a program that suspends itself goes on at once.
LOOP = """
stty -a > before
until test -e last; do
    "$0" --source demo
    echo $? >> ends
done
stty -a > after
# Keys that were typed while the program was started again stand on the screen.
clear
cmp before after && echo SAME
exec bash --norc --noprofile -i
"""


def of_everything(program, place, keys, resizes, seed):
    chance = random.Random(seed)
    with open(f"{place.root}/loop", "w") as script:
        script.write(LOOP)
    with Terminal(place, columns=120, rows=35) as terminal:
        terminal.run(f"exec sh -c \"$(cat loop)\" {program}")
        begun(terminal)
        checked = 0
        for step in range(resizes):
            terminal.send("".join(event(chance) for _ in range(keys // resizes)))
            terminal.resize(chance.choice([20, 39, 40, 63, 80, 120, 200]), chance.choice([5, 11, 12, 24, 35, 60, 100]))
            if step % (resizes // 5) == resizes // 5 - 1:
                checked += compare(terminal)
        compare(terminal)
        open(f"{place.root}/last", "w").close()
        terminal.keys("C-c")
        terminal.wait(lambda screen: "SAME" in screen.split(), "the terminal as it was")
    with open(f"{place.root}/ends") as lines:
        ends = lines.read().split()
    # A letter in the list of commands may have chosen to quit.
    expect(set(ends) == {"0"}, f"it ended by itself: {ends}")
    return f"{keys} keys, {resizes} resizes, {checked + 1} drawings compared, {len(ends) - 1} ends by the list of commands"


def begun(terminal):
    terminal.resize(120, 35)
    terminal.wait(lambda screen: "in view" in screen, "the picture")


def event(chance):
    kind = chance.random()
    column, row = chance.randint(1, 130), chance.randint(1, 50)
    if kind < 0.9:
        return chance.choice(KEYS)
    if kind < 0.94:
        return f"\x1b[<0;{column};{row}M\x1b[<0;{column};{row}m"
    if kind < 0.96:
        steps = "".join(f"\x1b[<32;{column + i};{row + i % 2}M" for i in range(5))
        return f"\x1b[<0;{column};{row}M{steps}\x1b[<0;{column + 5};{row}m"
    if kind < 0.98:
        return f"\x1b[<{chance.choice([64, 65])};{column};{row}M"
    return f"\x1b[200~{chance.choice(PASTES)}\x1b[201~"


def drawn(screen):
    """A captured screen without the sequences behind a line's last cell: blanks that were written and those that were cleared look the same."""
    return [re.sub(r"(?:\x1b\[(?:0|39|49)?m)+$", "", line.rstrip(" ")) for line in screen.split("\n")]


def compare(terminal):
    """What is on the screen is what a redraw shows, cell by cell, with colours."""
    terminal.resize(120, 35)
    end = time.monotonic() + 60
    while True:
        # Nothing may move meanwhile: a screen without the picture.
        open_help(terminal)
        time.sleep(9)
        before = terminal.screen(styled=True)
        terminal.keys("C-l")
        time.sleep(0.7)
        after = terminal.screen(styled=True)
        if drawn(before) == drawn(after):
            terminal.keys("Escape")
            # The next key is one with Alt where the program takes both at once.
            terminal.wait(lambda screen: HELP not in screen, "the end of the help")
            return 1
        expect(time.monotonic() < end, f"a redraw looks different:\n{before}\n{after}")


def open_help(terminal):
    """Leaves whatever is open, and opens the help."""
    for _ in range(20):
        # A question takes no answer that comes at once.
        for _ in range(8):
            terminal.keys("Escape")
            time.sleep(0.3)
        terminal.keys("?")
        end = time.monotonic() + 5
        while time.monotonic() < end:
            if HELP in terminal.screen():
                return
            time.sleep(0.02)
        # Esc and the next key are one with Alt where the program still had many keys to take, or was just started again.
    raise Failed(f"the help does not open:\n{terminal.screen()}")
