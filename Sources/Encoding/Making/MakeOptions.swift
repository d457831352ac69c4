/// How a symbol is made; what is nil is as its kind has it by default.
public struct MakeOptions: Hashable, Codable, Sendable {
    /// The name of an error correction level, or mode, of `KindChoices.levels`; libzint takes a higher level where the size that it comes
    /// to has room for that.
    public var level: String?
    /// The name of a version or size of `KindChoices.sizes`; the smallest that holds the content by default.
    public var size: String?
    /// The number of a mask pattern; the best by default.
    public var mask: Int?
    /// Codewords, or pairs of characters, per row.
    public var columns: Int?
    /// The Extended Channel Interpretation before the content (0 to 999999). By default none for bytes and ASCII, and 26 for other
    /// text, which is UTF-8.
    public var eci: Int?
    /// A check character that the kind does not always have; none by default.
    public var check: Check?
    /// Which part of a longer message it is; none by default.
    public var part: Part?
    /// What stands before a MaxiCode's text for a carrier; none by default.
    public var carrier: CarrierMessage?
    /// Bars along the ends of bars, or around them, that keep a slanting beam from reading a part; none by default.
    public var bearer: Bearer?
    /// Light modules on each side; what the kind's standard asks for by default.
    public var quietZone: Int?
    /// The height of bars in modules; a third of the width by default, and at least what the standard names.
    public var height: Int?
    /// Whether the human-readable text stands below the bars; true by default, where the kind has one.
    public var showsText: Bool?

    /// Everything as the kind has it by default.
    public init() {}

    /// Bearer bars (GS1 General Specifications, 5.3.2.4).
    public enum Bearer: String, Hashable, Codable, Sendable, CaseIterable {
        /// Along the upper and the lower ends.
        case bars
        /// A frame around the bars and their quiet zones.
        case box
    }

    /// A check character that is added or compared.
    public struct Check: Hashable, Codable, Sendable {
        /// The name of a `CheckScheme` of the kind.
        public var scheme: String
        /// Whether the content ends with it already, and is refused where it is wrong; false to add it.
        public var isGiven: Bool
        /// Whether the human-readable text shows it.
        public var isShown: Bool

        /// A check character by the name of its scheme.
        public init(_ scheme: String, isGiven: Bool = false, isShown: Bool = true) {
            (self.scheme, self.isGiven, self.isShown) = (scheme, isGiven, isShown)
        }
    }

    /// A place in a message that several symbols hold (structured append).
    public struct Part: Hashable, Codable, Sendable {
        /// From 1.
        public var index: Int
        /// How many there are.
        public var count: Int
        /// What the parts have in common, as the kind spells it (QR Code: 0 to 255; Data Matrix: two numbers from 1 to 254 of three
        /// digits each; Aztec: letters); empty for none.
        public var sequence: String

        /// Part `index` of `count`.
        public init(_ index: Int, of count: Int, sequence: String = "") {
            (self.index, self.count, self.sequence) = (index, count, sequence)
        }
    }
}

extension MakeOptions.Part {
    /// `2/3`, or `2/3:ID` with what its parts have in common; nil for anything else.
    public init?(_ text: String) {
        let pieces = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        guard let place = pieces.first else { return nil }
        let numbers = place.split(separator: "/", omittingEmptySubsequences: false).map { Int($0) }
        guard numbers.count == 2, let index = numbers[0], let count = numbers[1] else { return nil }
        self.init(index, of: count, sequence: pieces.count == 2 ? String(pieces[1]) : "")
    }

    /// As `init(_:)` takes it.
    public var spelled: String { "\(index)/\(count)" + (sequence.isEmpty ? "" : ":\(sequence)") }
}
