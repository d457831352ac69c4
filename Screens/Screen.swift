import Foundation
import Surface

/// A full-screen view: a value that turns commands into effects and draws itself. It opens no file, thread,
/// camera or database; what it wants done leaves as an `Effect`.
package protocol Screen: Sendable {
    /// Which keys it listens to.
    var context: KeyContext { get }
    /// Changes the screen's own state, and says what the program is to do; a command that is none of the screen's own is
    /// run by the program: `.run(command)`.
    mutating func handle(_ command: Command, model: AppModel) -> [Effect]
    /// Whether the live picture is on it.
    var showsPicture: Bool { get }
    /// Whether it comes back as it was left.
    var comesBackAsLeft: Bool { get }
    /// What a key that is bound to the program's end ends in its place, such as a white screen; nil for the program.
    func end(by key: Key, _ model: AppModel) -> [Effect]?
    /// Whether characters are typed into it, so that only other keys ask for commands.
    var isTyping: Bool { get }
    /// Takes a key that is typed into the screen; nil for one that it leaves to the key map, where it may be bound to a command.
    mutating func type(_ key: Key, isBound: Bool) -> [Effect]?
    /// Takes pasted text; nil if nothing is typed.
    mutating func paste(_ text: String) -> [Effect]?
    /// Takes the paths that a typed one may become, which it has asked for: `FileEffect.complete`.
    mutating func complete(_ candidates: [String], for path: String) -> [Effect]
    /// Takes what was chosen of a field, which it has asked for: `ScreenEffect.choose`.
    mutating func choose(_ option: Int, of field: String) -> [Effect]
    /// A click on a cell of a canvas of this size, which the screen was drawn on.
    mutating func click(column: Int, row: Int, in bounds: Rect, context: RenderContext) -> [Effect]
    /// The mouse moved with its button down, or the button came up after that: no click then.
    mutating func drag(_ drag: MouseDrag, in bounds: Rect, context: RenderContext) -> [Effect]
    /// The wheel was turned by so many notches, down when positive, with the mouse on a cell of a canvas of this size.
    mutating func wheel(by notches: Int, column: Int, row: Int, in bounds: Rect, context: RenderContext) -> [Effect]
    /// Comes before drawing on a canvas of this size: lists and texts learn how much of them is shown.
    mutating func fit(_ bounds: Rect, context: RenderContext)
    /// Looks for `text`, and goes to the first place where it is found; ends the search when it is empty.
    mutating func search(for text: String, model: AppModel) -> [Effect]
    /// What the search has come to, in a word or two: `2 of 5`; nil on a screen that nothing can be looked for on.
    func searchResult(_ model: AppModel) -> String?
    /// Commands of its own that can do nothing now; the line of keys leaves them out.
    func idle(_ model: AppModel) -> Set<Command>
    /// What `command` does now, in a word or two; nil if its row of the table says it.
    func label(of command: Command, _ model: AppModel) -> String?
    /// Where notices may lie over the screen without hiding what keys act on; nil if they need rows of their own.
    func noticeArea(in bounds: Rect, context: RenderContext) -> Rect?
    /// Draws the screen; the last row is left to the stack for the keys.
    func render(into canvas: inout Canvas, context: RenderContext)
    /// The rows of `bounds` that show what must be seen although another screen or a question lies over this one; nil for none.
    func band(in bounds: Rect, context: RenderContext) -> Rect?
    /// Draws these rows.
    func renderBand(into canvas: inout Canvas, area: Rect, context: RenderContext)
}

extension Screen {
    package var showsPicture: Bool { false }

    package var comesBackAsLeft: Bool { false }

    /// The program ends.
    package func end(by key: Key, _ model: AppModel) -> [Effect]? { nil }

    package var isTyping: Bool { false }

    /// All keys are left to the key map.
    package mutating func type(_ key: Key, isBound: Bool) -> [Effect]? { nil }

    /// Nothing is typed.
    package mutating func paste(_ text: String) -> [Effect]? { nil }

    /// Nothing is completed.
    package mutating func complete(_ candidates: [String], for path: String) -> [Effect] { [] }

    /// Nothing is chosen.
    package mutating func choose(_ option: Int, of field: String) -> [Effect] { [] }

    /// Nothing to click on.
    package mutating func click(column: Int, row: Int, in bounds: Rect, context: RenderContext) -> [Effect] { [] }

    /// Nothing to drag.
    package mutating func drag(_ drag: MouseDrag, in bounds: Rect, context: RenderContext) -> [Effect] { [] }

    /// Nothing has a size of its own.
    package mutating func fit(_ bounds: Rect, context: RenderContext) {}

    /// Nothing is looked for.
    package mutating func search(for text: String, model: AppModel) -> [Effect] { [] }

