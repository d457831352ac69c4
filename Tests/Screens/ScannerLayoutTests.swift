import Surface
import Testing

@testable import Screens

@Suite struct ScannerLayoutTests {
    private func layout(_ width: Int, _ height: Int, _ across: Double = ScannerLayout.usualCellsAcross) -> ScannerLayout
    {
        ScannerLayout(Rect(x: 0, y: 0, width: width, height: height), cellsAcross: across)
    }

    /// Columns and rows that a picture of this shape fills.
    private func picture(_ layout: ScannerLayout, _ across: Double) -> (columns: Int, rows: Int) {
        let width = min(Double(layout.preview.width), Double(layout.preview.height) * across)
        return (Int(width.rounded()), Int((width / across).rounded()))
    }

    @Test func theStandardSizeHasAPictureOf44By16WithTheHistoryBesideIt() {
        let layout = layout(80, 24)
        let picture = picture(layout, ScannerLayout.usualCellsAcross)
        #expect(layout.plan == .beside)
        #expect(picture.columns >= 44)
        #expect(picture.rows >= 16)
        #expect(layout.history.width >= 34)
    }

    @Test func aHighWindowHasThePanesBelow() {
        #expect(layout(60, 80).plan == .below)
        #expect(layout(78, 34).plan == .below)
        #expect(layout(200, 60).plan == .beside)
        #expect(layout(40, 12).plan == .tiny)
        #expect(layout(40, 12).preview.height == 9)
    }

    @Test(arguments: [0.75, 1.5, 8.0 / 3, 3.56, 8]) func panesFillTheBodyAndNeverOverlap(across: Double) {
        for width in stride(from: 40, through: 260, by: 7) {
            for height in stride(from: 12, through: 90, by: 3) {
                for panes in [(true, true), (true, false), (false, true), (false, false)] {
                    let wanted = ScannerPanes(history: panes.0, lastScan: panes.1)
                    let bounds = Rect(x: 0, y: 0, width: width, height: height)
                    let layout = ScannerLayout(bounds, panes: wanted, cellsAcross: across)
                    let rects = [layout.preview, layout.lastScan, layout.history, layout.status].filter { !$0.isEmpty }
                    let cells = rects.reduce(0) { $0 + $1.width * $1.height }
                    #expect(rects.allSatisfy { $0.clamped(to: bounds) == $0 }, "\(width)×\(height) \(layout)")
                    for (i, one) in rects.enumerated() {
                        #expect(rects[(i + 1)...].allSatisfy { $0.clamped(to: one).isEmpty }, "\(width)×\(height)")
                    }
                    // The last row is the keys'. Only a shape far from all cameras' leaves cells to nobody.
                    if across < 5 { #expect(cells == width * (height - 1), "\(width)×\(height) \(panes) \(layout)") }
                    #expect(layout.preview.height >= 5)
                    #expect(layout.history.isEmpty || layout.history.height >= 4)
                }
            }
        }
    }

    @Test func whatIsHiddenLeavesItsRoomToThePicture() {
        let bounds = Rect(x: 0, y: 0, width: 80, height: 24)
        let all = ScannerLayout(bounds)
        let alone = ScannerLayout(bounds, panes: .init(history: false, lastScan: false))
        #expect(alone.preview == Rect(x: 0, y: 0, width: 80, height: 22))
        #expect(all.preview.height < alone.preview.height)
    }
}
