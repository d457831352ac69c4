import Screens
import Surface

/// A tour in about a minute, over the demo: steps that point at what is on the screen. A key or time leads to the next one.
final class TourFeature: FeatureBase, Feature {
    /// How long a step is shown where no key is pressed.
    static let stepTime = Duration.milliseconds(7500)

    private var step = 0
    /// When the next step comes; nil while there is no tour.
    private var deadline: ContinuousClock.Instant?

    func start() { if app.start.showsTour { show(at: app.now) } }

    var pause: Duration? { deadline.map { max(.zero, $0 - app.now) } }

    func advance(at now: ContinuousClock.Instant) {
        if let deadline, now >= deadline { next() }
    }

    func perform(_ effect: TourEffect) {
        switch effect {
        case .next: next()
        case .end: end()
        }
    }

    private func next() {
        guard deadline != nil else { return }
        step += 1
        if TourStep.all.indices.contains(step) { show(at: app.now) } else { end() }
    }

    private func end() {
        deadline = nil
        display.stack.show(nil)
        returnToScanner()
        display.needsDrawing = true
    }

    private func returnToScanner() {
        for effect in display.stack.returnToScanner(model: model) { perform(effect) }
    }

    private func show(at now: ContinuousClock.Instant) {
        let step = TourStep.all[step]
        deadline = now + Self.stepTime
        returnToScanner()
        if let command = step.command { open(command) }
        if let search = step.search {
            for effect in display.stack.searchFor(search, model: model) { perform(effect) }
        }
        let keys = display.appearance.keys
        let text = step.text { command, context in keys.keys(for: command, in: context).first?.name ?? "?" }
        let isLast = self.step == TourStep.all.count - 1
        display.stack.show(
            Card(
                title: "Tour \(self.step + 1) of \(TourStep.all.count): \(step.title)", lines: [text],
                keys: [("any key", isLast ? "end" : "next"), ("Esc", "end the tour")], place: step.place
            ) { key, command in
                if case .control = key { return .leave }
                if key == .escape || command == .quit { return .ask([.feature(TourEffect.end)]) }
                return .ask([.feature(TourEffect.next)])
            })
        display.needsDrawing = true
    }

    /// Asks for a command as its key would.
    private func open(_ command: Command) {
        for effect in display.stack.handle(command, model: model) { perform(effect) }
    }
}

/// What the keys of the tour ask for.
enum TourEffect: FeatureEffect {
    case next, end
}

/// A step of the tour.
struct TourStep: Sendable {
    let title: String
    var place = Card.Place.bottom
    /// What is opened from the scanner, as if its key were pressed.
    var command: Command?
    /// What is typed into the search then.
    var search: String?
    /// What is to be read; `key` gives the key of a command on a screen.
    let text: @Sendable (_ key: (Command, KeyContext) -> String) -> String

    /// All, in their order.
    static let all = [
        TourStep(title: "the camera") { _ in
            "This is the camera picture, from a demo during this tour. Hold a code in the box: it is read automatically."
        },
        TourStep(title: "a scan", place: .top) { key in
            "“Last scan” shows what was read. Press \(key(.copy, .scanner)) to copy it, or \(key(.act, .scanner)) to use it, such as to open a link."
        },
        TourStep(title: "the history") { key in
            "Each scan is listed, the newest first. The arrow keys select one, and \(key(.openHistory, .scanner)) shows all saved scans. The demo saves nothing."
        },
        TourStep(title: "details", command: .open) { key in
            "\(key(.open, .scanner)) shows a scan in full: what the code contains, what it means, and what you can do with it."
        },
        TourStep(title: "search", place: .top, command: .find, search: "example") { key in
            "\(key(.find, .scanner)) shows only matching scans: by words, as here, or by conditions such as kind:wifi or since:monday."
        },
        TourStep(title: "making codes", command: .makeCode) { key in
            "\(key(.makeCode, .scanner)) makes a code: a link, a Wi-Fi network, a contact and more. It can be saved, copied and printed."
        },
        TourStep(title: "help", command: .help) { key in
            "\(key(.help, .scanner)) lists all keys of a screen, and \(key(.palette, .scanner)) finds a command by its name."
        },
        TourStep(title: "the end", place: .middle) { key in
            "That was the tour. Look around in the demo, and press \(key(.quit, .scanner)) to quit. With a camera connected, run quietzone."
        },
    ]
}
