/// Which part of a longer message a symbol holds: structured append (ISO/IEC 18004, 16022, 24778, 16023) or Macro PDF417
/// (ISO/IEC 15438).
public struct SequencePart: Hashable, Codable, Sendable {
    /// Its place, from 0; below `count` where that is known.
    public let index: Int
    /// The parts that there are, 2...`maxParts`; nil where only the last one has it (Macro PDF417).
    public let count: Int?
    /// What all parts of one message have in common, which may be nothing: a QR Code's parity, a file's name.
    public let id: String

    /// The most parts that a message may have here: what QR Code and Data Matrix allow.
    public static let maxParts = 16
    /// The longest `id`, in bytes of UTF-8.
    public static let longestID = 64

    /// Nil for numbers that no part has, or of a message of more parts than are joined.
    public init?(index: Int, count: Int?, id: String) {
        // Engines tell -1 for what is no part.
        guard (2...Self.maxParts).contains(count ?? 2), index >= 0, index < count ?? Self.maxParts,
            id.utf8.count <= Self.longestID
        else { return nil }
        self.index = index
        self.count = count
        self.id = id
    }

    /// - Throws: `DecodingError` for what `init(index:count:id:)` refuses.
    public init(from decoder: any Decoder) throws {
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
    /// What a person reads: `part 2 of 3`.
    public var description: String { "part \(index + 1)" + (count.map { " of \($0)" } ?? "") }
}
