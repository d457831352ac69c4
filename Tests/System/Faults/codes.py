"""Pictures of many different codes, drawn without any library: QR Code version 1-L (ISO/IEC 18004) in PGM."""

import threading

SIDE, DATA, CHECK = 21, 19, 7
SCALE, QUIET = 4, 4
LETTERS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ $%*+-./:"
# Level L, mask 0: bits 14 to 0 (table C.1).
FORMAT = "111011111000100"

# Powers of 2 in GF(256) by 0x11D.
POWERS = [1]
for _ in range(254):
    POWERS.append(POWERS[-1] << 1 ^ (0x11D if POWERS[-1] & 0x80 else 0))
LOGS = {value: exponent for exponent, value in enumerate(POWERS)}


def times(a, b):
    return POWERS[(LOGS[a] + LOGS[b]) % 255] if a and b else 0


GENERATOR = [1]
for exponent in range(CHECK):
    raised = GENERATOR + [0]
    for index, factor in enumerate(GENERATOR):
        raised[index + 1] ^= times(factor, POWERS[exponent])
    GENERATOR = raised


def codewords(text):
    bits = "0010" + format(len(text), "09b")
    for at in range(0, len(text) - 1, 2):
        bits += format(LETTERS.index(text[at]) * 45 + LETTERS.index(text[at + 1]), "011b")
    if len(text) % 2:
        bits += format(LETTERS.index(text[-1]), "06b")
    bits += "0000"
    bits += "0" * (-len(bits) % 8)
    data = [int(bits[at:at + 8], 2) for at in range(0, len(bits), 8)]
    data += [0xEC if index % 2 == 0 else 0x11 for index in range(DATA - len(data))]
    rest = data + [0] * CHECK
    for index in range(DATA):
        factor = rest[index]
        for place, value in enumerate(GENERATOR):
            rest[index + place] ^= times(factor, value)
    return data + rest[DATA:]


def modules(text):
    """Rows of modules, dark as 1."""
    grid = [[None] * SIDE for _ in range(SIDE)]
    for top, left in ((0, 0), (0, SIDE - 7), (SIDE - 7, 0)):
        for y in range(-1, 8):
            for x in range(-1, 8):
                if 0 <= top + y < SIDE and 0 <= left + x < SIDE:
                    ring = max(abs(y - 3), abs(x - 3))
                    grid[top + y][left + x] = int(ring in (0, 1, 3))
    for at in range(8, SIDE - 8):
        grid[6][at] = grid[at][6] = 1 - at % 2
    for index, bit in enumerate(FORMAT):
        first = [(8, x) for x in (0, 1, 2, 3, 4, 5, 7, 8)] + [(y, 8) for y in (7, 5, 4, 3, 2, 1, 0)]
        second = [(SIDE - 1 - y, 8) for y in range(7)] + [(8, SIDE - 8 + x) for x in range(8)]
        for y, x in (first[index], second[index]):
            grid[y][x] = int(bit)
    grid[SIDE - 8][8] = 1
    bits = iter("".join(format(word, "08b") for word in codewords(text)))
    upwards = True
    for right in (20, 18, 16, 14, 12, 10, 8, 5, 3, 1):
        for y in range(SIDE - 1, -1, -1) if upwards else range(SIDE):
            for x in (right, right - 1):
                if grid[y][x] is None:
                    grid[y][x] = int(next(bits)) ^ int((x + y) % 2 == 0)
        upwards = not upwards
    return grid


def picture(texts):
    """A PGM of symbols side by side."""
    light = b"\xff" * SCALE
    margin = light * QUIET
    drawn = [modules(text) for text in texts]
    lines = []
    for y in range(SIDE):
        line = b"".join(
            margin + b"".join(b"\x00" * SCALE if dark else light for dark in grid[y]) for grid in drawn) + margin
        lines.append(line * SCALE)
    blank = b"\xff" * (len(lines[0]) // SCALE) * SCALE * QUIET
    body = blank + b"".join(lines) + blank
    width = len(lines[0]) // SCALE
    return b"P5 %d %d 255\n" % (width, len(body) // width) + body


class Codes:
    """Texts that never come again: `FQ` and eight digits."""

    def __init__(self):
        self.count = 0
        # Several programs are fed at once.
        self.lock = threading.Lock()

    def take(self, count):
        with self.lock:
            numbers = range(self.count, self.count + count)
            self.count += count
        # Neighbours look nothing like each other: a terminal that sends changed cells alone sends them whole.
        return ["FQ%08d" % (number * 48271 % 99999989) for number in numbers]
