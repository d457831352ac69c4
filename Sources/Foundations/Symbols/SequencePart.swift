/// Which part of a longer message a symbol holds: structured append (ISO/IEC 18004, 16022, 24778, 16023) or Macro PDF417
/// (ISO/IEC 15438).
package struct SequencePart: Hashable, Codable, Sendable {
    /// The position in the sequence, from 0; below `count` where that is known.
    package let index: Int
    /// The number of parts, 2...`maxParts`; nil if only the last part states it (Macro PDF417).
    package let count: Int?
    /// The identifier that all parts of one message share, such as a QR Code's parity or a Macro PDF417 file ID; may be
    /// empty.
    package let id: String

    /// The maximum number of parts, as in QR Code and Data Matrix.
    package static let maxParts = 16
    /// The maximum length of `id`, in bytes of UTF-8.
    package static let maxIDLength = 64

    /// Returns nil when `index`, `count` or `id` is out of range, or the message has more parts than are joined.
    package init?(index: Int, count: Int?, id: String) {
        // Engines report -1 for a symbol that is not part of a sequence.
        guard (2...Self.maxParts).contains(count ?? 2), index >= 0, index < count ?? Self.maxParts,
            id.utf8.count <= Self.maxIDLength
        else { return nil }
        (self.index, self.count, self.id) = (index, count, id)
    }

    /// - Throws: `DecodingError` for values that `init(index:count:id:)` rejects.
    package init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        let part = Self(
            index: try values.decode(Int.self, forKey: .index),
            count: try values.decodeIfPresent(Int.self, forKey: .count),
            id: try values.decode(String.self, forKey: .id))
        guard let part else {
            throw DecodingError.dataCorrupted(
                .init(codingPath: decoder.codingPath, debugDescription: "no part of a message"))
        }
        self = part
    }
}

extension SequencePart: CustomStringConvertible {
    /// For display: `part 2 of 3`.
    package var description: String { "part \(index + 1)" + (count.map { " of \($0)" } ?? "") }
}
