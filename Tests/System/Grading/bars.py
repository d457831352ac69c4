"""Code 128 and EAN-13 drawn as rows of reflectance, and graded by the formulas of ISO/IEC 15416 on exact edges."""
import numpy as np

SCALE = 12
QUIET = 14
HEIGHT = 200

DIGITS = ["3211", "2221", "2122", "1411", "1132", "1231", "1114", "1312", "1213", "3112"]
PARITY = ["AAAAAA", "AABABB", "AABBAB", "AABBBA", "ABAABB", "ABBAAB", "ABBBAA", "ABABAB", "ABABBA", "ABBABA"]
CODE128 = """212222 222122 222221 121223 121322 131222 122213 122312 132212 221213 221312 231212 112232 122132 122231 113222 123122
123221 223211 221132 221231 213212 223112 312131 311222 321122 321221 312212 322112 322211 212123 212321 232121 111323 131123 131321
112313 132113 132311 211313 231113 231311 112133 112331 132131 113123 113321 133121 313121 211331 231131 213113 213311 213131 311123
311321 331121 312113 312311 332111 314111 221411 431111 111224 111422 121124 121421 141122 141221 112214 112412 122114 122411 142112
142211 241211 221114 413111 241112 134111 111242 121142 121241 114212 124112 124211 411212 421112 421211 212141 214121 412121 111143
111341 131141 114113 114311 411113 411311 113141 114131 311141 411131 211412 211214 211232""".split()


def ean13(random):
    # One that begins with 0 is read as UPC-A, whose quiet zones are others.
    digits = [int(random.integers(1, 10))] + [int(d) for d in random.integers(0, 10, 11)]
    digits.append(-sum(d * (3 if i % 2 else 1) for i, d in enumerate(digits)) % 10)
    widths = [1, 1, 1]
    for digit, parity in zip(digits[1:7], PARITY[digits[0]]):
        pattern = DIGITS[digit] if parity == "A" else DIGITS[digit][::-1]
        widths += [int(w) for w in pattern]
    widths += [1] * 5
    for digit in digits[7:]:
        widths += [int(w) for w in DIGITS[digit]]
    characters = [(3 + 4 * i, 4, 7) for i in range(6)] + [(32 + 4 * i, 4, 7) for i in range(6)]
    return widths + [1, 1, 1], characters, (11, 7), "EAN-13"


def code128(random):
    values = [104] + [int(v) for v in random.integers(0, 95, int(random.integers(4, 9)))]
    values.append((values[0] + sum(i * v for i, v in enumerate(values[1:], 1))) % 103)
    widths = [int(w) for v in values for w in CODE128[v]]
    return widths + [2, 3, 3, 1, 1, 1, 2], [(6 * i, 6, 11) for i in range(len(values))], (10, 10), "Code 128"


def decodability(edges, widths, characters, kind):
    """The smallest distance to a threshold, of edge to similar edge and of the sums of bars, by its largest."""
    result = 1.0
    for start, count, modules in characters:
        whole = edges[start + count] - edges[start]
        for i in range(count - 2):
            distance = (edges[start + i + 2] - edges[start + i]) * modules / whole
            nominal = widths[start + i] + widths[start + i + 1]
            result = min(result, (0.5 - abs(distance - nominal)) / 0.5)
        firstbar = 0 if start % 2 == 0 else 1
        bars = sum(edges[start + i + 1] - edges[start + i] for i in range(firstbar, count, 2)) * modules / whole
        nominal = sum(widths[start + i] for i in range(firstbar, count, 2))
        if kind == "Code 128":
            result = min(result, (1.75 - abs(bars - nominal)) / 1.75)
        else:
            # 1 and 7, and 2 and 8, differ in the widths of their bars alone, by two modules.
            twins = {"2221": "1312", "2122": "1213"}
            twins |= {b: a for a, b in twins.items()}
            twins |= {a[::-1]: b[::-1] for a, b in twins.items()}
            other = twins.get("".join(str(w) for w in widths[start:start + 4]))
            if other:
                middle = (nominal + sum(int(other[i]) for i in range(firstbar, count, 2))) / 2
                result = min(result, abs(bars - middle))
    return max(0.0, result)


