/// What happens when a place is entered or left, besides the notice.
package enum PlaceAction: Hashable, Sendable {
    case notice
    /// What is at the place is shown, unless another screen is open.
    case showItems
    /// A command of the user's runs, by its name.
    case run(String)

    /// As the settings write it: empty, `show` or `run NAME`.
    package var text: String {
        switch self {
        case .notice: ""
        case .showItems: "show"
        case .run(let name): "run \(name)"
        }
    }

    /// Reads what `text` writes; nil for anything else.
    init?(_ text: String) {
        switch text {
        case "": self = .notice
        case "show": self = .showItems
        default:
            guard text.hasPrefix("run "), text.count > 4 else { return nil }
            self = .run(String(text.dropFirst(4)))
        }
    }
}

extension Settings {
    /// What is wrong with the commands that places are to run.
    var problemsOfPlaceActions: [SettingsProblem] {
        [("on-enter", onEnteringPlace), ("on-leave", onLeavingPlace)].compactMap { key, action in
            guard case .run(let name) = action, !commands.contains(where: { $0.name == name }) else { return nil }
            return SettingsProblem(
                "[places] \(key)", "\"run NAME\" needs a [command.NAME]; there is none called \"\(name)\"")
        }
    }
}

extension SettingFormat<PlaceAction> {
    /// What happens with a place.
    ///
    /// - Parameter canShow: whether showing what is there is possible.
    static func placeAction(canShow: Bool) -> Self {
        string(write: { $0.text }) { text, _ in
            guard let action = PlaceAction(text), canShow || action != .showItems else {
                return .mustBe(
                    canShow
                        ? "\"\", \"show\" or \"run NAME\" of a [command.NAME]"
                        : "\"\" or \"run NAME\" of a [command.NAME]")
            }
            return .value(action)
        }
    }
}
