import Foundation
import Surface
import Widgets

/// The end of the program's log, as it was read last.
package struct LogContent: ModelPart, Hashable {
    /// A line of it.
    package struct Line: ListRow, Hashable {
        /// Its number in what was read, from 0 for the first that is kept.
        package let id: Int
        /// The line, without its end; a time at its beginning is that of the user's clock.
        package let text: String

        package init(id: Int, text: String) {
            self.id = id
            self.text = text
        }
    }

    /// The file, as people see it.
    package var path: String
    /// The lines at the end of it, the newest last.
    package private(set) var lines: [Line] = []
    /// What tells that the file is another than the one that was read: its size and when it was changed.
    package var stamp: [Int] = []
    /// Why it cannot be read, in a line; nil when it can.
    package var problem: String?

    /// The most lines that are kept.
    package static let maximumLines = 5000
    /// The most bytes of a line that are kept; the rest becomes `…`.
    private static let longestLine = 2000

    package init() { self.init(path: "") }

    package init(path: String, problem: String? = nil) {
        self.path = path
        self.problem = problem
    }

    /// A log that ends with `bytes`.
    ///
    /// - Parameters:
    ///   - isCut: whether the first of them may be in the middle of a line.
    ///   - timeZone: that of the times that are shown; default the user's. In the file they are UTC's.
    package init(path: String, bytes: [UInt8], isCut: Bool, timeZone: TimeZone = .current) {
        self.path = path
        var parts = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        if isCut { parts = Array(parts.dropFirst()) }
        if parts.last?.isEmpty == true { parts.removeLast() }
        lines = parts.suffix(Self.maximumLines).enumerated().map { number, part in
            let text = String(decoding: part.prefix(Self.longestLine), as: UTF8.self)
            let line = Self.withLocalTime(text, timeZone)
            return Line(id: number, text: part.count > Self.longestLine ? line + "…" : line)
        }
    }

    /// `line` with `yyyy-MM-dd HH:mm:ss` of `timeZone` instead of the `yyyy-MM-ddTHH:mm:ssZ` that it begins with; as it is where
    /// it begins with anything else.
    static func withLocalTime(_ line: String, _ timeZone: TimeZone) -> String {
        let shape = Array("0000-00-00T00:00:00Z ".utf8)
        let head = Array(line.utf8.prefix(shape.count))
        let hasTime =
            head.count == shape.count
            && zip(head, shape).allSatisfy { byte, sample in
                sample == UInt8(ascii: "0") ? 0x30...0x39 ~= byte : byte == sample
            }
        guard hasTime else { return line }
        func number(_ range: Range<Int>) -> Int32 { head[range].reduce(0) { $0 * 10 + Int32($1 - 0x30) } }
        var parts = tm()
        (parts.tm_year, parts.tm_mon, parts.tm_mday) = (number(0..<4) - 1900, number(5..<7) - 1, number(8..<10))
        (parts.tm_hour, parts.tm_min, parts.tm_sec) = (number(11..<13), number(14..<16), number(17..<19))
        let utc = timegm(&parts)
        var local = utc + timeZone.secondsFromGMT(for: Date(timeIntervalSince1970: TimeInterval(utc)))
        guard gmtime_r(&local, &parts) != nil else { return line }
        func digits(_ number: Int32) -> String { number < 10 ? "0\(number)" : "\(number)" }
        let day = "\(Int(parts.tm_year) + 1900)-\(digits(parts.tm_mon + 1))-\(digits(parts.tm_mday))"
        let clock = [parts.tm_hour, parts.tm_min, parts.tm_sec].map(digits).joined(separator: ":")
        return "\(day) \(clock) " + line.utf8.dropFirst(shape.count).asText
    }
}

extension Substring.UTF8View {
    fileprivate var asText: String { String(decoding: self, as: UTF8.self) }
}

extension AppModel {
    /// The end of the log; as it is while its screen is open.
    package var log: LogContent {
        get { self[LogContent.self] }
        set { self[LogContent.self] = newValue }
    }
}
