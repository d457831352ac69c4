import Surface

/// What a terminal is sent for the picture that a canvas has below its cells: after the cells, and only when it has changed.
///
/// ncurses knows nothing of it. It has a character of their own in the picture's cells (`CellEncoder.pictureBlank`), so that it writes a
/// cell that something is drawn over, and writes it again afterwards; the picture is left out where it must not be seen, and the
/// cursor and the colours are put back.
struct PictureSender {
    /// A terminal's largest sixel picture in pixels; nil if it has not told.
    var largestSixel: (width: Int, height: Int)?
    /// Whether it goes through tmux, which knows no pictures: it hands them on, and draws their cells as placeholders.
    var isThroughTmux = false
    private var shown: Shown?
    private var detail = PictureDetail()
    /// Kitty's numbers of pictures: the next one is shown before the former is taken away, so that nothing flickers.
    private static let ids = (0x5154, 0x5155)
    private var isSecond = false

    private struct Shown: Equatable {
        var picture: PlacedPicture
        /// For each of its cells whether something else is drawn there.
        var holes: [Bool]
        var divisor: Int
    }

    /// What shows the picture of `canvas`, or takes the former one away; nothing where that would change nothing.
    mutating func bytes(for canvas: Canvas, cell: CellPixels?) -> [UInt8] {
        guard let picture = canvas.picture, let cell else { return Array(removal().utf8) }
        let area = picture.area
        let holes = (0..<(area.width * area.height)).map { place in
            !canvas[area.x + place % area.width, area.y + place / area.width].showsPicture
        }
        let next = Shown(picture: picture, holes: holes, divisor: detail.divisor)
        guard next != shown else { return [] }
        let former = picture.way == shown?.picture.way ? "" : removal()
        let isPlaced = shown?.picture.area == area && shown?.holes == holes
        shown = next
        let pixels = Pixels(of: picture).reduced(by: detail.divisor)
        let drawing =
            picture.way == .sixel
            ? sixels(pixels, cell) : isThroughTmux ? placeholders(pixels, arePlaced: isPlaced) : kitty(pixels)
        // DECSC and DECRC keep the cursor and the colours that ncurses knows of.
        return Array("\u{1B}7\(former)".utf8) + drawing + Array("\u{1B}8".utf8)
    }

    /// What takes the picture off the screen; sixels are gone with the cells.
    mutating func removal() -> String {
        defer { shown = nil }
        guard shown?.picture.way == .kitty else { return "" }
        if isThroughTmux { return KittyEncoder.removeAll(throughTmux: true) }
        return KittyEncoder.remove(id: isSecond ? Self.ids.1 : Self.ids.0)
    }

    /// The screen is redrawn from the beginning, so the picture is, too.
    mutating func forget() {
        guard shown?.picture.way == .sixel else {
            // A terminal that clears its screen may keep the picture in its memory.
            shown?.holes = []
            return
        }
        shown = nil
    }

    /// The terminal has taken so long to take the last picture.
    mutating func note(_ time: Duration) { detail.note(time) }

    private mutating func kitty(_ pixels: Pixels) -> [UInt8] {
        guard let shown else { return [] }
        let area = shown.picture.area
        isSecond.toggle()
        let (id, former) = isSecond ? (Self.ids.1, Self.ids.0) : Self.ids
        var luma = pixels.fewerGreys
        for (place, isHole) in shown.holes.enumerated() where isHole {
            let (x, y) = (place % area.width, place / area.width)
            for row in pixels.rows(y, of: area.height) {
                for column in pixels.columns(x, of: area.width) {
                    luma[row * pixels.width + column] = KittyEncoder.nothing
                }
            }
        }
        return Array(Self.cursor(area.x, area.y).utf8)
            + KittyEncoder.show(
                luma, width: pixels.width, height: pixels.height, id: id, columns: area.width, rows: area.height)
            + Array(KittyEncoder.remove(id: former).utf8)
    }

    /// Sends the picture under its one number, and its cells where they are not there yet.
    private func placeholders(_ pixels: Pixels, arePlaced: Bool) -> [UInt8] {
        guard let shown else { return [] }
        let area = shown.picture.area
        let picture = KittyEncoder.show(
            pixels.fewerGreys, width: pixels.width, height: pixels.height, id: KittyPlaceholders.id,
            columns: area.width, rows: area.height, isThroughTmux: true)
        return arePlaced ? picture : picture + Array(KittyPlaceholders.cells(of: area, holes: shown.holes).utf8)
    }

