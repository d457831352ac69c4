import Artwork
import Decoding
import Encoding
import Files
import SeededRandomness
import Testing

@testable import Printing

/// Labels of templates: text in its places, several codes, pictures, counts and offsets.
@Suite struct ShopLabelTests {
    /// Whether librsvg is installed.
    static let hasSVG =
        (try? LabelPicture(Array("<svg xmlns='http://www.w3.org/2000/svg' width='2' height='1'/>".utf8), name: ""))
        != nil

    private static let row = [
        "name": "Earl Grey tea with bergamot", "price": "12.99", "ean": "4006381333931", "none": "",
    ]

    private func row(_ values: [String: String] = row) -> LabelRow { LabelRow(code: .text("QZ-4711")) { values[$0] } }

    private func source(_ rows: [[String: String]], _ fields: [String]? = nil) -> LabelSource {
        LabelSource(fields: fields ?? Array(Self.row.keys) + ["qty"]) { take in
            for values in rows { try take(LabelRow(code: .text("QZ-4711")) { values[$0] }) }
        }
    }

    private func job(_ size: String = "60x40", kind: String = "ean-13") throws -> PrintJob {
        var job = PrintJob(kind: try #require(SymbolKind.named(kind)), layout: try .roll(size))
        job.template.code = try FieldTemplate("{ean}")
        job.dotsPerInch = 203
        return job
    }

    private func text(
        _ text: String, _ place: LabelPlace, size: Double = LabelText.usualSize, isBold: Bool = false, lines: Int = 1,
        _ alignment: LabelAlignment = .center
    ) throws -> LabelText {
        LabelText(
            try FieldTemplate(text), at: place, size: size, isBold: isBold, maximumLines: lines, alignment: alignment)
    }

    private func drawing(_ job: PrintJob, _ row: LabelRow? = nil, isBitmap: Bool = true) throws -> LabelDrawing {
        let row = row ?? self.row()
        return try LabelComposer(job, isBitmap: isBitmap).drawing(of: job.template.content(of: row, number: 1))
    }

    /// What our reader finds on a label, sorted.
    private func codes(_ drawing: LabelDrawing) throws -> [String] {
        let bitmap = try drawing.bitmap()
        let luma = (0..<bitmap.height).flatMap { y in
            (0..<bitmap.width).map { bitmap.isDark($0, y) ? UInt8(0) : 255 }
        }
        let symbols = SymbolReader().read(
            luma: luma.span, width: bitmap.width, height: bitmap.height, effort: .thorough
        ).symbols
        return symbols.compactMap(\.content.text).sorted()
    }

    private func logo(_ format: String, _ place: LabelPlace, height: Double) throws -> LabelPicture {
        let kind = try #require(SymbolKind.named("qr-code"))
        let symbol = try SymbolEncoder().make(.text("https://shop.example"), as: kind)
        let bytes = try #require(ArtworkFormat.named(format)).draw(symbol)
        return try LabelPicture(bytes, name: "logo.\(format)", at: place, height: height)
    }

    /// Each part's rectangle: left, top, right, bottom.
    private func boxes(_ drawing: LabelDrawing) -> [[Double]] {
        drawing.codes.map { [$0.x, $0.y, $0.x + $0.width, $0.y + $0.height].map(Double.init) }
            + drawing.pictures.map { [$0.x, $0.y, $0.x + $0.dots.width, $0.y + $0.dots.height].map(Double.init) }
            + drawing.lines.map {
                [Double($0.x), Double($0.y), Double($0.x) + $0.width, Double($0.y) + $0.height]
            }
    }

    private func expectApart(_ drawing: LabelDrawing, sourceLocation: SourceLocation = #_sourceLocation) {
        let boxes = boxes(drawing)
        for (index, a) in boxes.enumerated() {
            let isInside =
                a[0] >= 0 && a[1] >= 0 && a[2] <= Double(drawing.width) + 1 && a[3] <= Double(drawing.height) + 1
            #expect(isInside, "\(a) on \(drawing.width) × \(drawing.height)", sourceLocation: sourceLocation)
            for b in boxes[..<index] {
                let isApart = a[0] >= b[2] - 1 || b[0] >= a[2] - 1 || a[1] >= b[3] - 1 || b[1] >= a[3] - 1
                #expect(isApart, "\(a) and \(b)", sourceLocation: sourceLocation)
            }
        }
    }

    // MARK: - Layout

    /// A table of products has both, and its template one kind.
    @Test func numbersOfEightDigitsArePrintedAsEAN8() throws {
        let eight = try drawing(try job(), row(["ean": "96385074"]))
        #expect(try codes(eight) == ["96385074"])
        #expect(eight.codes[0].width < (try drawing(try job())).codes[0].width)
        // A digit that is wrong is reported, not encoded otherwise.
        #expect(throws: UserError.self) { try drawing(try job(), row(["ean": "96385075"])) }
    }

    @Test(arguments: [203, 300, 600])
    func everyCodeOfALabelIsRead(dotsPerInch: Int) throws {
        for isStacked in [false, true] {
            var job = try self.job("70x50")
            job.dotsPerInch = dotsPerInch
            job.template.codes.append(LabelCode(try FieldTemplate("https://x.example/{ean}"), kind: "qr-code"))
            job.template.isStacked = isStacked
            job.template.texts = [
                try text("{name}", .above, size: 4, isBold: true, lines: 2), try text("{price}", .below, size: 6),
            ]
            let drawing = try drawing(job)
            #expect(try codes(drawing) == ["4006381333931", "https://x.example/4006381333931"])
            let (first, second) = (drawing.codes[0], drawing.codes[1])
            #expect((second.y >= first.y + first.height) == isStacked)
            #expect((second.x >= first.x + first.width) == !isStacked)
            expectApart(drawing)
        }
    }

    @Test func textStandsOnAllSides() throws {
        var job = try self.job("90x50", kind: "qr-code")
        job.template.texts = try LabelPlace.allCases.map { try text($0.rawValue, $0, size: 3) }
        let drawing = try drawing(job)
        #expect(try codes(drawing) == ["4006381333931"])
        expectApart(drawing)
        let (code, lines) = (drawing.codes[0], drawing.lines)
        #expect(lines.count == 4)
        #expect(lines[0].y < code.y && lines[1].y >= code.y + code.height)
        #expect(lines[2].x < code.x && lines[3].x >= code.x + code.width)
    }

    @Test func aPriceIsAsLargeAsItSays() throws {
        var job = try self.job("60x30", kind: "code-128")
        job.template.texts = [try text("{price}", .right, size: 6, isBold: true)]
        // 6 mm are 48 dots at 203 dpi; letters of dots take 40, those of pages all of them.
        #expect(try drawing(job).lines[0].size == 40)
        let line = try drawing(job, isBitmap: false).lines[0]
        #expect(abs(line.size * 25.4 / 203 - 6) < 0.01)
        // It shrinks where it is long, and not below what can be read.
        job.template.texts[0].text = try FieldTemplate("{price}{price}{price}")
        let smaller = try drawing(job, isBitmap: false).lines[0]
        #expect(smaller.size < line.size)
        expectApart(try drawing(job))
        job.template.texts[0].text = try FieldTemplate(String(repeating: "{price}", count: 9))
        let error = #expect(throws: UserError.self) { try drawing(job) }
        #expect(error?.description.contains("shorten it, or use larger labels") == true)
    }

    @Test func longTextTakesLinesAndThenShrinks() throws {
        var job = try self.job("40x40")
        job.template.texts = [try text("{name}", .above, size: 4, lines: 2)]
        for isBitmap in [true, false] {
            let drawing = try drawing(job, isBitmap: isBitmap)
            #expect(drawing.lines.count == 2)
            #expect(Set(drawing.lines.map(\.size)).count == 1)
            expectApart(drawing)
        }
        // A short one takes one line, in its own size.
        let short = try drawing(job, row(["name": "Tea", "ean": "4006381333931"]), isBitmap: false)
        #expect(short.lines.count == 1 && abs(short.lines[0].size * 25.4 / 203 - 4) < 0.01)
        let long = String(repeating: "word ", count: 60)
        let error = #expect(throws: UserError.self) { try drawing(job, row(["name": long, "ean": "4006381333931"])) }
        #expect(error?.description.contains("needs more than 2 lines of 36.91 mm") == true, "\(error as Any)")
        let word = String(repeating: "w", count: 60)
        let wide = #expect(throws: UserError.self) { try drawing(job, row(["name": word, "ean": "4006381333931"])) }
        #expect(wide?.description.contains("has a word of") == true)
    }

    @Test func barsAreAsHighAsTheTemplateSays() throws {
        var job = try self.job("60x60")
        for (height, bars) in [(8.0, 64), (30.0, 240)] {
            job.template.codes[0].height = height
            let drawing = try drawing(job)
            let module = drawing.codes[0].dotsPerModule
            let rows = drawing.codes[0].outline.marks.compactMap { mark in
                if case .rectangle(_, _, _, let height) = mark { height * module } else { nil }
            }
            // Guard bars are longer by five modules.
            #expect(abs((rows.min() ?? 0) - bars) <= module)
            #expect(try codes(drawing) == ["4006381333931"])
        }
    }

    @Test func textBesideACodeLeavesItRoom() throws {
        var job = try self.job("50x30", kind: "code-128")
        job.dotsPerInch = 300
        job.template.texts = [try text("{price} {price}", .right, size: 9)]
        // 0.25 mm are three dots; the smallest module has two.
        #expect(try drawing(job, isBitmap: false).codes[0].dotsPerModule >= 3)
    }

    @Test func linesStandWhereTheyAreAligned() throws {
        var job = try self.job()
        job.template.texts = try LabelAlignment.allCases.map { try text("Tea", .above, size: 3, $0) }
        let drawing = try drawing(job)
        let x = drawing.lines.map(\.x)
        #expect(x[0] < x[1] && x[1] < x[2])
        #expect(x[0] == 12 && Double(x[2]) + drawing.lines[2].width == Double(drawing.width - 12))
    }

    @Test func aMissingFieldTakesNoLine() throws {
        var job = try self.job()
        job.template.texts = [try text("{none}", .above), try text("{name}", .above), try text(" {none} ", .right)]
        #expect(try drawing(job).lines.count == 1)
        job.template.texts.append(try text("{nonesuch}", .below))
        let error = #expect(throws: UserError.self) { try job.write(source([Self.row]), as: .pdf) { _ in } }
        #expect(error?.description.contains("“{nonesuch}”") == true)
    }

    @Test func boldLettersAreDarker() throws {
        func ink(_ isBold: Bool, _ words: String) throws -> Int {
            var job = try self.job()
            job.template.texts = [try text(words, .above, size: 6, isBold: isBold)]
            return try drawing(job).bitmap().bytes.reduce(0) { $0 + $1.nonzeroBitCount }
        }
        #expect(try ink(true, "Price") > ink(false, "Price"))
        var job = try self.job()
        job.template.texts = [try text("{price} €", .above, isBold: true)]
        var pdf: [UInt8] = []
        _ = try job.write(source([Self.row]), as: .pdf) { pdf += $0 }
        let page = String(decoding: pdf, as: UTF8.self)
        #expect(page.contains("/BaseFont /Courier-Bold") && page.contains("BT /F2"))
    }

    @Test(arguments: 0..<40)
    func nothingLiesOnAnythingElse(seed: Int) throws {
        var noise = SplitMix(state: UInt64(seed))
        var job = try self.job("\(Int.random(in: 30...110, using: &noise))x\(Int.random(in: 20...80, using: &noise))")
        job.dotsPerInch = [203, 300, 600][seed % 3]
        job.template.isStacked = Bool.random(using: &noise)
        if Bool.random(using: &noise) {
            job.template.codes.append(LabelCode(try FieldTemplate("{name}"), kind: "qr-code"))
        }
        for _ in 0..<Int.random(in: 0...4, using: &noise) {
            job.template.texts.append(
                try text(
                    ["{name}", "{price}", "Ł {price}", "{n}"].randomElement(using: &noise)!,
                    LabelPlace.allCases.randomElement(using: &noise)!, size: Double.random(in: 1...12, using: &noise),
                    isBold: Bool.random(using: &noise), lines: Int.random(in: 1...4, using: &noise),
                    LabelAlignment.allCases.randomElement(using: &noise)!))
        }
        if seed % 4 == 0 {
            job.template.pictures = [try logo("png", LabelPlace.allCases.randomElement(using: &noise)!, height: 6)]
        }
        do {
            let drawing = try drawing(job, isBitmap: Bool.random(using: &noise))
            expectApart(drawing)
        } catch let error as UserError {
            #expect(!error.description.contains(where: \.isNewline) && error.description.contains("label"), "\(error)")
        }
    }

    // MARK: - Pictures

    @Test(arguments: ["png", "svg"])
    func aLogoIsOnTheLabel(format: String) throws {
        guard format == "png" || Self.hasSVG else { return }
        var job = try self.job("70x30")
        job.template.pictures = [try logo(format, .left, height: 18)]
        let drawing = try drawing(job)
        #expect(drawing.pictures[0].dots.height == 144)
        expectApart(drawing)
        // The logo is a code itself.
        #expect(try codes(drawing) == ["4006381333931", "https://shop.example"])
        var pdf: [UInt8] = []
        let made = try job.write(source([Self.row, Self.row]), as: .pdf) { pdf += $0 }
        #expect(made.labels == 2)
        let page = String(decoding: pdf, as: UTF8.self)
        #expect(page.matches(of: #/\/Subtype \/Image/#).count == 1 && page.matches(of: #/\/P0 Do/#).count == 2)
        job.template.pictures[0].height = 60
        #expect(throws: UserError.self) { try self.drawing(job) }
    }

    @Test func whatIsNoPictureIsRefusedInALine() throws {
        let png = try #require(ArtworkFormat.named("png")).draw(
            SymbolEncoder().make(.text("x"), as: try #require(SymbolKind.named("qr-code"))))
        var huge = png
        huge.replaceSubrange(16..<24, with: [0, 0, 0xFF, 0xFF, 0, 0, 0xFF, 0xFF])
        let hostile: [[UInt8]] = [
            [], Array("hello".utf8), Array(png.prefix(40)), huge,
            [UInt8](repeating: 0, count: LabelPicture.maximumBytes + 1),
            Array("<svg".utf8), Array("<html></html>".utf8), Array("<svg xmlns='http://www.w3.org/2000/svg'/>".utf8),
            Array(
                "<!DOCTYPE s [<!ENTITY a 'aaaaaaaaaa'><!ENTITY b '&a;&a;&a;&a;&a;&a;&a;&a;'><!ENTITY c '&b;&b;&b;&b;&b;&b;&b;&b;'><!ENTITY d '&c;&c;&c;&c;&c;&c;&c;&c;'><!ENTITY e '&d;&d;&d;&d;&d;&d;&d;&d;'>]><svg xmlns='http://www.w3.org/2000/svg' width='0' height='9'><text>&e;</text></svg>"
                    .utf8),
        ]
        for bytes in hostile {
            let error = #expect(throws: UserError.self, "\(bytes.prefix(20))") {
                _ = try LabelPicture(bytes, name: "bad\n.png").dots(0.125)
            }
            let line = error?.description ?? ""
            #expect(!line.isEmpty && !line.contains(where: \.isNewline), "\(line)")
        }
    }

    // MARK: - Counts and offsets

    @Test func aFieldSaysHowManyLabelsThereAre() throws {
        var job = try self.job()
        job.count = try LabelCount("{qty}")
        let rows = ["2", "0", " 3 "].map { Self.row.merging(["qty": $0]) { $1 } }
        #expect(try job.write(source(rows), as: .pdf) { _ in }.labels == 5)
        for bad in ["-1", "two", "", "1.5", "99999999999999999999", "1000001", "٣"] {
            let error = #expect(throws: UserError.self) {
                try job.write(source([Self.row.merging(["qty": bad]) { $1 }]), as: .pdf) { _ in }
            }
            #expect(error?.description.hasPrefix("label 1: its count ") == true, "\(error as Any)")
        }
        job.count = try LabelCount("{pieces}")
        let unknown = #expect(throws: UserError.self) { try job.write(source([Self.row]), as: .pdf) { _ in } }
        #expect(unknown?.description.contains("“{pieces}”") == true)
        for bad in ["0", "-3", "many", "", "{", "1000001"] { #expect(throws: UserError.self) { try LabelCount(bad) } }
        #expect(try LabelCount("7").number(for: row()) == 7)
    }

    @Test func anOffsetMovesEverything() throws {
        var job = try self.job()
        job.template.texts = [try text("{name}", .above)]
        let zpl = LabelLanguage.zpl
        func bytes() throws -> [UInt8] {
            var bytes: [UInt8] = []
            _ = try job.write(source([Self.row]), as: .raw(zpl)) { bytes += $0 }
            return bytes
        }
        let plain = try bytes()
        let there = try drawing(job)
        job.offset = try LabelOffset("1, -0.5")
        #expect(job.offset.dots(25.4 / 203).x == 8 && job.offset.dots(25.4 / 203).y == -4)
        let moved = try there.moved(by: (8, -4), within: (0...there.width, 0...there.height))
        #expect(moved.codes[0].x == there.codes[0].x + 8 && moved.lines[0].y == there.lines[0].y - 4)
        #expect(try bytes() != plain)
        job.offset = try LabelOffset("40,0")
        let error = #expect(throws: UserError.self) { try bytes() }
        #expect(error?.description.contains("use a smaller --offset") == true)
        #expect(throws: UserError.self) { try job.write(source([Self.row]), as: .pdf) { _ in } }
        for bad in ["", "1", "1,2,3", "x,1", "nan,0", "inf,0", "1e3,0", "51,0", "--1,0"] {
            #expect(throws: UserError.self, "\(bad)") { try LabelOffset(bad) }
        }
    }
}
