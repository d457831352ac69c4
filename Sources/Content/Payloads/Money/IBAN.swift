import Formats

/// An international bank account number (ISO 13616).
package struct IBAN: Hashable, Sendable {
    /// Capitals and digits without blanks.
    package let text: String

    package init(_ text: String) {
        self.text = String(
            decoding: text.utf8.filter { !ASCII.isSpace($0) }.map { $0 >= 0x61 && $0 <= 0x7A ? $0 - 32 : $0 },
            as: UTF8.self)
    }

    /// The first two letters.
    package var country: String { String(text.prefix(2)) }

    /// Whether it is for QR references of Swiss bills: its institution is 30000 to 31999.
    package var isQRIBAN: Bool { 30_000...31_999 ~= (Array(text.utf8).dropFirst(4).prefix(5).decimal ?? 0) }

    /// What is wrong with it; nil when structure and check digits are right.
    package var note: Note? {
        let bytes = Array(text.utf8)
        guard 5...34 ~= bytes.count, bytes[..<2].allSatisfy(ASCII.isLetter), bytes[2..<4].allSatisfy(ASCII.isDigit),
            bytes.allSatisfy({ ASCII.isLetter($0) || ASCII.isDigit($0) })
        else { return .notAnAccountNumber }
        guard let structure = Self.structures[country] else { return .noSuchCountry(country) }
        if bytes.count != structure.length + 4 {
            return .wrongLength(country, structure.length + 4)
        }
        guard structure.matches(bytes[4...]) else { return .wrongStructure(country) }
        // 00, 01 and 99 leave the right remainder, but are never given (ISO 13616-1, 5).
        return CheckSum.mod97(bytes[4...] + bytes[..<4]) == 1 && 2...98 ~= (bytes[2...3].decimal ?? 0)
            ? nil : .checkDigitsWrong
    }

    /// What follows the check digits, by country.
    private struct Structure {
        var parts: [(length: Int, kind: UInt8)] = []
        var length: Int { parts.reduce(0) { $0 + $1.length } }

        /// - Parameter text: `4!n20!c`.
        init(_ text: String) {
            var number: [UInt8] = []
            for byte in text.utf8 {
                if ASCII.isDigit(byte) {
                    number.append(byte)
                } else if ASCII.isLetter(byte) {
                    parts.append((number[...].decimal ?? 0, byte))
                    number = []
                }
            }
        }

        func matches(_ bytes: ArraySlice<UInt8>) -> Bool {
            var rest = bytes
            for part in parts {
                let isRight = rest.prefix(part.length).allSatisfy { byte in
                    switch part.kind {
                    case UInt8(ascii: "n"): ASCII.isDigit(byte)
                    case UInt8(ascii: "a"): ASCII.isLetter(byte)
                    default: ASCII.isLetter(byte) || ASCII.isDigit(byte)
                    }
                }
                guard isRight, rest.count >= part.length else { return false }
                rest = rest.dropFirst(part.length)
            }
            return rest.isEmpty
        }
    }

    private static let structures = Dictionary(
        DataTable.rows(PackageResources.iban_tsv).filter { $0.count >= 3 }.map { ($0[0], Structure($0[2])) },
        uniquingKeysWith: { first, _ in first })
}

/// Check digits that several formats share.
package enum CheckSum {
    /// The number that `bytes` spell, letters as 10 to 35, modulo 97 (ISO 7064, mod 97-10); nil for other characters.
    package static func mod97(_ bytes: some Sequence<UInt8>) -> Int? {
        var remainder = 0
        for byte in bytes {
            if ASCII.isDigit(byte) {
                remainder = (remainder * 10 + Int(byte - 0x30)) % 97
            } else if ASCII.isLetter(byte) {
                remainder = (remainder * 100 + Int((byte | 0x20) - 0x61) + 10) % 97
            } else {
                return nil
            }
        }
        return remainder
    }

    /// Whether the last digit is the check digit of those before it, modulo 10 recursively (Swiss payment standards, annex B).
    package static func isMod10Recursive(_ digits: ArraySlice<UInt8>) -> Bool {
        let table = [0, 9, 4, 6, 8, 2, 7, 1, 3, 5]
        guard let last = digits.last, digits.allSatisfy(ASCII.isDigit) else { return false }
        let carry = digits.dropLast().reduce(0) { table[($0 + Int($1 - 0x30)) % 10] }
        return (10 - carry) % 10 == Int(last - 0x30)
    }

    /// Whether `text` is a creditor reference with right check digits: `RF` and up to 23 more (ISO 11649).
    package static func isCreditorReference(_ text: String) -> Bool {
        let bytes = Array(text.utf8).filter { $0 != 0x20 }
        guard 5...25 ~= bytes.count, bytes.starts(with: "RF".utf8), bytes[2..<4].allSatisfy(ASCII.isDigit) else {
            return false
        }
        return mod97(bytes[4...] + bytes[..<4]) == 1
    }

    /// CRC-16/CCITT-FALSE: polynomial 1021, beginning with FFFF (EMVCo QR Code Specification, 4.7.3).
    static func crc16(_ bytes: some Sequence<UInt8>) -> UInt16 {
        bytes.reduce(0xFFFF) { crc, byte in
            (0..<8).reduce(crc ^ UInt16(byte) << 8) { crc, _ in crc & 0x8000 == 0 ? crc << 1 : crc << 1 ^ 0x1021 }
        }
    }
}
