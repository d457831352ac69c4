/// How a symbol is made; what is nil is as its kind has it by default.
package struct MakeOptions: Hashable, Codable, Sendable {
    /// The name of an error correction level, or mode, of `KindChoices.levels`, which is exactly that. By default the highest that has
    /// room in the chosen size, or else in the smallest that holds the content.
    package var level: String?
    /// The name of a version or size of `KindChoices.sizes`; the smallest that holds the content by default.
    package var size: String?
    /// The number of a mask pattern; the best by default.
    package var mask: Int?
    /// Codewords, or pairs of characters, per row.
    package var columns: Int?
    /// The Extended Channel Interpretation before the content (0 to 999999). By default none for bytes and ASCII, and 26 for other
    /// text, which is UTF-8.
    package var eci: Int?
    /// A check character that the kind does not always have; none by default.
    package var check: Check?
    /// Which part of a longer message it is; none by default.
    package var part: Part?
    /// What stands before a MaxiCode's text for a carrier; none by default.
    package var carrier: CarrierMessage?
    /// Bars along the ends of bars, or around them, that keep a slanting beam from reading a part; none by default.
    package var bearer: Bearer?
    /// Light modules on each side; what the kind's standard asks for by default.
    package var quietZone: Int?
    /// The height of bars in modules; by default what the standard names at least, or a third of the width. Of stacked symbols it is
    /// that of all rows together.
    package var height: Int?
    /// Whether the human-readable text stands below the bars; true by default, where the kind has one.
    package var showsText: Bool?

    package init() {}

    /// Bearer bars (GS1 General Specifications, 5.3.2.4).
    package enum Bearer: String, Hashable, Codable, Sendable, CaseIterable {
        /// Along the upper and the lower ends.
        case bars
        /// A frame around the bars and their quiet zones.
        case box
    }

    /// A check character that is added or compared.
    package struct Check: Hashable, Codable, Sendable {
        /// The name of a `CheckScheme` of the kind.
        package var scheme: String
        /// Whether the content ends with it already, and is refused where it is wrong; false to add it.
        package var isGiven: Bool
        package var isShown: Bool

        package init(_ scheme: String, isGiven: Bool = false, isShown: Bool = true) {
            (self.scheme, self.isGiven, self.isShown) = (scheme, isGiven, isShown)
        }
    }

    /// A place in a message that several symbols hold (structured append).
    package struct Part: Hashable, Codable, Sendable {
        /// From 1.
        package var index: Int
        package var count: Int
        /// What the parts have in common, as the kind spells it (QR Code: 0 to 255; Data Matrix: two numbers from 1 to 254 of three
        /// digits each; Aztec: letters); empty for none.
        package var sequence: String

        package init(_ index: Int, of count: Int, sequence: String = "") {
            (self.index, self.count, self.sequence) = (index, count, sequence)
        }
    }
}

extension MakeOptions.Part {
    /// `2/3`, or `2/3:ID` with what its parts have in common; nil for anything else.
    package init?(_ text: String) {
        let pieces = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        guard let place = pieces.first else { return nil }
        let numbers = place.split(separator: "/", omittingEmptySubsequences: false).map { Int($0) }
        guard numbers.count == 2, let index = numbers[0], let count = numbers[1] else { return nil }
        self.init(index, of: count, sequence: pieces.count == 2 ? String(pieces[1]) : "")
    }

    /// As `init(_:)` takes it.
    package var spelled: String { "\(index)/\(count)" + (sequence.isEmpty ? "" : ":\(sequence)") }
}
