/// How scans are typed into other programs.
package struct TypingSettings: Sendable, Hashable {
    /// How the keys will be read: `us`, `uk`, `de`, `fr`.
    package var layout = "us"
    /// What is typed before each.
    package var prefix = ""
    /// What is typed behind each.
    package var suffix = "\n"
    /// Between two keys.
    package var pauseMilliseconds = 5

    /// A hardware scanner's: a line each.
    package init() {}
}