def by(value, limits):
    return 4 - next((i for i, limit in enumerate(limits) if value >= limit), 4)


def case(number, random):
    defect = ("none", "contrast", "growth", "void", "spot", "quiet", "uneven", "grey")[number // 3 % 8]
    widths, characters, zones, kind = (ean13 if number % 2 else code128)(random)
    dark, light = 25, 230
    if defect == "contrast":
        dark = int(random.integers(0, 110))
        light = int(min(255, dark + random.integers(60, 230)))
    edges = [0.0]
    for w in widths:
        edges.append(edges[-1] + w)
    edges = [e * SCALE for e in edges]
    growth = 0
    if defect == "growth":
        growth = int(random.integers(-2, 3))
        edges = [e + (-growth if i % 2 == 0 else growth) for i, e in enumerate(edges)]
    if defect == "uneven":
        edges = [e + int(random.integers(-2, 3)) for e in edges]
    left = QUIET
    if defect == "quiet":
        left = int(random.integers(4, 16))
    width = int((left + QUIET) * SCALE + sum(widths) * SCALE)
    row = np.full(width, light)
    levels = []
    for i in range(len(widths)):
        a, b = int(edges[i]) + left * SCALE, int(edges[i + 1]) + left * SCALE
        level = dark if i % 2 == 0 else light
        if defect == "grey" and i == len(widths) // 2 // 2 * 2:
            level = int(dark + random.uniform(0.1, 0.55) * (light - dark))
        row[a:b] = level
        levels.append(level)
    if defect == "quiet":
        # Something dark where the quiet zone ends.
        row[:3] = dark
    # A line in the widest bar or space, along the whole height.
    nonuniformity = 0.0
    if defect in ("void", "spot"):
        wanted = 0 if defect == "void" else 1
        widest = max((i for i in range(3, len(widths) - 3) if i % 2 == wanted), key=lambda i: widths[i])
        middle = int((edges[widest] + edges[widest + 1]) / 2) + left * SCALE
        share = float(random.uniform(0.03, 0.42))
        value = int(round(levels[widest] + share * ((light - dark) if wanted == 0 else (dark - light))))
        row[middle - 3:middle + 3] = value
        nonuniformity = abs(value - levels[widest]) / 255
    zone = [(left * SCALE + edges[0] - (3 if defect == "quiet" else 0)) / SCALE, (QUIET * SCALE + sum(widths) * SCALE - edges[-1]) / SCALE]
    highest, lowest = max(levels + [light]) / 255, min(levels) / 255
    contrast = highest - lowest
    around = [light] + levels + [light]
    edge = min(abs(a - b) for a, b in zip(around, around[1:])) / 255
    # Halfway between an element and the next one.
    value = decodability(edges, widths, characters, kind)
    module = (edges[-1] - edges[0]) / sum(widths)
    quiet = min(1.0, min(z * SCALE / module / limit for z, limit in zip(zone, zones)))
    defects = nonuniformity / contrast
    result = {
        "symbol-contrast": (contrast, by(contrast, (0.7, 0.55, 0.4, 0.2))),
        "minimum-reflectance": (lowest, 4 if lowest <= highest / 2 else 0),
        "edge-contrast": (edge, 4 if edge >= 0.15 else 0),
        "modulation": (edge / contrast, by(edge / contrast, (0.7, 0.6, 0.5, 0.4))),
        "defects": (defects, 4 - next((i for i, l in enumerate((0.15, 0.2, 0.25, 0.3)) if defects <= l), 4)),
        "decodability": (value, by(value, (0.62, 0.5, 0.37, 0.25))),
        "quiet-zones": (quiet, 4 if quiet >= 1 else 0),
    }
    picture = np.repeat(row[None, :], HEIGHT, axis=0).astype(np.uint8)
    margin = np.full((30, width), light, dtype=np.uint8)
    return "%s %s" % (kind, defect), np.vstack([margin, picture, margin]), result, \
        2 * growth / SCALE if defect in ("none", "growth") else None
