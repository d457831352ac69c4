import Frames
import Preview
import Surface
import Symbols
import Testing

func makeFrame(_ width: Int, _ height: Int, _ luma: (Int, Int) -> UInt8) -> Frame? {
    guard let pool = try? FramePool(slots: 1), var draft = pool.draft(width: width, height: height) else { return nil }
    draft.withLuma { bytes in
        for y in 0..<height { for x in 0..<width { bytes[y * width + x] = luma(x, y) } }
    }
    return draft.finish(sequence: 0)
}

@Suite struct LumaGridTests {
    @Test func everyCellIsTheMeanOfItsPixels() throws {
        let frame = try #require(makeFrame(7, 5) { x, y in UInt8(x * 10 + y) })
        var grid = LumaGrid()
        grid.sample(frame, region: frame.bounds, columns: 3, rows: 2)
        // Columns 0–1, 2–3, 4–6; rows 0–1, 2–4.
        #expect(grid.values == [5, 25, 50, 8, 28, 53])
    }

    @Test func aRegionIsAllThatIsSeen() throws {
        let frame = try #require(makeFrame(8, 8) { x, y in x >= 4 && y >= 4 ? 200 : 0 })
        var grid = LumaGrid()
        grid.sample(frame, region: PixelRect(x: 4, y: 4, width: 50, height: 50), columns: 2, rows: 2)
        #expect(grid.values == [200, 200, 200, 200])
    }

    @Test func moreCellsThanPixelsRepeatPixels() throws {
        let frame = try #require(makeFrame(2, 1) { x, _ in UInt8(x * 100) })
        var grid = LumaGrid()
        grid.sample(frame, region: frame.bounds, columns: 4, rows: 3)
        #expect(grid.values == [0, 0, 100, 100, 0, 0, 100, 100, 0, 0, 100, 100])
    }

    @Test func nothingToShowIsAnEmptyGrid() throws {
        let frame = try #require(makeFrame(2, 2) { _, _ in 9 })
        var grid = LumaGrid()
        grid.sample(frame, region: PixelRect(x: 5, y: 5, width: 3, height: 3), columns: 4, rows: 4)
        #expect(grid.values.isEmpty)
        #expect(grid.columns == 0)
        grid.sample(frame, region: frame.bounds, columns: 0, rows: 4)
        #expect(grid.values.isEmpty)
    }

    @Test func levelsLeaveOutTheExtremes() throws {
        let frame = try #require(makeFrame(100, 10) { x, y in x == 0 && y == 0 ? 255 : UInt8(50 + x) })
        var grid = LumaGrid()
        grid.sample(frame, region: frame.bounds, columns: 100, rows: 10)
        #expect(grid.levels.lowerBound <= 53)
        #expect(grid.levels.upperBound <= 149)
        #expect(grid.levels.upperBound >= 145)
    }
}

@Suite struct PictureMappingTests {
    @Test func thePictureKeepsItsAspectInsideThePane() {
        for pane in [Rect(x: 3, y: 2, width: 100, height: 20), Rect(x: 0, y: 0, width: 30, height: 60)] {
            let mapping = PictureMapping(showing: PixelRect(x: 0, y: 0, width: 640, height: 480), in: pane)
            let picture = mapping.picture
            #expect(picture.clamped(to: pane) == picture)
            #expect(picture.width == pane.width || picture.height == pane.height)
            let aspect = Double(picture.width) / Double(picture.height) / 2
            #expect(abs(aspect - 640.0 / 480) < 0.12)
        }
    }

    @Test func pointsComeBackFromTheCanvas() {
        let mapping = PictureMapping(
            showing: PixelRect(x: 100, y: 50, width: 320, height: 240), in: Rect(x: 5, y: 3, width: 77, height: 31))
        for x in stride(from: 100.0, through: 420, by: 37) {
            for y in stride(from: 50.0, through: 290, by: 29) {
                let there = mapping.canvas(Point(x: x, y: y))
                let back = mapping.frame(there)
                #expect(abs(back.x - x) < 1e-6)
                #expect(abs(back.y - y) < 1e-6)
                #expect(there.x >= 5)
                #expect(there.x <= 82)
                #expect(there.y >= 3)
                #expect(there.y <= 34)
            }
        }
    }

    @Test func impossibleSizesShowNothing() {
        let empty = PictureMapping(
            showing: PixelRect(x: 0, y: 0, width: 0, height: 0), in: Rect(x: 0, y: 0, width: 9, height: 9))
        #expect(empty.picture.isEmpty)
        let noPane = PictureMapping(
            showing: PixelRect(x: 0, y: 0, width: 9, height: 9), in: Rect(x: 0, y: 0, width: 0, height: 9),
            cellAspect: .nan)
        #expect(noPane.picture.isEmpty)
    }
}

