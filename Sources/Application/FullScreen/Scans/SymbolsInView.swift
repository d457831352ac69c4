import Services
import Foundation
import Scanning
import Screens
import Symbols

/// What is known of the symbols in view besides where they are: what they say in a line, and their scans.
struct SymbolsInView {
    /// One of them.
    struct Known {
        let row: HistoryRow
        /// What the row was made of: of another picture of a folder a symbol may have the same number.
        let content: SymbolContent
        /// Its scan of a moment ago, where it came back too soon for another one.
        var formerScan: Int64?
        var hasAsked = false
    }

    /// By tracks of the session under way.
    var tracks: [UInt64: Known] = [:]
    /// When the content of a scan of this run was scanned before, by the scan's number.
    var earlier: [Int64: Date] = [:]
    /// What was read thoroughly while the picture is held still, as often as it was.
    var heldReads: UInt64 = 0

    /// What `symbol` says in a line; parsed once.
    mutating func row(of symbol: TrackedSymbol) -> HistoryRow {
        let former = tracks[symbol.id]
        if let former, former.content == symbol.content { return former.row }
        let row = HistoryRow(id: 0, scan: Scan(time: Date(), source: "", symbol: symbol.symbol))
        var known = Known(row: row, content: symbol.content)
        // An add-on that was read later makes it no other scan.
        if let former, former.content.symbology == symbol.content.symbology,
            former.content.bytes == symbol.content.bytes
        {
            (known.formerScan, known.hasAsked) = (former.formerScan, former.hasAsked)
        }
        tracks[symbol.id] = known
        return row
    }

    /// Forgets what has gone: `earlier` of scans that nobody sees any more, too.
    mutating func keep(tracks ids: Set<UInt64>, scans: Set<Int64>) {
        if tracks.count > ids.count { tracks = tracks.filter { ids.contains($0.key) } }
        if earlier.count > Self.maxEarlier { earlier = earlier.filter { scans.contains($0.key) } }
    }

    private static let maxEarlier = 256
}
