import Files

extension UserError {
    /// What to use instead of a terminal, for the end of a line.
    static let advice = "use `quietzone watch` or `quietzone read`, which need no screen"
}
