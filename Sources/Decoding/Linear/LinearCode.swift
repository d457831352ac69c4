import Symbols

/// A linear symbology as it is read along a scan line.
struct LinearCode: Sendable {
    /// What it may turn out to be.
    let symbologies: Set<Symbology>
    /// Whether one look tells a symbol that stands on its head too.
    var readsBothWays = false
    /// What a line surely says; nil when it says nothing, or who knows what.
    let read: @Sendable (ScannedLine) -> Found?

    /// What a line says.
    struct Found {
        let symbology: Symbology
        var identifier: String?
        let bytes: [UInt8]
        /// Where reading starts and ends, in samples of the line.
        let start: Float
        let end: Float
    }

    /// All that are read, the fastest and most frequent first.
    static let all: [LinearCode] = [ean13, code128]

    private static let ean13 = LinearCode(symbologies: [.ean13, .upcA], readsBothWays: true) { line in
        product(.ean13, decoderOfEAN13.decode(line.line, line.coarse))
    }
    private static let decoderOfEAN13 = ProductDecoder(digitsPerHalf: 6)

    private static func product(_ symbology: Symbology, _ result: LinearResult?) -> Found? {
        guard let result, result.isSure else { return nil }
        return Found(
            symbology: symbology, bytes: result.characters.map { $0 + UInt8(ascii: "0") }, start: result.start,
            end: result.end)
    }

    private static let code128 = LinearCode(symbologies: [.code128, .gs1_128]) { line in
        guard let result = Code128.decoder.decode(line.line, line.fine), result.isSure,
            let content = Code128.content(result.characters)
        else { return nil }
        return Found(
            symbology: .code128, identifier: content.identifier, bytes: content.bytes, start: result.start,
            end: result.end)
    }
}
