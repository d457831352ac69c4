import Scanning
import Symbols

extension ScanRetryQueue {
    typealias Keeper = @Sendable (Scan) throws -> ScanFate

    /// A scan that is kept the same way at any time.
    private struct Plain: PendingScan {
        let scan: Scan
        let keeper: Keeper
        var settled: ScanFate? { nil }

        func keep() throws -> ScanFate { try keeper(scan) }
    }

    convenience init(keep: @escaping Keeper) { self.init { Plain(scan: $0, keeper: keep) } }
}
