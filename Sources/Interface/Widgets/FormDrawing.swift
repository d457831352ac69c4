import Formats
import Surface

/// A row of a form as it is drawn.
enum FormRow: Hashable {
    case field(Int)
    /// What is said about the field above: what is wrong with it, or the paths that its text may become.
    case message(String, Role)
}

/// How a form lies in its area.
struct FormLayout {
    var rows: [FormRow]
    /// The first row that is shown.
    var first: Int
    var area: ScrollArea
    /// The column, from the left of the rows, at which what is entered begins.
    var controlColumn: Int
}

extension Form {
    /// Lines of what is wrong with a field, at most.
    private static let longestProblem = 4

    private func rows(width: Int) -> [FormRow] {
        fields.indices.filter { shows(fields[$0]) || $0 == focus }.flatMap { number -> [FormRow] in
            var rows = [FormRow.field(number)]
            if let problem = fields[number].problem {
                let margin = messageMargin(width: width)
                rows += Paragraph.wrap("! \(problem)", width: max(10, width - margin), maximum: Self.longestProblem)
                    .map { .message($0, .warning) }
            }
            if number == focus, let completion { rows.append(.message(completion.names, .faint)) }
            return rows
        }
    }

    /// Where labels and fields are drawn in `area`.
    func layout(in area: Rect) -> FormLayout {
        let rows = rows(width: area.width)
        var scrollArea = ScrollArea(area)
        if rows.count <= area.height {
            // Without a bar its column is of use.
            scrollArea.content = area
            scrollArea.barColumn = nil
        }
        // The field that has the keys is in sight, with what is said below it.
        let start = rows.firstIndex(of: .field(focus)) ?? 0
        let end = rows[start...].dropFirst().firstIndex { if case .field = $0 { true } else { false } } ?? rows.count
        let first = max(0, min(start, end - area.height))
        return FormLayout(
            rows: rows, first: first, area: scrollArea, controlColumn: controlColumn(width: scrollArea.content.width))
    }

    /// Where what is entered begins, from the left of `width` columns.
    private func controlColumn(width: Int) -> Int {
        let longest = fields.filter(shows).map { DisplayWidth.of($0.label) }.max() ?? 0
        return 2 + (longest == 0 ? 0 : min(longest + 2, width / 2))
    }

    /// Where what is said about a field begins: below what is entered, where that leaves room.
    private func messageMargin(width: Int) -> Int {
        let column = controlColumn(width: width)
        return width - column >= 30 ? column : 2
    }

    /// Draws the fields into `area`, scrolled to the one that has the keys, and shows the cursor there.
    package func render(into canvas: inout Canvas, area: Rect, theme: Theme) {
        let layout = layout(in: area)
        let content = layout.area.content
        let margin = messageMargin(width: content.width)
        for (i, row) in layout.rows.dropFirst(layout.first).prefix(content.height).enumerated() {
            let y = content.y + i
            switch row {
            case .field(let number): draw(number, into: &canvas, y: y, layout: layout, theme: theme)
            case .message(let text, let role):
                canvas.write(text, x: content.x + margin, y: y, theme[role], limit: content.width - margin)
            }
        }
        layout.area.drawBar(into: &canvas, first: layout.first, of: layout.rows.count, position: "", theme: theme)
    }

