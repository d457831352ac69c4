import CLoaded
import Glibc

/// A connection to a PostgreSQL server, or to what speaks its protocol (libpq, which is found when it is first needed).
///
///     let server = try PostgreSQLConnection("postgresql://desk@db/shop", ["connect_timeout": "5"])
///     try server.run("SELECT name FROM shop WHERE id = $1", ["7"]).rows     // [["Books"]]
///
/// It belongs to one thread at a time. After a failure that is not permanent it is to be dropped: what became of the statement is
/// unknown, and a transaction ends with its connection.
package final class PostgreSQLConnection {
    package static var isLibraryThere: Bool { qz_postgres_is_there() != 0 }

    private let handle: OpaquePointer
    private let milliseconds: Int

    /// Connects; waits as long as `connect_timeout` says.
    ///
    /// - Parameters:
    ///   - target: a connection string or address as libpq takes it; libpq's environment and its files (`~/.pgpass`, services)
    ///     say the rest.
    ///   - usual: parameters by libpq's names where `target` does not say otherwise.
    ///   - parameters: parameters that count whatever `target` says.
    ///   - seconds: how long a statement takes at most; then the connection counts as lost.
    /// - Throws: `PostgreSQLError`.
    package init(
        _ target: String, usual: [String: String] = [:], parameters: [String: String] = [:], seconds: Int
    ) throws(PostgreSQLError) {
        guard Self.isLibraryThere else {
            throw PostgreSQLError("libpq is not installed (package libpq5)", isPermanent: false)
        }
        let pairs = usual.sorted { $0.key < $1.key } + [("dbname", target)] + parameters.sorted { $0.key < $1.key }
        var (problem, password) = ([CChar](repeating: 0, count: 512), [CChar](repeating: 0, count: 512))
        // libpq's own words quote what it cannot read, a password as well.
        guard qz_postgres_look_at(target, &password, password.count) != 0 else {
            throw PostgreSQLError(
                "the connection is not valid for libpq; use one such as postgresql://desk@host/doors; in an address, write @, % and / of a password as %40, %25 and %2F",
                isPermanent: false)
        }
        let made = withCStrings(pairs.map(\.0)) { names in
            withCStrings(pairs.map(\.1)) { values in
                qz_postgres_connect(names, values, &problem, problem.count)
            }
        }
        guard let made else {
            let secret = Self.text(password)
            let line = Self.line(problem)
            throw PostgreSQLError(secret.isEmpty ? line : line.replacing(secret, with: "…"), isPermanent: false)
        }
        handle = made
        milliseconds = seconds * 1000
    }

    deinit { qz_postgres_close(handle) }

    /// Runs a statement with parameters, `$1` the first; nil for NULL.
    ///
    /// - Returns: how many rows it changed or gave, and the values of those that it gave, as texts.
    /// - Throws: `PostgreSQLError`.
    @discardableResult
    package func run(
        _ sql: String, _ values: [String?] = []
    ) throws(PostgreSQLError) -> (changed: Int, rows: [[String?]]) {
        var problem = [CChar](repeating: 0, count: 512)
        var changed = 0
        var given: OpaquePointer?
        let outcome = withCStrings(values) { pointers in
            qz_postgres_run(
                handle, sql, Int32(values.count), pointers, Int32(clamping: milliseconds), &changed, &given, &problem,
                problem.count)
        }
        guard outcome == QZ_POSTGRES_DONE, let given else {
            throw PostgreSQLError(Self.line(problem), isPermanent: outcome == QZ_POSTGRES_REFUSED)
        }
        defer { qz_postgres_release(given) }
        let columns = qz_postgres_column_count(given)
        let rows = (0..<qz_postgres_row_count(given)).map { row in
            (0..<columns).map { column in qz_postgres_value(given, row, column).map { String(cString: $0) } }
        }
        return (changed, rows)
    }

    private static func line(_ characters: [CChar]) -> String {
        text(characters).split(whereSeparator: \.isNewline).first.map(String.init) ?? "the server cannot be reached"
    }

    private static func text(_ characters: [CChar]) -> String {
        String(decoding: characters.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}

/// Why a server did not do what it was asked, in one line.
package struct PostgreSQLError: Error, CustomStringConvertible, Hashable, Sendable {
    /// The line, as the server or libpq says it.
    package let description: String
    /// Whether the same statement fails the next time, too.
    package let isPermanent: Bool

    init(_ description: String, isPermanent: Bool) {
        (self.description, self.isPermanent) = (description, isPermanent)
    }
}

/// Lends texts to C, with a NULL behind the last.
private func withCStrings<Result>(
    _ texts: [String?], _ body: (UnsafePointer<UnsafePointer<CChar>?>) -> Result
) -> Result {
    let copies = texts.map { $0.map { strdup($0) } ?? nil }
    defer { for copy in copies { free(copy) } }
    return (copies.map { $0.map { UnsafePointer($0) } } + [nil]).withUnsafeBufferPointer { pointers in
        guard let first = pointers.baseAddress else { preconditionFailure("it has at least the NULL") }
        return body(first)
    }
}
