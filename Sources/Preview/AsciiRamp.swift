/// Brightness to characters: more ink is more light, for a dark background.
public struct AsciiRamp: Sendable {
    private let characters: [Character]
    private var dark = 0.0
    private var light = 255.0
    private var isSet = false

    /// Sixteen characters of evenly growing ink, measured on DejaVu Sans Mono (0, 2, 4 … 24 % of the cell).
    public static let standard = Array(" .,:;!*+csoXE&#@")

    /// A ramp over `characters`, darkest first; reversed for terminals with a light background.
    public init(characters: [Character] = AsciiRamp.standard) {
        self.characters = characters.isEmpty ? [" "] : characters
    }

    /// Follows the picture's own range of brightness, slowly, so that the preview neither drowns in a dark room
    /// nor flickers; a flat picture (a range under 48) is not stretched into noise.
    public mutating func adapt(to levels: ClosedRange<UInt8>) {
        var low = Double(levels.lowerBound)
        var high = Double(levels.upperBound)
        if high - low < 48 {
            let middle = (low + high) / 2
            low = max(0, middle - 24)
            high = min(255, low + 48)
        }
        let weight = isSet ? 0.2 : 1
        dark += (low - dark) * weight
        light += (high - light) * weight
        isSet = true
    }

    /// A character for each of the 256 brightnesses, under the range in force.
    public var table: [Character] { table(of: characters) }

    /// The same for characters that are drawn dark on white: more ink is less light.
    public var tableOnWhite: [Character] { table(of: characters.reversed()) }

    private func table(of characters: [Character]) -> [Character] {
        (0..<256).map { value in
            let share = (Double(value) - dark) / max(1, light - dark)
            return characters[min(characters.count - 1, max(0, Int(share * Double(characters.count))))]
        }
    }
}
