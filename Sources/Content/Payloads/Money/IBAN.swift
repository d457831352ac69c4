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
            bytes.allSatisfy(ASCII.isAlphanumeric)
        else { return .notAnAccountNumber }
        guard let kinds = Self.kinds[country] else { return .noSuchCountry(country) }
        if bytes.count != kinds.count + 4 { return .wrongLength(country, kinds.count + 4) }
        guard zip(bytes[4...], kinds).allSatisfy(Self.fits) else { return .wrongStructure(country) }
        // 00, 01 and 99 leave the right remainder, but are never given (ISO 13616-1, 5).
        return CheckSum.mod97(bytes[4...] + bytes[..<4]) == 1 && 2...98 ~= (bytes[2...3].decimal ?? 0)
            ? nil : .checkDigitsWrong
    }

    /// Whether a letter or a digit is of a kind: n for digits, a for letters, c for both.
    private static func fits(_ byte: UInt8, _ kind: UInt8) -> Bool {
        kind == UInt8(ascii: "c") || ASCII.isDigit(byte) == (kind == UInt8(ascii: "n"))
    }

    /// The kind of each character behind the check digits, by country: `4!n20!c` in the table is four n and twenty c.
    private static let kinds = DataTable.dictionary(PackageResources.iban_tsv) { row in
        let parts = row[2].utf8.split { $0 == UInt8(ascii: "!") }
        let kinds = zip(parts, parts.dropFirst()).flatMap { length, kind in
            repeatElement(kind.first ?? 0, count: ArraySlice(length.drop { ASCII.isLetter($0) }).decimal ?? 0)
        }
        return (row[0], kinds)
    }
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
