"""Where QR Code, rMQR Code and Data Matrix have their codewords and fixed patterns, written from their standards and not from the program's tables."""

# ISO/IEC 18004, table 9, for the versions used here: check words of a block, and the codewords of each block.
QR_BLOCKS = {
    (1, "L"): (7, [26]), (1, "M"): (10, [26]), (1, "Q"): (13, [26]), (1, "H"): (17, [26]),
    (2, "L"): (10, [44]), (2, "M"): (16, [44]), (2, "Q"): (22, [44]), (2, "H"): (28, [44]),
    (3, "L"): (15, [70]), (3, "M"): (26, [70]), (3, "Q"): (18, [35, 35]), (3, "H"): (22, [35, 35]),
    (5, "L"): (26, [134]), (5, "M"): (24, [67, 67]), (5, "Q"): (18, [33, 33, 34, 34]), (5, "H"): (22, [33, 33, 34, 34]),
    (7, "M"): (18, [49, 49, 49, 49]), (7, "L"): (20, [98, 98]),
}
QR_DETECTING = {(1, "L"): 3, (1, "M"): 2, (1, "Q"): 1, (1, "H"): 1, (2, "L"): 2}
ALIGNMENTS = {1: [], 2: [6, 18], 3: [6, 22], 5: [6, 30], 7: [6, 22, 38]}


def qr_alignment_centres(version):
    places = ALIGNMENTS[version]
    corners = {(6, 6), (6, places[-1]), (places[-1], 6)} if places else set()
    return [(r, c) for r in places for c in places if (r, c) not in corners]


def qr_function(version):
    """The modules that hold no codewords."""
    size = 17 + 4 * version
    taken = set()
    for r in range(size):
        for c in range(size):
            if (r < 9 and c < 9) or (r < 9 and c >= size - 8) or (r >= size - 8 and c < 9) or r == 6 or c == 6:
                taken.add((r, c))
    for r, c in qr_alignment_centres(version):
        taken |= {(r + y, c + x) for y in range(-2, 3) for x in range(-2, 3)}
    if version >= 7:
        for i in range(6):
            for j in range(3):
                taken |= {(i, size - 11 + j), (size - 11 + j, i)}
    return taken


def qr_codewords(version):
    size, taken = 17 + 4 * version, qr_function(version)
    bits, up, column = [], True, size - 1
    while column > 0:
        if column == 6:
            column -= 1
        rows = range(size - 1, -1, -1) if up else range(size)
        for r in rows:
            bits += [(r, c) for c in (column, column - 1) if (r, c) not in taken]
        up, column = not up, column - 2
    return [bits[i:i + 8] for i in range(0, len(bits) - 7, 8)]


def qr_blocks(version, level):
    """The codewords of each block as places in the order in which they lie in the symbol, and the errors' capacity."""
    check, totals = QR_BLOCKS[version, level]
    blocks, place = [[] for _ in totals], 0
    longest = max(totals) - check
    for i in range(longest):
        for block, total in zip(blocks, totals):
            if i < total - check:
                block.append(place)
                place += 1
    for _ in range(check):
        for block in blocks:
            block.append(place)
            place += 1
    return blocks, check - QR_DETECTING.get((version, level), 0)


def qr_segments(version, matrix):
    """Kind, and modules with what they should be; outside of the symbol it is light."""
    size = 17 + 4 * version
    def known(r, c):
        return (r, c, 0 <= r < size and 0 <= c < size and matrix[r][c])
    result = []
    for r, c in ((3, 3), (3, size - 4), (size - 4, 3)):
        result.append(("finder", [known(r + y, c + x) for y in range(-4, 5) for x in range(-4, 5)]))
    result.append(("timing", [known(6, c) for c in range(8, size - 8)]))
    result.append(("timing", [known(r, 6) for r in range(8, size - 8)]))
    alignment = [known(r + y, c + x) for r, c in qr_alignment_centres(version) for y in range(-2, 3) for x in range(-2, 3)]
    if alignment:
        result.append(("alignment", alignment))
    return result


def qr_formats(version, matrix):
    size = 17 + 4 * version
    first = [(8, c) for c in (0, 1, 2, 3, 4, 5, 7, 8)] + [(r, 8) for r in (7, 5, 4, 3, 2, 1, 0)]
    second = [(size - 1 - i, 8) for i in range(7)] + [(8, size - 8 + i) for i in range(8)]
    return [[(r, c, matrix[r][c]) for r, c in copy] for copy in (first, second)]


