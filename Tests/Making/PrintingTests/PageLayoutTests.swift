import Files
import Testing

@testable import Printing

/// Where labels lie.
@Suite struct PageLayoutTests {
    @Test func placesAreThoseOfTheSheet() throws {
        // By hand, of Avery's L7160: three columns, 66.04 mm from each to the next, rows that touch, 38.1 mm high.
        let layout = try LabelSheet.named("l7160").layout
        #expect(layout.capacity == 21)
        #expect(layout.origin(of: 0) == (7.21, 15.15))
        #expect(abs(layout.origin(of: 2).x - 139.29) < 0.001)
        #expect(abs(layout.origin(of: 20).y - 243.75) < 0.001)
        // Avery 5160: an inch high, 2 5/8 wide, an eighth between.
        let letter = try LabelSheet.named("Avery 5160").layout
        #expect(letter.page == PaperSize(width: 215.9, height: 279.4))
        #expect(abs(letter.origin(of: 1).x - (4.7625 + 69.85)) < 0.001)
        #expect(abs(letter.origin(of: 29).y - (12.7 + 9 * 25.4)) < 0.001)
    }

    @Test func everySheetLiesOnItsPaper() {
        #expect(LabelSheet.all.count >= 40)
        let numbers = LabelSheet.all.flatMap(\.numbers)
        #expect(Set(numbers).count == numbers.count)
        for sheet in LabelSheet.all {
            let layout = sheet.layout
            let last = layout.origin(of: layout.capacity - 1)
            #expect(last.x + layout.label.width <= layout.page.width + 0.1, "\(sheet.numbers)")
            #expect(last.y + layout.label.height <= layout.page.height + 0.1, "\(sheet.numbers)")
        }
        for number in [
            "L7160", "L7163", "L7651", "3474", "3422", "4780", "5160", "5163", "5164", "5167", "8160", "4270",
        ] {
            #expect(throws: Never.self) { try LabelSheet.named(number) }
        }
    }

    @Test(arguments: ["", "x", "62x", "62x29x1", "0x0", "-1", "1e3", "inf", "nan", "9999", "62,5"])
    func whatIsNoSizeIsRefused(text: String) {
        #expect(throws: UserError.self) { try PageLayout.roll(text) }
        #expect(throws: UserError.self) { try PaperSize(text) }
    }

    @Test func plainPaperTakesAsManyAsFit() throws {
        let label = PaperSize(width: 60, height: 30)
        let layout = try PageLayout.plain(.a4, name: "A4", label: label, margin: 10, gutter: 2)
        // 190 mm hold three of 60 and two gutters, 277 mm eight of 30 and seven gutters.
        #expect((layout.columns, layout.rows) == (3, 8))
        #expect(layout.origin(of: 4) == (72, 42))
        #expect(
            try PageLayout.plain(.a4, name: "A4", label: nil, margin: 10, gutter: 0).label
                == PaperSize(width: 190, height: 277))
        #expect(throws: UserError.self) {
            try PageLayout.plain(.a4, name: "A4", label: PaperSize(width: 200, height: 30), margin: 10, gutter: 0)
        }
    }

    @Test func ownSheetsStandInTheMiddleOrWhereTheyAreSaid() throws {
        let label = PaperSize(width: 60, height: 30)
        let middle = try PageLayout.grid(
            name: "own", page: .a4, columns: 3, rows: 2, label: label, left: nil, top: nil, gutter: (5, 1))
        #expect(middle.origin(of: 0) == (10, 118))
        let placed = try PageLayout.grid(
            name: "own", page: .a4, columns: 3, rows: 2, label: label, left: 3, top: 4, gutter: (5, 1))
        #expect(placed.origin(of: 5) == (133, 35))
        #expect(throws: UserError.self) {
            try PageLayout.grid(
                name: "own", page: .a4, columns: 4, rows: 2, label: label, left: 0, top: 0, gutter: (0, 0))
        }
    }
}
