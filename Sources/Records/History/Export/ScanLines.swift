import Foundation
import Symbols

/// A scan that could not be kept, and what held for it then.
package struct UnkeptScan: Sendable, Hashable {
    /// What was read, where and when.
    package var scan: Scan
    /// Its session, tags and fields.
    package var run: ScanRun

    /// - Parameter run: default no session.
    package init(_ scan: Scan, in run: ScanRun = ScanRun()) { (self.scan, self.run) = (scan, run) }
}

/// Scans as lines of JSON, for a file that outlives the program: what could not be kept.
package enum ScanLines {
    private struct Line: Codable {
        struct Run: Codable {
            var session: String?
            var repeats: String?
            var tags: [String]?
            var fields: [String: String]?
        }

        let time: Date
        // Those of earlier versions have nothing of the following.
        var utcOffset: Int?
        let source: String
        let symbol: Symbol
        var frame: Scan.FrameSize?
        var run: Run?

        init(_ unkept: UnkeptScan) {
            let scan = unkept.scan
            (time, utcOffset, source) = (scan.time, scan.utcOffset, scan.source)
            (symbol, frame) = (scan.symbol, scan.frame)
            guard unkept.run != ScanRun() else { return }
            run = Run(
                session: unkept.run.session, repeats: unkept.run.repeats.rawValue, tags: unkept.run.tags,
                fields: unkept.run.fields)
        }

        /// The scan; names that this version would not give are left out.
        var unkept: UnkeptScan {
            var result = UnkeptScan(
                Scan(time: time, utcOffset: utcOffset, source: source, symbol: symbol, frame: frame))
            result.run.session = run?.session.flatMap { HistorySession.obstacle(toName: $0) == nil ? $0 : nil }
            result.run.repeats = run?.repeats.flatMap(ScanRepeats.init) ?? .each
            result.run.tags = run?.tags?.filter { RemarkChange.obstacle(toTag: $0) == nil } ?? []
            result.run.fields = run?.fields ?? [:]
            return result
        }
    }

    /// A line for each scan.
    package static func text(of scans: [UnkeptScan]) -> Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .withoutEscapingSlashes
        encoder.nonConformingFloatEncodingStrategy = .convertToString(
            positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
        var text = Data()
        for scan in scans {
            guard let line = try? encoder.encode(Line(scan)) else { continue }
            text += line + [0x0A]
        }
        return text
    }

    /// The scans in `text`, which is not trusted.
    ///
    /// - Returns: the scans, and whether every line was valid.
    package static func scans(in text: Data) -> (scans: [UnkeptScan], isWhole: Bool) {
        let lines = text.split(separator: 0x0A)
        let decoder = JSONDecoder()
        decoder.nonConformingFloatDecodingStrategy = .convertFromString(
            positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
        let scans = lines.compactMap { try? decoder.decode(Line.self, from: $0) }
        return (scans.map(\.unkept), scans.count == lines.count)
    }
}
