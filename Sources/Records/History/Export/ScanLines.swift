import Foundation
import Symbols

/// A scan that could not be kept, and what held for it then.
package struct UnkeptScan: Sendable, Hashable {
    /// What was read, where and when.
    package var scan: Scan
    /// Its session, tags and fields.
    package var run: ScanRun
    /// What it is known by, so that it is taken in once.
    package let identity: ScanIdentity

    /// - Parameters:
    ///   - run: default no session.
    ///   - identity: default a new one.
    package init(_ scan: Scan, in run: ScanRun = ScanRun(), identity: ScanIdentity? = nil) {
        (self.scan, self.run, self.identity) = (scan, run, identity ?? .new(at: scan.time))
    }
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
        var identity: String?
        var utcOffset: Int?
        let source: String
        let symbol: Symbol
        var frame: Scan.FrameSize?
        var run: Run?

        init(_ unkept: UnkeptScan) {
            let scan = unkept.scan
            (time, utcOffset, source) = (scan.time, scan.utcOffset, scan.source)
            (symbol, frame, identity) = (scan.symbol, scan.frame, unkept.identity.description)
            guard unkept.run != ScanRun() else { return }
            run = Run(
                session: unkept.run.session, repeats: unkept.run.repeats.rawValue, tags: unkept.run.tags,
                fields: unkept.run.fields)
        }

        /// The scan; names that this version would not give are left out.
        ///
        /// - Parameter twins: counts those without an identity.
        func unkept(_ twins: inout ScanTwins) -> UnkeptScan {
            let scan = Scan(time: time, utcOffset: utcOffset, source: source, symbol: symbol, frame: frame)
            let identity = identity.flatMap { ScanIdentity($0) } ?? twins.identity(of: scan)
            var result = UnkeptScan(scan, identity: identity)
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
    /// - Returns: the scans, and the lines that are none, each with its end.
    package static func scans(in text: Data) -> (scans: [UnkeptScan], rest: Data) {
        let decoder = JSONDecoder()
        decoder.nonConformingFloatDecodingStrategy = .convertFromString(
            positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
        var scans: [UnkeptScan] = []
        var twins = ScanTwins()
        var rest = Data()
        for line in text.split(separator: 0x0A) {
            if let line = try? decoder.decode(Line.self, from: line) {
                scans.append(line.unkept(&twins))
            } else {
                rest += line + [0x0A]
            }
        }
        return (scans, rest)
    }
}

/// Identities of scans that were given none, each time the same for the same scans in the same order.
struct ScanTwins {
    private var counts: [ScanIdentity: Int] = [:]

    /// That of the next scan: of several of one time, source and content each has its own.
    mutating func identity(of scan: Scan) -> ScanIdentity {
        let first = ScanIdentity.derived(from: scan)
        let twin = counts[first, default: 0]
        counts[first] = twin + 1
        return twin == 0 ? first : .derived(from: scan, twin: twin)
    }
}
