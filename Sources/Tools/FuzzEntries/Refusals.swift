/// What people are told of an input that is refused.
enum Refusals {
    /// A refusal says why, in one line of at most `limit` bytes.
    static func check(_ reason: String, limit: Int = 1000) {
        precondition(!reason.isEmpty && reason.utf8.count < limit, "a refusal without a reason")
        precondition(reason.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F }, "a refusal of several lines")
    }
}
