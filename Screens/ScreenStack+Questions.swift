import Surface
import Widgets

/// Questions on top of the screens, and what follows from their answers.
extension ScreenStack {
    /// Asks a question before anything else.
    ///
    /// - Parameter aboutAnswer: whether it came of a prompt's answer, so that a no leads back to that; default false.
    package mutating func ask(_ confirmation: Confirmation, aboutAnswer: Bool = false) {
        self.confirmation = ConfirmationDialog(confirmation)
        answers.isBeingConfirmed = aboutAnswer
        questions += 1
        toasts.removeGoodNews()
    }

    /// Asks for the path of a file.
    package mutating func ask(_ prompt: Prompt) {
        self.prompt = PromptDialog(prompt, history: answers.given[prompt.title] ?? [])
        answers.beingDone = nil
        questions += 1
        toasts.removeGoodNews()
    }

    /// Shows the prompt again whose answer could not be carried out: what was typed is still there, and below it why not.
    ///
    /// - Returns: false where it cannot come back: it was carried out, or something else is asked meanwhile.
    package mutating func rejectAnswer(because problem: String?) -> Bool {
        guard var dialog = answers.beingDone, confirmation == nil, prompt == nil else { return false }
        if let problem { dialog.reject(because: problem) }
        (prompt, answers.beingDone) = (dialog, nil)
        questions += 1
        return true
    }

    /// Asks for one of several; a list of commands gives way.
    package mutating func ask(_ question: Pick) {
        pick = PickDialog(question)
        palette = nil
        toasts.removeGoodNews()
    }

    /// Offers the options that were found for what is typed into the question of this title; what comes too late changes nothing.
    package mutating func offer(_ options: [Pick.Option], to title: String, for typed: String) {
        if asks(title) { pick?.take(options, for: typed) }
    }

    /// Whether the question for one of several of this title is open.
    package func asks(_ title: String) -> Bool { pick?.question.title == title }

    /// What the last prompt was answered has been carried out: it does not come back.
    package mutating func acceptAnswer() { answers.beingDone = nil }

    /// Takes the paths that `path` may become, which a prompt has asked for: `FileEffect.complete`. What comes too late
    /// changes nothing.
    package mutating func complete(_ candidates: [String], for path: String) -> [Effect] {
        guard prompt == nil else {
            prompt?.take(candidates, for: path)
            return []
        }
        return onTop { $0.complete(candidates, for: path) }
    }

    /// The question that waits for an answer, and its number; for `QuestionGuard`.
    package var question: (number: Int, kind: QuestionGuard.Question)? {
        if confirmation != nil { return (questions, .confirmation) }
        return prompt.map { (questions, $0.prompt.isBegun ? .begunPrompt : .prompt) }
    }

    /// `input`, or Tab for a Ctrl-I that nothing is bound to, and the like: most terminals send one byte for both.
    package func resolved(_ input: Input, keys: KeyMap) -> Input {
        guard case .key(let key) = input, let lookalike = key.lookalike else { return input }
        let isAsked = confirmation != nil || prompt != nil || pick != nil || palette != nil || finder != nil
        return !isAsked && keys.command(for: key, in: top.context) != nil ? input : .key(lookalike)
    }

    /// What comes of a key or a click that the list of commands took.
    mutating func follow(_ outcome: FuzzyList<CommandPalette.Row>.Outcome, context: RenderContext) -> [Effect] {
        switch outcome {
        case .open, .typed: return []
        case .closed, .chosen: palette = nil
        }
        guard case .chosen(let row) = outcome else { return [] }
        if let refusal = row.refusal { return settle([.notice(Notice(refusal, isWarning: true))]) }
        return go(to: row.command, context: context)
    }

    /// What comes of a key or a click that a question for one of several took.
    mutating func follow(_ outcome: FuzzyList<PickDialog.Row>.Outcome) -> [Effect] {
        switch outcome {
        case .open: return []
        case .typed(let text): return settle(pick?.question.search?(text) ?? [])
        case .closed:
            pick = nil
            return []
        case .chosen(let row):
            // What cannot be taken says so below the list: the question stays.
            guard row.refusal == nil, let question = pick?.question else { return [] }
            pick = nil
            return settle(question.then(row.id))
        }
    }

    /// What comes of a key that a prompt took.
    mutating func follow(_ outcome: PromptDialog.Outcome) -> [Effect] {
        switch outcome {
        case .typing: return []
        case .completing(let path): return [.file(.complete(path: path))]
        case .left:
            prompt = nil
            return []
        case .answered(let answer):
            guard let asked = prompt?.prompt else { return [] }
            (answers.beingDone, prompt) = (prompt, nil)
            if asked.content != .secret { answers.remember(answer, to: asked.title) }
            return settle(asked.then(answer))
        }
    }
}
