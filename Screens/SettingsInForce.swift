import Config
import Frames

/// What of the settings keys change beside the file, as it is now.
extension AppModel {
    /// What is in force of a setting; nil for those that no key changes.
    func inForce(_ id: SettingID) -> SettingValue? {
        switch "\(id)" {
        case "[display] preview": .text(picture.painter.name)
        case "[display] colour": .text(picture.painter.isColoured ? "colour" : "grey")
        case "[display] figures": .bool(showsFigures)
        // Pictures and streams begin without it.
        case "[scanner] interest-box": source.isStill ? nil : .bool(picture.interestBox != nil)
        case "[scanner] box": picture.interestBox.map { .numbers([$0.x, $0.y, $0.width, $0.height].map(Self.rounded)) }
        default: nil
        }
    }

    /// To the hundredth: what is moved by keys has more digits than anybody sees.
    private static func rounded(_ share: Double) -> Double { (share * 100).rounded() / 100 }

    /// `row` with what is in force of it.
    func withInForce(_ row: SettingsContent.Row) -> SettingsContent.Row {
        guard let now = inForce(row.id), let current = row.current, !Self.says(current, now) else { return row }
        var row = row
        row.overriding = now
        return row
    }

    private static func says(_ current: SettingValue, _ now: SettingValue) -> Bool {
        if case .numbers(let numbers) = current { return SettingValue.numbers(numbers.map(rounded)).means(now) }
        return current.means(now)
    }
}
