import Synchronization

/// The colours of a frame, coarsely: as much as cells of text show.
package struct ChromaGrid: Hashable, Sendable {
    package let columns: Int
    package let rows: Int
    /// How blue each sample is, row by row: Cb of ITU-R BT.601, 128 for grey.
    package let blue: [UInt8]
    /// How red: Cr.
    package let red: [UInt8]

    /// The most samples that are taken of a frame.
    package static let most = (columns: 160, rows: 90)

    /// A grid; nil unless each has `columns` times `rows` samples, and one at least.
    package init?(columns: Int, rows: Int, blue: [UInt8], red: [UInt8]) {
        guard columns > 0, rows > 0, blue.count == columns * rows, red.count == blue.count else { return nil }
        (self.columns, self.rows, self.blue, self.red) = (columns, rows, blue, red)
    }
}

/// Whether somebody wants the colours of frames, which sources then take where that costs next to nothing. Shared by the one who
/// wishes and the thread that captures.
package final class ChromaRequest: Sendable {
    private let wanted: Atomic<Bool>

    package init(_ isWanted: Bool = false) { wanted = Atomic(isWanted) }

    package var isWanted: Bool {
        get { wanted.load(ordering: .relaxed) }
        set { wanted.store(newValue, ordering: .relaxed) }
    }
}
