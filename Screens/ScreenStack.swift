import Surface

/// The scanner, the screens opened above it, notices, and the question on top of all.
package struct ScreenStack: Sendable {
    /// The smallest terminal that shows anything useful.
    package static let smallest = (columns: 40, rows: 12)

    /// The camera's picture and the history; always there, below everything else.
    package var scanner: ScannerScreen
    var opened: [any Screen] = []
    /// Screens as they were left that come back so: nothing that was typed is lost.
    private var left: [KeyContext: any Screen] = [:]
    var confirmation: ConfirmationDialog?
    var prompt: PromptDialog?
    /// The list of commands that is open, to choose one by its name.
    var palette: CommandPalette?
    /// The question for one of several that is open.
    var pick: PickDialog?
    /// The panel that lies over the screens: the welcome, a step of the tour.
    var card: Card?
    /// The line in which is typed what is looked for.
    var finder: FindLine?
    /// What prompts were answered.
    var answers = PromptAnswers()
    /// How many questions there were.
    var questions = 0
    /// What the program and its screens have to say.
    var toasts = Toasts()
    /// What the mouse does while its button is down.
    var press: MousePress?

    package init(scanner: ScannerScreen) { self.scanner = scanner }

    /// Whether the live picture is on the screen: the scanner's, or a door's.
    package var showsScanner: Bool { top.showsPicture }

    /// Puts `screen` on top.
    package mutating func push(_ screen: any Screen) {
        opened.append(screen)
        toasts.openScreen()
    }

    /// Puts `screen` in the place of the one on top.
    package mutating func replaceTop(with screen: any Screen) {
        pop()
        push(screen)
    }

    package var context: KeyContext { top.context }

    /// Whether a prompt or the topmost screen is typed into.
    package var isTyping: Bool { prompt != nil && confirmation == nil || top.isTyping }

    /// Whether a screen that listens to `context` is open.
    package func shows(_ context: KeyContext) -> Bool { opened.contains { $0.context == context } }

    /// What was said last, as long as it is shown.
    package var notice: Notice? { toasts.newest }

    /// Shows a line; by default for 4 seconds, a warning for 8.
    package mutating func show(_ notice: Notice, seconds: Double? = nil) {
        toasts.add(notice, seconds: seconds, at: .now)
    }

    /// Takes `notice` away before its time.
    package mutating func hide(_ notice: Notice) { toasts.remove(notice) }

    /// Takes away what was said of `subject`, which is another now.
    package mutating func hide(about subject: Notice.Subject) { toasts.remove(about: subject) }

    /// Takes away what was said long enough ago; whether there was something.
    package mutating func expireNotices(at time: ContinuousClock.Instant) -> Bool { toasts.expire(at: time) }

    /// Takes the top screen away; the scanner stays.
    package mutating func pop() {
        if let screen = opened.popLast(), screen.comesBackAsLeft { left[screen.context] = screen }
    }

    /// The screen that listens to `context` as it was left; nil if it was not, or does not come back so.
    package func asLeft(_ context: KeyContext) -> (any Screen)? { left[context] }

    /// Puts `screen` on top, in the place of one of its kind wherever that is.
    package mutating func pushOnly(_ screen: any Screen) {
        opened.removeAll { $0.context == screen.context }
        push(screen)
    }

    /// Changes the screen on top, where it is a `Wanted`, and does what it wants done then; returns what the program has to do.
    package mutating func changeTop<Wanted: Screen>(
        _: Wanted.Type, _ change: (inout Wanted) -> [Effect]
    ) -> [Effect] {
        onTop { screen in
            guard var wanted = screen as? Wanted else { return [] }
            let effects = change(&wanted)
            screen = wanted
            return effects
        }
    }

    /// What a key leads to, handled by the topmost thing that listens. Effects that only concern screens are
    /// done here; the rest is returned.
    package mutating func handle(_ key: Key, context: RenderContext) -> [Effect] {
        toasts.removeRead(at: .now)
        if let answer = confirmation?.handle(key) {
            switch answer {
            case .none: break
            case .no:
                confirmation = nil
                if answers.isBeingConfirmed { _ = rejectAnswer(because: nil) }
            case .yes(let effects):
                confirmation = nil
                return settle(effects)
            }
            return []
        }
        if let outcome = prompt?.handle(key) { return follow(outcome) }
        if let effects = answerCard(key, context: context) { return effects }
        if let outcome = pick?.list.handle(key) { return follow(outcome) }
        if let outcome = palette?.list.handle(key) { return follow(outcome, context: context) }
        if let outcome = finder?.handle(key) { return follow(outcome, model: context.model) }
        let bound = context.keys.command(for: key, in: top.context)
        if let effects = type(key, isBound: bound != nil) { return effects }
        return bound.map { run($0, by: key, context: context) } ?? []
    }

    /// Does a command that a key or a click asked for; the list of commands and the menu are the stack's own.
    mutating func run(_ command: Command, by key: Key?, context: RenderContext) -> [Effect] {
        switch command {
        case .palette: palette = CommandPalette(on: self, context: context)
        case .menu: palette = CommandPalette(menuOn: self, context: context)
        default: return handle(command, by: key, model: context.model)
        }
        finder = nil
        return []
    }

    /// Takes pasted text: a prompt, lists to choose from and a search have it as if it were typed, but no key; on the scanner it
    /// may name files to read. Elsewhere it means nothing.
    package mutating func paste(_ text: String, model: AppModel = AppModel()) -> [Effect] {
        guard confirmation == nil else { return [] }
        if prompt != nil {
            prompt?.paste(text)
        } else if let outcome = pick?.list.paste(text) {
            return follow(outcome)
        } else if palette != nil {
            palette?.list.paste(text)
        } else if let outcome = finder?.paste(text) {
            return follow(outcome, model: model)
        } else if opened.isEmpty {
            return [.dropped(.offer(text))]
        } else {
            return onTop { $0.paste(text) ?? [] }
        }
        return []
    }

    /// What a key leads to that is typed into the topmost screen; nil if it is not.
    private mutating func type(_ key: Key, isBound: Bool) -> [Effect]? {
        guard top.isTyping else { return nil }
        var isTaken = false
        let effects = onTop { screen in
            let effects = screen.type(key, isBound: isBound)
            isTaken = effects != nil
            return effects ?? []
        }
        return isTaken ? effects : nil
    }

    /// What a command leads to on the topmost screen, asked for by a key or chosen by its name.
    package mutating func handle(_ command: Command, by key: Key? = nil, model: AppModel) -> [Effect] {
        // No screen keeps anybody in; what would be lost is worth a question.
        if command == .quit {
            if let key, let effects = top.end(by: key, model) { return effects }
            guard let question = model.questionAtEnd else { return [.run(.quit)] }
            ask(question)
            return []
        }
        if command == .help { return settle([.screen(.showHelp(top.context))]) }
        if command == .find, top.searchResult(model) != nil {
            finder = FindLine()
            return []
        }
        return onTop { $0.handle(command, model: model).beginning(with: key) }
    }

    /// What the topmost screen wants done after `change`.
    mutating func onTop(_ change: (inout any Screen) -> [Effect]) -> [Effect] {
        var screen = top
        let effects = change(&screen)
        if let last = opened.indices.last {
            opened[last] = screen
        } else if let screen = screen as? ScannerScreen {
            scanner = screen
        }
        return settle(effects)
    }

    var top: any Screen { opened.last ?? scanner }

    static func fits(_ bounds: Rect) -> Bool {
        bounds.width >= smallest.columns && bounds.height >= smallest.rows
    }

    /// Does what changes the screen; returns what the program has to do.
    package mutating func settle(_ effects: [Effect]) -> [Effect] {
        effects.flatMap { effect -> [Effect] in
            guard case .screen(let change) = effect else { return [effect] }
            switch change {
            case .notice(let notice): show(notice)
            case .confirm(let confirmation): ask(confirmation)
            case .prompt(let prompt): ask(prompt)
            case .pick(let question): ask(question)
            case .showHelp(let context): push(HelpScreen(about: context))
            case .choose(let field, let option): return onTop { $0.choose(option, of: field) }
            case .pop: pop()
            }
            return []
        }
    }

    /// Fits the topmost screen, and a question, to a canvas of this size, before it is drawn.
    package mutating func fit(_ bounds: Rect, context: RenderContext) {
        guard Self.fits(bounds) else { return }
        let room = dialogRoom(in: bounds, context: context)
        confirmation?.fit(room)
        palette?.list.fit(room)
        pick?.list.fit(room)
        guard !opened.isEmpty else { return scanner.fit(bounds, context: context) }
        opened[opened.count - 1].fit(content(bounds, context: context), context: context)
    }
}
