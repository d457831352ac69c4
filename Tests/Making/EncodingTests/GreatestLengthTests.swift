import Encoding
import Testing

/// What `make --list` promises, and what is said of more.
@Suite struct GreatestLengthTests {
    /// `count` characters of a sort as the kind forms them, and whether they are text.
    private func content(_ count: Int, _ sort: GreatestLengths.Sort, _ kind: SymbolKind) -> SymbolSource {
        func repeated(_ pattern: String, _ count: Int) -> String {
            String(String(repeating: pattern, count: count / pattern.count + 1).prefix(count))
        }
        switch sort {
        case .digits: return .text(repeated("9876543210", count))
        case .capitals: return .text(repeated("PLATYPUS", count))
        case .bytes: return .bytes((0..<count).map { [0xC3, 0xA9, 0xE6, 0xBC, 0xA2, 0xFF][$0 % 6] })
        case .foreignText: return .text(String(repeating: "a", count: count % 2) + repeated("é", count / 2))
        case .mixture:
            switch kind.name {
            case "codabar": return .text("A" + repeated("0123456789-$:/.+", count - 2) + "B")
            case "code-39": return .text(repeated("Q Z-1.$/+%", count))
            case "code-11": return .text(repeated("12-", count))
            case "telepen": return .text(repeated("a\u{1}A1", count))
            default: return .text(repeated("1234567890", count))
            }
        }
    }

    @Test func everyPromisedLengthIsMadeAndOneMoreIsRefused() throws {
        for kind in SymbolKind.all {
            guard let lengths = GreatestLengths.of(kind) else { continue }
            #expect(kind.takes == "\(kind.content.words), \(lengths.words)")
            for (sort, most) in lengths.most {
                #expect(most > 2, "\(kind.name)")
                _ = try SymbolEncoder().make(content(most, sort, kind), as: kind)
                let isPair = kind.name == "itf" || kind.name == "telepen-numeric"
                let error = #expect(throws: EncodingError.self, "\(kind.name) \(sort)") {
                    try SymbolEncoder().make(content(most + (isPair ? 2 : 1), sort, kind), as: kind)
                }
                let line = error?.description ?? ""
                #expect(line.contains(": use \(kind.takes)"), "\(line)")
                #expect(!line.contains("Error ") && !line.contains("libzint") && !line.contains("\n"), "\(line)")
            }
        }
    }

    /// ISO/IEC 18004, table 7; ISO/IEC 23941, table 6.
    @Test func theListHasTheLengthsOfTheStandards() throws {
        for (name, words) in [
            (
                "qr-code",
                "any text or bytes, at most 7089 digits, 4296 capitals, 2953 bytes or 2952 bytes of text beyond ASCII"
            ),
            ("micro-qr-code", "any text or bytes, at most 35 digits, 21 capitals or 15 bytes"),
            (
                "rmqr-code",
                "any text or bytes, at most 361 digits, 219 capitals, 150 bytes or 149 bytes of text beyond ASCII"
            ),
        ] {
            #expect(try #require(SymbolKind.named(name)).takes == words)
        }
        #expect(try #require(SymbolKind.named("ean-5")).takes == "5 digits")
        // Digits share characters two by two. An odd digit takes another set of characters, so that 119 take more room than 120.
        let code128 = try #require(SymbolKind.named("code-128").flatMap(GreatestLengths.of))
        let (digits, capitals) = (try #require(code128.most[.digits]), try #require(code128.most[.capitals]))
        // How many characters a symbol has at most depends on the version of libzint: 62 or 102 with those that start and end it.
        #expect(digits % 2 == 0 && (2 * capitals - 4...2 * capitals).contains(digits), "\(digits) and \(capitals)")
        #expect(code128.words.hasSuffix(" capitals, fewer with other characters"))
    }

    @Test func refusalsAreInWordsOfTheirOwn() throws {
        func refusal(_ name: String, _ text: String, _ change: (inout MakeOptions) -> Void = { _ in }) throws -> String
        {
            var options = MakeOptions()
            change(&options)
            let kind = try #require(SymbolKind.named(name))
            let error = #expect(throws: EncodingError.self) {
                try SymbolEncoder().make(.text(text), as: kind, options)
            }
            let line = error?.description ?? ""
            #expect(!line.contains("Error ") && !line.contains("Warning ") && !line.contains("\n"), "\(line)")
            return line
        }
        let long = String(repeating: "a", count: 900)
        #expect(
            try refusal("qr-code", long) { $0.size = "1" }
                == "QR Code cannot encode this text: it is too long for size 1: choose more room, or leave it out")
        #expect(
            try refusal("qr-code", String(repeating: "a", count: 50)) { ($0.size, $0.level) = ("2", "H") }
                == "QR Code cannot encode this text: it is too long for size 2, level H: choose more room, or leave one of them out"
        )
        #expect(
            try refusal("qr-code", "漢") { $0.eci = 3 }
                == "QR Code cannot encode this text: ECI 3 lacks one of its characters: choose another, or leave it out for UTF-8"
        )
        #expect(try refusal("data-matrix", "a") { $0.part = .init(1, of: 2, sequence: "abc") }.contains("part 1/2:abc"))
        #expect(try refusal("micro-qr-code", "1") { ($0.size, $0.level) = ("M2", "Q") }.contains("size M2, level Q"))
        #expect(try refusal("dotcode", "a") { $0.columns = 200 }.contains("200 columns"))
        #expect(try refusal("telepen-numeric", "X1").contains("X can only be second in a pair, as in 1X"))
        #expect(try refusal("upc-e", "9123456").contains("it begins with 9, and a UPC-E with 0 or 1"))
        let elements = ["240", "241", "250", "251"].map { "(\($0))" + String(repeating: "A", count: 30) }.joined()
        #expect(
            try refusal("gs1-128", elements).hasSuffix(
                "it is longer than this code holds: shorten it, or make gs1-qr-code, which holds more"))
        let numbered = try refusal("itf", String(repeating: "1", count: 399)) { $0.check = .init("mod10") }
        #expect(numbered.contains("it has 399 characters: use an even number of digits, at most "))
    }

    @Test func aLevelThatIsNotChosenIsTheHighestThatFits() throws {
        let kind = try #require(SymbolKind.named("qr-code"))
        func level(_ text: String, _ change: (inout MakeOptions) -> Void = { _ in }) throws -> (String?, String?) {
            var options = MakeOptions()
            change(&options)
            let made = try SymbolEncoder().make(.text(text), as: kind, options)
            return (made.version, made.level)
        }
        // ISO/IEC 18004, table 7: 17, 14, 11 and 7 bytes in version 1.
        for (count, name) in [(7, "H"), (8, "Q"), (11, "Q"), (12, "M"), (14, "M"), (15, "L"), (17, "L")] {
            #expect(try level(String(repeating: "a", count: count)) == ("1", name))
        }
        #expect(try level(String(repeating: "a", count: 18)) == ("2", "Q"))
        #expect(try level("hello") { $0.size = "3" } == ("3", "H"))
        #expect(try level("hello") { $0.level = "L" } == ("1", "L"))
        #expect(try level("hello") { ($0.size, $0.level) = ("5", "M") } == ("5", "M"))
        let rectangular = try #require(SymbolKind.named("rmqr-code"))
        var options = MakeOptions()
        options.size = "R17x139"
        #expect(try SymbolEncoder().make(.text("hello"), as: rectangular, options).level == "H")
        options.level = "M"
        #expect(try SymbolEncoder().make(.text("hello"), as: rectangular, options).level == "M")
    }
}
