import Surface

/// A picture drawn by chafa (https://hpjansson.org/chafa/), for comparison.
struct Chafa {
    /// What it draws with: `--symbols`, and `--colors`.
    let symbols: String
    let colors: String

    /// The cells in which chafa shows the picture at `path`, `columns` × `rows` of them.
    func draw(_ path: String, columns: Int, rows: Int) throws -> [LitCell] {
        let drawn = try MeasuredProcess.output(
            of: "chafa",
            [
                "--format=symbols", "--symbols=\(symbols)", "--colors=\(colors)", "--size=\(columns)x\(rows)",
                "--stretch", "--work=9", "--color-space=rgb", "--optimize=0", "--animate=off", path,
            ])
        let cells = drawn.split(separator: "\n").map { Self.cells(of: $0) }.filter { !$0.isEmpty }
        guard cells.count == rows, cells.allSatisfy({ $0.count == columns }) else {
            throw BenchError("chafa has drawn \(cells.first?.count ?? 0)×\(cells.count), not \(columns)×\(rows)")
        }
        return cells.flatMap { $0 }
    }

    /// A line of characters and SGR sequences (ECMA-48, 8.3.117).
    private static func cells(of line: Substring) -> [LitCell] {
        var cells: [LitCell] = []
        var (foreground, background) = (Color.standard, Color.standard)
        var isInverse = false
        var rest = line.unicodeScalars[...]
        while let scalar = rest.popFirst() {
            guard scalar == "\u{1B}" else {
                let (ink, paper) = (foreground.luma(standard: 255), background.luma(standard: 0))
                cells.append(
                    LitCell(
                        character: Character(scalar), foreground: isInverse ? paper : ink,
                        background: isInverse ? ink : paper))
                continue
            }
            guard rest.popFirst() == "[" else { continue }
            let body = rest.prefix { !("@"..."~").contains($0) }
            rest = rest.dropFirst(body.count)
            guard rest.popFirst() == "m" else { continue }
            var numbers = String(body).split(separator: ";").map { Int($0) ?? 0 }[...]
            if numbers.isEmpty { numbers = [0] }
            while let number = numbers.popFirst() {
                switch number {
                case 0: (foreground, background, isInverse) = (.standard, .standard, false)
                case 7: isInverse = true
                case 27: isInverse = false
                case 30...37: foreground = .palette(UInt8(number - 30))
                case 90...97: foreground = .palette(UInt8(number - 82))
                case 40...47: background = .palette(UInt8(number - 40))
                case 100...107: background = .palette(UInt8(number - 92))
                case 38: foreground = color(&numbers)
                case 48: background = color(&numbers)
                case 39: foreground = .standard
                case 49: background = .standard
                default: break
                }
            }
        }
        return cells
    }

    /// What follows 38 and 48: 5 and an entry, or 2 and a shade.
    private static func color(_ numbers: inout ArraySlice<Int>) -> Color {
        func next() -> UInt8 { UInt8(clamping: numbers.popFirst() ?? 0) }
        switch next() {
        case 5: return .palette(next())
        case 2: return .rgb(next(), next(), next())
        default: return .standard
        }
    }
}
