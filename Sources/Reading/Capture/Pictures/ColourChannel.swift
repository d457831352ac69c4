import CPixels

/// One colour channel of a picture as luma: it shows what differs from its background in colour only.
package enum ColourChannel: String, CaseIterable, Codable, Sendable {
    case red
    case green
    case blue

    var offset: Int {
        switch self {
        case .red: 0
        case .green: 1
        case .blue: 2
        }
    }

    /// All of this colour, nothing of the others.
    var pngWeights: qz_png_weights {
        switch self {
        case .red: qz_png_weights(red: 100_000, green: 0)
        case .green: qz_png_weights(red: 0, green: 100_000)
        case .blue: qz_png_weights(red: 0, green: 0)
        }
    }
}
