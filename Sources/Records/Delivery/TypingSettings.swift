/// How scans are typed into other programs.
package struct TypingSettings: Sendable, Hashable {
    /// How the keys will be read: `us`, `uk`, `de`, `fr`.
    package var layout = "us"
    package var prefix = ""
    package var suffix = "\n"
    /// Between two keys.
    package var pauseMilliseconds = 5

    /// A hardware scanner's: a line each.
    package init() {}
}
