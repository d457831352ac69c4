/// How scans are typed into other programs.
public struct TypingSettings: Sendable, Hashable {
    /// How the keys will be read: `us`, `uk`, `de`, `fr`.
    public var layout = "us"
    /// What is typed before each.
    public var prefix = ""
    /// What is typed behind each.
    public var suffix = "\n"
    /// Between two keys.
    public var pauseMilliseconds = 5

    /// A hardware scanner's: a line each.
    public init() {}
}
