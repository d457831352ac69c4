import Encoding
import Testing
import Verification

@Suite struct ReadBackTests {
    private func made(_ text: String, _ name: String, _ options: MakeOptions = MakeOptions()) throws -> MadeSymbol {
        try SymbolEncoder().make(.text(text), as: try #require(SymbolKind.named(name)), options)
    }

    @Test(arguments: [
        ("ean-13", "4012345678901+51995"), ("ean-13", "012345678905"), ("ean-8", "96385074"), ("upc-a", "036000291452"),
        ("upc-e", "01234565"), ("isbn", "0-306-40615-2"), ("code-128", "QZ-0815"), ("code-39", "QZ 4711"),
        ("code-39-extended", "abc{1}"), ("code-93", "QZ-0815"), ("itf", "12345678"), ("itf-14", "1401234567890"),
        ("codabar", "A123456B"), ("telepen", "Telepen"), ("qr-code", "héllo 漢字"), ("micro-qr-code", "HELLO"),
        ("data-matrix", "hello"), ("aztec", "hello"), ("pdf417", "hello world"), ("compact-pdf417", "hello world"),
        ("micro-pdf417", "hello"), ("maxicode", "hello maxicode"), ("databar", "0401234567890"),
        ("databar-truncated", "0401234567890"), ("databar-limited", "0104012345678901"),
        ("databar-stacked", "0104012345678901"), ("databar-stacked-omnidirectional", "0401234567890"),
        ("databar-expanded", "(01)04012345678901(10)AB"), ("databar-expanded-stacked", "(01)04012345678901(10)AB"),
        ("gs1-128", "(10)AB-12(21)C(01)04012345678901"), ("gs1-qr-code", "(10)AB(01)04012345678901"),
        ("gs1-data-matrix", "(01)04012345678901(10)AB(21)9"), ("gs1-aztec", "(10)AB"),
        ("mailmark", "41038422416563762EF61AH8T"), ("mailmark", "1100000000000XY11"),
        ("usps-imb", "01234567094987654321-12345"),
        ("australia-post-routing", "12"),
    ])
    func whatIsMadeReadsBack(name: String, text: String) throws {
        let readBack = ReadBack.of(try made(text, name))
        #expect(readBack == .yes, "\(name): \(readBack.words)")
    }

    @Test func whatNobodyReadsIsSaid() throws {
        #expect(ReadBack.of(try made("12345", "plessey")) == .noReader)
        #expect(ReadBack.of(try made("12345", "code-11")).words.contains("only with check characters"))
        #expect(ReadBack.of(try made("hello", "grid-matrix")).words.contains("cannot be read here"))
    }

    @Test func partsAndOptionsAreCompared() throws {
        for name in ["qr-code", "data-matrix", "aztec", "pdf417"] {
            var options = MakeOptions()
            let sequence = ["qr-code": "77", "data-matrix": "001002", "aztec": "AB", "pdf417": "017053"][name] ?? ""
            options.part = .init(2, of: 3, sequence: sequence)
            #expect(ReadBack.of(try made("QZ-1234", name, options)) == .yes, "\(name)")
        }
        var options = MakeOptions()
        options.eci = 3
        #expect(ReadBack.of(try made("Größe", "qr-code", options)) == .yes)
        options = MakeOptions()
        options.check = .init("mod43")
        #expect(ReadBack.of(try made("CODE39", "code-39", options)) == .yes)
        options = MakeOptions()
        options.bearer = .box
        #expect(ReadBack.of(try made("1401234567890", "itf-14", options)) == .yes)
        options.bearer = .bars
        #expect(ReadBack.of(try made("1401234567890", "itf-14", options)) == .yes)
    }

    @Test(arguments: [("12345", 840, 1), ("999999999", 276, 99), ("B1050", 56, 999)])
    func carrierMessagesReadBack(postcode: String, country: Int, service: Int) throws {
        var options = MakeOptions()
        options.carrier = CarrierMessage(postcode: postcode, country: country, service: service)
        for text in ["1Z12345677 UPSN", "[)>\u{1E}01\u{1D}961Z12345677\u{1D}UPSN"] {
            #expect(ReadBack.of(try made(text, "maxicode", options)) == .yes, "\(text.debugDescription)")
        }
    }

    @Test func whatDoesNotReadBackSaysWhy() throws {
        // Full ASCII to a reader.
        let plain = try made("+A+B", "code-39")
        #expect(ReadBack.of(plain).doubt?.contains("it reads as 2 bytes instead of 4") == true)
        #expect(plain.cautions.first?.contains("read +A as “a”") == true)
        #expect(try made("A+", "code-39").cautions.isEmpty)
        #expect(ReadBack.of(try made("A+", "code-39")) == .yes)
        #expect(try made("A!", "code-39-extended").cautions.count == 1)
        #expect(try made("a!", "code-39-extended").cautions.isEmpty)
        var options = MakeOptions()
        options.quietZone = 0
        #expect(try made("x", "qr-code", options).cautions.first?.contains("less than the 4 modules") == true)
    }

    /// Rows of a few modules are crossed by no line of a turned picture, however well they read upright.
    @Test func rowsThatAreTooLowAreSaid() throws {
        var options = MakeOptions()
        options.height = 12
        let text = "hello world, hello world"
        let low = ReadBack.of(try made(text, "pdf417", options))
        #expect(low == .onlyUpright, "\(low.words)")
        #expect(low.words == "only upright: not when turned by 6°")
        #expect(low.doubt == "it reads back upright, but not when turned by 6°: increase the height, or leave it out")
        #expect(ReadBack.of(try made(text, "pdf417")) == .yes)
        options.height = 9
        #expect(ReadBack.of(try made("0401234567890", "databar-stacked-omnidirectional", options)).doubt != nil)
    }

    /// Nothing in a Telepen tells digits from text: readers that are not told take it for text.
    @Test(arguments: ["1234", "123X", "0012345678", "98765432109876543210", "2716"])
    func telepenOfDigitsReadsBackAsDigitsOrText(text: String) throws {
        #expect(ReadBack.of(try made(text, "telepen-numeric")) == .yes)
    }

    @Test func telepenOfOneCharacterIsNotDoubted() throws {
        #expect(ReadBack.of(try made("A", "telepen")).doubt == nil)
        #expect(ReadBack.of(try made("12", "telepen-numeric")).words.contains("Telepen of this length is not read"))
    }

    @Test func itEndsWhereItIsCancelled() throws {
        #expect(ReadBack.of(try made("x", "qr-code"), isCancelled: { true }) == .cancelled)
    }

    @Test func compositesReadBack() throws {
        for (name, text) in [
            ("ean-13-composite", "4012345678901|(10)AB"), ("gs1-128-composite", "(01)04012345678901|(10)AB"),
            ("databar-composite", "0401234567890|(10)AB"),
            ("databar-stacked-omnidirectional-composite", "9415475731028|(17)260115(10)Q6Y3A0"),
            ("databar-expanded-stacked-composite", "(01)04012345678901(10)ABCDEF|(21)12345678"),
            // Lower than the component, which a reader takes for a part of the picture.
            ("databar-limited-composite", "1278115593789|(91)MNG244R0LJUZ2M5UVW470PU3HE6ABFE2CXSLLZJR82"),
        ] {
            let readBack = ReadBack.of(try made(text, name))
            #expect(readBack == .yes, "\(name): \(readBack.words)")
        }
    }
}
