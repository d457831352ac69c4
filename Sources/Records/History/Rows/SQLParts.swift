import Formats
import Foundation
import GRDB

// Texts are bound and read as bytes: GRDB passes strings through C, which ends them at a NUL, and a
// symbol may hold one.
extension SQL {
    /// A text as a value.
    static func text(_ text: String?) -> SQL { "CAST(\(text.map { Data($0.utf8) }) AS TEXT)" }

    /// `(SELECT …)`: any of these values, bound as one argument however many they are.
    static func list(_ values: [JSONValue]) -> SQL { "(SELECT value FROM json_each(\(JSONValue.array(values).text)))" }

    /// Any of these numbers.
    static func list(_ numbers: some Sequence<Int64>) -> SQL { list(numbers.map { .integer($0) }) }

    /// Not before that moment. The position narrows it down, for it is an index.
    static func since(_ date: Date) -> SQL {
        let time = Timestamp(date).milliseconds
        return "position >= \(ScanPosition.first(at: time)) AND time >= \(time)"
    }

    /// Before that moment.
    static func before(_ date: Date) -> SQL {
        let time = Timestamp(date).milliseconds
        return "position < \(ScanPosition.end(before: time)) AND time < \(time)"
    }
}

extension Row {
    /// The bytes in a column, by its place; nil for what is none.
    func data(_ place: Int) -> Data? { Data.fromDatabaseValue(self[place]) }

    /// The text of the bytes in a column.
    func text(_ place: Int) -> String? { data(place).map { String(decoding: $0, as: UTF8.self) } }

    /// The number in a column; 0 for what is none. A file may come from anywhere, and GRDB's plain subscript traps there.
    func number<Number: FixedWidthInteger & DatabaseValueConvertible>(_ place: Int) -> Number {
        Number.fromDatabaseValue(self[place]) ?? 0
    }

    /// A quantity in a column, which a sum of many still holds.
    func quantity(_ place: Int) -> Int { Swift.min(Swift.max(number(place), 0), RemarkChange.largestQuantity) }
}
