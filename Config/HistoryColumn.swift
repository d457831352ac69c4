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
    package var title: String {
        switch self {
        case .time: "Time"
        case .symbology: "Symbology"
        case .kind: "Kind"
        case .quantity: "Qty"
        case .content: "Content"
        case .tags: "Tags"
        case .note: "Note"
        case .session: "Session"
        case .fields: "Fields"
        case .lastSeen: "Last seen"
        case .source: "Source"
        }
    }

    /// What it holds, in a few words.
    package var help: String {
        switch self {
        case .time: "when it was scanned"
        case .symbology: "the kind of code"
        case .kind: "the kind of content, as kind: finds it"
        case .quantity: "how many, where there is not one"
        case .content: "what it means"
        case .tags: "tags, * for pinned, ¶ for a note"
        case .note: "the note"
        case .session: "the session it belongs to"
        case .fields: "what held then, such as the shelf"
        case .lastSeen: "when it was seen last"
        case .source: "the camera or picture"
        }
    }
}
