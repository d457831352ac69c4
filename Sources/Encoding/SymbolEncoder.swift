import CZXing
import Symbols

/// Makes symbols from text, through zxing-cpp.
public enum SymbolEncoder {
    /// The symbologies that can be made.
    public static let symbologies = Symbology.allCases.filter { $0.writerName != nil }

    /// Encodes `text` as a symbol of `symbology`.
    ///
    /// EAN, UPC and ITF-14 take their digits with or without the check digit. In GS1-128, a GS (U+001D) separates
    /// fields and becomes FNC1; the one at the start is added. QR Code, PDF417 and Aztec hold any text,
    /// Data Matrix Latin-1, the linear ones ASCII or what their alphabet has.
    /// - Parameters:
    ///   - text: at most 8192 bytes of UTF-8.
    ///   - quietZone: light modules on each side; what the standard asks for by default. Above and below a linear
    ///     symbol at most 4 are put.
    ///   - strength: error correction of QR Code, Aztec and PDF417, from 0 (least) to 8; the usual by default.
    ///   - barHeight: height of a linear symbol in modules; a third of its width, at least 24, by default.
    /// - Throws: `EncodingError` when the symbology cannot be made, or cannot hold this text.
    public static func encode(
        _ text: String, as symbology: Symbology, quietZone: Int? = nil, strength: Int? = nil, barHeight: Int? = nil
    ) throws(EncodingError) -> SymbolImage {
        guard let writer = symbology.writerName else {
            throw EncodingError("\(symbology.traits.title) cannot be made: \(titles) can")
        }
        let bytes = Array(try symbology.writerText(text).utf8)
        // QR version 40 has 177 modules a side, the largest Aztec 151, Data Matrix 144; Code 128 has 11 a character.
        var modules = [UInt8](repeating: 0, count: 1 << 20)
        var message = [CChar](repeating: 0, count: 160)
        var width: Int32 = 0
        var height: Int32 = 0
        let result = bytes.withUnsafeBytes { raw in
            qz_zxing_encode(
                writer, raw.bindMemory(to: CChar.self).baseAddress, raw.count, Int32(clamping: strength ?? -1),
                &modules, modules.count, &width, &height, &message, message.count)
        }
        guard result == 0 else {
            let reason = message.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
            throw EncodingError(
                "this text cannot be a \(symbology.traits.title): \(String(decoding: reason, as: UTF8.self))")
        }
        let columns = Int(width)
        var symbol = modules.prefix(columns * Int(height)).map { $0 != 0 }
        let quiet = max(0, min(quietZone ?? symbology.quietZone, 1000))
        guard symbology.traits.dimension == .linear else {
            return SymbolImage(
                symbology: symbology, columns: columns, modules: symbol, horizontalQuietZone: quiet,
                verticalQuietZone: quiet)
        }
        let row = Array(symbol.prefix(columns))
        let rows = max(1, min(barHeight ?? max(24, columns / 3), 10_000))
        symbol = []
        for _ in 0..<rows { symbol += row }
        return SymbolImage(
            symbology: symbology, columns: columns, modules: symbol, horizontalQuietZone: quiet,
            verticalQuietZone: min(quiet, 4))
    }

    private static var titles: String { symbologies.map(\.traits.title).joined(separator: ", ") }
}

/// Why a text cannot become a symbol, in one line.
public struct EncodingError: Error, CustomStringConvertible, Hashable, Sendable {
    /// The line, without a newline.
    public let description: String

    init(_ description: String) { self.description = description }
}

extension Symbology {
    /// zxing-cpp's name, where it can make the symbology.
    fileprivate var writerName: String? {
        switch self {
        case .qrCode: "QRCode"
        case .aztec: "Aztec"
        case .dataMatrix: "DataMatrix"
        case .pdf417: "PDF417"
        case .ean13: "EAN-13"
        case .ean8: "EAN-8"
        case .upcA: "UPC-A"
        case .upcE: "UPC-E"
        case .code39: "Code39"
        case .code93: "Code93"
        case .code128, .gs1_128: "Code128"
        case .itf, .itf14: "ITF"
        case .codabar: "Codabar"
        case .ean5, .ean2, .dataBar, .dataBarLimited, .dataBarExpanded, .dxFilmEdge, .microQRCode, .rmqrCode, .sqCode,
            .microPDF417, .maxiCode:
            nil
        }
    }

    /// The quiet zone that the symbology's standard asks for, in modules; the wider side where they differ.
    fileprivate var quietZone: Int {
        switch self {
        case .qrCode: 4  // ISO/IEC 18004
        case .aztec, .dataMatrix: 2  // ISO/IEC 24778 asks for none, 16022 for 1; readers like more
        case .pdf417: 2  // ISO/IEC 15438
        case .ean13: 11  // GS1 General Specifications 5.2
        case .upcA, .upcE: 9
        case .ean8: 7
        default: 10
        }
    }

    /// `text` as zxing-cpp's writer wants it.
    fileprivate func writerText(_ text: String) throws(EncodingError) -> String {
        switch self {
        case .code128, .gs1_128:
            // The writer takes U+00F1 to U+00F4 for FNC1 to FNC4: a text with ñ would become another one.
            guard text.utf8.allSatisfy({ $0 < 0x80 }) else {
                throw EncodingError("this text cannot be a \(traits.title): it has characters outside ASCII")
            }
            if self == .code128 { return text }
            let separated = text.split(separator: "\u{1D}").joined(separator: "\u{F1}")
            return separated.isEmpty ? "" : "\u{F1}" + separated
        case .itf14:
            guard (13...14).contains(text.utf8.count), text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
                throw EncodingError("this text cannot be an ITF-14: it needs 13 or 14 digits")
            }
            let digits = text.utf8.prefix(13).map { Int($0 - 0x30) }
            // GS1: weights 3 and 1 from the right, so 3 first for 13 digits.
            let sum = digits.enumerated().reduce(0) { $0 + $1.element * ($1.offset % 2 == 0 ? 3 : 1) }
            let check = String((10 - sum % 10) % 10)
            guard text.count == 13 || text.hasSuffix(check) else {
                throw EncodingError("this text cannot be an ITF-14: its check digit should be \(check)")
            }
            return text.prefix(13) + check
        default: return text
        }
    }
}
