import Formats
import Surface

/// Notices on the screen, each for a while of its own: a small stack at the right of an area, the newest at the bottom.
package struct Toasts: Sendable, Hashable {
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
    /// The most rows that one takes, in a narrow area the most cells.
    private static let (maximumRows, maximumCells) = (3, 240)

    private var toasts: [Toast] = []

    package init() {}

    package var isEmpty: Bool { toasts.isEmpty }

    /// The one that was said last.
    package var newest: Notice? { toasts.last?.notice }

    /// Shows `notice` for `seconds`, by default 4, a warning 8. One that is shown already counts up; one that says what is under
    /// way gives way to any other.
    package mutating func add(_ notice: Notice, seconds: Double? = nil, at time: ContinuousClock.Instant) {
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
    package mutating func remove(_ notice: Notice) { toasts.removeAll { $0.notice == notice } }

    /// Takes away what tells of `subject`, which is another now.
    package mutating func remove(about subject: Notice.Subject) { toasts.removeAll { $0.notice.subject == subject } }

    /// A question comes: takes away good news, which could be taken for an answer to it. What is wrong, or under way, stays.
    package mutating func removeGoodNews() { toasts.removeAll { !$0.notice.isWarning && !$0.notice.isUnderWay } }

    /// Another screen opens: good news belongs to the one below, and a warning goes as soon as it can have been read.
    package mutating func openScreen() {
        removeGoodNews()
        for index in toasts.indices where toasts[index].notice.isWarning {
            toasts[index].end = min(toasts[index].end, toasts[index].begin + toasts[index].readingTime)
        }
    }

    /// A key was pressed: takes away what has been there long enough to be read.
    package mutating func removeRead(at time: ContinuousClock.Instant) {
        toasts.removeAll { $0.begin + $0.readingTime <= time }
    }

    /// Takes away what was shown long enough; whether there was something.
    package mutating func expire(at time: ContinuousClock.Instant) -> Bool {
        let count = toasts.count
        toasts.removeAll { $0.end <= time }
        return toasts.count < count
    }

    /// Takes away the one at a cell; whether there was one.
    mutating func click(column: Int, row: Int, in area: Rect) -> Bool {
        guard let index = places(in: area).first(where: { $0.rect.contains(column, row) })?.index else {
            return false
        }
        toasts.remove(at: index)
        return true
    }

    /// The rows that they take at the bottom of `area`.
    func rows(in area: Rect) -> Int { places(in: area).reduce(0) { $0 + $1.rect.height } }

    /// Draws them at the bottom of `area`, at its right side, as many of the newest as fit.
    func render(into canvas: inout Canvas, area: Rect, theme: Theme) {
        for place in places(in: area) {
            var style = theme[toasts[place.index].notice.isWarning ? .warning : .good]
            // A bar of its colour, whatever it lies on.
            style.attributes.formSymmetricDifference(.reverse)
            canvas.fill(place.rect, " ", style)
            canvas.write(place.lines, in: place.rect.inset(columns: 1, rows: 0), style)
        }
    }

    private func places(in area: Rect) -> [(index: Int, rect: Rect, lines: [String])] {
        var places: [(index: Int, rect: Rect, lines: [String])] = []
        var bottom = area.bottom
        let room = max(1, area.width - 4)
        let maximumRows = min(area.height, max(Self.maximumRows, Self.maximumCells / room))
        for index in toasts.indices.reversed() {
            let lines = Paragraph.wrap(toasts[index].text, width: room, maximum: maximumRows)
            guard bottom - lines.count >= area.y else { break }
            let width = (lines.map { DisplayWidth.of($0) }.max() ?? 0) + 2
            bottom -= lines.count
            places.append(
                (index, Rect(x: area.right - width, y: bottom, width: width, height: lines.count), lines))
        }
        return places
    }
}
