import Foundation
import Surface

/// A full-screen view: a value that turns commands into effects and draws itself. It opens no file, thread,
/// camera or database; what it wants done leaves as an `Effect`.
public protocol Screen: Sendable {
    /// Which keys it listens to.
    var context: KeyContext { get }
    /// Changes the screen's own state, and says what the program is to do; a command that is none of the screen's own is
    /// run by the program: `.run(command)`.
    mutating func handle(_ command: Command, model: AppModel) -> [Effect]
    /// The same for a command whose keys mean different things, such as the numbers of outlines; `key` is the one that was pressed.
    mutating func handle(_ command: Command, by key: Key, model: AppModel) -> [Effect]
    /// A click on a cell of a canvas of this size, which the screen was drawn on.
    mutating func click(column: Int, row: Int, in bounds: Rect, context: RenderContext) -> [Effect]
    /// The wheel was turned by so many notches, down when positive, with the mouse on a cell of a canvas of this size.
    mutating func wheel(by notches: Int, column: Int, row: Int, in bounds: Rect, context: RenderContext) -> [Effect]
    /// Comes before drawing on a canvas of this size: lists and texts learn how much of them is shown.
    mutating func fit(_ bounds: Rect, context: RenderContext)
    /// Draws the screen; the last two rows are left to the stack for notices and keys.
    func render(into canvas: inout Canvas, context: RenderContext)
}

extension Screen {
    /// Whichever of its keys was pressed.
    public mutating func handle(_ command: Command, by key: Key, model: AppModel) -> [Effect] {
        handle(command, model: model)
    }

    /// Nothing to click on.
    public mutating func click(column: Int, row: Int, in bounds: Rect, context: RenderContext) -> [Effect] { [] }

    /// Nothing has a size of its own.
    public mutating func fit(_ bounds: Rect, context: RenderContext) {}

    /// Nothing is scrolled.
    public mutating func wheel(
        by notches: Int, column: Int, row: Int, in bounds: Rect, context: RenderContext
    ) -> [Effect] { [] }
}

/// What every screen needs to draw itself, beside its own state.
public struct RenderContext: Sendable {
    /// What the program knows.
    public var model: AppModel
    /// Commands that are left out of the line of keys now: they could do nothing.
    public var idle: Set<Command>
    /// Why a command cannot be done now, in a line; nil when it can.
    public var refusal: @Sendable (Command) -> String?
    /// Styles.
    public var theme: Theme
    /// Keys in force, for the line of keys and the help.
    public var keys: KeyMap
    /// A cell's height over its width.
    public var cellAspect: Double
    /// For the times of scans.
    public var timeZone: TimeZone

    /// A context; 2 is the aspect of most fonts.
    public init(
        model: AppModel = AppModel(), idle: Set<Command> = [],
        refusal: @escaping @Sendable (Command) -> String? = { _ in nil }, theme: Theme = .standard,
        keys: KeyMap = KeyMap(),
        cellAspect: Double = 2, timeZone: TimeZone = .current
    ) {
        self.model = model
        self.idle = idle
        self.refusal = refusal
        self.theme = theme
        self.keys = keys
        self.cellAspect = cellAspect
        self.timeZone = timeZone
    }

    /// `yyyy-MM-dd` of `date`.
    public func day(_ date: Date) -> String {
        var style = Date.ISO8601FormatStyle.iso8601.year().month().day()
        style.timeZone = timeZone
        return date.formatted(style)
    }

    /// `HH:mm:ss` of `date`.
    public func clock(_ date: Date) -> String {
        let seconds = Int(date.timeIntervalSince1970.rounded(.down)) + timeZone.secondsFromGMT(for: date)
        let second = ((seconds % 86400) + 86400) % 86400
        return [second / 3600, second / 60 % 60, second % 60]
            .map { $0 < 10 ? "0\($0)" : "\($0)" }.joined(separator: ":")
    }
}
