/// What a symbol is that comes again in a session, or outside of any.
package enum ScanRepeats: String, Sendable, Hashable, CaseIterable {
    /// Each appearance is a scan.
    case each
    /// It is counted on the row that is there.
    case count
    /// It is not a scan: who holds it learns when it was there before.
    case unique
}
