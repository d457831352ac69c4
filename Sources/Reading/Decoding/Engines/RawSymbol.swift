import Charsets
import Symbols

/// A symbol as an engine reported it, before it is normalized.
struct RawSymbol {
    var symbology: Symbology
    /// The AIM identifier; nil when the engine reports none.
    var identifier: String?
    var bytes: [UInt8]
    /// The content by the ECI protocol, see qz_zxing_reader.h; nil without ECI.
    var eciBytes: [UInt8]?
    /// The places in `bytes` of what a QR Code holds in kanji mode, in order; none also when the library does not report them.
    var kanji: [Range<Int>] = []
    /// Those of both together where there is an add-on.
    var corners: Quadrilateral
    /// The add-on of an EAN or UPC symbol; nil for none.
    var addOn: AddOn? = nil
    /// Which part of a longer message it is; nil for a whole one.
    var part: SequencePart? = nil

    /// What `engine` read, each symbol on `lines` scan lines; see `normalized`.
    func readings(by engine: EngineKind, in charset: String?, lines: Int) -> [Reading] {
        normalized(in: charset).map { Reading(symbol: $0, engine: engine, lines: lines) }
    }

    /// The same with its corners moved by `transform`.
    func placed(_ transform: (Quadrilateral) -> Quadrilateral) -> RawSymbol {
        var result = self
        result.corners = transform(corners)
        return result
    }

    /// The symbol normalized: one symbology for one symbol whichever library read it, an add-on as a symbol of
    /// its own after its main symbol.
    ///
    /// - Parameter charset: the charset of bytes that the symbol names none for; nil to guess.
    func normalized(in charset: String? = nil) -> [Symbol] {
        switch symbology {
        case _ where symbology.isProduct: return product()
        case .itf where bytes.count == 14 && CheckDigit.isValid(bytes): return [symbol(.itf14, "]I1", bytes)]
        case .code128 where identifier == "]C1": return [symbol(.gs1_128, "]C1", bytes, in: charset)]
        default: return [symbol(symbology, identifier, bytes, in: charset)]
        }
    }

    private func symbol(
        _ symbology: Symbology, _ identifier: String?, _ bytes: [UInt8], at place: Quadrilateral? = nil,
        in charset: String? = nil
    ) -> Symbol {
        let decoded = TextDecoding.decode(
            bytes, eciProtocol: eciBytes, symbology: symbology, kanji: kanji, charset: charset)
        let content = SymbolContent(
            symbology: symbology, identifier: identifier, bytes: bytes, text: decoded?.text, charset: decoded?.charset,
            part: part)
        return Symbol(content: content, corners: place ?? corners)
    }

    /// EAN and UPC, of which a UPC-A may be reported as 13 digits.
    private func product() -> [Symbol] {
        var main = bytes
        guard !main.isEmpty, main.allSatisfy(isDigit) else { return [] }
        var kind = symbology
        // GS1 General Specifications 1.3.1: a GTIN-12 is a GTIN-13 with a leading zero.
        if kind == .ean13 || kind == .upcA {
            if main.count == 13 && main.first == UInt8(ascii: "0") { main.removeFirst() }
            kind = main.count == 12 ? .upcA : .ean13
        }
        guard let addOn else { return [symbol(kind, nil, main)] }
        let place = addOn.mainCorners(of: kind, in: corners)
        return [
            symbol(kind, nil, main, at: place),
            symbol(addOn.symbology, nil, addOn.digits, at: addOn.corners(beside: place, of: kind)),
        ]
    }

    private func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }
}

extension RawSymbol {
    /// A matrix or stacked symbol with `content`.
    init(_ symbology: Symbology, _ content: some DecodedContent, corners: Quadrilateral) {
        self.init(
            symbology: symbology, identifier: content.identifier, bytes: content.bytes, eciBytes: content.eciBytes,
            kanji: content.kanji, corners: corners, part: content.part)
    }
}

/// The add-on of an EAN or UPC symbol: two or five digits to its right.
struct AddOn {
    let symbology: Symbology
    let digits: [UInt8]

    init?(digits: [UInt8]) {
        guard digits.count == 2 || digits.count == 5 else { return nil }
        symbology = digits.count == 2 ? .ean2 : .ean5
        self.digits = digits
    }

    /// Modules from the main symbol to the add-on: 7 to 12 (ISO/IEC 15420), of which the nominal 9 is taken.
    private static let gap = 9.0
    private var width: Double { symbology == .ean2 ? 20 : 47 }
    private static func modules(of symbology: Symbology) -> Double {
        symbology == .upcE ? 51 : symbology == .ean8 ? 67 : 95
    }

    /// Where the add-on is, from its main symbol's corners.
    func corners(beside main: Quadrilateral, of symbology: Symbology) -> Quadrilateral {
        let modules = Self.modules(of: symbology)
        return main.part(from: 1 + Self.gap / modules, to: 1 + (Self.gap + width) / modules)
    }

    /// Where the main symbol is, from the corners of both together.
    func mainCorners(of symbology: Symbology, in both: Quadrilateral) -> Quadrilateral {
        let modules = Self.modules(of: symbology)
        return both.part(from: 0, to: modules / (modules + Self.gap + width))
    }
}

extension Quadrilateral {
    /// The part between two shares of the width, from the left side; beyond the right side above 1.
    fileprivate func part(from: Double, to: Double) -> Quadrilateral {
        Quadrilateral(
            topLeft: topLeft.part(from, to: topRight), topRight: topLeft.part(to, to: topRight),
            bottomRight: bottomLeft.part(to, to: bottomRight), bottomLeft: bottomLeft.part(from, to: bottomRight))
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
