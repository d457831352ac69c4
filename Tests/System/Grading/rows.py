"""PDF417 drawn row by row, and graded by the rules of ISO/IEC 15415 for symbols of several rows, on exact edges."""
import subprocess

import numpy as np

SCALE = 12
QUIET = 4
ROW = 4  # Modules of a row's height.
START, STOP = 17, 18


def by(value, limits):
    return 4 - next((i for i, limit in enumerate(limits) if value >= limit), 4)


def dump(level, columns, text):
    """Rows of modules, as zint makes them."""
    out = subprocess.run(["zint", "-b", "55", "--dump", "--secure=%d" % level, "--cols=%d" % columns, "-d", text],
                         capture_output=True, text=True, check=True).stdout
    lines = [line.replace(" ", "") for line in out.split("\n") if line.strip()]
    width = 17 * columns + 69
    return [[bit == "1" for h in line for bit in bin(int(h, 16))[2:].zfill(4)][:width] for line in lines]


def edges_of(row):
    """Where bars begin and end, in modules."""
    padded = [False] + row + [False]
    return [float(i) for i in range(len(row) + 1) if padded[i] != padded[i + 1]]


def overlay(grades, unused):
    """For each grade what is below it counts as lost; the best of what comes of it."""
    limits = (0.62, 0.5, 0.37, 0.25)
    return max([0] + [min(level, by(unused(sum(g < level for g in grades)), limits)) for level in (4, 3, 2, 1)])


def case(number, random):
    defect = ("none", "contrast", "growth", "jitter", "jitter", "lost")[number % 6]
    level, columns = int(random.integers(2, 5)), int(random.integers(1, 7))
    text = "".join(random.choice(list("ABCDEFGHJK0123456789"), int(random.integers(10, 60))))
    matrix = dump(level, columns, text)
    check = 2 << level
    dark, light = 20, 235
    if defect == "contrast":
        dark = int(random.integers(0, 110))
        light = int(min(255, dark + random.integers(60, 230)))
    growth = float(random.uniform(-0.3, 0.3)) if defect == "growth" else 0.0
    count = len(matrix) * columns
    lost = set()
    if defect == "lost":
        lost = {int(i) for i in random.choice(count, min(count, int(random.integers(1, check - 1))), replace=False)}
    decodability, rows = [], []
    sigma = float(random.uniform(0.01, 0.07))
    for r, row in enumerate(matrix):
        nominal = edges_of(row)
        moved = list(nominal)
        for i, edge in enumerate(nominal):
            # Not start and stop, nor where they end.
            if defect == "jitter" and START < edge < len(row) - STOP:
                moved[i] += float(np.clip(random.normal(0, sigma), -0.24, 0.24))
            moved[i] += (-growth if i % 2 == 0 else growth) / 2
        for c in range(columns):
            first = nominal.index(17.0 * (c + 2))
            part, whole = moved[first:first + 9], moved[first + 8] - moved[first]
            distances = [(part[i + 2] - part[i]) * 17 / whole for i in range(6)]
            expected = [nominal[first + i + 2] - nominal[first + i] for i in range(6)]
            if any(abs(d - e) >= 0.5 for d, e in zip(distances, expected)):
                return None
            decodability.append(0 if r * columns + c in lost else 1 - 2 * max(abs(d - e) for d, e in zip(distances, expected)))
        width = (len(row) + 2 * QUIET) * SCALE
        pixels = np.arange(width)
        share = np.zeros(width)
        bars = list(zip(moved[::2], moved[1::2]))
        bars += [(17.0 * (i % columns + 2) + 1, 17.0 * (i % columns + 3) - 1) for i in lost if i // columns == r]
        for a, b in bars:
            a, b = (a + QUIET) * SCALE, (b + QUIET) * SCALE
            share = np.maximum(share, np.clip(np.minimum(pixels + 1, b) - np.maximum(pixels, a), 0, 1))
        rows += [share] * (ROW * SCALE)
    blank = [np.zeros(width)] * (QUIET * SCALE)
    picture = light + (dark - light) * np.array(blank + rows + blank)
    picture = np.clip(np.rint(picture), 0, 255).astype(np.uint8)

    capacity = check - 2
    def unused(missing):
        return max(0, 1 - missing / capacity)
    if len(lost) > capacity:
        return None
    contrast = (light - dark) / 255
    truth = {
        "symbol-contrast": (contrast, by(contrast, (0.7, 0.55, 0.4, 0.2))),
        "minimum-reflectance": (dark / 255, 4 if dark <= light / 2 else 0),
        "edge-contrast": (contrast, 4 if contrast >= 0.15 else 0),
        "unused-error-correction": (unused(len(lost)), by(unused(len(lost)), (0.62, 0.5, 0.37, 0.25))),
        "codeword-decodability": (
            sum(decodability) / count, overlay([by(d, (0.62, 0.5, 0.37, 0.25)) for d in decodability], unused)),
        "codeword-modulation": (1 - len(lost) / count, overlay([0] * len(lost) + [4] * (count - len(lost)), unused)),
    }
    truth["overall"] = (0, min(grade for _, grade in truth.values()))
    return "PDF417 %d×%d-%d %s" % (len(matrix), columns, level, defect), picture, truth, growth
