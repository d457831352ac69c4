import Surface

/// Notices on the screen, each for a while of its own: a small stack above the line of keys, the newest at the bottom.
///
///     toasts.add(Notice("Kept after all"), at: .now)
///     toasts.removeRead(at: .now)                     // a key was pressed
///     if toasts.expire(at: .now) { … }                // draw anew
///     toasts.render(into: &canvas, theme: theme)
public struct Toasts: Sendable, Hashable {
    private struct Toast: Sendable, Hashable {
        var notice: Notice
        /// How often it was said while it was shown.
        var count = 1
        var begin: ContinuousClock.Instant
        var end: ContinuousClock.Instant

        var text: String {
            // Not by its colour alone.
            (notice.isWarning ? "! " : "") + notice.text + (count > 1 ? " ×\(count)" : "")
        }

        /// How long it must have been shown to be taken away by a key, as read.
        var readingTime: Duration { notice.isWarning ? .seconds(3) : .seconds(1) }
    }

    /// The most that are shown; one more takes the oldest away, a warning last.
    static let most = 3
    /// How long one is shown unless its sender says otherwise.
    static let seconds = (notice: 4.0, warning: 8.0)
    /// The most rows that one takes.
    private static let mostRows = 3

    private var toasts: [Toast] = []

    /// None.
    public init() {}

    /// Whether there is none.
    public var isEmpty: Bool { toasts.isEmpty }

    /// The one that was said last.
    public var newest: Notice? { toasts.last?.notice }

    /// Shows `notice` for `seconds`, by default 4, a warning 8. One that is shown already counts up; one that says what is under
    /// way gives way to any other.
    public mutating func add(_ notice: Notice, seconds: Double? = nil, at time: ContinuousClock.Instant) {
        let seconds = seconds ?? (notice.isWarning ? Self.seconds.warning : Self.seconds.notice)
        var toast = Toast(notice: notice, begin: time, end: time + .seconds(seconds))
        if let same = toasts.firstIndex(where: { $0.notice == notice }) {
            toast.count = toasts[same].count + 1
            toasts.remove(at: same)
        }
        toasts.removeAll {
            $0.notice.isUnderWay || notice.subject != nil && $0.notice.subject == notice.subject
        }
        toasts.append(toast)
        while toasts.count > Self.most {
            toasts.remove(at: toasts.dropLast().firstIndex { !$0.notice.isWarning } ?? 0)
        }
    }

    /// Takes `notice` away.
    public mutating func remove(_ notice: Notice) { toasts.removeAll { $0.notice == notice } }

    /// A key was pressed: takes away what has been there long enough to be read.
    public mutating func removeRead(at time: ContinuousClock.Instant) {
        toasts.removeAll { $0.begin + $0.readingTime <= time }
    }

    /// Takes away what was shown long enough.
    ///
    /// - Returns: whether there was something.
    public mutating func expire(at time: ContinuousClock.Instant) -> Bool {
        let count = toasts.count
        toasts.removeAll { $0.end <= time }
        return toasts.count < count
    }

    /// Takes away the one at a cell.
    ///
    /// - Returns: whether there was one.
    mutating func click(column: Int, row: Int, in bounds: Rect) -> Bool {
        guard let index = places(in: bounds).first(where: { $0.rect.contains(column, row) })?.index else {
            return false
        }
        toasts.remove(at: index)
        return true
    }

    /// Draws them above the last row of the canvas, at its right side; at most half of its rows.
    func render(into canvas: inout Canvas, theme: Theme) {
        for place in places(in: canvas.bounds) {
            var style = theme[toasts[place.index].notice.isWarning ? .warning : .good]
            // A bar of its colour, whatever it lies on.
            style.attributes.formSymmetricDifference(.reverse)
            canvas.fill(place.rect, " ", style)
            for (i, line) in place.lines.enumerated() {
                canvas.write(
                    line, x: place.rect.x + 1, y: place.rect.y + i, style, limit: max(0, place.rect.width - 2))
            }
        }
    }

    private func places(in bounds: Rect) -> [(index: Int, rect: Rect, lines: [String])] {
        var places: [(index: Int, rect: Rect, lines: [String])] = []
        var bottom = bounds.bottom - 1
        for index in toasts.indices.reversed() {
            let room = max(1, bounds.width - 4)
            let lines = Paragraph.wrap(toasts[index].text, width: room, maximum: Self.mostRows)
            guard bounds.bottom - 1 - bottom + lines.count <= bounds.height / 2 else { break }
            let width = (lines.map { DisplayWidth.of($0) }.max() ?? 0) + 2
            bottom -= lines.count
            places.append(
                (index, Rect(x: bounds.right - width, y: bottom, width: width, height: lines.count), lines))
        }
        return places
    }
}
