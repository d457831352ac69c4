import Surface

/// Keeps keys from answering a question that nobody has seen yet: those that were typed before it was drawn, that came
/// within the quarter of a second after, or that go on coming as fast as no hand types.
///
///     guard.note(stack.question)         // after every input
///     guard.drawn(at: .now)              // after every drawing
///     if guard.lets(key, at: .now) { … }
package struct QuestionGuard: Sendable {
    /// What a question is answered by.
    package enum Question: Sendable, Hashable {
        /// One key.
        case confirmation
        /// A line of text; only Enter answers.
        case prompt
        /// A line of text that a typed character has opened: what is typed behind it belongs to it, and so does Enter.
        case begunPrompt
    }

    /// How long a question must have been seen.
    static let shortestView = Duration.milliseconds(250)
    /// Keys that follow each other faster are a paste without marks, or one that is held.
    static let shortestPause = Duration.milliseconds(120)

    private enum State {
        case nothing
        case asked(Question)
        case drawn(Question, opens: ContinuousClock.Instant)
    }

    private var state = State.nothing
    private var number = 0

    package init() {}

    /// Takes what is asked now, with a number that each question has of its own; nil when nothing is.
    package mutating func note(_ question: (number: Int, kind: Question)?) {
        guard let question else { return state = .nothing }
        if case .nothing = state {} else if number == question.number { return }
        number = question.number
        state = .asked(question.kind)
    }

    /// The screen was drawn, with the question if there is one.
    package mutating func drawn(at time: ContinuousClock.Instant) {
        if case .asked(let question) = state { state = .drawn(question, opens: time + Self.shortestView) }
    }

    /// Whether what waits to be read must not be taken: a question was asked that has not been drawn.
    package var isUndrawn: Bool {
        switch state {
        case .asked(.begunPrompt), .nothing, .drawn: false
        case .asked: true
        }
    }

    /// Whether a key or a paste may go to the question.
    package mutating func lets(_ input: Input, at time: ContinuousClock.Instant) -> Bool {
        switch state {
        case .nothing, .asked(.begunPrompt), .drawn(.begunPrompt, _): return true
        case .asked: return false
        case .drawn(.prompt, let opens): return input != .key(.enter) || time >= opens
        case .drawn(.confirmation, let opens):
            if time >= opens { return true }
            state = .drawn(.confirmation, opens: max(opens, time + Self.shortestPause))
            return false
        }
    }
}
