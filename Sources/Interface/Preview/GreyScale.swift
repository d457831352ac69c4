import Surface

/// The greys that a terminal has, darkest first, and how they are asked for.
struct GreyScale: Sendable {
    /// How light each is, 0–255, strictly growing.
    let values: [UInt8]
    let colors: [Color]
    /// The colours of cells that are dimmed: for each of `values` the grey nearest to `dimming` of it.
    let dimmed: [Color]
    /// For each brightness the index of the nearest of `values`, the darker one where two are as near.
    let nearest: [UInt8]

    /// What is left of the brightness of cells that are dimmed.
    static let dimming = 0.45
    /// The least colours for shades: with eight there is black and white only; with sixteen there are two greys between.
    static let minimumColors = 16

    private init(_ greys: [(value: UInt8, color: Color)]) {
        let values = greys.map(\.value)
        func index(nearestTo value: Double) -> Int {
            values.indices.min { abs(Double(values[$0]) - value) < abs(Double(values[$1]) - value) } ?? 0
        }
        self.values = values
        colors = greys.map(\.color)
        dimmed = values.map { greys[index(nearestTo: Double($0) * Self.dimming)].color }
        nearest = (0..<256).map { UInt8(index(nearestTo: Double($0))) }
    }

    /// The greys of `terminal`; nil if there are none to tell shades by.
    static func of(_ terminal: TerminalTraits) -> GreyScale? {
        switch terminal.colorCount {
        case ..<minimumColors: return nil
        case ..<256: return basic
        case 256: return indexed
        default: return direct
        }
    }

    /// What characters are drawn in: the terminal's greys, or black and white; nil if there are no colours.
    static func forCharacters(on terminal: TerminalTraits) -> GreyScale? {
        of(terminal) ?? (terminal.colorCount >= 8 ? blackAndWhite : nil)
    }

    /// Where any shade can be asked for, 32: they make 1024 pairs of colours at most, and ncurses has 32,767 (Terminal's `PairTable`).
    /// By `quietzone-bench preview-quality` the picture is as like as in 64, and takes a third fewer bytes.
    static let direct = GreyScale((0..<32).map { grey(UInt8($0 * 255 / 31)) })

    /// Of 256 colours black, white and the 24 greys that no scheme changes (256colres.pl of xterm).
    static let indexed: GreyScale = {
        let ramp: [UInt8] = (0..<24).map { UInt8(8 + 10 * $0) }
        let values: [UInt8] = [0] + ramp + [255]
        return GreyScale(values.map(grey))
    }()

    /// Of sixteen colours black, two greys and white, as light as xterm's own (XTerm-col.ad).
    static let basic = GreyScale([(0, .palette(0)), (0x7F, .palette(8)), (0xE5, .palette(7)), (255, .palette(15))])

    /// Of eight colours the two without a hue.
    static let blackAndWhite = GreyScale([(0, .palette(0)), (0xE5, .palette(7))])

    /// The terminal's own ink and paper, where there are no colours: the darker and the lighter one.
    static let inkAndPaper = GreyScale([(0, .standard), (255, .standard)])

    private static func grey(_ value: UInt8) -> (value: UInt8, color: Color) { (value, .rgb(value, value, value)) }

    /// Why a terminal cannot show a picture of greys in characters beyond ASCII, as the end of "No half blocks: ".
    static func obstacle(on terminal: TerminalTraits) -> String? {
        if terminal.colorCount == 0 { return "no colours are available" }
        if terminal.colorCount < minimumColors {
            return "this terminal has \(terminal.colorCount) colours, and they need \(minimumColors)"
        }
        return terminal.isUTF8 ? nil : "this terminal's locale is not UTF-8"
    }
}
