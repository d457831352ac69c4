import struct Foundation.Date

/// What became of a scan: the same from the thread that decodes it to the screen.
package enum ScanFate: Sendable, Hashable {
    /// It is kept under this number.
    case kept(id: Int64)
    /// It counts on the scan of this number, of which there are so many now.
    case counted(id: Int64, quantity: Int)
    /// It is not a scan, as it was scanned before: the scan of this number, of that time.
    case known(id: Int64, since: Date)
    /// Such scans are not kept, as the settings say.
    case leftOut
    /// It names what the next scans belong to, such as a shelf: a field of that name.
    case field(name: String)
    /// It could not be kept, and is tried again until it can: `keptLater` follows then.
    case waiting(reason: String)
    /// It could not be kept, maybe in an earlier session, and is kept now.
    case keptLater(id: Int64)
    /// Nobody keeps scans.
    case seen

    /// The number of the scan in the history; nil if it has none.
    package var id: Int64? {
        switch self {
        case .kept(let id), .counted(let id, _), .known(let id, _), .keptLater(let id): id
        case .leftOut, .field, .waiting, .seen: nil
        }
    }

    /// Whether something has appeared: not what waited before, nor what names a field.
    package var isAppearance: Bool {
        switch self {
        case .keptLater, .field: false
        case .kept, .counted, .known, .leftOut, .waiting, .seen: true
        }
    }
}
