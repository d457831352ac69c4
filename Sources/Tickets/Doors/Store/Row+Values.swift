import Files
import GRDB

/// Values of rows, of which a file that is damaged may hold anything.
extension Row {
    /// - Throws: `UserError` where the column is missing, or holds something else.
    func value<Value: DatabaseValueConvertible>(_ column: String) throws -> Value {
        guard let value: Value = try optional(column) else { throw UserError.damaged("\(column) is missing") }
        return value
    }

    /// The same; nil for NULL.
    func optional<Value: DatabaseValueConvertible>(_ column: String) throws -> Value? {
        guard hasColumn(column) else { throw UserError.damaged("\(column) is missing") }
        let held: DatabaseValue = self[column]
        if held.isNull { return nil }
        guard let value = Value.fromDatabaseValue(held) else { throw UserError.damaged("\(column) is none") }
        return value
    }
}

extension UserError {
    /// A file that does not hold what was written into it.
    static func damaged(_ what: String) -> UserError {
        UserError("the event's file is damaged: \(what); `quietzone door log --check` looks at all of it")
    }
}
