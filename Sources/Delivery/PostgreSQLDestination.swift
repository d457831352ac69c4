import CDelivery
import Config
import Foundation
import History

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
    private var connection: OpaquePointer?

    init(_ settings: DestinationSettings, _ origin: DeliveryOrigin) throws(DeliveryFailure) {
        guard qz_postgres_is_there() != 0 else { throw DeliveryFailure("libpq is not installed (package libpq5)") }
        self.settings = settings
        self.origin = origin
        table = settings.table ?? "quietzone_scan"
        password = try DestinationSecret.bytes(settings)
    }

    deinit { if let connection { qz_postgres_close(connection) } }

    var batch: Int { 100 }

    func deliver(_ items: [OutboxItem]) throws(DeliveryFailure) -> String? {
        do {
            try connect()
            try run("BEGIN")
            for item in items { try insert(item) }
            try run("COMMIT")
            return nil
        } catch {
            // The transaction ends with the connection, whatever state it is in.
            if let connection { qz_postgres_close(connection) }
            connection = nil
            throw error
        }
    }

    private static let columns = [
        ("time", "timestamptz"), ("symbology", "text"), ("text", "text"), ("bytes", "bytea"), ("kind", "text"),
        ("source", "text"), ("session", "text"), ("quantity", "integer"), ("record", "jsonb"),
    ]

    private func insert(_ item: OutboxItem) throws(DeliveryFailure) {
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

    private func connect() throws(DeliveryFailure) {
        guard connection == nil else { return }
        var problem = [CChar](repeating: 0, count: 512)
        // What the address says itself comes last, and counts.
        let separator = settings.address.contains("?") ? "&" : "?"
        let limit =
            "connect_timeout=\(settings.seconds)&application_name=quietzone"
            + "&options=" + "-c%20statement_timeout%3D\(settings.seconds)s"
        var target = settings.address + separator + limit
        if let password {
            let allowed = CharacterSet.alphanumerics
            let text = String(decoding: password, as: UTF8.self)
            target += "&password=" + (text.addingPercentEncoding(withAllowedCharacters: allowed) ?? "")
        }
        if let user = settings.user {
            target += "&user=" + (user.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? "")
        }
        guard let made = qz_postgres_connect(target, &problem, problem.count) else {
            throw DeliveryFailure(Self.line(problem))
        }
        connection = made
        // Whose role may not make tables may write into one that is there.
        if (try? run("SELECT 1 FROM \(table) LIMIT 0")) != nil { return }
        do { try makeTable() } catch {
            // Not what is delivered is wrong.
            throw DeliveryFailure("the table \(table) cannot be made: \(error.description)")
        }
    }

    private func makeTable() throws(DeliveryFailure) {
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

    private func run(_ sql: String, _ values: [String?] = []) throws(DeliveryFailure) {
        guard let connection else { throw DeliveryFailure("not connected") }
        var problem = [CChar](repeating: 0, count: 512)
        // SAFETY: the copies live until the call has returned.
        let copies = values.map { $0.map { strdup($0) } ?? nil }
        defer { for copy in copies { free(copy) } }
        let pointers = copies.map { $0.map { UnsafePointer($0) } } + [nil]
        let result = qz_postgres_run(connection, sql, Int32(values.count), pointers, &problem, problem.count)
        guard result >= 0 else { throw DeliveryFailure(Self.line(problem), isPermanent: result == -1) }
    }

    private static func line(_ characters: [CChar]) -> String {
        let text = String(decoding: characters.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        return text.split(whereSeparator: \.isNewline).first.map(String.init) ?? "the server cannot be reached"
    }
}
