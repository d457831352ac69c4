import Artwork
import Decoding
import Encoding
import Symbols

/// Whether a made symbol is read as what it was made of: by this program's own reader, from the symbol as it is drawn.
///
///     if let doubt = ReadBack.of(symbol).doubt { print(doubt) }
package enum ReadBack: Hashable, Sendable {
    /// Every byte came back.
    case yes
    /// What is read here came back; the line says what nobody here reads.
    case partly(String)
    /// It did not come back; the line says what did.
    case no(String)
    /// It came back from an upright drawing, and from none that is turned a little.
    case onlyUpright
    /// Nobody here reads this kind.
    case noReader
    /// It was not looked at to the end.
    case cancelled

    /// In a few words: `yes`, or why not.
    package var words: String {
        switch self {
        case .yes: "yes"
        case .partly(let line): line
        case .no(let line): "no: \(line)"
        case .onlyUpright: "only upright: not when turned by \(Self.minimumTurn)°"
        case .noReader: "not checked: this kind cannot be read here"
        case .cancelled: "not checked"
        }
    }

    /// The line for somebody who relies on it; nil if all is well, or not known.
    package var doubt: String? {
        switch self {
        case .no(let line): "it does not read back: \(line)"
        case .onlyUpright:
            "it reads back upright, but not when turned by \(Self.minimumTurn)°: increase the height, or leave it out"
        case .yes, .partly, .noReader, .cancelled: nil
        }
    }
}

extension ReadBack {
    /// How it is looked at, one after the other while it is not read: pixels per module, and effort.
    private static let looks: [(scale: Int, effort: Effort)] = [
        (3, .live(budget: .milliseconds(30))), (2, .normal), (4, .normal), (4, .thorough),
    ]
    /// How rows that might be too low are looked at, while they are not read: degrees, pixels per module, and whether blurred. Measured:
    /// rows that are as high as their standards ask are read at 12°, those of the smallest PDF417 at 6°; rows half as high at none.
    private static let turns: [(degrees: Int, scale: Int, isBlurred: Bool)] = [
        (12, 4, true), (12, 3, false), (minimumTurn, 3, false),
    ]
    private static let minimumTurn = 6
    /// Bars that are lower may be crossed by no line of a turned picture.
    fileprivate static let lowBars = 16
    /// How high bars are at most at the first look, which takes a tenth of the time then.
    private static let highBars = 24

    /// Draws `symbol` and reads it: a QR Code in milliseconds. What is not read at once is looked at three times more, and rows and low
    /// bars that are read are looked at turned and blurred.
    ///
    /// - Parameter isCancelled: asked between looks, each of which takes well below a second as a rule; by default it goes to the end.
    package static func of(_ symbol: MadeSymbol, isCancelled: () -> Bool = { false }) -> ReadBack {
        guard let expected = symbol.contentToRead,
            SymbologySupport.readable.contains(expected.symbology)
                || SymbologySupport.readable.contains(expected.symbology.unstacked)
        else { return .noReader }
        guard SymbologySupport.reads(expected.alternative ?? expected.bytes, as: expected.symbology) else {
            return .partly("not checked: \(Self.condition(of: expected.symbology))")
        }
        let reading = Reading(expected: expected, reader: SymbolReader(options: options(for: expected)))
        let outline = symbol.outline
        let first = symbol.lowered(to: highBars).outline
        var told = "it cannot be read"
        for (index, look) in looks.enumerated() {
            if isCancelled() { return .cancelled }
            guard let picture = ReadBackPicture(index == 0 ? first : outline, scale: look.scale) else { break }
            let contents = reading.contents(of: picture, look.effort)
            guard reading.isRight(contents) else {
                if let line = difference(expected, contents) { told = line }
                continue
            }
            if symbol.mayHaveLowRows, !isReadTurned(outline, reading, isCancelled) {
                return isCancelled() ? .cancelled : .onlyUpright
            }
            return .yes
        }
        return .no(told)
    }

