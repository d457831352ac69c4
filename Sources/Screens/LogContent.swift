import Surface

/// The end of the program's log, as it was read last.
public struct LogContent: Sendable, Hashable {
    /// A line of it.
    public struct Line: ListRow, Hashable {
        /// Its number in what was read, from 0 for the first that is kept.
        public let id: Int
        /// The line, without its end.
        public let text: String

        /// A line.
        public init(id: Int, text: String) {
            self.id = id
            self.text = text
        }
    }

    /// The file, as people see it.
    public var path: String
    /// The lines at the end of it, the newest last.
    public private(set) var lines: [Line] = []
    /// Whether there are lines before them, which were not read.
    public private(set) var isCut = false
    /// What tells that the file is another than the one that was read: its size and when it was changed.
    public var stamp: [Int] = []
    /// Why it cannot be read, in a line; nil when it can.
    public var problem: String?

    /// The most lines that are kept.
    public static let mostLines = 5000
    /// The most bytes of a line that are kept; the rest becomes `…`.
    private static let longestLine = 2000

    /// A log without a line.
    public init(path: String = "", problem: String? = nil) {
        self.path = path
        self.problem = problem
    }

    /// A log that ends with `bytes`.
    ///
    /// - Parameter isCut: whether the first of them may be in the middle of a line.
    public init(path: String, bytes: [UInt8], isCut: Bool) {
        self.path = path
        self.isCut = isCut
        var parts = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        if isCut { parts = Array(parts.dropFirst()) }
        if parts.last?.isEmpty == true { parts.removeLast() }
        if parts.count > Self.mostLines { self.isCut = true }
        lines = parts.suffix(Self.mostLines).enumerated().map { number, part in
            let text = String(decoding: part.prefix(Self.longestLine), as: UTF8.self)
            return Line(id: number, text: part.count > Self.longestLine ? text + "…" : text)
        }
    }
}
