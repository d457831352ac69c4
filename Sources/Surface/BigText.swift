/// Letters three rows high, made of half blocks: what must be read from an arm's length away.
///
/// Only digits, capitals and some signs have a shape. Small letters have none on purpose: shown as capitals they
/// would lie about a password or an address.
public enum BigText {
    /// Rows that big text takes.
    public static let height = 3
    /// The longest text that is drawn big, in characters.
    static let longest = 60

    /// Columns that `text` takes; `Int.max` when one of its characters has no shape.
    public static func width(of text: some StringProtocol) -> Int {
        guard !text.isEmpty, text.utf8.count <= longest, text.allSatisfy({ shapes[$0] != nil }) else { return .max }
        return text.count * 4 - 1
    }

    /// Five rows of three bits, top row first, the leftmost bit worth 4.
    static let shapes: [Character: [UInt8]] = {
        let table =
            "0 75557  1 26227  2 71747  3 71317  4 55711  5 74717  6 74757  7 71122  8 75757  9 75717  A 25755  "
            + "B 65656  C 34443  D 65556  E 74647  F 74644  G 34553  H 55755  I 72227  J 11152  K 55655  L 44447  "
            + "M 57755  N 65555  O 25552  P 65644  Q 25563  R 65655  S 34216  T 72222  U 55557  V 55552  W 55775  "
            + "X 55255  Y 55222  Z 71247  - 00700  . 00002  : 02020  / 11244  + 02720  ( 12221  ) 42224  , 00024  "
            + "_ 00007  = 07070  # 57575  % 51245  € 36463"
        var shapes: [Character: [UInt8]] = [" ": [0, 0, 0, 0, 0]]
        let words = table.split(separator: " ")
        for i in stride(from: 0, to: words.count - 1, by: 2) {
            shapes[Character(String(words[i]))] = words[i + 1].utf8.map { $0 - 48 }
        }
        return shapes
    }()
}

extension Canvas {
    /// Draws `text` with its top left at (`x`, `y`); characters without a shape are left out.
    public mutating func writeBig(_ text: some StringProtocol, x: Int, y: Int, _ style: Style) {
        var left = x
        for character in text {
            guard let rows = BigText.shapes[character] else { continue }
            for row in 0..<BigText.height {
                let upper = rows[row * 2]
                let lower = row * 2 + 1 < rows.count ? rows[row * 2 + 1] : 0
                for column in 0..<3 {
                    let bit = UInt8(4) >> UInt8(column)
                    let block: Character =
                        switch (upper & bit != 0, lower & bit != 0) {
                        case (true, true): "█"
                        case (true, false): "▀"
                        case (false, true): "▄"
                        case (false, false): " "
                        }
                    set(left + column, y + row, block, style)
                }
            }
            left += 4
        }
    }
}
