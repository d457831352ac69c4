import Formats

/// A grid of cells that screens draw into and a terminal presents.
///
/// Everything drawn outside is cut off. Text passes `SafeText`, so no cell can hold a control character.
package struct Canvas: Sendable {
    package let width: Int
    package let height: Int
    /// The cells, row by row.
    package private(set) var cells: [Cell]
    /// Where the text cursor is shown; nil hides it.
    package var cursor: (column: Int, row: Int)?
    /// A picture in pixels below the cells; nil for none.
    package private(set) var picture: PlacedPicture?
    /// The links, the last of a cell in force.
    private(set) var links: [PlacedLink] = []

    /// The picture that changes with every frame; nil for none.
    package var moving: MovingArea?

    package init(width: Int, height: Int) {
        self.width = max(0, width)
        self.height = max(0, height)
        cells = Array(repeating: .blank, count: self.width * self.height)
    }

    package var bounds: Rect { Rect(x: 0, y: 0, width: width, height: height) }

    /// The cell at (`x`, `y`); blank outside.
    package subscript(x: Int, y: Int) -> Cell {
        guard x >= 0, x < width, y >= 0, y < height else { return .blank }
        return cells[y * width + x]
    }

    /// Puts a cell as it is.
    subscript(cell x: Int, y: Int) -> Cell {
        get { self[x, y] }
        set { cells[y * width + x] = newValue }
    }

    /// Puts the first `rows` rows of `other`, which is as wide, in the place of the own ones, and its cursor.
    package mutating func take(rows: Int, of other: Canvas) {
        precondition(other.width == width)
        let count = min(max(0, rows), height, other.height) * width
        cells.replaceSubrange(0..<count, with: other.cells[0..<count])
        cursor = other.cursor ?? cursor
        let upper = count / max(1, width)
        links = links.filter { $0.row >= upper } + other.links.filter { $0.row < upper }
    }

    /// Makes a link that lies on the canvas.
    mutating func add(_ link: PlacedLink) {
        links.append(link)
        for x in link.columns { cells[link.row * width + x].isLinked = true }
    }

    /// Puts one character of one column; others take the place that they need.
    package mutating func set(_ x: Int, _ y: Int, _ character: Character, _ style: Style = .plain) {
        guard x >= 0, x < width, y >= 0, y < height else { return }
        if Self.isPlain(character) {
            clearWide(around: x, y)
            cells[y * width + x] = Cell(character, style)
        } else {
            write(String(character), x: x, y: y, style)
        }
    }

    /// Whether a character is harmless and one column wide without a look into tables: printable ASCII, and what is
    /// drawn with (U+2500–259F, box drawing and block elements; U+2800–28FF, braille; U+1FB00–1FB3B, sextants).
    private static func isPlain(_ character: Character) -> Bool {
        let text = character.utf8
        if text.count == 1, let byte = text.first { return 0x20..<0x7F ~= byte }
        guard 3...4 ~= text.count, let scalar = character.unicodeScalars.first?.value else { return false }
        guard scalar > 0xFFFF || text.count == 3 else { return false }
        return 0x2500...0x259F ~= scalar || 0x2800...0x28FF ~= scalar || 0x1FB00...0x1FB3B ~= scalar
    }

    /// Changes the picture in pixels, where there is one.
    package mutating func changePicture(_ change: (inout PlacedPicture) -> Void) {
        guard var changed = picture else { return }
        // Only one of the two holds its pixels, so that they are changed in place.
        picture = nil
        change(&changed)
        picture = changed
    }

    /// Puts a picture in pixels below the cells of its area, which show it until something is drawn over them; instead of
    /// one that was put before. One that is not within the canvas is not shown.
    package mutating func place(_ picture: PlacedPicture) {
        guard picture.area.clamped(to: bounds) == picture.area else { return }
        if let former = self.picture { fill(former.area) }
        fill(picture.area)
        self.picture = picture
        for y in picture.area.y..<picture.area.bottom {
            for x in picture.area.x..<picture.area.right { cells[y * width + x] = .ofPicture }
        }
    }

    /// Fills a rectangle with a character of one column.
    package mutating func fill(_ rect: Rect, _ character: Character = " ", _ style: Style = .plain) {
        let part = rect.clamped(to: bounds)
        let cell = Cell(character, style)
        for y in part.y..<max(part.y, part.bottom) {
            if part.width > 0 {
                clearWide(around: part.x, y)
                clearWide(around: part.right - 1, y)
            }
            for x in part.x..<max(part.x, part.right) { cells[y * width + x] = cell }
        }
    }

    /// Puts `text` at (`x`, `y`), at most `limit` columns; what does not fit ends in `…`. Returns the columns used.
    @discardableResult
    package mutating func write(
        _ text: some StringProtocol, x: Int, y: Int, _ style: Style = .plain, limit: Int = .max
    ) -> Int {
        guard y >= 0, y < height, limit > 0 else { return 0 }
        let shown = SafeText.visible(text)
        let room = min(limit, width - x)
        let tooLong = DisplayWidth.of(shown) > room && limit != .max
        let end = x + (tooLong ? room - 1 : room)
        var column = x
        for character in shown {
            let columns = DisplayWidth.of(character)
            if columns == 0 { continue }
            if column + columns > end { break }
            place(character, columns, column, y, style)
            column += columns
        }
        if tooLong, room > 0 {
            place("…", 1, column, y, style)
            column += 1
        }
        return column - x
    }

    /// Underlines characters of `text`, by their numbers from 0, where `write` has put it.
    package mutating func underline(
        _ ranges: [Range<Int>], of text: some StringProtocol, x: Int, y: Int, limit: Int = .max
    ) {
        restyle(ranges, of: text, x: x, y: y, limit: limit) { $0.attributes.insert([.underline, .bold]) }
    }

    /// Draws such characters in another style.
    package mutating func restyle(
        _ ranges: [Range<Int>], of text: some StringProtocol, x: Int, y: Int, limit: Int = .max, _ style: Style
    ) {
        restyle(ranges, of: text, x: x, y: y, limit: limit) { $0 = style }
    }

    private mutating func restyle(
        _ ranges: [Range<Int>], of text: some StringProtocol, x: Int, y: Int, limit: Int,
        _ change: (inout Style) -> Void
    ) {
        guard !ranges.isEmpty, y >= 0, y < height, limit > 0 else { return }
        let end = x + min(limit, width - x)
        var column = x
        for (number, character) in SafeText.visible(text).enumerated() {
            let columns = DisplayWidth.of(character)
            if column + columns > end { return }
            if ranges.contains(where: { $0.contains(number) }) {
                for x in max(0, column)..<max(0, column + columns) { change(&cells[y * width + x].style) }
            }
            column += columns
        }
    }

    /// Puts `text` so that its last column is left of `right`.
    package mutating func write(_ text: some StringProtocol, endingAt right: Int, y: Int, _ style: Style = .plain) {
        write(text, x: right - DisplayWidth.of(text), y: y, style)
    }

    /// Draws a frame of single lines along the border of `rect`, with a title in its top line.
    package mutating func frame(_ rect: Rect, _ style: Style, title: String = "") {
        guard rect.width >= 2, rect.height >= 2 else { return }
        for x in (rect.x + 1)..<(rect.right - 1) {
            set(x, rect.y, "─", style)
            set(x, rect.bottom - 1, "─", style)
        }
        for y in (rect.y + 1)..<max(rect.y + 1, rect.bottom - 1) {
            set(rect.x, y, "│", style)
            set(rect.right - 1, y, "│", style)
        }
        set(rect.x, rect.y, "┌", style)
        set(rect.right - 1, rect.y, "┐", style)
        set(rect.x, rect.bottom - 1, "└", style)
        set(rect.right - 1, rect.bottom - 1, "┘", style)
        if !title.isEmpty, rect.width > 6 {
            write(" \(title) ", x: rect.x + 2, y: rect.y, style, limit: rect.width - 4)
        }
    }

    /// The rows as plain text without trailing blanks: what goldens compare.
    package var text: String {
        (0..<height).map { y in
            var row = ""
            for x in 0..<width where cells[y * width + x].columns > 0 { row.append(cells[y * width + x].character) }
            while row.last == " " { row.removeLast() }
            return row
        }.joined(separator: "\n") + "\n"
    }

    private mutating func place(_ character: Character, _ columns: Int, _ x: Int, _ y: Int, _ style: Style) {
        guard x >= 0, x + columns <= width else { return }
        clearWide(around: x, y)
        cells[y * width + x] = Cell(character, style, columns: UInt8(columns))
        if columns == 2 {
            clearWide(around: x + 1, y)
            cells[y * width + x + 1] = Cell(" ", style, columns: 0)
        }
    }

    /// Blanks the other half of a wide character that is about to lose one half.
    mutating func clearWide(around x: Int, _ y: Int) {
        let i = y * width + x
        if cells[i].columns == 2, x + 1 < width { cells[i + 1] = Cell(" ", cells[i + 1].style) }
        if cells[i].columns == 0, x > 0, cells[i - 1].columns == 2 { cells[i - 1] = Cell(" ", cells[i - 1].style) }
    }
}
