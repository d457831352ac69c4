import Frames
import Surface
import Testing

@testable import Preview

@Suite struct SharpeningTests {
    private func grid(_ width: Int, _ height: Int, _ luma: (Int, Int) -> UInt8) throws -> LumaGrid {
        let made = makeFrame(width, height, luma)
        let frame = try #require(made)
        var grid = LumaGrid()
        grid.sample(frame, region: frame.bounds, columns: width, rows: height)
        return grid
    }

    @Test func whatIsFlatStays() throws {
        var grid = try grid(9, 7) { _, _ in 93 }
        grid.sharpen(by: 256)
        #expect(grid.values.allSatisfy { $0 == 93 })
    }

    @Test func barsGainContrast() throws {
        var grid = try grid(9, 7) { x, _ in x % 2 == 0 ? 100 : 150 }
        let before = grid.values
        grid.sharpen(by: 0)
        #expect(grid.values == before)
        grid.sharpen(by: 128)
        for x in 1..<8 { #expect(x % 2 == 0 ? grid.values[27 + x] < 95 : grid.values[27 + x] > 155) }
    }

    @Test func onlyWhatIsReducedIsSharpened() {
        let pane = Rect(x: 0, y: 0, width: 100, height: 100)
        func amount(_ zoom: Int, _ across: Int) -> Int {
            let region = PixelRect(x: 0, y: 0, width: 640 / zoom, height: 480 / zoom)
            return ToneMapping.sharpening(
                shownBy: PictureMapping(showing: region, in: pane), density: SampleDensity(across: across, down: 1))
        }
        #expect(amount(8, 1) == 0)
        #expect(amount(4, 2) == 0)
        #expect(amount(1, 1) > amount(1, 4))
        #expect(amount(1, 4) > 0)
    }

    @Test func everySampleIsTheMeanOfItsPixelsAtAnySize() throws {
        let frame = try #require(makeFrame(37, 23) { x, y in UInt8((x * 31 + y * 57 + x * y) % 256) })
        for (columns, rows) in [(1, 1), (5, 3), (36, 22), (37, 23), (50, 40), (80, 9)] {
            var grid = LumaGrid()
            grid.sample(frame, region: frame.bounds, columns: columns, rows: rows)
            for row in 0..<rows {
                for column in 0..<columns {
                    let (left, top) = (column * 37 / columns, row * 23 / rows)
                    let (right, bottom) = (
                        max(left + 1, (column + 1) * 37 / columns), max(top + 1, (row + 1) * 23 / rows)
                    )
                    var sum = 0
                    for y in top..<bottom { for x in left..<right { sum += (x * 31 + y * 57 + x * y) % 256 } }
                    #expect(Int(grid.values[row * columns + column]) == sum / ((right - left) * (bottom - top)))
                }
            }
        }
    }
}
