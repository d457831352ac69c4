/// The expected content of a picture, compared with what a reader reports.
///
/// Readers spell the same content in several ways. The corpus defines for each family which spellings are equal.
struct ExpectedContent {
    /// `ean13`, `qr`, … as in the manifest; `none` for a picture without a symbol.
    let family: String
    /// Whether the content is bytes that are not text.
    let isBinary: Bool
    private let canonicalBytes: [UInt8]

    /// - Parameter bytes: the content as in the manifest.
    init(family: String, isBinary: Bool, bytes: [UInt8]) {
        (self.family, self.isBinary) = (family, isBinary)
        canonicalBytes = Self.canonical(bytes, family)
    }

    var isNothing: Bool { family == "none" }

    /// Whether one of `answers` equals the content, and whether one of them differs.
    func judge(_ answers: [Answer]) -> (isExact: Bool, isWrong: Bool) {
        guard !isNothing else { return (answers.isEmpty, !answers.isEmpty) }
        let hits = answers.map(isHit)
        return (hits.contains(true), hits.contains(false))
    }

    private func isHit(_ answer: Answer) -> Bool {
        var spellings: [[UInt8]] = []
        if let text = answer.text { spellings.append(Array(text.utf8)) }
        if let bytes = answer.bytes { spellings.append(bytes) }
        // A reader may report bytes as text with one character for each.
        if isBinary, let text = answer.text, let latin = Self.latin1(text) { spellings.append(latin) }
        return spellings.contains { spelling in
            let reported = Self.canonical(spelling, family)
            // The add-on is optional.
            return reported == canonicalBytes
                || family == "ean-addon" && reported == Array(canonicalBytes.prefix(13))
        }
    }

    private static func latin1(_ text: String) -> [UInt8]? {
        let bytes = text.unicodeScalars.compactMap { UInt8(exactly: $0.value) }
        return bytes.count == text.unicodeScalars.count ? bytes : nil
    }

    /// Normalises all equal spellings to the same bytes.
    static func canonical(_ content: [UInt8], _ family: String) -> [UInt8] {
        let bytes = content.first == 0x1D ? Array(content.dropFirst()) : content
        switch family {
        case "ean13", "ean8", "upca", "upce", "ean-addon": return product(bytes, family)
        case "codabar":
            // Start and stop characters, by any of their names.
            let letters = Array("ABCDabcdTNE*tne".utf8)
            let isFramed = bytes.count >= 2 && letters.contains(bytes[0]) && letters.contains(bytes[bytes.count - 1])
            return isFramed ? Array(bytes.dropFirst().dropLast()) : bytes
        case "databar", "databar-ltd":
            // Remove application identifier 01 in front of a GTIN-14.
            for prefix in [Array("01".utf8), Array("(01)".utf8)]
            where bytes.starts(with: prefix) && bytes.count == prefix.count + 14 {
                let number = bytes.dropFirst(prefix.count)
                if number.allSatisfy(isDigit) { return Array(number) }
            }
            return bytes
        case "databar-exp": return bytes.filter { !Array("()\u{1D}".utf8).contains($0) }
        case "code39":
            // Import VINs have an I in front of the 17 characters, which never contain I, O or Q.
            let isVIN =
                bytes.count == 18 && bytes[0] == UInt8(ascii: "I") && bytes.dropFirst().allSatisfy(isVINCharacter)
            return isVIN ? Array(bytes.dropFirst()) : bytes
        default: return bytes
        }
    }

    /// EAN and UPC expanded to 13 digits, EAN-8 excepted.
    private static func product(_ bytes: [UInt8], _ family: String) -> [UInt8] {
        let digits = bytes.filter { $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: "+") }
        guard !digits.isEmpty, digits.allSatisfy(isDigit) else { return bytes }
        let zero = UInt8(ascii: "0")
        switch (family, digits.count) {
        case ("upce", 6...8): return expandedUPCE(digits)
        case ("ean8", _): return digits
        case (_, 12), ("ean-addon", 14), ("ean-addon", 17): return [zero] + digits
        default: return digits
        }
    }

    /// Expands 6, 7 or 8 digits of a UPC-E to 13; GS1 General Specifications, 5.2.2.4.
    private static func expandedUPCE(_ digits: [UInt8]) -> [UInt8] {
        let zero = UInt8(ascii: "0")
        let system = digits.count == 6 ? zero : digits[0]
        let d = Array(digits.count == 6 ? digits[...] : digits[1..<7])
        let zeros = { Array(repeating: zero, count: $0) }
        let body: [UInt8] =
            switch d[5] - zero {
            case 0...2: d[0..<2] + [d[5]] + zeros(4) + d[2..<5]
            case 3: d[0..<3] + zeros(5) + d[3..<5]
            case 4: d[0..<4] + zeros(5) + [d[4]]
            default: d[0..<5] + zeros(4) + [d[5]]
            }
        let number = [system] + body
        let sum = number.enumerated().reduce(0) { $0 + Int($1.element - zero) * ($1.offset % 2 == 0 ? 3 : 1) }
        return [zero] + number + [digits.count == 8 ? digits[7] : zero + UInt8((10 - sum % 10) % 10)]
    }

    private static func isDigit(_ byte: UInt8) -> Bool { UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte }

    private static func isVINCharacter(_ byte: UInt8) -> Bool {
        let isLetter = UInt8(ascii: "A")...UInt8(ascii: "Z") ~= byte && !Array("IOQ".utf8).contains(byte)
        return isLetter || isDigit(byte)
    }
}

/// One symbol as a reader reported it.
struct Answer {
    /// The text; nil when the reader reported bytes only.
    var text: String?
    /// The exact bytes; nil when the reader reported text only.
    var bytes: [UInt8]?
}
