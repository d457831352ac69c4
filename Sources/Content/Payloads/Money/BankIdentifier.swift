import Formats

/// A business identifier code (ISO 9362): `BFSWDE33XXX`.
package enum BankIdentifier {
    /// What is wrong with `text`; nil for eight or eleven characters of its form.
    package static func note(on text: String) -> Note? {
        let bytes = Array(text.utf8)
        guard bytes.count == 8 || bytes.count == 11,
            bytes[..<4].allSatisfy(ASCII.isAlphanumeric),
            bytes[4..<6].allSatisfy(ASCII.isLetter),
            bytes[6...].allSatisfy(ASCII.isAlphanumeric)
        else { return .notABankCode }
        return nil
    }
}
