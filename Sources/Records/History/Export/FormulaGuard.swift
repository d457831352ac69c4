/// Which cells a spreadsheet could take for a formula, and the apostrophes that they get (OWASP, "CSV Injection").
///
///     =1+1        becomes   '=1+1
///     a;=1+1;b    becomes   a;'=1+1;b
///
/// A cell gets one at its beginning, and behind each separator inside of it that a field like a formula follows: a spreadsheet whose
/// locale wants semicolons parts a table of commas there, whatever quotation marks say. What is a number, such as `a; -5`, stays.
enum FormulaGuard {
    private static let apostrophe = UInt8(ascii: "'")

    /// Whether `cell`, in UTF-8, begins like a formula, also behind quotes, spaces and invisible characters.
    static func mayBeFormula(_ cell: UnsafeRawBufferPointer) -> Bool {
        // Most cells begin with a letter or a digit.
        guard let first = cell.first, !isHarmless(first) else { return false }
        return mayBeFormula(String(decoding: cell, as: UTF8.self))
    }

    /// Whether a cell or a field that begins with this byte is not a formula, whatever follows: any of ASCII but signs, what may stand
    /// before them, and control characters.
    private static func isHarmless(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "="), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "@"), apostrophe, UInt8(ascii: "\""):
            false
        default: 0x21..<0x7F ~= byte
        }
    }

    /// The same of a text.
    static func mayBeFormula(_ cell: some StringProtocol) -> Bool {
        for scalar in cell.unicodeScalars {
            switch scalar {
            case "\t", "\r", "\n": return true
            case _ where isSign(scalar): return true
            case _ where isPassedOver(scalar): continue
            default: return false
            }
        }
        return false
    }

    /// Where fields like formulas begin inside of `cell`, in UTF-8, behind separators: as numbers of bytes, ascending.
    static func innerFormulas(in cell: some RandomAccessCollection<UInt8>) -> [Int] {
        guard hasSuspiciousField(cell) else { return [] }
        return fields(in: cell).filter { mayBeInnerFormula(cell.dropFirst($0.lowerBound).prefix($0.count)) }
            .map(\.lowerBound)
    }

    /// Whether a field behind a separator begins with anything but a harmless byte: hardly any does, and finding that out takes one pass.
    private static func hasSuspiciousField(_ cell: some Collection<UInt8>) -> Bool {
        var isBegun = false
        for byte in cell {
            if isSeparator(byte) {
                isBegun = true
            } else if isBegun {
                guard isHarmless(byte) else { return true }
                isBegun = false
            }
        }
        return false
    }

    /// What a cell said before it got its apostrophes; the cell itself where it has got none.
    static func withoutApostrophes(_ cell: String) -> String {
        guard cell.utf8.contains(apostrophe) else { return cell }
        let bytes = Array(cell.utf8)
        var result: [UInt8] = []
        var start = 0
        if bytes[0] == apostrophe, mayBeFormula(cell.unicodeScalars.dropFirst().text) { start = 1 }
        for field in fields(in: bytes) where bytes[field.lowerBound] == apostrophe {
            guard mayBeInnerFormula(bytes[(field.lowerBound + 1)..<field.upperBound]) else { continue }
            result += bytes[start..<field.lowerBound]
            start = field.lowerBound + 1
        }
        return String(decoding: result + bytes[start...], as: UTF8.self)
    }

    /// The fields behind separators that are not empty.
    private static func fields(in cell: some Collection<UInt8>) -> [Range<Int>] {
        var fields: [Range<Int>] = []
        var start: Int?
        var count = 0
        for byte in cell {
            if isSeparator(byte) {
                if let start, start < count { fields.append(start..<count) }
                start = count + 1
            }
            count += 1
        }
        if let start, start < count { fields.append(start..<count) }
        return fields
    }

    private static func mayBeInnerFormula(_ field: some Collection<UInt8>) -> Bool {
        guard let first = field.first, !isHarmless(first) else { return false }
        let rest = String(decoding: field, as: UTF8.self).unicodeScalars.drop(while: isPassedOver)
        guard let sign = rest.first, isSign(sign) else { return false }
        // Arithmetic of numbers alone calls nothing.
        let isNumber = rest.allSatisfy { "+-−0123456789 .:/()[]%".unicodeScalars.contains($0) }
        return !isNumber
    }

    private static func isSeparator(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: ","), UInt8(ascii: ";"), 0x09, 0x0A, 0x0D: true
        default: false
        }
    }

    private static func isSign(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case "=", "+", "-", "@", "＝", "＋", "－", "＠", "−", "﹢", "﹣", "﹦", "﹫": true
        default: false
        }
    }

    /// What may stand before a formula. A table has U+FFFD instead of NUL.
    private static func isPassedOver(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case "\"", "'", "“", "”", "‘", "’", "＂", "＇", "\0", "\u{FFFD}": true
        default: scalar.properties.isWhitespace || scalar.properties.generalCategory == .format
        }
    }
}

extension Substring.UnicodeScalarView {
    fileprivate var text: Substring { Substring(self) }
}
