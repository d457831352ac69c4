import Formats
import Symbols

/// A Global Trade Item Number, from an EAN, UPC or ITF-14 symbol.
package struct GTIN {
    /// The digits as they count: a UPC-E expanded, 8, 12, 13 or 14 of them.
    package let digits: ArraySlice<UInt8>
    /// The six to eight digits of a UPC-E, with number system and check digit; nil for others.
    let short: ArraySlice<UInt8>?

    /// Nil when `bytes` are not a number of this symbology.
    package init?(_ bytes: ArraySlice<UInt8>, symbology: Symbology) {
        guard bytes.allSatisfy(ASCII.isDigit) else { return nil }
        switch (symbology, bytes.count) {
        // A UPC-A is an EAN-13 with a zero before it, and some readers tell it so.
        case (.ean13, 12...13), (.upcA, 12), (.ean8, 8), (.itf14, 14): (digits, short) = (bytes, nil)
        case (.upcA, 13) where bytes.first == UInt8(ascii: "0"): (digits, short) = (bytes.dropFirst(), nil)
        case (.upcE, 12...13): (digits, short) = (bytes.suffix(12), nil)
        case (.upcE, 6...8):
            guard let expanded = Self.expanded(bytes) else { return nil }
            (digits, short) = (expanded, bytes)
        default: return nil
        }
    }

    /// Whether the check digit is right.
    package var isRight: Bool { CheckDigits.isModulo10(digits) }

    /// The number with zeros before it, as databases keep it.
    var fourteen: ArraySlice<UInt8> { Self.fourteen(digits) }

    /// The thirteen digits whose first three are the prefix; those of a GTIN-14 without its indicator.
    var thirteen: ArraySlice<UInt8> { fourteen.dropFirst() }

    static func fourteen(_ digits: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        ArraySlice(repeatElement(UInt8(ascii: "0"), count: max(0, 14 - digits.count)) + digits)
    }

    /// The twelve digits of a UPC-E, whose last digit but the check shows where zeros were left out (GS1 General Specifications
    /// 5.2.2.4.2); nil when its number system is neither 0 nor 1.
    ///
    /// - Parameter bytes: six digits (of number system 0), seven with the number system, or eight with the check digit, too.
    package static func expanded(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
        let zero = UInt8(ascii: "0")
        let all = bytes.count == 6 ? [zero] + bytes : Array(bytes)
        guard all.count >= 7, all[0] == zero || all[0] == zero + 1 else { return nil }
        let d = Array(all[1...6])
        let zeros = [UInt8](repeating: zero, count: 5)
        let body: [UInt8] =
            switch d[5] - zero {
            case 0...2: [d[0], d[1], d[5]] + zeros.prefix(4) + d[2...4]
            case 3: Array(d[0...2]) + zeros + d[3...4]
            case 4: Array(d[0...3]) + zeros + [d[4]]
            default: Array(d[0...4]) + zeros.prefix(4) + [d[5]]
            }
        let eleven = ArraySlice([all[0]] + body)
        return eleven + [all.count == 8 ? all[7] : CheckDigits.modulo10(eleven)]
    }
}
