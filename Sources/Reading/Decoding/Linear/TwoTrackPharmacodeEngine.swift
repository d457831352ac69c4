import Frames
import Symbols

/// Reads Pharmacode with two tracks (Laetus): each bar fills the upper half, the lower half, or both.
struct TwoTrackPharmacodeEngine: NativeReader {
    var charset: String?
    private let isWanted: Bool

    static let inputs: Set<NativeInput> = [.bars]
    static let cost = NativeCost.low
    static let symbologies: Set<Symbology> = [.pharmacodeTwoTrack]

    /// The bars of the numbers from 4 to 64,570,080.
    private static let barCounts = 2...16
    /// How far the middle of a bar may lie from its even place, as a part of the pitch. Not measured.
    private static let maxShift: Float = 0.25
    /// The quiet zone in pitches. The specification has 6 mm, and a pitch is 2 mm; candidates have less beside them.
    private static let quietZone: Float = 0.8

    init(symbologies: Set<Symbology>) { isWanted = symbologies.contains(.pharmacodeTwoTrack) }

    func read(_ luma: LumaView, region: PixelRect, thoroughness: Thoroughness) throws(EngineError) -> EngineReading {
        let view = luma.cropped(to: region)
        guard isWanted, view.width >= 16, let rows = Self.rows(of: view) else { return EngineReading() }
        let half = rows.count / 2
        // What lies at the ends and in the middle may belong to either half.
        let margin = max(1, half / 4)
        let upper = Self.line(view, rows.lowerBound + margin..<rows.lowerBound + half - margin)
        let lower = Self.line(view, rows.upperBound - half + margin..<rows.upperBound - margin)
        guard let found = Self.number(upper, lower) else { return EngineReading() }
        let (left, right) = (Double(found.start), Double(found.end))
        let (top, bottom) = (Double(rows.lowerBound), Double(rows.upperBound))
        let corners = Quadrilateral(
            topLeft: Point(x: left, y: top), topRight: Point(x: right, y: top),
            bottomRight: Point(x: right, y: bottom), bottomLeft: Point(x: left, y: bottom))
        let raw = RawSymbol(
            symbology: .pharmacodeTwoTrack, identifier: nil, bytes: Array(String(found.number).utf8), eciBytes: nil,
            corners: corners)
        return reading(of: [raw], in: region)
    }

    /// The rows that bars lie in: those with at least a quarter of the edges that the row with the most has.
    private static func rows(of view: LumaView) -> Range<Int>? {
        let energies = (0..<view.height).map { y -> Int in
            // SAFETY: y is a row, and x + 2 lies in it.
            let line = view.base + y * view.rowStride
            return (0..<view.width - 2).reduce(0) { $0 + abs(Int(line[$1]) - Int(line[$1 + 2])) }
        }
        guard let most = energies.max(), let first = energies.firstIndex(where: { $0 * 4 > most }),
            let last = energies.lastIndex(where: { $0 * 4 > most }), last - first >= 7
        else { return nil }
        return first..<last + 1
    }

    /// The mean darkness of rows.
    private static func line(_ view: LumaView, _ rows: Range<Int>) -> [Float] {
        var sums = [Float](repeating: 0, count: view.width)
        for y in rows {
            // SAFETY: `rows` are rows of the view, x is below its width.
            let line = view.base + y * view.rowStride
            for x in 0..<view.width { sums[x] += 255 - Float(line[x]) }
        }
        return sums.map { $0 / Float(max(1, rows.count)) }
    }

    private static func number(_ upper: [Float], _ lower: [Float]) -> (number: Int, start: Float, end: Float)? {
        let elements = BarElements(ScanLine(zip(upper, lower).map(max)))
        guard elements.edges.count % 2 == 0 else { return nil }
        let bars = stride(from: 0, to: elements.edges.count, by: 2).map { (elements.edges[$0], elements.edges[$0 + 1]) }
        guard barCounts.contains(bars.count) else { return nil }
        let middles = bars.map { ($0 + $1) / 2 }
        let pitch = (middles[middles.count - 1] - middles[0]) / Float(middles.count - 1)
        let isEven = middles.enumerated().allSatisfy { abs($1 - (middles[0] + pitch * Float($0))) <= maxShift * pitch }
        let (first, last) = (elements.edges[0], elements.edges[elements.edges.count - 1])
        guard isEven, first >= quietZone * pitch, Float(upper.count) - last >= quietZone * pitch else { return nil }
        // A half is filled where it is darker than the middle of paper and the darkest bar.
        let all = (upper + lower).sorted()
        let middle = (all[all.count / 10] + all[all.count - 1]) / 2
        var number = 0
        for bar in bars {
            let (from, to) = (Int(bar.0), max(Int(bar.0) + 1, Int(bar.1)))
            func isDark(_ line: [Float]) -> Bool { line[from..<min(to, line.count)].max() ?? 0 > middle }
            switch (isDark(upper), isDark(lower)) {
            case (false, true): number = number * 3 + 1
            case (true, false): number = number * 3 + 2
            case (true, true): number = number * 3 + 3
            case (false, false): return nil
            }
        }
        return (number, first, last)
    }
}
