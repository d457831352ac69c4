/// Letters made of half blocks: what must be read from an arm's length away, as large as there is room for.
///
/// ASCII and some signs have shapes, three pixels wide and six high, the last of them for what hangs below the line. What has
/// another character is not drawn at all: a letter instead of another would lie about a password or an address.
package struct BigText: Sendable {
    /// The longest text that is drawn big, in characters.
    static let longest = 60
    /// The most lines of one text: more are hard to read as one.
    private static let maximumLines = 2
    /// Pixels from one letter to the next, and from one line to the next.
    private static let pitch = (across: 4, down: 6)

    private let lines: [[[UInt8]]]
    /// Columns for a pixel; half as many rows.
    private let scale: Int

    /// `text` as large as `width` columns and `height` rows allow; nil if there is no room, or a character has no shape.
    package init?(_ text: some StringProtocol, width: Int, height: Int) {
        guard !text.isEmpty, text.utf8.count <= Self.longest else { return nil }
        let letters = text.compactMap { Self.shapes[$0] }
        guard letters.count == text.count else { return nil }
        for scale in stride(from: height * 2 / Self.pitch.down, through: 1, by: -1) {
            let perLine = (width + scale) / (Self.pitch.across * scale)
            guard perLine > 0 else { continue }
            let lines = (letters.count + perLine - 1) / perLine
            guard lines <= Self.maximumLines, Self.rows(lines, scale) <= height else { continue }
            // Of about one length.
            let length = (letters.count + lines - 1) / lines
            self.scale = scale
            self.lines = stride(from: 0, to: letters.count, by: length).map {
                Array(letters[$0..<min($0 + length, letters.count)])
            }
            return
        }
        return nil
    }

    package var height: Int { Self.rows(lines.count, scale) }

    private static func rows(_ lines: Int, _ scale: Int) -> Int { (lines * pitch.down * scale + 1) / 2 }

    /// Whether there is ink at a pixel that is a column wide and half a row high.
    fileprivate func hasInk(_ x: Int, _ y: Int) -> Bool {
        let (column, row) = (x / scale, y / scale)
        guard row / Self.pitch.down < lines.count else { return false }
        let line = lines[row / Self.pitch.down]
        let (letter, bit) = (column / Self.pitch.across, column % Self.pitch.across)
        guard letter < line.count, bit < 3 else { return false }
        return line[letter][row % Self.pitch.down] & (4 >> UInt8(bit)) != 0
    }

    fileprivate var width: Int { (lines.map(\.count).max() ?? 0) * Self.pitch.across * scale }

    /// Six rows of three bits, top row first, the leftmost bit worth 4; the table leaves the last out where it is blank.
    static let shapes: [Character: [UInt8]] = {
        let table =
            "0 75557  1 26227  2 71747  3 71317  4 55711  5 74717  6 74757  7 71122  8 75757  9 75717  A 25755  "
            + "B 65656  C 34443  D 65556  E 74647  F 74644  G 34553  H 55755  I 72227  J 11152  K 55655  L 44447  "
            + "M 57755  N 65555  O 25552  P 65644  Q 25563  R 65655  S 34216  T 72222  U 55557  V 55552  W 55775  "
            + "X 55255  Y 55222  Z 71247  a 06353  b 44656  c 03443  d 11353  e 02743  f 12722  g 035316  h 44655  "
            + "i 20222  j 101152  k 44565  l 22221  m 07755  n 06555  o 02552  p 065644  q 035311  r 05644  "
            + "s 03636  t 27221  u 05553  v 05552  w 05577  x 05225  y 055316  z 07367  - 00700  . 00002  : 02020  "
            + "/ 11244  + 02720  ( 12221  ) 42224  , 000024  _ 00007  = 07070  # 57575  % 51245  € 36463  ? 61202  "
            + "! 22202  & 25253  ' 22000  \" 55000  @ 25743  ; 020024  ~ 03600  [ 64446  ] 31113  $ 36236  "
            + "* 05250  < 12421  > 42124  | 22222  \\ 44211  ^ 25000  { 32623  } 62326  · 00200"
        var shapes: [Character: [UInt8]] = [" ": Array(repeating: 0, count: pitch.down)]
        let words = table.split(separator: " ")
        for i in stride(from: 0, to: words.count - 1, by: 2) {
            let rows = words[i + 1].utf8.map { $0 - 48 }
            shapes[Character(String(words[i]))] = rows + Array(repeating: 0, count: pitch.down - rows.count)
        }
        return shapes
    }()
}

extension Canvas {
    /// Draws `text` with its top left at (`x`, `y`).
    package mutating func write(_ text: BigText, x: Int, y: Int, _ style: Style) {
        drawHalfBlocks(in: Rect(x: x, y: y, width: text.width, height: text.height), style, hasInk: text.hasInk)
    }

    /// Fills `area` with pixels that are a column wide and half a row high.
    package mutating func drawHalfBlocks(in area: Rect, _ style: Style, hasInk: (_ x: Int, _ y: Int) -> Bool) {
        for row in 0..<area.height {
            for column in 0..<area.width {
                let block: Character =
                    switch (hasInk(column, row * 2), hasInk(column, row * 2 + 1)) {
                    case (true, true): "█"
                    case (true, false): "▀"
                    case (false, true): "▄"
                    case (false, false): " "
                    }
                set(area.x + column, area.y + row, block, style)
            }
        }
    }
}
