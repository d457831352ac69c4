import Surface
import Widgets

/// A numbered row, or a heading.
struct SampleRow: ListRow {
    static let hasHeadings = true
    let id: Int
    var isSelectable = true
    var title: String { isSelectable ? "row \(id)" : "HEADING \(id)" }

    static func rows(_ count: Int, from first: Int = 0) -> [SampleRow] {
        (first..<(first + count)).map { SampleRow(id: $0) }
    }
}

/// A row of a list without headings.
struct PlainRow: ListRow {
    let id: Int
    var name = ""
}

extension Theme {
    /// The theme for goldens, which do not show styles.
    static let sample = Theme.dark
}

func draw(_ width: Int, _ height: Int, _ body: (inout Canvas) -> Void) -> Canvas {
    var canvas = Canvas(width: width, height: height)
    body(&canvas)
    return canvas
}

func drawList(_ list: ListView<SampleRow>, _ rows: [SampleRow], _ width: Int = 24, _ height: Int = 8) -> Canvas {
    draw(width, height) { canvas in
        canvas.frame(canvas.bounds, Theme.sample[.border], title: "List")
        list.render(rows, into: &canvas, area: .framed(canvas.bounds), theme: .sample) { canvas, row, place in
            let text = (place.isSelected ? "> " : "  ") + row.title
            canvas.write(text, x: place.rect.x, y: place.rect.y, place.style(.text), limit: place.rect.width)
        }
    }
}

extension Form {
    /// Takes a key, and what `completer` finds when it asks for that: for completers that need no time.
    mutating func handle(_ key: Key, completer: PathCompleter) -> Outcome {
        let outcome = handle(key)
        guard case .completing(let path) = outcome else { return outcome }
        take(completer.candidates(for: path), for: path)
        return .editing
    }
}
