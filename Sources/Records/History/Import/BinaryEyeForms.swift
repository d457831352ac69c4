import Files
import Foundation

/// What BinaryEye exports (github.com/markusfisch/BinaryEye, `CsvExport`, `JsonExport` and `Database`): times are local to the second,
/// formats have the names of zxing, and the columns differ between versions.
extension TableForm {
    static let binaryEye = TableForm(
        recognises: { BinaryEye.areColumns($0) }, column: BinaryEye.column,
        draft: { row throws(UserError) in try BinaryEye.draft { row[$0] } })
}

extension ObjectForm {
    static let binaryEye = ObjectForm(
        recognises: { BinaryEye.areColumns($0.keys) },
        draft: { object throws(UserError) in
            // Of keys that become one the first by name stays.
            let row = Dictionary(
                object.sorted { $0.key < $1.key }.map { (BinaryEye.column($0.key), $0.value) },
                uniquingKeysWith: { first, _ in first })
            return try BinaryEye.draft { row[$0] as? String ?? (row[$0] as? Int).map(String.init) }
        })
}

enum BinaryEye {
    /// What a column is called: versions name the same one with and without an underscore before it, and otherwise (`Database`).
    @Sendable static func column(_ name: String) -> String {
        let name = name.trimmingCharacters(in: .whitespaces).lowercased()
        let bare = name.hasPrefix("_") ? String(name.dropFirst()) : name
        return later[bare] ?? bare
    }

    /// Later versions' names of columns, and the earlier ones of the same.
    private static let later = ["text": "content", "gtin_add_on": "upc_ean_extension", "add_on": "upc_ean_extension"]

    static func areColumns(_ names: some Sequence<String>) -> Bool {
        Set(names.map(column)).isSuperset(of: ["datetime", "format", "content"])
    }

    /// - Parameters:
    ///   - cell: what is in a column; nil if there is none.
    ///   - raw: the bytes of a symbol whose content is empty.
    static func draft(raw: [UInt8]? = nil, _ cell: (String) -> String?) throws(UserError) -> ScanDraft {
        var draft = try ZXingFormat.draft(cell("format") ?? "", time: cell("datetime") ?? "")
        let content = cell("content") ?? ""
        if let bytes = content.isEmpty ? raw : HexadecimalContent.bytes(content), !bytes.isEmpty {
            draft.setContent(bytes: bytes, text: String(validating: bytes, as: UTF8.self), charset: nil)
        } else {
            guard !content.isEmpty else { throw UserError("there is no content") }
            draft.setContent(bytes: nil, text: content, charset: nil)
        }
        draft.setSource("BinaryEye")
        draft.setNote(cell("name"))
        draft.setAddOn(cell("upc_ean_extension"))
        return draft
    }

    /// A text with control characters, which its tables hold in hexadecimal (`toHexString`), upper case and nothing between. Nothing tells
    /// that from a text which says the same, so that it is taken for one only where it is hardly anything else.
    enum HexadecimalContent {
        /// Longer texts are not a number, hash or key that somebody has printed: SHA-512 has as many digits.
        private static let longestNumber = 128
        /// Fewer characters may be letters by chance.
        private static let minimumText = 8

        /// The bytes that `content` stands for; nil for what may be a text itself.
        static func bytes(_ content: String) -> [UInt8]? {
            let digits = Array(content.utf8)
            guard digits.count >= 2 * minimumText, digits.count % 2 == 0 else { return nil }
            var bytes: [UInt8] = []
            for place in stride(from: 0, to: digits.count, by: 2) {
                guard let high = value(digits[place]), let low = value(digits[place + 1]) else { return nil }
                bytes.append(high << 4 | low)
            }
            // Only such contents are exported so (`hasNonPrintableCharacters`).
            guard bytes.contains(where: { $0 < 0x09 || 0x0E...0x1F ~= $0 }) else { return nil }
            // A number of decimal digits is a number.
            guard digits.contains(where: { $0 >= 0x41 }) else { return nil }
            return digits.count > longestNumber || isMostlyText(bytes) ? bytes : nil
        }

        private static func value(_ digit: UInt8) -> UInt8? {
            switch digit {
            case 0x30...0x39: digit - 0x30
            case 0x41...0x46: digit - 0x41 + 10
            default: nil
            }
        }

        /// Whether nearly all are letters, digits and punctuation of ASCII, of which random bytes are a third.
        private static func isMostlyText(_ bytes: [UInt8]) -> Bool {
            bytes.count { 0x20...0x7E ~= $0 } * 5 >= bytes.count * 4
        }
    }
}
