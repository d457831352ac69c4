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
        case .noReader: "not checked: nobody here reads this kind"
        case .cancelled: "not checked"
        }
    }

    /// The line for somebody who relies on it; nil where all is well, or not known.
    package var doubt: String? { if case .no(let line) = self { "it does not read back: \(line)" } else { nil } }
}

extension ReadBack {
    /// How it is looked at, one after the other while it is not read: pixels per module, and effort.
    private static let looks: [(scale: Int, effort: Effort)] = [
        (3, .live(budget: .milliseconds(30))), (2, .normal), (4, .normal), (4, .thorough),
    ]
    /// The most pixels that are looked at: the largest symbols take fewer for each module.
    private static let mostPixels = 6_000_000.0

    /// Draws `symbol` and reads it: a QR Code in milliseconds. What is not read at once is looked at three times more.
    ///
    /// - Parameter isCancelled: asked between looks, each of which takes well below a second as a rule; by default it goes to the end.
    package static func of(_ symbol: MadeSymbol, isCancelled: () -> Bool = { false }) -> ReadBack {
        guard let expected = symbol.contentToRead,
            SymbologySupport.readable.contains(expected.symbology)
                || SymbologySupport.readable.contains(expected.symbology.unstacked)
        else { return .noReader }
        let outline = symbol.outline
        let reader = SymbolReader(options: options(for: expected))
        var told = "nothing is read of it"
        for look in looks {
            if isCancelled() { return .cancelled }
            let scale = Double(look.scale)
            guard outline.width * outline.height * scale * scale <= mostPixels || look.scale == looks[0].scale,
                let raster = try? Raster(outline, scale: look.scale)
            else { break }
            let luma = raster.luma()
            let contents = reader.read(
                luma: luma.span, width: raster.width, height: raster.height, effort: look.effort
            ).symbols.map(\.content)
            if contents.count == 1, expected.isSaid(by: contents[0]) {
                return symbol.kind.linearName == nil
                    ? .yes : .partly("its bars read back; nobody here reads the component above them")
            }
            if let line = difference(expected, contents) { told = line }
        }
        return .no(told)
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
        guard contents.count == 1 else { return "\(contents.count) codes are read of it" }
        if content.symbology.unstacked != expected.symbology.unstacked {
            return "it is read as \(content.symbology.traits.title)"
        }
        if content.bytes.count != expected.bytes.count {
            return "\(content.bytes.count) bytes are read of it, and it has \(expected.bytes.count)"
        }
        guard let index = content.bytes.indices.first(where: { content.bytes[$0] != expected.bytes[$0] }) else {
            return content.addOn != expected.addOn ? "its add-on is not read" : "its place in the message is not read"
        }
        return "byte \(index + 1) is read as another"
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
        return content.bytes == bytes || (text != nil && content.text == text)
    }
}