    /// Nothing is looked for.
    package func searchResult(_ model: AppModel) -> String? { nil }

    /// Lists and texts are whole.
    package func noticeArea(in bounds: Rect, context: RenderContext) -> Rect? { nil }

    /// Nothing is that urgent.
    package func band(in bounds: Rect, context: RenderContext) -> Rect? { nil }

    /// There is nothing to draw.
    package func renderBand(into canvas: inout Canvas, area: Rect, context: RenderContext) {}

    /// The table's.
    package func label(of command: Command, _ model: AppModel) -> String? { nil }

    /// All can be done.
    package func idle(_ model: AppModel) -> Set<Command> { [] }

    /// Nothing is scrolled.
    package mutating func wheel(
        by notches: Int, column: Int, row: Int, in bounds: Rect, context: RenderContext
    ) -> [Effect] { [] }
}

extension Rect {
    /// What a canvas has above the line of keys.
    var aboveKeys: Rect { Rect(x: x, y: y, width: width, height: height - 1) }
}

/// What every screen needs to draw itself, beside its own state.
package struct RenderContext: Sendable {
    package var model: AppModel
    /// Commands that are left out of the line of keys now: they could do nothing.
    package var idle: Set<Command>
    /// Why a command cannot be done now, in a line; nil when it can.
    package var refusal: @Sendable (Command) -> String?
    package var theme: Theme
    /// Keys in force, for the line of keys and the help.
    package var keys: KeyMap
    /// A cell's height over its width.
    package var cellAspect: Double
    /// For the times of scans.
    package var timeZone: TimeZone
    /// The time of the drawing: what is of another day has its date.
    package var now: Date
    /// Whether the terminal's background is light, so that ink is dark.
    package var isOnWhite: Bool

    /// A context; 2 is the aspect of most fonts.
    package init(
        model: AppModel = AppModel(), idle: Set<Command> = [],
        refusal: @escaping @Sendable (Command) -> String? = { _ in nil }, theme: Theme = .dark, keys: KeyMap = KeyMap(),
        cellAspect: Double = 2, timeZone: TimeZone = .current, now: Date = Date(), isOnWhite: Bool = false
    ) {
        self.model = model
        self.idle = idle
        self.refusal = refusal
        self.theme = theme
        self.keys = keys
        self.cellAspect = cellAspect
        self.timeZone = timeZone
        self.now = now
        self.isOnWhite = isOnWhite
    }

    /// `yyyy-MM-dd` of `date`.
    package func day(_ date: Date) -> String {
        var style = Date.ISO8601FormatStyle.iso8601.year().month().day()
        style.timeZone = timeZone
        return date.formatted(style)
    }

    /// `HH:mm:ss` of `date`.
    package func clock(_ date: Date) -> String {
        let second = place(of: date).second
        return [second / 3600, second / 60 % 60, second % 60]
            .map { $0 < 10 ? "0\($0)" : "\($0)" }.joined(separator: ":")
    }

    /// `HH:mm:ss` of a `date` of today, `MM-dd HH:mm` of one within half a year, else `yyyy-MM-dd`.
    package func moment(_ date: Date) -> String {
        let days = place(of: now).day - place(of: date).day
        if days == 0 { return clock(date) }
        let day = day(date)
        return abs(days) <= 182 ? "\(day.dropFirst(5)) \(clock(date).dropLast(3))" : day
    }

    /// `Today`, `Yesterday`, `Tue 24 Nov` of a `date` of this year, else `24 Nov 2025`.
    package func dayName(_ date: Date) -> String {
        let (today, number) = (place(of: now).day, place(of: date).day)
        if number == today { return "Today" }
        if number == today - 1 { return "Yesterday" }
        let day = day(date)
        let parts = day.split(separator: "-")
        guard parts.count == 3, let month = Int(parts[1]), (1...12).contains(month), let dayOfMonth = Int(parts[2])
        else {
            return day
        }
        let name = "\(dayOfMonth) \(Self.months[month - 1])"
        guard self.day(now).hasPrefix("\(parts[0])-") else { return "\(name) \(parts[0])" }
        // 1970 began on a Thursday.
        return "\(Self.weekdays[((number + 4) % 7 + 7) % 7]) \(name)"
    }

    private static let weekdays = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
    private static let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]

    /// The day of `date` since 1970 in the time zone, and the second of that day.
    private func place(of date: Date) -> (day: Int, second: Int) {
        // A date may be anything in a history that was merged; this much is far beyond the year 9999.
        let time = min(max(date.timeIntervalSince1970.rounded(.down), -1e12), 1e12)
        let seconds = Int(time.isFinite ? time : 0) + timeZone.secondsFromGMT(for: date)
        let day = seconds >= 0 ? seconds / 86400 : (seconds - 86399) / 86400
        return (day, seconds - day * 86400)
    }
}