    private func draw(_ number: Int, into canvas: inout Canvas, y: Int, layout: FormLayout, theme: Theme) {
        let field = fields[number]
        let isFocused = number == focus
        let left = layout.area.content.x
        let x = left + layout.controlColumn
        let room = layout.area.content.right - x
        let style = theme[isFocused ? .strong : .text]
        if isFocused { canvas.write(">", x: left, y: y, theme[.key], limit: layout.area.content.width) }
        canvas.write(
            field.label, x: left + 2, y: y, theme[isFocused ? .text : .faint],
            limit: min(layout.controlColumn - 3, layout.area.content.width - 2))
        guard room > 0 else { return }
        var cursor: Int?
        switch field.control {
        case .text(let editor):
            if editor.text.isEmpty { canvas.write(field.placeholder, x: x, y: y, theme[.faint], limit: room) }
            cursor = editor.draw(into: &canvas, x: x, y: y, width: room, style)
        case .choice(let choice):
            // Left and Right lead on, where there is more than one.
            canvas.write(
                isFocused && choice.options.count > 1 ? "< \(choice.title) >" : choice.title, x: x, y: y, style,
                limit: room)
        case .number(let number):
            cursor = x + canvas.write(number.text, x: x, y: y, style, limit: room - 1)
        case .check(let isOn):
            canvas.write(isOn ? "[x]" : "[ ]", x: x, y: y, style, limit: room)
            cursor = x + 1
        case .more(let isOpen):
            let hidden = fields.filter { $0.isRare && !shows($0) }.map { $0.label.lowercased() }
            canvas.write(
                isOpen ? "[-]" : "[+] " + hidden.joined(separator: ", "), x: x, y: y, theme[isFocused ? .text : .faint],
                limit: room)
        }
        if isFocused, let cursor, cursor < x + room { canvas.cursor = (cursor, y) }
    }

    // MARK: - In a box of its own

    /// Draws it in a box in the middle of the canvas: the hint, the fields, and the keys that end it.
    package func renderDialog(into canvas: inout Canvas, theme: Theme) {
        let parts = dialog(in: canvas.bounds)
        canvas.fill(parts.box)
        canvas.frame(parts.box, theme[.border], title: title)
        for (i, line) in parts.hint.enumerated() {
            canvas.write(line, x: parts.fields.x, y: parts.box.y + 1 + i, theme[.faint], limit: parts.fields.width)
        }
        render(into: &canvas, area: parts.fields, theme: theme)
        if parts.fields.bottom < parts.box.bottom - 1 {
            canvas.write(
                keys(width: parts.fields.width), x: parts.fields.x, y: parts.fields.bottom, theme[.faint],
                limit: parts.fields.width)
        }
    }

    /// Gives the keys to the field at a cell of a canvas that `renderDialog` drew on.
    @discardableResult
    package mutating func clickDialog(column: Int, row: Int, in bounds: Rect) -> Bool {
        click(column: column, row: row, in: dialog(in: bounds).fields)
    }

    /// The keys that end it, as many as `width` columns hold.
    private func keys(width: Int) -> String {
        var keys = [("Enter", "OK"), ("Esc", "cancel")]
        if focusedPath != nil {
            keys.append(("Tab", "complete"))
        } else if fields.count > 1 {
            keys.append(("Tab", "next"))
        }
        let wide = keys.map { "\($0)  \($1)" }.joined(separator: "      ")
        if DisplayWidth.of(wide) <= width { return wide }
        return keys.dropFirst().reduce("\(keys[0].0) \(keys[0].1)") { line, key in
            let longer = "\(line)  \(key.0) \(key.1)"
            return DisplayWidth.of(longer) <= width ? longer : line
        }
    }

    /// The box, the lines of the hint that there is room for, and where the fields are.
    private func dialog(in bounds: Rect) -> (box: Rect, hint: [String], fields: Rect) {
        let width = min(bounds.width - 4, 76)
        var hint =
            hint.isEmpty ? [] : Paragraph.wrap(hint, width: max(1, width - 4), maximum: max(1, bounds.height - 6))
        if !hint.isEmpty { hint.append("") }
        // The sides and the keys.
        let box = bounds.centered(width: width, height: hint.count + rows(width: width - 4).count + 3)
        let inside = box.inset(columns: 2, rows: 1)
        let rowCount = rows(width: inside.width).count
        let keys = inside.height > 1 ? 1 : 0
        // What is entered counts more than what is said about it.
        hint = Array(hint.prefix(max(0, inside.height - keys - rowCount)))
        let fields = Rect(
            x: inside.x, y: inside.y + hint.count, width: inside.width, height: inside.height - hint.count - keys)
        return (box, hint, fields)
    }
}
