import Symbols

/// What a library reported, before it is told in our terms.
struct RawSymbol {
    var symbology: Symbology
    /// The AIM identifier; nil when the library tells none.
    var identifier: String?
    var bytes: [UInt8]
    /// The content by the ECI protocol, see qz_zxing_reader.h; nil without ECI.
    var eciBytes: [UInt8]?
    var corners: Quadrilateral
    /// Which part of a longer message it is; nil for a whole one.
    var part: SequencePart? = nil

    /// The same in our terms: one symbology for one symbol whichever library read it, an add-on as a symbol of
    /// its own after its main symbol.
    func normalized() -> [Symbol] {
        switch symbology {
        case .ean13, .upcA, .ean8, .upcE: return product()
        case .itf where bytes.count == 14 && CheckDigit.isValid(bytes): return [symbol(.itf14, "]I1", bytes)]
        case .code128 where identifier == "]C1": return [symbol(.gs1_128, "]C1", bytes)]
        default: return [symbol(symbology, identifier, bytes)]
        }
    }

    private func symbol(
        _ symbology: Symbology, _ identifier: String?, _ bytes: [UInt8], at place: Quadrilateral? = nil
    ) -> Symbol {
        let decoded = TextDecoding.decode(bytes, eciProtocol: eciBytes, symbology: symbology)
        let content = SymbolContent(
            symbology: symbology, identifier: identifier, bytes: bytes, text: decoded?.text, charset: decoded?.charset,
            part: part)
        return Symbol(content: content, corners: place ?? corners)
    }

    /// EAN and UPC. zxing writes `MAIN ADDON` for a symbol with an add-on, and 13 digits for a UPC-A.
    private func product() -> [Symbol] {
        let parts = bytes.split(separator: UInt8(ascii: " "))
        guard var main = parts.first.map(Array.init), main.allSatisfy(isDigit) else { return [] }
        var kind = symbology
        // GS1 General Specifications 1.3.1: a GTIN-12 is a GTIN-13 with a leading zero.
        if kind == .ean13 || kind == .upcA {
            if main.count == 13 && main.first == UInt8(ascii: "0") { main.removeFirst() }
            kind = main.count == 12 ? .upcA : .ean13
        }
        guard parts.count == 2, let addOn = AddOn(digits: Array(parts[1])) else {
            return [symbol(kind, nil, main)]
        }
        return [
            symbol(kind, nil, main),
            symbol(addOn.symbology, nil, addOn.digits, at: addOn.corners(beside: corners, of: kind)),
        ]
    }

    private func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }
}

/// The two or five digits beside an EAN or UPC symbol.
struct AddOn {
    let symbology: Symbology
    let digits: [UInt8]

    init?(digits: [UInt8]) {
        guard digits.count == 2 || digits.count == 5 else { return nil }
        symbology = digits.count == 2 ? .ean2 : .ean5
        self.digits = digits
    }

    /// Where the add-on is, from its main symbol's corners: engines tell the main symbol's place only.
    ///
    /// Widths in modules are those of ISO/IEC 15420; the gap may be 7 to 12, and the nominal 9 is taken.
    func corners(beside main: Quadrilateral, of symbology: Symbology) -> Quadrilateral {
        let gap = 9.0
        let own = self.symbology == .ean2 ? 20.0 : 47.0
        let modules = symbology == .upcE ? 51.0 : symbology == .ean8 ? 67.0 : 95.0
        func beyond(_ from: Point, _ to: Point, _ distance: Double) -> Point {
            let share = 1 + distance / modules
            return Point(x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share)
        }
        return Quadrilateral(
            topLeft: beyond(main.topLeft, main.topRight, gap),
            topRight: beyond(main.topLeft, main.topRight, gap + own),
            bottomRight: beyond(main.bottomLeft, main.bottomRight, gap + own),
            bottomLeft: beyond(main.bottomLeft, main.bottomRight, gap))
    }
}

/// The modulo 10 check digit of GS1 numbers.
enum CheckDigit {
    /// Whether `digits` (ASCII) end in the right one: weights 1 and 3 from the right.
    static func isValid(_ digits: [UInt8]) -> Bool {
        var sum = 0
        for (index, byte) in digits.reversed().enumerated() {
            guard byte >= UInt8(ascii: "0"), byte <= UInt8(ascii: "9") else { return false }
            sum += Int(byte - UInt8(ascii: "0")) * (index % 2 == 0 ? 1 : 3)
        }
        return !digits.isEmpty && sum % 10 == 0
    }
}
