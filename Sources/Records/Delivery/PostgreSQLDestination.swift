import Foundation
import History
import PostgreSQL

/// Scans as rows of a table on a PostgreSQL server, or of what speaks its protocol (libpq). Many stations share one table: a row is
/// known by the station's history and its number there (`unique (origin, seq)`), so that none comes twice.
///
/// The table is made where it is not there, with a view `TABLE_count` of how many there are of each text. A scan that counts on one
/// that is there is a row of its own here, so that the view adds them up.
final class PostgreSQLDestination: Destination {
    private let settings: DestinationSettings
    private let origin: DeliveryOrigin
    private let table: String
    private let password: [UInt8]?
    private var connection: PostgreSQLConnection?

    init(_ settings: DestinationSettings, _ origin: DeliveryOrigin) throws(DeliveryError) {
        guard PostgreSQLConnection.isLibraryThere else {
            throw DeliveryError("libpq is not installed (package libpq5)")
        }
        (self.settings, self.origin) = (settings, origin)
        table = settings.table ?? "quietzone_scan"
        password = try DestinationSecret.bytes(settings)
    }

    var batch: Int { 100 }

    func deliver(_ items: [OutboxItem]) throws(DeliveryError) -> String? {
        do {
            try connect()
            try run("BEGIN")
            for item in items { try insert(item) }
            try run("COMMIT")
            return nil
        } catch {
            // The transaction ends with the connection, whatever state it is in.
            connection = nil
            throw error
        }
    }

    private static let columns = [
        ("time", "timestamptz"), ("symbology", "text"), ("text", "text"), ("bytes", "bytea"), ("kind", "text"),
        ("source", "text"), ("session", "text"), ("quantity", "integer"), ("record", "jsonb"),
    ]

    private func insert(_ item: OutboxItem) throws(DeliveryError) {
        let record = (try? JSONSerialization.jsonObject(with: Data(item.record.utf8))) as? [String: Any] ?? [:]
        // PostgreSQL's texts hold no NUL; the bytes do.
        func text(_ value: Any?) -> String? { (value as? String)?.replacing("\0", with: "\u{FFFD}") }
        let bytes = (record["bytes"] as? String).flatMap { Data(base64Encoded: $0) }
        let values: [String?] = [
            origin.identity, String(item.id), text(record["identity"]), text(record["time"]), text(record["symbology"]),
            text(record["text"]), bytes.map { "\\x" + $0.map { String(format: "%02x", $0) }.joined() },
            text((record["payload"] as? [String: Any])?["kind"]), text(record["source"]), text(record["session"]), "1",
            item.record.replacing("\\u0000", with: "\\ufffd"),
        ]
        let names = (["origin", "seq", "identity"] + Self.columns.map(\.0)).joined(separator: ", ")
        let places = (1...values.count).map { "$\($0)" }.joined(separator: ", ")
        try run("INSERT INTO \(table) (\(names)) VALUES (\(places)) ON CONFLICT (origin, seq) DO NOTHING", values)
    }

    private func connect() throws(DeliveryError) {
        guard connection == nil else { return }
        var parameters: [String: String] = [:]
        if let password { parameters["password"] = String(decoding: password, as: UTF8.self) }
        if let user = settings.user { parameters["user"] = user }
        do {
            connection = try PostgreSQLConnection(
                settings.address,
                usual: [
                    "connect_timeout": String(settings.seconds), "application_name": "quietzone",
                    "options": "-c statement_timeout=\(settings.seconds)s",
                ], parameters: parameters, seconds: settings.seconds)
        } catch {
            throw DeliveryError(error.description)
        }
        // Whose role may not make tables may write into one that is there.
        if (try? run("SELECT 1 FROM \(table) LIMIT 0")) != nil { return }
        do { try makeTable() } catch {
            // Not what is delivered is wrong.
            throw DeliveryError("the table \(table) cannot be made: \(error.description)")
        }
    }

    private func makeTable() throws(DeliveryError) {
        let columns = Self.columns.map { "\($0.0) \($0.1)" }.joined(separator: ", ")
        // Two stations that make it at once: the lock lets one of them go first.
        try run("BEGIN")
        try run("SELECT pg_advisory_xact_lock(81274)")
        try run(
            """
            CREATE TABLE IF NOT EXISTS \(table) (origin uuid NOT NULL, seq bigint NOT NULL, identity uuid, \(columns), \
            received timestamptz NOT NULL DEFAULT now(), UNIQUE (origin, seq))
            """)
        try run(
            """
            CREATE OR REPLACE VIEW \(table)_count AS SELECT text, symbology, sum(quantity) AS quantity, \
            count(DISTINCT origin) AS stations, max(time) AS last FROM \(table) GROUP BY text, symbology
            """)
        try run("COMMIT")
    }

    private func run(_ sql: String, _ values: [String?] = []) throws(DeliveryError) {
        guard let connection else { throw DeliveryError("not connected") }
        do {
            try connection.run(sql, values)
        } catch {
            throw DeliveryError(error.description, isPermanent: error.isPermanent)
        }
    }
}