    /// What is read of drawings, and what should be.
    private struct Reading {
        let expected: ContentToRead
        let reader: SymbolReader

        func contents(of picture: ReadBackPicture, _ effort: Effort) -> [SymbolContent] {
            reader.read(luma: picture.luma.span, width: picture.width, height: picture.height, effort: effort)
                .symbols.map(\.content)
        }

        func isRight(_ contents: [SymbolContent]) -> Bool { contents.count == 1 && expected.isSaid(by: contents[0]) }
    }

    /// Which symbols of a symbology are read, where not all are.
    private static func condition(of symbology: Symbology) -> String {
        switch symbology {
        case .msi: "MSI is read only with a check digit and 4 to 24 digits, not all alike"
        case .code11: "Code 11 is read only with check characters (--check-digit two)"
        case .pharmacode, .pharmacodeTwoTrack: "\(symbology.traits.title) with so few bars is not read"
        default: "\(symbology.traits.title) of this length is not read"
        }
    }

    private static func isReadTurned(
        _ outline: SymbolOutline, _ reading: Reading, _ isCancelled: () -> Bool
    ) -> Bool {
        for turn in turns {
            if isCancelled() { return false }
            // What is too large to be turned has many rows.
            guard let picture = ReadBackPicture(outline, scale: turn.scale) else { return true }
            let turned = picture.turned(degrees: Double(turn.degrees))
            if reading.isRight(reading.contents(of: turn.isBlurred ? turned.blurred() : turned, .normal)) {
                return true
            }
        }
        return false
    }

    private static func options(for expected: ContentToRead) -> ReaderOptions {
        var options = ReaderOptions()
        // With or without the name of its layout, and with add-ons.
        options.symbologies = Set(Symbology.allCases.filter { $0.unstacked == expected.symbology.unstacked })
        if expected.addOn != nil { options.symbologies.formUnion([.ean2, .ean5]) }
        // A reader calls the number of an EAN-13 that begins with 0 a UPC-A.
        if expected.symbology == .ean13 { options.symbologies.insert(.upcA) }
        (options.minimumITFDigits, options.minimumCodabarCharacters) = (2, 3)
        return options
    }

    private static func difference(_ expected: ContentToRead, _ contents: [SymbolContent]) -> String? {
        guard let content = contents.first else { return nil }
        guard contents.count == 1 else { return "it reads as \(contents.count) codes" }
        if content.symbology.unstacked != expected.symbology.unstacked {
            return "it is read as \(content.symbology.traits.title)"
        }
        if content.bytes.count != expected.bytes.count {
            return "it reads as \(content.bytes.count) bytes instead of \(expected.bytes.count)"
        }
        guard let index = content.bytes.indices.first(where: { content.bytes[$0] != expected.bytes[$0] }) else {
            return content.addOn != expected.addOn ? "its add-on is not read" : "its place in the message is not read"
        }
        return "byte \(index + 1) is read differently"
    }
}

extension MadeSymbol {
    /// Whether it has rows of a height that was chosen, or low bars. Not DataBar Stacked, whose rows are too low for turned pictures by its
    /// standard, nor compact PDF417, which this reader reads nearly upright alone.
    fileprivate var mayHaveLowRows: Bool {
        switch kind.layout {
        case .rows: kind.takesHeight && kind.name != "compact-pdf417"
        case .bars: grid.rows == 1 && grid.height < ReadBack.lowBars
        case .squares, .dots, .hexagons: false
        }
    }
}

extension ContentToRead {
    /// Whether a reader has said this: every byte, the add-on, and the place in a message.
    package func isSaid(by content: SymbolContent) -> Bool {
        guard content.addOn == addOn, content.part?.index == part?.index,
            content.part?.count == nil || content.part?.count == part?.count
        else { return false }
        if symbology == .ean13, content.symbology == .upcA { return [0x30] + content.bytes == bytes }
        guard content.symbology.unstacked == symbology.unstacked else { return false }
        return content.bytes == bytes || content.bytes == alternative || (text != nil && content.text == text)
    }
}
