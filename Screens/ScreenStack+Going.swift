import Surface

/// Commands of other screens: the way there.
extension ScreenStack {
    /// Whether `command` can be asked for from here: the topmost screen or one below it listens to it, or one that can be opened.
    func leads(to command: Command, _ keys: KeyMap) -> Bool {
        let screens = [.scanner, top.context] + opened.map(\.context)
        return screens.contains { keys.isListened(command, in: $0) } || keys.opener(of: command) != nil
    }

    /// Does `command` on the topmost screen that listens to it, and goes back to that; where there is none, one is opened first.
    mutating func go(to command: Command, context: RenderContext) -> [Effect] {
        let (keys, model) = (context.keys, context.model)
        func isListened(_ screen: KeyContext) -> Bool { keys.isListened(command, in: screen) }
        var effects: [Effect] = []
        while !isListened(top.context), isListened(.scanner) || opened.contains(where: { isListened($0.context) }) {
            let left = top.context
            effects += onTop { $0.handle(.back, model: model) }
            // It asks first.
            guard top.context != left else { return effects }
        }
        if isListened(top.context) { return effects + handle(command, model: model) }
        guard let opener = keys.opener(of: command), opener != command else { return effects }
        return effects + go(to: opener, context: context) + [.ask(command)]
    }
}