@Suite struct OutlineTests {
    private let square = Quadrilateral(
        topLeft: Point(x: 2, y: 1), topRight: Point(x: 12, y: 1), bottomRight: Point(x: 12, y: 5),
        bottomLeft: Point(x: 2, y: 5))

    @Test func followsTheCorners() {
        var canvas = Canvas(width: 16, height: 7)
        canvas.outline(square, label: "1", in: canvas.bounds, .plain)
        let rows = ["", "   1 ⠉⠉⠉⠉⠉⠉⠉⡇", "  ⡇         ⡇", "  ⡇         ⡇", "  ⡇         ⡇", "  ⠉⠉⠉⠉⠉⠉⠉⠉⠉⠉⠁", "", ""]
        #expect(canvas.text == rows.joined(separator: "\n"))
    }

    @Test func hasAStrokeACellWhereThereIsNoBraille() {
        var canvas = Canvas(width: 16, height: 7)
        canvas.outline(square, label: "1", isFine: false, in: canvas.bounds, .plain)
        let rows = ["", "   1 ───────│", "  │         │", "  │         │", "  │         │", "  │──────────", "", ""]
        #expect(canvas.text == rows.joined(separator: "\n"))
    }

    /// Every dot lies on the border: within a dot of the line between two corners.
    @Test func isExactToADot() {
        let tilted = Quadrilateral(
            topLeft: Point(x: 3.3, y: 1.2), topRight: Point(x: 31.8, y: 4.9), bottomRight: Point(x: 28.1, y: 15.7),
            bottomLeft: Point(x: 1.1, y: 11.4))
        var canvas = Canvas(width: 40, height: 20)
        canvas.outline(tilted, in: canvas.bounds, .plain)
        let corners = tilted.corners.map { Point(x: $0.x * 2, y: $0.y * 4) }
        var dots = 0
        for y in 0..<20 {
            for x in 0..<40 {
                guard let scalar = canvas[x, y].character.unicodeScalars.first, 0x2800...0x28FF ~= scalar.value else {
                    continue
                }
                for (bit, dot) in [(0, 0), (0, 1), (0, 2), (1, 0), (1, 1), (1, 2), (0, 3), (1, 3)].enumerated()
                where scalar.value >> UInt32(bit) & 1 == 1 {
                    dots += 1
                    let middle = Point(x: Double(x * 2 + dot.0) + 0.5, y: Double(y * 4 + dot.1) + 0.5)
                    var nearest = Double.infinity
                    for i in 0..<4 { nearest = min(nearest, distance(middle, corners[i], corners[(i + 1) % 4])) }
                    #expect(nearest <= 1.2, "\(middle)")
                }
            }
        }
        // As many as the border is long, about.
        #expect(150...260 ~= dots)
    }

    private func distance(_ p: Point, _ a: Point, _ b: Point) -> Double {
        let (dx, dy) = (b.x - a.x, b.y - a.y)
        let share = min(1, max(0, ((p.x - a.x) * dx + (p.y - a.y) * dy) / (dx * dx + dy * dy)))
        return p.distance(to: Point(x: a.x + share * dx, y: a.y + share * dy))
    }

    @Test func statesDifferWithoutColours() {
        let texts = OutlineStroke.allCases.map { stroke in
            var canvas = Canvas(width: 16, height: 7)
            canvas.outline(square, stroke: stroke, in: canvas.bounds, .plain)
            return canvas.text
        }
        #expect(Set(texts).count == OutlineStroke.allCases.count)
    }

    @Test func staysInsideItsArea() {
        var canvas = Canvas(width: 20, height: 10)
        let wild = square.map { Point(x: $0.x * 1e9, y: -$0.y * 1e12) }
        let area = Rect(x: 5, y: 3, width: 6, height: 4)
        canvas.outline(wild, label: "7", in: area, .plain)
        canvas.outline(wild, label: "7", isFine: false, in: area, .plain)
        canvas.outline(square.map { Point(x: $0.x * .nan, y: $0.y) }, label: "7", in: area, .plain)
        canvas.outline(square, label: "7", in: area, .plain)
        for y in 0..<10 { for x in 0..<20 where !(5..<11 ~= x && 3..<7 ~= y) { #expect(canvas[x, y] == .blank) } }
    }
}