    /// In tiles, where the terminal draws none as large as the picture.
    private func sixels(_ pixels: Pixels, _ cell: CellPixels) -> [UInt8] {
        guard let area = shown?.picture.area else { return [] }
        let across = max(1, min(area.width, (largestSixel?.width ?? .max) / cell.width))
        let down = max(1, min(area.height, (largestSixel?.height ?? .max) / cell.height))
        var bytes: [UInt8] = []
        for y in stride(from: 0, to: area.height, by: down) {
            for x in stride(from: 0, to: area.width, by: across) {
                let tile = Rect(x: x, y: y, width: min(across, area.width - x), height: min(down, area.height - y))
                bytes += Array(Self.cursor(area.x + x, area.y + y).utf8) + sixels(of: tile, pixels, cell)
            }
        }
        return bytes
    }

    /// The cells of `tile`, counted from the picture's first one.
    private func sixels(of tile: Rect, _ pixels: Pixels, _ cell: CellPixels) -> [UInt8] {
        guard let shown else { return [] }
        let area = shown.picture.area
        let (width, height) = (tile.width * cell.width, tile.height * cell.height)
        let greys = (0..<256).map { UInt8(($0 * (SixelEncoder.greys - 1) + 127) / 255) }
        let columns = (0..<width).map { (tile.x * cell.width + $0) * pixels.width / (area.width * cell.width) }
        var levels = [UInt8](repeating: SixelEncoder.nothing, count: width * height)
        for y in 0..<height {
            let row = (tile.y * cell.height + y) * pixels.height / (area.height * cell.height) * pixels.width
            let holes = (tile.y + y / cell.height) * area.width + tile.x
            for x in 0..<tile.width where !shown.holes[holes + x] {
                for place in (x * cell.width)..<((x + 1) * cell.width) {
                    levels[y * width + place] = greys[Int(pixels.luma[row + columns[place]])]
                }
            }
        }
        return SixelEncoder.encode(levels, width: width, height: height)
    }

    private static func cursor(_ column: Int, _ row: Int) -> String { "\u{1B}[\(row + 1);\(column + 1)H" }
}

/// A picture's pixels, perhaps fewer than it came with.
private struct Pixels {
    var width: Int
    var height: Int
    var luma: [UInt8]

    init(of picture: PlacedPicture) { (width, height, luma) = (picture.width, picture.height, picture.luma) }

    /// Fewer greys are fewer bytes, as noise is told from none.
    var fewerGreys: [UInt8] { luma.map { ($0 & 0xF8) | $0 >> 5 } }

    /// The rows that show row `index` of `count` rows of cells.
    func rows(_ index: Int, of count: Int) -> Range<Int> { index * height / count..<(index + 1) * height / count }

    /// The columns that show column `index` of `count` columns of cells.
    func columns(_ index: Int, of count: Int) -> Range<Int> { index * width / count..<(index + 1) * width / count }

    /// The means of `divisor` × `divisor` pixels each.
    func reduced(by divisor: Int) -> Pixels {
        guard divisor > 1, width >= divisor, height >= divisor else { return self }
        var small = self
        (small.width, small.height) = (width / divisor, height / divisor)
        small.luma = [UInt8](repeating: 0, count: small.width * small.height)
        for y in 0..<small.height {
            for x in 0..<small.width {
                var sum = 0
                for row in (y * divisor)..<((y + 1) * divisor) {
                    for column in (x * divisor)..<((x + 1) * divisor) { sum += Int(luma[row * width + column]) }
                }
                small.luma[y * small.width + x] = UInt8(sum / (divisor * divisor))
            }
        }
        return small
    }
}

/// How finely pictures are sent: a terminal that takes them slowly gets fewer pixels, so that what a key asked for is not
/// behind seconds of them.
struct PictureDetail {
    /// As many pixels each way become one.
    private(set) var divisor = 1
    private var quick = 0
    /// So many quick pictures before finer ones are tried; twice as many after each time that these were too slow.
    private var patience = 30

    private static let divisors = [1, 2, 3, 4, 6, 8]
    private static let tooSlow = Duration.milliseconds(100)
    private static let quickEnough = Duration.milliseconds(25)

    /// The terminal has taken so long for a picture.
    mutating func note(_ time: Duration) {
        let index = Self.divisors.firstIndex(of: divisor) ?? 0
        if time > Self.tooSlow {
            if quick == 0 { patience = min(1000, patience * 2) }
            divisor = Self.divisors[min(index + 1, Self.divisors.count - 1)]
            quick = 0
        } else if time < Self.quickEnough {
            quick += 1
            guard quick >= patience, index > 0 else { return }
            divisor = Self.divisors[index - 1]
            quick = 0
        }
    }
}
