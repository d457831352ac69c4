import CZint
import Symbols

/// Encodes text and bytes as symbols, through libzint.
///
///     let image = try SymbolEncoder.encode("https://example.org", as: .qrCode)
///     let (width, height, luma) = image.pixels(scale: 4)
public enum SymbolEncoder {
    /// The symbologies that the installed libzint can encode.
    public static let symbologies = Symbology.allCases.filter { ZintFormat($0) != nil }

    /// Encodes `text` as a symbol of `symbology`.
    ///
    /// EAN, UPC, ITF-14 and DataBar take their digits with or without the check digit; `+12` or `+51995` after the digits
    /// of EAN and UPC adds the add-on symbol. GS1-128 and DataBar Expanded take element strings:
    /// `(01)09501101530003(10)AB-12`, or without brackets and with GS (U+001D) after elements without a predefined length.
    /// QR Code, rMQR, PDF417, MicroPDF417, Aztec and Data Matrix encode any text (as UTF-8 after ECI 26 where it is not
    /// ASCII), linear symbologies only ASCII or their own character set.
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
    public static func encode(
        _ text: String, as symbology: Symbology, quietZone: Int? = nil, strength: Int? = nil, barHeight: Int? = nil,
        columns: Int? = nil
    ) throws(EncodingError) -> SymbolImage {
        guard let format = ZintFormat(symbology) else {
            throw EncodingError("\(symbology.traits.title) cannot be made: \(titles) can")
        }
        let needsECI = format.supportsECI && !text.utf8.allSatisfy { $0 < 0x80 }
        return try encode(
            Array(try format.prepare(text).utf8), as: symbology, format, eci: needsECI ? 26 : 0, isBinary: false,
            columns: columns, quietZone: quietZone, strength: strength, barHeight: barHeight)
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
    public static func encode(
        bytes: [UInt8], as symbology: Symbology, eci: Int = 0, columns: Int? = nil, quietZone: Int? = nil
    ) throws(EncodingError) -> SymbolImage {
        guard let format = ZintFormat(symbology), format.supportsECI || symbology == .microQRCode else {
            throw EncodingError("\(symbology.traits.title) cannot be made of bytes")
        }
        return try encode(
            bytes, as: symbology, format, eci: eci, isBinary: true, columns: columns, quietZone: quietZone,
            strength: nil,
            barHeight: nil)
    }

    private static func encode(
        _ bytes: [UInt8], as symbology: Symbology, _ format: ZintFormat, eci: Int, isBinary: Bool, columns: Int?,
        quietZone: Int?, strength: Int?, barHeight: Int?
    ) throws(EncodingError) -> SymbolImage {
        var request = qz_zint_request()
        request.symbology = Int32(format.number)
        request.level = format.level(strength: strength)
        request.eci = Int32(clamping: eci)
        request.columns = Int32(clamping: max(0, columns ?? 0))
        request.is_binary = isBinary
        request.is_gs1 = format.isGS1
        // QR Code version 40 has 177 modules per side, the largest Aztec 151, Data Matrix 144; Code 128 has 11 per
        // character.
        var modules = [UInt8](repeating: 0, count: 1 << 20)
        var message = [CChar](repeating: 0, count: 160)
        var width: Int32 = 0
        var height: Int32 = 0
        let result = bytes.withUnsafeBytes { raw in
            qz_zint_encode(
                &request, raw.bindMemory(to: CChar.self).baseAddress, raw.count, &modules, modules.count, &width,
                &height, &message, message.count)
        }
        guard result == 0 else {
            let reason = message.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
            throw EncodingError(symbology, String(decoding: reason, as: UTF8.self))
        }
        let rowWidth = Int(width)
        var symbol = modules.prefix(rowWidth * Int(height)).map { $0 != 0 }
        let quiet = max(0, min(quietZone ?? symbology.quietZone, 1000))
        if height == 1 {
            let row = symbol
            let rows = max(1, min(barHeight ?? max(24, rowWidth / 3), 10_000))
            symbol = []
            for _ in 0..<rows { symbol += row }
        }
        return SymbolImage(
            symbology: symbology, columns: rowWidth, modules: symbol, horizontalQuietZone: quiet,
            verticalQuietZone: symbology.traits.dimension == .linear ? min(quiet, 4) : quiet)
    }

    private static var titles: String { symbologies.map(\.traits.title).joined(separator: ", ") }
}

/// Why a text cannot be encoded, in one line.
public struct EncodingError: Error, CustomStringConvertible, Hashable, Sendable {
    /// A single line without control characters.
    public let description: String

    init(_ description: String) {
        // libzint quotes the text, which may contain control characters.
        self.description = String(
            description.map { $0.isNewline || $0.asciiValue.map { $0 < 0x20 } == true ? " " : $0 })
    }

    init(_ symbology: Symbology, _ reason: String) {
        self.init("\(symbology.traits.title) cannot hold this text: \(reason)")
    }
}

extension Symbology {
    /// The minimum quiet zone of the symbology's standard, in modules; the wider side where they differ.
    fileprivate var quietZone: Int {
        switch self {
        case .qrCode: 4  // ISO/IEC 18004
        case .microQRCode, .rmqrCode: 2  // ISO/IEC 18004, 23941
        case .aztec, .dataMatrix: 2  // ISO/IEC 24778 requires none, 16022 one; many readers need more
        case .pdf417: 2  // ISO/IEC 15438
        case .microPDF417: 1  // ISO/IEC 24728
        case .ean13: 11  // GS1 General Specifications 5.2
        case .upcA, .upcE: 9
        case .ean8: 7
        default: 10
        }
    }
}
