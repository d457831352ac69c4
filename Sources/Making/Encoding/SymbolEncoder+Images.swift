import Symbols

/// Symbols by the names that they are read by, as grids of modules.
///
///     let image = try SymbolEncoder.encode("https://example.org", as: .qrCode)
///     let (width, height, luma) = image.pixels(scale: 4)
extension SymbolEncoder {
    /// The symbologies that the installed libzint can encode on a grid of squares.
    package static let symbologies = Symbology.allCases.filter { symbology in
        SymbolKind.of(symbology).map { $0.layout != .hexagons } ?? false
    }

    /// Encodes `text` as a symbol of `symbology`.
    ///
    /// What it takes is told by the `content` of its `SymbolKind`. EAN, UPC, ITF-14 and DataBar take their digits with or without
    /// the check digit. QR Code, rMQR, PDF417, MicroPDF417, Aztec and Data Matrix encode any text (as UTF-8 after ECI 26 where it
    /// is not ASCII), linear symbologies only ASCII or their own character set.
    ///
    /// - Parameters:
    ///   - text: at most 8192 bytes of UTF-8.
    ///   - quietZone: light modules on each side; the minimum of the symbology's standard by default. Linear symbols have
    ///     at most 4 above and below.
    ///   - strength: error correction of QR Code, Aztec and PDF417, from 0 (lowest) to 8; the symbology's default by
    ///     default.
    ///   - barHeight: height of a single-row linear symbol in modules; a third of its width, at least 24, by default.
    ///   - columns: character pairs per row of DataBar Expanded Stacked (1...11), codewords per row of PDF417 (1...30) and
    ///     MicroPDF417 (1...4); libzint's choice by default.
    /// - Throws: `EncodingError` when libzint cannot encode the symbology, or the symbology cannot encode this text.
    package static func encode(
        _ text: String, as symbology: Symbology, quietZone: Int? = nil, strength: Int? = nil, barHeight: Int? = nil,
        columns: Int? = nil
    ) throws(EncodingError) -> SymbolImage {
        let kind = try kind(of: symbology)
        var options = MakeOptions()
        if let strength, !kind.choices.levels.isEmpty {
            options.level = kind.choices.levels[min(max(strength, 0), 8) * (kind.choices.levels.count - 1) / 8].name
        }
        return try image(.text(text), as: kind, options, quietZone: quietZone, barHeight: barHeight, columns: columns)
    }

    /// Encodes `bytes` unchanged, in a symbology that has a byte mode.
    ///
    /// - Parameters:
    ///   - bytes: at most 8192.
    ///   - eci: the Extended Channel Interpretation to encode in front; 0, the default, for none.
    ///   - columns: codewords per row of PDF417 (1...30) and MicroPDF417 (1...4); libzint uses more when the bytes need
    ///     them. libzint's choice by default.
    ///   - quietZone: light modules on each side; the minimum of the symbology's standard by default.
    /// - Throws: `EncodingError` when libzint cannot encode the symbology, or the symbology cannot encode these bytes.
    package static func encode(
        bytes: [UInt8], as symbology: Symbology, eci: Int = 0, columns: Int? = nil, quietZone: Int? = nil
    ) throws(EncodingError) -> SymbolImage {
        let kind = try kind(of: symbology)
        guard case .bytes = kind.content.alphabet else {
            throw EncodingError("\(kind.title) cannot be made of bytes")
        }
        var options = MakeOptions()
        if eci != 0 { options.eci = eci }
        return try image(.bytes(bytes), as: kind, options, quietZone: quietZone, barHeight: nil, columns: columns)
    }

    private static func kind(of symbology: Symbology) throws(EncodingError) -> SymbolKind {
        guard symbologies.contains(symbology), let kind = SymbolKind.of(symbology) else {
            let titles = symbologies.map(\.traits.title).joined(separator: ", ")
            throw EncodingError("\(symbology.traits.title) cannot be made: \(titles) can")
        }
        return kind
    }

    private static func image(
        _ source: SymbolSource, as kind: SymbolKind, _ options: MakeOptions, quietZone: Int?, barHeight: Int?,
        columns: Int?
    ) throws(EncodingError) -> SymbolImage {
        var options = options
        options.quietZone = quietZone.map { max(0, min($0, ZintRequest.maximumQuietZone)) }
        options.columns = kind.choices.columns == nil ? nil : columns
        options.showsText = false
        if kind.layout == .bars {
            // Lower than the standards ask for, so that pictures stay small: a third of the width.
            options.height = barHeight.map { max(1, min($0, ZintRequest.maximumHeight)) }
            let made = try SymbolEncoder().make(source, as: kind, options)
            if barHeight != nil || kind.minimumHeight == 0 { return made.image }
            options.height = max(24, made.grid.width / 3)
        }
        return try SymbolEncoder().make(source, as: kind, options).image
    }
}
