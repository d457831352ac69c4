import Screens
import Services
import Surface

/// What a newcomer reads on the very first start: three lines. It never comes again, however it was left.
final class WelcomeFeature: FeatureBase, Feature {
    func start() {
        guard app.start.isFirstStart else { return }
        let keys = display.appearance.keys
        func key(_ command: Command) -> String { keys.keys(for: command, in: .scanner).first?.name ?? "?" }
        let place = SaveTarget.shown(app.start.keptHistory)
        let saving =
            switch model.history.place {
            case .private: "Nothing is saved in this run."
            default:
                scanning.source.isDemo
                    ? "Camera scans are saved in \(place); demo scans are not."
                    : "Each scan is saved in \(place)."
            }
        display.stack.show(
            Card(
                title: "Welcome to Quietzone",
                lines: [
                    "Hold a barcode or QR code in the box: it is read automatically.", saving,
                    "Press \(key(.help)) for all keys, \(key(.palette)) to find a command by its name.",
                ], keys: [("any key", "begin")]
            ) { key, command in
                switch command {
                case .help?, .palette?, .menu?: return .closeAndLeave
                // Keys that have the same meaning everywhere.
                case .quit? where key.isControl, .suspend?, .redraw?: return .leave
                default: return .close
                }
            })
    }

    func follow(_ event: AppEvent) {
        // Who has scanned something needs no welcome; the demo scans by itself.
        if case .session(.scan) = event, app.start.isFirstStart, !scanning.source.isDemo { display.stack.show(nil) }
    }
}

extension Key {
    fileprivate var isControl: Bool { if case .control = self { true } else { false } }
}
