/// What prompts were answered, and the answer that is being carried out.
struct PromptAnswers: Sendable {
    /// The prompt whose answer is being carried out: it comes back, with what was typed, when that fails.
    var beingDone: PromptDialog?
    /// Whether the question of yes or no came of that answer: a no leads back to the prompt.
    var isBeingConfirmed = false
    /// What was answered in this run, by the prompts' titles, the newest first.
    private(set) var given: [String: [String]] = [:]

    /// The most answers to one prompt that are remembered.
    private static let longestHistory = 50

    /// Puts `answer` before those that the prompt called `title` had.
    mutating func remember(_ answer: String, to title: String) {
        let others = (given[title] ?? []).filter { $0 != answer }
        given[title] = [answer] + others.prefix(Self.longestHistory - 1)
    }
}
