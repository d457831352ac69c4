import Surface

/// What a screen wants the program to do.
package enum Effect: Sendable {
    /// The program's own command, as if its key were pressed.
    case run(Command)
    /// A command of the screen that comes with the effects before this one, as if its key were pressed there.
    case ask(Command)
    /// Something that changes only what is on the screen; the stack of screens does it by itself.
    case screen(ScreenEffect)
    /// Something that one of the features does.
    case feature(any FeatureEffect)

    /// Say one line to the user.
    package static func notice(_ notice: Notice) -> Effect { .screen(.notice(notice)) }

    /// Say that the place that was asked for is not there.
    static func nothingFound(_ wanted: String) -> Effect {
        .notice(Notice(wanted.isEmpty ? "No search: press / to begin" : "“\(wanted)” not found"))
    }

    /// Ask yes or no.
    package static func confirm(_ confirmation: Confirmation) -> Effect { .screen(.confirm(confirmation)) }

    /// Ask for the path of a file.
    package static func prompt(_ prompt: Prompt) -> Effect { .screen(.prompt(prompt)) }

    /// Ask for one of several.
    package static func pick(_ pick: Pick) -> Effect { .screen(.pick(pick)) }

    package static var pop: Effect { .screen(.pop) }

    /// What it asks of the feature that performs `Wanted`; nil for any other effect.
    package func asked<Wanted: FeatureEffect>(_: Wanted.Type) -> Wanted? {
        if case .feature(let effect) = self { effect as? Wanted } else { nil }
    }
}

/// What the screens of one feature ask of it. The type lies beside the screens; the feature alone performs it.
package protocol FeatureEffect: Sendable, Hashable {}

extension Effect: Hashable {
    private var key: AnyHashable {
        switch self {
        case .run(let command): AnyHashable(command)
        case .ask(let command): AnyHashable([command])
        case .screen(let effect): AnyHashable(effect)
        case .feature(let effect): AnyHashable(effect)
        }
    }

    /// Whether both want the same.
    package static func == (a: Effect, b: Effect) -> Bool { a.key == b.key }

    /// By what is wanted.
    package func hash(into hasher: inout Hasher) { hasher.combine(key) }
}

/// What changes on the screen.
package enum ScreenEffect: Sendable, Hashable {
    case notice(Notice)
    case confirm(Confirmation)
    case prompt(Prompt)
    case pick(Pick)
    /// Show the keys, those of this context first.
    case showHelp(KeyContext)
    /// Choose one of a form's field, by its number from 0.
    case choose(field: String, option: Int)
    case pop
}

/// One line to the user that goes away by itself.
package struct Notice: Sendable, Hashable {
    package var text: String
    package var isWarning: Bool
    /// Whether it says what is under way: what comes of that takes its place.
    package var isUnderWay: Bool
    /// What it tells the state of, such as the zoom: only the newest of one subject is shown. Nil for what stands alone.
    package var subject: Subject?

    /// What changes step by step, by a key that is pressed again and again, or goes.
    package enum Subject: Sendable, Hashable {
        case zoom, interestBox, orientation, renderer
        /// The picture of a folder that is shown: it goes with it.
        case stillPicture
    }

    /// A notice, good news by default.
    package init(_ text: String, isWarning: Bool = false, isUnderWay: Bool = false, of subject: Subject? = nil) {
        self.subject = subject
        self.text = text
        self.isWarning = isWarning
        self.isUnderWay = isUnderWay
    }
}
