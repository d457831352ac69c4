import Formats
import Foundation
import History
import PostgreSQL

/// Scans as rows of a table on a PostgreSQL server, or of what speaks its protocol (libpq). Many stations share one table: a row has
/// the identity of its delivery (`delivery`, unique), so that none comes twice. `origin` is the station's history, and `seq` rises with
/// each of its deliveries.
///
/// A table of an earlier version, whose rows had their number in the history as `seq`, gets the column `delivery`. Where the role may
/// not add it, `unique (origin, seq)` alone tells a repeated row: no earlier row has such a `seq`.
///
/// The table is made where it is not there, with a view `TABLE_count` of how many there are of each text. A scan that counts on one
/// that is there is a row of its own here, so that the view adds them up.
final class PostgreSQLDestination: Destination {
    private let settings: DestinationSettings
    private let origin: DeliveryOrigin
    private let table: String
    private let password: [UInt8]?
    private var connection: PostgreSQLConnection?
    /// Whether the table has the column `delivery`.
    private var hasIdentities = false

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
        var values: [String?] = [
            origin.identity, String(Self.sequence(of: item)), text(record["identity"]), text(record["time"]),
            text(record["symbology"]),
            text(record["text"]), bytes.map { "\\x" + $0.map { String(format: "%02x", $0) }.joined() },
            text((record["payload"] as? [String: Any])?["kind"]), text(record["source"]), text(record["session"]), "1",
            Self.withoutNULs(item.record),
        ]
        var names = ["origin", "seq", "identity"] + Self.columns.map(\.0)
        if hasIdentities {
            names.append("delivery")
            values.append(item.key)
        }
        let places = (1...values.count).map { "$\($0)" }.joined(separator: ", ")
        // By name: a row that another rule of the table refuses was not delivered.
        let key = hasIdentities ? "delivery" : "origin, seq"
        try run(
            "INSERT INTO \(table) (\(names.joined(separator: ", "))) VALUES (\(places)) ON CONFLICT (\(key)) DO NOTHING",
            values)
    }

    /// A number that rises with each delivery, and does not come again when a history is renewed or restored: the milliseconds since 1970
    /// when it was queued, and the last bits of its number in the history.
    static func sequence(of item: OutboxItem) -> Int64 {
        let milliseconds = min(max(0, Timestamp(item.queued).milliseconds), 0xFFF_FFFF_FFFF)
        return milliseconds << 19 | item.id & 0x7FFFF
    }

    /// A text of JSON with U+FFFD for each NUL. A backslash before `u0000` may be the end of another escape.
    static func withoutNULs(_ json: String) -> String {
        var bytes: [UInt8] = []
        var rest = Array(json.utf8)[...]
        while let byte = rest.popFirst() {
            bytes.append(byte)
            guard byte == UInt8(ascii: "\\") else { continue }
            if rest.starts(with: Array("u0000".utf8)) {
                bytes += Array("ufffd".utf8)
                rest = rest.dropFirst(5)
            } else if let escaped = rest.popFirst() {
                bytes.append(escaped)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
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
        // A role that may not make or change tables may write into one that is there.
        hasIdentities = canRun("SELECT delivery FROM \(table) LIMIT 0")
        if hasIdentities { return }
        if canRun("SELECT 1 FROM \(table) LIMIT 0") {
            hasIdentities = canRun("ALTER TABLE \(table) ADD COLUMN IF NOT EXISTS delivery uuid UNIQUE")
            return
        }
        do { try makeTable() } catch {
            // Not what is delivered is wrong.
            throw DeliveryError("the table \(table) cannot be created: \(error.description)")
        }
    }

    private func makeTable() throws(DeliveryError) {
        hasIdentities = true
        let columns = Self.columns.map { "\($0.0) \($0.1)" }.joined(separator: ", ")
        // Two stations that make it at once: the lock lets one of them go first.
        try run("BEGIN")
        try run("SELECT pg_advisory_xact_lock(81274)")
        try run(
            """
            CREATE TABLE IF NOT EXISTS \(table) (origin uuid NOT NULL, seq bigint NOT NULL, identity uuid, \(columns), \
            received timestamptz NOT NULL DEFAULT now(), delivery uuid UNIQUE, UNIQUE (origin, seq))
            """)
        try run(
            """
            CREATE OR REPLACE VIEW \(table)_count AS SELECT text, symbology, sum(quantity) AS quantity, \
            count(DISTINCT origin) AS stations, max(time) AS last FROM \(table) GROUP BY text, symbology
            """)
        try run("COMMIT")
    }

    private func canRun(_ sql: String) -> Bool { (try? run(sql)) != nil }

    private func run(_ sql: String, _ values: [String?] = []) throws(DeliveryError) {
        guard let connection else { throw DeliveryError("not connected") }
        do {
            try connection.run(sql, values)
        } catch {
            throw DeliveryError(error.description, isPermanent: error.isPermanent)
        }
    }
}
