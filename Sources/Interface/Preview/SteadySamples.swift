import CLinux
import Synchronization

/// The samples that were shown last: one that has hardly changed since stays as it was, so that a camera's noise neither flickers nor is
/// sent to the terminal.
///
/// Shared by the copies of a painter. What is kept is never further from the frame than `tolerance`.
final class SteadySamples: Sendable {
    private let shown = Mutex(LumaGrid())

    /// The greatest difference that is noise. Half of it is what a camera leaves in means of a few pixels.
    private static let tolerance: UInt8 = 2

    /// Takes the place of samples in `grid` that have hardly changed, and keeps the others for the next time.
    func steady(_ grid: inout LumaGrid) {
        shown.withLock { shown in
            if shown.columns == grid.columns, shown.rows == grid.rows {
                Self.keep(shown.values, in: &grid.values)
            }
            shown = grid
        }
    }

    private static func keep(_ former: [UInt8], in values: inout [UInt8]) {
        qz_luma_steady(former, &values, min(former.count, values.count), tolerance)
    }
}
