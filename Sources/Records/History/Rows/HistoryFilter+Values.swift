import GRDB

/// The values that a condition of a search may have, for completing what is typed.
extension HistoryStore {
    /// The values of the condition `name` that find something here, and the names of days; none for other conditions.
    package func values(ofCondition name: String) throws(HistoryError) -> [String] {
        switch name {
        case "kind": try column("kind")
        case "symbology", "type": try column("symbology")
        case "tag": try tags().map(\.name)
        case "session": try sessions().map(\.name)
        case "place", "shelf":
            try reading { db in
                let field = HistoryFilter.Condition.field(name)
                let request: SQLRequest<String> =
                    "SELECT DISTINCT \(field) FROM scan WHERE \(field) IS NOT NULL ORDER BY 1 LIMIT 1000"
                return try request.fetchAll(db)
            }
        case "on", "after", "since", "before", "until":
            ["today", "yesterday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"]
        case "has": HistoryFilter.Property.allCases.map(\.rawValue)
        case "is": ["pinned"]
        default: []
        }
    }

    private func column(_ name: String) throws(HistoryError) -> [String] {
        try reading { db in
            try String.fetchAll(db, sql: "SELECT DISTINCT \(name) FROM scan WHERE \(name) IS NOT NULL ORDER BY 1")
        }
    }
}
