import Encoding
import Testing

@Suite struct SymbolFactsTests {
    private func made(
        _ source: SymbolSource, _ name: String, _ change: (inout MakeOptions) -> Void = { _ in }
    ) throws -> MadeSymbol {
        var options = MakeOptions()
        change(&options)
        return try SymbolEncoder().make(source, as: try #require(SymbolKind.named(name)), options)
    }

    /// ISO/IEC 18004, table 7: digits, capitals and bytes of versions by level.
    @Test(arguments: [
        ("1", "L", 41, 25, 17), ("1", "H", 17, 10, 7), ("9", "M", 432, 262, 180), ("10", "Q", 364, 221, 151),
        ("27", "L", 3517, 2132, 1465), ("40", "L", 7089, 4296, 2953), ("40", "H", 3057, 1852, 1273),
    ])
    func aQRCodeHoldsWhatItsStandardSays(size: String, level: String, digits: Int, capitals: Int, bytes: Int) throws {
        for (pattern, most, unit) in [
            ("7", digits, SymbolCapacity.Unit.digits), ("A", capitals, .capitals), ("a", bytes, .characters),
        ] {
            let full = String(repeating: pattern, count: most)
            let symbol = try made(.text(full), "qr-code") { ($0.size, $0.level, $0.mask) = (size, level, 1) }
            #expect(symbol.capacity?.used == most)
            #expect(symbol.capacity?.most == most)
            #expect(symbol.capacity?.unit == unit)
        }
    }

    /// ISO/IEC 16022, table 7: digits, and bytes.
    @Test(arguments: [("10x10", 6, 1), ("16x16", 24, 10), ("24x24", 72, 34), ("8x32", 20, 8)])
    func aDataMatrixHoldsWhatItsStandardSays(size: String, digits: Int, bytes: Int) throws {
        #expect(try made(.text("1"), "data-matrix") { $0.size = size }.capacity?.most == digits)
        #expect(try made(.bytes([0xFF]), "data-matrix") { $0.size = size }.capacity?.most == bytes)
    }

    @Test func sizesThatGrowTellHowMuchMoreFits() throws {
        let small = try made(.text("123"), "data-matrix")
        #expect(try made(.text("123456"), "data-matrix").capacity?.words == "6 of 6 digits")
        #expect(small.capacity?.words == "3 of 6 digits")
        for name in ["aztec", "micro-qr-code", "rmqr-code", "pdf417", "micro-pdf417", "dotcode", "maxicode", "han-xin"]
        {
            let symbol = try made(.text("ABC"), name)
            let capacity = try #require(symbol.capacity, "\(name)")
            #expect(capacity.used == 3 && capacity.most >= 3, "\(name)")
            let full = String(repeating: "A1B2C3D4E5F6G7", count: 1 + capacity.most / 14).prefix(capacity.most)
            let filled = try made(.text(String(full)), name)
            if !symbol.kind.choices.sizes.isEmpty { #expect(filled.grid.width == symbol.grid.width, "\(name)") }
            let more = try? made(.text(full + "8"), name)
            #expect(more?.grid.width != symbol.grid.width || more?.grid.rows != symbol.grid.rows, "\(name)")
        }
    }

    @Test func factsAreToldInPlainWords() throws {
        let facts = SymbolFacts(try made(.text("https://example.org"), "qr-code"))
        #expect(
            facts.lines(readingDistance: 300) == [
                "25 × 25 modules, version 2, level Q", "holds 19 of 32 characters",
                "print it at least 30 mm wide to be read from 30 cm (a module 1.2 mm)",
            ])
        // A module is never narrower than printers print.
        #expect(facts.smallestWidth(readingDistance: 10) == 6.25)
        #expect(SymbolFacts(try made(.text("4012345678901"), "ean-13")).capacity == nil)
        let code128 = try #require(SymbolKind.named("code-128").flatMap(GreatestLengths.of)?.most[.capitals])
        #expect(
            SymbolFacts(try made(.text("QZ"), "code-128")).capacity?.words == "2 of \(code128) digits and capitals")
    }

    @Test func bearerBarsAreAPartOfTheSymbol() throws {
        let plain = try made(.text("1540014128876"), "itf-14")
        let box = try made(.text("1540014128876"), "itf-14") { $0.bearer = .box }
        #expect(box.grid.width == plain.grid.width + 2 * (10 + 5))
        #expect(box.grid.height == plain.grid.height + 10)
        #expect((0..<box.grid.width).allSatisfy { box.grid.isDark($0, row: 0) })
        #expect((0..<5).allSatisfy { box.grid.isDark($0, row: 1) } && !box.grid.isDark(5, row: 1))
        #expect(box.texts.map(\.text) == plain.texts.map(\.text))
        #expect(box.texts[0].x == plain.texts[0].x + 15)
        let bars = try made(.text("1540014128876"), "itf-14") { $0.bearer = .bars }
        #expect(bars.grid.width == plain.grid.width + 20)
        #expect(throws: EncodingError.self) { try made(.text("x"), "code-128") { $0.bearer = .box } }
    }

