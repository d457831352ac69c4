import Foundation
import Symbols

/// Scans as lines of JSON, for a file that outlives the program: what could not be kept.
public enum ScanLines {
    private struct Line: Codable {
        let time: Date
        let source: String
        let symbol: Symbol
    }

    /// A line for each scan.
    public static func text(of scans: [Scan]) -> Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .withoutEscapingSlashes
        encoder.nonConformingFloatEncodingStrategy = .convertToString(
            positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
        var text = Data()
        for scan in scans {
            guard
                let line = try? encoder.encode(Line(time: scan.time, source: scan.source, symbol: scan.symbol))
            else { continue }
            text += line + [0x0A]
        }
        return text
    }

    /// The scans in `text`, which is not trusted.
    ///
    /// - Returns: the scans, and whether every line was valid.
    public static func scans(in text: Data) -> (scans: [Scan], isWhole: Bool) {
        let lines = text.split(separator: 0x0A)
        let decoder = JSONDecoder()
        decoder.nonConformingFloatDecodingStrategy = .convertFromString(
            positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
        let scans = lines.compactMap { try? decoder.decode(Line.self, from: $0) }
        return (scans.map { Scan(time: $0.time, source: $0.source, symbol: $0.symbol) }, scans.count == lines.count)
    }
}
