import Formats

/// An application identifier, or some that differ in their last digit: what the GS1 Barcode Syntax Dictionary says of it.
package struct GS1Identifier: Sendable {
    /// The first of them, `3100`.
    package let first: String
    /// The last of them, `3105`.
    package let last: String
    /// Its name in the General Specifications, `NET WEIGHT (kg)`.
    package let title: String
    /// What it is called here.
    package let names: GS1Names
    /// Whether its length is predefined, so that no FNC1 stands behind it.
    let hasPredefinedLength: Bool
    /// Whether it may stand in the query of a Digital Link.
    let isLinkAttribute: Bool
    /// The parts of its value, in order.
    package let components: [GS1Component]
    /// What must stand beside it: of each list, one alternative, and all identifiers of that.
    let requirements: [[[String]]]
    /// Identifiers that must not stand beside it.
    let exclusions: [String]
    /// What may follow it in the path of a Digital Link, in order, by alternatives; nil when it is not a key.
    let qualifiers: [[String]]?

    /// The longest value, in characters.
    var maximumLength: Int { components.reduce(0) { $0 + $1.maximum } }
}

/// What an application identifier is called here.
package struct GS1Names: Sendable {
    /// The key in JSON.
    let key: String
    /// The name for people.
    package let label: String
    /// The unit of its numbers; may be empty.
    let unit: String
}

/// A part of an element's value.
package struct GS1Component: Sendable {
    /// The characters that it may hold.
    package enum CharacterSet: Character {
        case digits = "N"
        case set82 = "X"
        case set39 = "Y"
        case base64 = "Z"
    }

    package let characterSet: CharacterSet
    package let minimum: Int
    package let maximum: Int
    package let isOptional: Bool
    let checks: [GS1Check]

    /// Reads `N14,csum,gcppos2`, `X..20` or `[N6],yymmdd`; nil for anything else.
    init?(_ text: Substring) {
        let parts = text.split(separator: ",")
        guard var format = parts.first else { return nil }
        isOptional = format.hasPrefix("[")
        if isOptional { format = format.dropFirst().prefix { $0 != "]" } }
        guard let letter = format.popFirst(), let set = CharacterSet(rawValue: letter) else { return nil }
        characterSet = set
        let isVariable = format.hasPrefix("..")
        guard let length = Int(isVariable ? format.dropFirst(2) : format) else { return nil }
        (minimum, maximum) = (isVariable ? 1 : length, length)
        checks = parts.dropFirst().compactMap { GS1Check(rawValue: $0.filter { $0 != "]" }) }
    }

    /// Whether every character is one that it may hold.
    func allows(_ bytes: ArraySlice<UInt8>) -> Bool {
        switch characterSet {
        case .digits: bytes.allSatisfy(ASCII.isDigit)
        case .set82: bytes.allSatisfy { Self.set82[Int($0)] }
        case .set39: bytes.allSatisfy { Self.set39[Int($0)] }
        case .base64: Self.isBase64(bytes)
        }
    }

    /// Characters of file-safe Base64. The equals signs at the end may be left out; where they stand, they complete a group as the
    /// linter cset64 of the GS1 Syntax Dictionary counts it.
    private static func isBase64(_ bytes: ArraySlice<UInt8>) -> Bool {
        var data = bytes
        while data.last == UInt8(ascii: "=") { data.removeLast() }
        let padding = bytes.count - data.count
        return (padding == 0 || padding <= 2 && bytes.count % 3 == 0) && data.allSatisfy { base64[Int($0)] }
    }

    private static func table(_ characters: [UInt8]) -> [Bool] {
        let set = Set(characters)
        return (0...255).map { set.contains(UInt8($0)) }
    }

    private static let set82 = table(CheckDigits.set82)
    private static let set39 = table(Array("#-/0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ".utf8))
    private static let base64 = table(
        Array("-0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz".utf8))
}
