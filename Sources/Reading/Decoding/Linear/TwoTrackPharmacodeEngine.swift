import Frames
import Symbols

/// Reads Pharmacode with two tracks (Laetus): each bar fills the upper half, the lower half, or both.
struct TwoTrackPharmacodeEngine: NativeReader {
    var charset: String?
    private let isWanted: Bool

    static let inputs: Set<NativeInput> = [.bars]
    static let cost = NativeCost.low
    static let symbologies: Set<Symbology> = [.pharmacodeTwoTrack]

    /// The bars of the numbers from 121 to 64,570,080; those of smaller ones turn up in anything.
    private static let barCounts = 5...16
    /// The smallest number that is read.
    static let minimumNumber = 121
    /// How far the middle of a bar may lie from its even place, as a part of the pitch. Not measured.
    private static let maxShift = 0.25
    /// The quiet zone in pitches. The specification has 6 mm, and a pitch is 2 mm; candidates have less beside them.
    private static let quietZone: Float = 0.8

    init(symbologies: Set<Symbology>) { isWanted = symbologies.contains(.pharmacodeTwoTrack) }

    func read(_ luma: LumaView, region: PixelRect, thoroughness: Thoroughness) throws(EngineError) -> EngineReading {
        let view = luma.cropped(to: region)
        guard isWanted, view.width >= 16, let rows = Self.rows(of: view) else { return EngineReading() }
        let half = rows.count / 2
        // What lies at the ends and in the middle may belong to either half.
        let margin = max(1, half / 4)
        let upper = view.darkness(ofRows: rows.lowerBound + margin..<rows.lowerBound + half - margin)
        let lower = view.darkness(ofRows: rows.upperBound - half + margin..<rows.upperBound - margin)
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
        let changes = view.changes(inColumns: 0..<view.width)
        guard let most = changes.max(), let first = changes.firstIndex(where: { $0 * 4 > most }),
            let last = changes.lastIndex(where: { $0 * 4 > most }), last - first >= 7
        else { return nil }
        return first..<last + 1
    }

    private static func number(_ upper: [Float], _ lower: [Float]) -> (number: Int, start: Float, end: Float)? {
        let elements = BarElements(ScanLine(zip(upper, lower).map(max)))
        guard elements.edges.count % 2 == 0 else { return nil }
        let bars = stride(from: 0, to: elements.edges.count, by: 2).map { (elements.edges[$0], elements.edges[$0 + 1]) }
        guard barCounts.contains(bars.count), let first = bars.first?.0, let last = bars.last?.1,
            EvenPlaces.areEven(elements.middles, maxShift: maxShift)
        else { return nil }
        let pitch = (last - first) / (Float(bars.count) - 0.5)
        guard first >= quietZone * pitch, Float(upper.count) - last >= quietZone * pitch else { return nil }
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
