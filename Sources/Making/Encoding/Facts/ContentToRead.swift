import Symbols

/// What a reader should say of a made symbol.
package struct ContentToRead: Hashable, Sendable {
    package let symbology: Symbology
    /// The bytes that it should say, GS1 elements with U+001D behind those of no fixed length.
    package let bytes: [UInt8]
    /// What readers say as well, where nothing in the symbol tells two meanings apart: Telepen of digits is text to most; nil as a rule.
    package let alternative: [UInt8]?
    /// The text, where the bytes are in another charset than UTF-8 by their ECI; nil else.
    package let text: String?
    /// The digits of the add-on; nil for none.
    package let addOn: String?
    /// The place in a message, from 0; nil for a message of its own.
    package let part: (index: Int, count: Int)?

    /// Whether all is the same.
    package static func == (one: Self, other: Self) -> Bool {
        one.symbology == other.symbology && one.bytes == other.bytes && one.text == other.text
            && one.addOn == other.addOn && one.part?.index == other.part?.index && one.part?.count == other.part?.count
    }

    /// By what it says.
    package func hash(into hasher: inout Hasher) {
        hasher.combine(symbology)
        hasher.combine(bytes)
    }
}

extension MadeSymbol {
    /// What a reader should say of it; nil for kinds that this program does not read.
    package var contentToRead: ContentToRead? {
        guard let symbology = kind.symbology else { return nil }
        var content = source.bytes
        if let checked = try? CheckedContent(content, kind: kind, check: options.check) { content = checked.scanned }
        let text = String(validating: content, as: UTF8.self)
        let (bytes, addOn) = text.flatMap { try? kind.scanned($0) } ?? (content, nil)
        return ContentToRead(
            symbology: symbology, bytes: withCarrier(bytes), alternative: alternative(bytes),
            text: options.eci == nil && !kind.content.hasOwnCharset ? nil : text, addOn: addOn,
            part: options.part.map { ($0.index - 1, $0.count) })
    }

    /// Pairs of digits as the characters of ASCII that have the same bars: 00 to 99 are 27 to 126, 0X to 9X are 17 to 26 (Telepen Barcode
    /// Symbology information and history, SB Electronic Systems).
    private func alternative(_ bytes: [UInt8]) -> [UInt8]? {
        guard kind.name == "telepen-numeric", bytes.count % 2 == 0 else { return nil }
        return stride(from: 0, to: bytes.count, by: 2).map { index in
            let (first, second) = (bytes[index] &- 0x30, bytes[index + 1])
            return second == UInt8(ascii: "X") ? first &+ 17 : first &* 10 &+ (second &- 0x30) &+ 27
        }
    }

    /// `bytes` with the carrier message as readers put it: its parts with U+001D behind each before the text, or behind the header of
    /// ISO/IEC 15434's format 01 and its year where the text begins with that.
    private func withCarrier(_ bytes: [UInt8]) -> [UInt8] {
        guard let carrier = options.carrier else { return bytes }
        let postcode = (try? carrier.filledPostcode) ?? carrier.postcode
        let parts = [postcode, CarrierMessage.three(carrier.country), CarrierMessage.three(carrier.service)]
        let message = Array(parts.map { $0 + "\u{1D}" }.joined().utf8)
        let header = bytes.starts(with: Array("[)>\u{1E}01\u{1D}".utf8)) ? 9 : 0
        let rest: ArraySlice<UInt8> = bytes.dropFirst(header)
        return Array(bytes.prefix(header)) + message + rest
    }
}

extension SymbolKind {
    /// What a scanner says of `text`: the whole number of products, elements without brackets; nil for what is said as it is.
    func scanned(_ text: String) throws(ContentError) -> (bytes: [UInt8], addOn: String?)? {
        if let linear = linearName.flatMap(SymbolKind.named) {
            return (try scannedComposite(text, of: linear), nil)
        }
        if let scanned = content.scanned { return (Array(scanned(try content.prepare(text)).utf8), nil) }
        if content.isGS1 { return (Array(ElementString.scanned(try content.prepare(text)).utf8), nil) }
        switch symbology {
        case .ean13, .ean8, .upcA, .upcE, .itf14:
            let parts = try content.prepare(text).split(separator: "+")
            let digits = parts[0].utf8.map { Int($0) - 0x30 }
            let check = CheckDigit.modulo10(symbology == .upcE ? CheckDigit.expandedUPCE(digits) : digits)
            return (Array("\(parts[0])\(check)".utf8), parts.count > 1 ? String(parts[1]) : nil)
        case .dataBar, .dataBarLimited, .dataBarStacked:
            let number = try content.prepare(text)
            return (Array("01\(number)\(CheckDigit.modulo10(number.utf8.map { Int($0) - 0x30 }))".utf8), nil)
        default: return nil
        }
    }

    /// The elements of both parts of a composite.
    private func scannedComposite(_ text: String, of linear: SymbolKind) throws(ContentError) -> [UInt8] {
        let parts = try content.prepare(text).split(separator: "|", maxSplits: 1).map(String.init)
        guard parts.count == 2 else { throw ContentError("it has no |", .mistake) }
        let elements =
            if let number = linear.content.isGS1 ? nil : linear.gtin(of: parts[0]) {
                "01\(number)"
            } else {
                ElementString.scanned(parts[0])
            }
        return GS1ElementLength.joined(Array(elements.utf8), Array(ElementString.scanned(parts[1]).utf8))
    }
}
