/// A column of the history's own screen.
package enum HistoryColumn: String, Sendable, Hashable, CaseIterable, Codable {
    case time, symbology, kind, quantity, content, tags, note, session, fields
    case lastSeen = "last-seen"
    case source

    /// Those that are shown where nothing is set.
    package static let standard: [HistoryColumn] = [.time, .symbology, .quantity, .content, .tags, .source]

    /// Whether these can be the columns of a list: one at least, none twice.
    package static func areColumns(_ columns: [HistoryColumn]) -> Bool {
        !columns.isEmpty && Set(columns).count == columns.count
    }

    /// What stands above it.
    package var title: String { words.title }

    /// What it holds, in a few words.
    package var help: String { words.help }

    private var words: (title: String, help: String) {
        switch self {
        case .time: ("Time", "when it was scanned")
        case .symbology: ("Symbology", "the kind of code")
        case .kind: ("Kind", "the kind of content, as kind: finds it")
        case .quantity: ("Qty", "the quantity, if not one")
        case .content: ("Content", "what it means")
        case .tags: ("Tags", "tags, * for pinned, ¶ for a note")
        case .note: ("Note", "the note")
        case .session: ("Session", "the session it belongs to")
        case .fields: ("Fields", "the fields set then, such as the shelf")
        case .lastSeen: ("Last seen", "when it was seen last")
        case .source: ("Source", "the camera or picture")
        }
    }
}