    @Test func carrierMessagesAreChecked() throws {
        for (postcode, country, service) in [
            ("", 0, 0), ("1234567890", 0, 0), ("ABCDEFG", 0, 0), ("AB C", 0, 0),
            ("1", 1000, 0), ("1", 0, -1), ("é", 0, 0),
        ] {
            #expect(throws: EncodingError.self) {
                try made(.text("x"), "maxicode") {
                    $0.carrier = CarrierMessage(postcode: postcode, country: country, service: service)
                }
            }
        }
        let message = CarrierMessage(postcode: "152382802", country: 840, service: 1)
        #expect(try made(.text("x"), "maxicode") { $0.carrier = message }.grid.rows == 33)
        #expect(throws: EncodingError.self) { try made(.text("x"), "qr-code") { $0.carrier = message } }
        #expect(throws: EncodingError.self) {
            try made(.text("x"), "maxicode") { ($0.carrier, $0.level) = (message, "enhanced") }
        }
    }

    /// What libzint 2.15 does by itself, and 2.11 does not.
    @Test func aShortPostcodeOfTheUnitedStatesHasZerosForWhatIsNotKnown() throws {
        func read(_ postcode: String, _ country: Int) throws -> String {
            let symbol = try made(.text("x"), "maxicode") {
                $0.carrier = CarrierMessage(postcode: postcode, country: country, service: 1)
            }
            return String(decoding: try #require(symbol.contentToRead).bytes, as: UTF8.self)
        }
        #expect(try read("12345", 840) == "123450000\u{1D}840\u{1D}001\u{1D}x")
        #expect(try read("123456789", 840) == "123456789\u{1D}840\u{1D}001\u{1D}x")
        #expect(try read("12345", 276) == "12345\u{1D}276\u{1D}001\u{1D}x")
        #expect(try read("B1050", 56) == "B1050 \u{1D}056\u{1D}001\u{1D}x")
    }

    @Test func compositesHaveTheirTextBelowTheirBars() throws {
        let symbol = try made(.text("2112345678900|(99)1234-abcd"), "ean-13-composite")
        #expect(symbol.texts.map(\.text) == ["2", "112345", "678900"])
        let left = try #require(symbol.grid.runs(row: symbol.grid.rows - 1).first?.lowerBound)
        #expect(symbol.texts[1].x == 3 + left)
        for (text, told) in [
            ("2112345678900", "no | between"), ("2112345678901|(99)1", "check digit should be 0"),
            ("21123|(99)1", "of the linear part"), ("2112345678900|", "GS1 elements"),
        ] {
            let error = #expect(throws: EncodingError.self) { try made(.text(text), "ean-13-composite") }
            #expect(error?.description.contains(told) == true, "\(error?.description ?? "")")
        }
    }

    /// Each formula is written here anew: products and ISBN by position, Luhn by doubling, Code 39, Code 11 and Codabar by tables.
    @Test func checkDigitsAreThoseOfAnIndependentArithmetic() throws {
        var state: UInt64 = 7
        func digit() -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int(state >> 33) % 10
        }
        for _ in 0..<200 {
            for (name, count) in [("ean-13", 12), ("ean-8", 7), ("upc-a", 11), ("itf-14", 13)] {
                let digits = (0..<count).map { _ in digit() }
                var odd = 0
                var even = 0
                for (place, digit) in digits.reversed().enumerated() {
                    if place % 2 == 0 { odd += digit } else { even += digit }
                }
                let check = (1000 - 3 * odd - even) % 10
                let text = digits.map(String.init).joined()
                #expect(try made(.text(text), name).grid == made(.text(text + String(check)), name).grid)
                #expect(throws: EncodingError.self) { try made(.text(text + String((check + 1) % 10)), name) }
            }
            let digits = (0..<9).map { _ in digit() }
            var running = 0
            var total = 0
            for digit in digits {
                running += digit
                total += running
            }
            // ISBN-10: the sum of all partial sums, the check digit's included, is a multiple of 11.
            let check = (11 - (total + running) % 11) % 11
            let isbn = digits.map(String.init).joined() + (check == 10 ? "X" : String(check))
            #expect(try made(.text(isbn), "isbn").grid == made(.text("978" + isbn.dropLast()), "ean-13").grid)
            let number = (0..<10).map { _ in digit() }
            var luhn = 0
            for (place, digit) in number.reversed().enumerated() {
                luhn += place % 2 == 1 ? digit : [0, 2, 4, 6, 8, 1, 3, 5, 7, 9][digit]
            }
            let text = number.map(String.init).joined()
            let checked = try made(.text(text), "msi") { $0.check = .init("mod10") }
            #expect(try made(.text(text + String((100 - luhn % 10) % 10)), "msi").grid == checked.grid)
        }
    }
}
