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

    /// Labels lie in the middle of the sheet, as the makers' data have them: a wrong column, row or pitch moves them out of it.
    @Test func labelsLieInTheMiddleOfTheSheet() {
        // Avery's J8157 is cut lower.
        for sheet in LabelSheet.all where sheet.numbers != ["J8157"] {
            let layout = sheet.layout
            let last = layout.origin(of: layout.capacity - 1)
            let right = layout.page.width - last.x - layout.label.width
            let bottom = layout.page.height - last.y - layout.label.height
            // To a millimetre of L4785, whose measures are rounded.
            #expect(abs(right - layout.left) <= 1, "\(sheet.numbers): \(layout.left) and \(right)")
            #expect(abs(bottom - layout.top) <= 1, "\(sheet.numbers): \(layout.top) and \(bottom)")
        }
    }

    /// Sheets by the makers' measures: columns, rows, sides, and where the first label and the one at the end begin.
    @Test(arguments: [
        ("4357", 4, 10, 48.5, 25.4, 8, 21.5, 153.5, 250.1), ("4283", 1, 7, 192, 38, 9, 15.5, 9, 243.5),
        ("4457", 2, 6, 105, 48, 0, 4.5, 105, 244.5), ("8658", 7, 27, 25.4, 10, 8.48, 13.5, 176.12, 273.5),
        ("L4730", 10, 27, 17.78, 10, 4.67, 13.5, 187.55, 273.5),
        ("6021", 4, 16, 45.72, 16.93, 9.75, 13.05, 154.53, 267),
        ("32010", 2, 5, 85, 54, 15, 13.5, 110, 229.5), ("3651", 4, 10, 52.5, 29.7, 0, 0, 157.5, 267.3),
        ("4271", 4, 16, 48.26, 16.93, 8.48, 13.06, 153.26, 267.01),
        ("5197", 2, 6, 101.6, 38.1, 3.97, 25.4, 110.33, 215.9),
        ("3474", 3, 8, 70, 37.125, 0, 0, 140, 259.875), ("4464", 3, 8, 70, 37.125, 0, 0, 140, 259.875),
        ("4620", 2, 8, 105, 37.125, 0, 0, 105, 259.875), ("4625", 2, 7, 105, 42.43, 0, 0, 105, 254.58),
    ])
    func sheetsHaveTheMeasuresOfTheirMakers(
        number: String, columns: Int, rows: Int, width: Double, height: Double, left: Double, top: Double,
        lastLeft: Double, lastTop: Double
    ) throws {
        let layout = try LabelSheet.named(number).layout
        #expect((layout.columns, layout.rows) == (columns, rows))
        let (first, last) = (layout.origin(of: 0), layout.origin(of: layout.capacity - 1))
        for (measured, wanted) in [
            (layout.label.width, width), (layout.label.height, height), (first.x, left), (first.y, top),
            (last.x, lastLeft), (last.y, lastTop),
        ] { #expect(abs(measured - wanted) < 0.02, "\(number): \(measured), not \(wanted)") }
    }

    /// Labels of an oval are what fits into it.
    @Test func ovalLabelsAreTheRectangleInThem() throws {
        let layout = try LabelSheet.named("herma-4109").layout
        #expect((layout.columns, layout.rows) == (4, 9))
        let (across, down) = (layout.label.width / 40.64, layout.label.height / 25.4)
        #expect(across * across + down * down <= 1)
        let origin = layout.origin(of: 0)
        #expect(abs(origin.x + layout.label.width / 2 - (16.1 + 20.32)) < 0.02)
        #expect(abs(origin.y + layout.label.height / 2 - (17.27 + 12.7)) < 0.02)
    }

    @Test func sheetsAreNamedByMakerAndNumber() throws {
        for (name, brand) in [
            ("5160", "Avery"), ("avery-5160", "Avery"), ("Avery 5160", "Avery"), ("3474", "Avery Zweckform"),
            ("zweckform-3474", "Avery Zweckform"), ("avery-zweckform-3474", "Avery Zweckform"),
            ("avery-3474", "Avery Zweckform"), ("avery-zweckform-L7160", "Avery"), ("HERMA-4457", "Herma"),
        ] {
            let sheet = try LabelSheet.named(name)
            #expect(sheet.brand == brand && sheet.layout.name == "\(brand) \(sheet.numbers[0])", "\(name)")
        }
        // Herma's 5160 is another sheet, which the table has not.
        #expect(throws: UserError.self) { try LabelSheet.named("herma-5160") }
        let avery = try LabelSheet.named("5160")
        let other = LabelSheet(
            brand: "Herma", numbers: ["5160"], paper: "A4", title: "Herma labels",
            layout: try LabelSheet.named("4457").layout)
        let error = #expect(throws: UserError.self) { try LabelSheet.named("5160", among: [avery, other]) }
        #expect(error?.description == "several makers have a sheet “5160”: use avery-5160 or herma-5160")
        #expect(try LabelSheet.named("herma-5160", among: [avery, other]) == other)
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