# ISO/IEC 16022, table 7, for the sizes used here: side, regions along a side, data and check words, blocks.
DM_SIZES = {14: (1, 8, 10, 1), 18: (1, 18, 14, 1), 24: (1, 36, 24, 1), 32: (2, 62, 36, 1), 52: (2, 204, 84, 2)}


def dm_codewords(side):
    """Annex F, as a table of (codeword, bit) filled from its rules, then turned round."""
    regions = DM_SIZES[side][0]
    n = side - 2 * regions
    grid = [[None] * n for _ in range(n)]

    def module(r, c, word, bit):
        if r < 0:
            r, c = r + n, c + 4 - (n + 4) % 8
        if c < 0:
            r, c = r + 4 - (n + 4) % 8, c + n
        grid[r][c] = (word, bit)

    def utah(r, c, word):
        for bit, (y, x) in enumerate(((-2, -2), (-2, -1), (-1, -2), (-1, -1), (-1, 0), (0, -2), (0, -1), (0, 0))):
            module(r + y, c + x, word, bit)

    def corner(places, word):
        for bit, (r, c) in enumerate(places):
            module(r, c, word, bit)

    word, r, c = 0, 4, 0
    while True:
        if r == n and c == 0:
            corner(((n - 1, 0), (n - 1, 1), (n - 1, 2), (0, n - 2), (0, n - 1), (1, n - 1), (2, n - 1), (3, n - 1)), word)
            word += 1
        if r == n - 2 and c == 0 and n % 4:
            corner(((n - 3, 0), (n - 2, 0), (n - 1, 0), (0, n - 4), (0, n - 3), (0, n - 2), (0, n - 1), (1, n - 1)), word)
            word += 1
        if r == n - 2 and c == 0 and n % 8 == 4:
            corner(((n - 3, 0), (n - 2, 0), (n - 1, 0), (0, n - 2), (0, n - 1), (1, n - 1), (2, n - 1), (3, n - 1)), word)
            word += 1
        if r == n + 4 and c == 2 and n % 8 == 0:
            corner(((n - 1, 0), (n - 1, n - 1), (0, n - 3), (0, n - 2), (0, n - 1), (1, n - 3), (1, n - 2), (1, n - 1)), word)
            word += 1
        while True:
            if r < n and c >= 0 and grid[r][c] is None:
                utah(r, c, word)
                word += 1
            r, c = r - 2, c + 2
            if not (r >= 0 and c < n):
                break
        r, c = r + 1, c + 3
        while True:
            if r >= 0 and c < n and grid[r][c] is None:
                utah(r, c, word)
                word += 1
            r, c = r + 2, c - 2
            if not (r < n and c >= 0):
                break
        r, c = r + 3, c + 1
        if not (r < n or c < n):
            break
    words, inner = [[None] * 8 for _ in range(word)], n // regions
    for r in range(n):
        for c in range(n):
            if grid[r][c] is not None:
                w, b = grid[r][c]
                words[w][b] = (r + 2 * (r // inner) + 1, c + 2 * (c // inner) + 1)
    return words


def dm_blocks(side):
    _, data, check, blocks = DM_SIZES[side]
    return [list(range(b, data + check, blocks)) for b in range(blocks)], check // blocks


def dm_segments(side):
    regions = DM_SIZES[side][0]
    inner = side // regions
    result = [
        ("solid", [(r, 0, True) for r in range(side)]),
        ("solid", [(side - 1, c, True) for c in range(side)]),
        ("solid", [(r, -1, False) for r in range(side + 1)]),
        ("solid", [(side, c, False) for c in range(-1, side)]),
    ]
    for region in range(regions):
        row = region * inner
        result.append(("clock", [(row, c, c % inner % 2 == 0) for c in range(side)]
                       + [(row - 1, c, row > 0) for c in range(side)]))
        column = (region + 1) * inner - 1
        result.append(("clock", [(r, column, r % inner % 2 == 1) for r in range(side)]
                       + [(r, column + 1, column < side - 1) for r in range(side)]))
    return result


# ISO/IEC 23941, table 8 and annex D, for the versions used here by number: width, height, columns of vertical timing, and by level the check
# words and data words of each block.
RMQR = {
    1: (43, 7, [21], {"M": (7, [6]), "H": (10, [3])}),
    7: (59, 9, [19, 39], {"M": (12, [21]), "H": (22, [11])}),
    11: (27, 11, [], {"M": (8, [7]), "H": (10, [5])}),
    14: (77, 11, [25, 51], {"M": (24, [43]), "H": (22, [11, 12])}),
    21: (99, 13, [23, 49, 75], {"M": (20, [36, 37]), "H": (26, [11, 12, 12])}),
    32: (139, 17, [27, 55, 83, 111], {"M": (20, [38] * 4), "H": (26, [12, 12, 13, 13, 13, 13])}),
}


def rmqr_formats(version, matrix):
    width, height = RMQR[version][:2]
    first = [(r, 11) for r in (3, 2, 1)] + [(r, c) for c in (10, 9, 8) for r in (5, 4, 3, 2, 1)]
    second = [(height - 6, width - x) for x in (3, 4, 5)] + [(height - y, width - x) for x in (6, 7, 8) for y in (2, 3, 4, 5, 6)]
    return [[(r, c, matrix[r][c]) for r, c in copy] for copy in (first, second)]


def rmqr_function(version):
    width, height, timing, _ = RMQR[version]
    taken = {(r, c) for r in range(height) for c in range(width) if r in (0, height - 1) or c in (0, width - 1) or c in timing}
    taken |= {(r, c) for r in range(min(8, height)) for c in range(8)}
    taken |= {(height - 1 - r, width - 1 - c) for r in range(5) for c in range(5)} | {(1, width - 2)}
    if height > 9:
        taken.add((height - 2, 1))
    taken |= {(r, c + x) for c in timing for x in (-1, 0, 1) for r in (0, 1, 2, height - 3, height - 2, height - 1)}
    blank = [[False] * width for _ in range(height)]
    return taken | {(r, c) for copy in rmqr_formats(version, blank) for r, c, _ in copy}


def rmqr_codewords(version):
    width, height = RMQR[version][:2]
    taken, bits, up = rmqr_function(version), [], True
    for column in range(width - 2, 0, -2):
        for r in (range(height - 1, -1, -1) if up else range(height)):
            bits += [(r, c) for c in (column, column - 1) if (r, c) not in taken]
        up = not up
    return [bits[i:i + 8] for i in range(0, len(bits) - 7, 8)]


def rmqr_blocks(version, level):
    check, data = RMQR[version][3][level]
    blocks, place = [[] for _ in data], 0
    for i in range(max(data)):
        for block, words in zip(blocks, data):
            if i < words:
                block.append(place)
                place += 1
    for _ in range(check):
        for block in blocks:
            block.append(place)
            place += 1
    return blocks, check // 2 * 2


def rmqr_segments(version, matrix):
    width, height, timing, _ = RMQR[version]
    def known(r, c):
        return (r, c, 0 <= r < height and 0 <= c < width and matrix[r][c])
    aligned = {c + x for c in timing for x in (-1, 0, 1)}
    h, w = height - 1, width - 1
    result = [("finder", [known(r, c) for r in range(-1, 8) for c in range(-1, 8) if r < height or c < 8]),
              ("finder", [known(r, c) for r in range(h - 4, h + 2) for c in range(w - 4, w + 2)]),
              ("finder", [known(0, w), known(0, w - 1), known(1, w), known(1, w - 1)])]
    if height > 9:
        result.append(("finder", [known(h, 0), known(h - 1, 0), known(h, 1), known(h - 1, 1)]))
    lines = [[(0, c) for c in range(8, w - 1) if c not in aligned], [(h, c) for c in range(8, w - 4) if c not in aligned]]
    if height > 9:
        lines.append([(r, 0) for r in range(8, h - 1)])
    lines.append([(r, w) for r in range(2, h - 4)])
    lines += [[(r, c) for r in range(3, h - 2)] for c in timing]
    result += [("timing", [known(*p) for p in line]) for line in lines if line]
    alignment = [known(r, c + x) for c in timing for r in (0, 1, 2, h - 2, h - 1, h) for x in (-1, 0, 1)]
    if alignment:
        result.append(("alignment", alignment))
    return result
