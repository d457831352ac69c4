import Symbols

/// What the demo shows, in order: the text of each symbol and how it moves.
enum DemoScript {
    /// How long each act lasts, in seconds.
    static let actSeconds = 5.5

    /// One symbol's part in an act. Lengths are shares of the frame's width and height.
    struct Role: Sendable {
        var symbology: Symbology
        var text: String
        /// The middle of its place; 0.5 is the frame's middle.
        var x = 0.5
        /// The width of its place, which it fills as far as its height allows.
        var width = 0.6
        /// Degrees about which it turns, clockwise.
        var tilt = 0.0
        /// Degrees that it turns to either side.
        var swing = 4.0
        /// How far it glides to either side, and half as far up and down.
        var glide = 0.02
        /// Height of a linear symbol in modules.
        var barHeight: Int?
    }

    /// The acts; the symbols of one are seen together.
    static let acts: [[Role]] = [
        [Role(symbology: .qrCode, text: "https://example.org/quietzone")],
        [Role(symbology: .ean13, text: "4012345678901", swing: 3, barHeight: 60)],
        [
            Role(
                symbology: .qrCode,
                text: """
                    BEGIN:VCARD\r\nVERSION:3.0\r\nN:Lovelace;Ada\r\nFN:Ada Lovelace\r\nTEL:+441234567890\r
                    EMAIL:ada@example.org\r\nEND:VCARD\r\n
                    """, swing: 3)
        ],
        [Role(symbology: .code128, text: "QZ-0815", tilt: 16, swing: 3, glide: 0.01, barHeight: 48)],
        [Role(symbology: .qrCode, text: "WIFI:T:WPA;S:Quietzone Guests;P:correct horse;;", tilt: -8)],
        [
            Role(symbology: .qrCode, text: "https://example.org/two", x: 0.32, width: 0.24, swing: 3, glide: 0.01),
            Role(symbology: .ean8, text: "96385074", x: 0.63, width: 0.36, swing: 2, glide: 0.005, barHeight: 44),
        ],
        [Role(symbology: .aztec, text: "Quietzone express, coach 8, seat 15", glide: 0.008)],
        [Role(symbology: .pdf417, text: "Quietzone reads stacked symbols, too.", swing: 2, glide: 0.01)],
        [Role(symbology: .dataMatrix, text: "QZ-000815 LOT A7", tilt: 6)],
    ]
}
