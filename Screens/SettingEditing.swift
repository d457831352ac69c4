import Config
import Surface

/// How each kind of setting is changed.
extension SettingsContent.Row {
    /// What Enter leads to: the other value of two, one to take of several, or a line to type.
    package var edit: Effect {
        switch item.kind {
        case .toggle: return .settings(.set(id, stepped(by: 1) ?? .bool(true)))
        case .choice(let names):
            return .pick(
                Pick(
                    title: id.description, hint: item.help,
                    options: names.map { Pick.Option($0, $0, detail: $0 == standardName ? "default" : "") },
                    selected: currentName
                ) { [id] in [.settings(.set(id, .text($0)))] })
        default:
            return .prompt(
                Prompt(
                    title: id.description, hint: [how, item.help].filter { !$0.isEmpty }.joined(separator: " "),
                    text: current.map(item.kind.typed) ?? "", content: item.kind == .keys ? .keys : .text
                ) { [id] in [.settings(.type(id, $0))] })
        }
    }

    /// How a value is typed.
    private var how: String {
        switch item.kind {
        case .whole(let range): "A number from \(range.lowerBound) to \(range.upperBound)."
        case .number(let range, _): "A number from \(range.lowerBound) to \(range.upperBound)."
        case .numbers(let count): "\(count) numbers separated by commas."
        case .texts: "Names separated by commas."
        case .keys: "Key names separated by spaces, such as: q Ctrl-L F2 Space. Ctrl-V and a key insert its name."
        case .toggle, .choice, .text, .style: ""
        }
    }

    private var currentName: String? { if case .text(let name)? = current { name } else { nil } }

    private var standardName: String? { if case .text(let name)? = item.standard { name } else { nil } }

    /// The value so many steps further; nil if there are no steps.
    func stepped(by steps: Int) -> SettingValue? {
        switch (item.kind, current) {
        case (.toggle, let current): return .bool(current != .bool(true))
        case (.choice(let names), _):
            guard !names.isEmpty else { return nil }
            guard let place = currentName.flatMap(names.firstIndex) else { return .text(names[0]) }
            return .text(names[((place + steps) % names.count + names.count) % names.count])
        case (.whole(let range), .whole(let number)):
            return .whole(
                min(max(number.addingReportingOverflow(steps).partialValue, range.lowerBound), range.upperBound))
        case (.number(let range, let step), .number(let number)):
            return .number(min(max(number + Double(steps) * step, range.lowerBound), range.upperBound))
        case (.number(let range, let step), .whole(let number)):
            return .number(min(max(Double(number) + Double(steps) * step, range.lowerBound), range.upperBound))
        default: return nil
        }
    }
}
