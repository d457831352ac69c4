/// The shades of xterm's 256 colours, and the nearest of them to any.
enum XtermPalette {
    /// A shade: red, green and blue, 0–255.
    typealias Shade = (red: UInt8, green: UInt8, blue: UInt8)

    /// The sixteen that schemes change: xterm's own (XTerm-col.ad).
    private static let basic: [UInt32] = [
        0x000000, 0xCD0000, 0x00CD00, 0xCDCD00, 0x0000EE, 0xCD00CD, 0x00CDCD, 0xE5E5E5,
        0x7F7F7F, 0xFF0000, 0x00FF00, 0xFFFF00, 0x5C5CFF, 0xFF00FF, 0x00FFFF, 0xFFFFFF,
    ]
    /// The six steps of each side of the cube: 16–231 (256colres.pl of xterm).
    private static let steps: [UInt8] = [0, 95, 135, 175, 215, 255]

    /// The shade of an entry.
    static func shade(of entry: UInt8) -> Shade {
        switch entry {
        case 0..<16:
            let value = basic[Int(entry)]
            return (UInt8(value >> 16), UInt8(value >> 8 & 0xFF), UInt8(value & 0xFF))
        case 16..<232:
            let cell = Int(entry) - 16
            return (steps[cell / 36], steps[cell / 6 % 6], steps[cell % 6])
        default:
            let grey = 8 + 10 * (entry - 232)
            return (grey, grey, grey)
        }
    }

    /// The entry nearest to `shade` among the cube and the greys: what no scheme changes.
    static func nearestFixed(to shade: Shade) -> UInt8 {
        let cube = 16 + 36 * step(shade.red) + 6 * step(shade.green) + step(shade.blue)
        let mean = (Int(shade.red) + Int(shade.green) + Int(shade.blue)) / 3
        let grey = 232 + min(23, max(0, (mean - 3) / 10))
        let (inCube, inGreys) = (UInt8(cube), UInt8(grey))
        return distance(self.shade(of: inGreys), shade) < distance(self.shade(of: inCube), shade) ? inGreys : inCube
    }

    /// The entry nearest to `shade` among the first `count`, 1…16.
    static func nearestBasic(to shade: Shade, count: Int) -> UInt8 {
        var nearest: (entry: UInt8, distance: Int) = (0, .max)
        for entry in 0..<UInt8(min(16, max(1, count))) {
            let distance = distance(self.shade(of: entry), shade)
            if distance < nearest.distance { nearest = (entry, distance) }
        }
        return nearest.entry
    }

    /// How far two shades are apart: the square of their distance in RGB.
    static func distance(_ a: Shade, _ b: Shade) -> Int {
        let red = Int(a.red) - Int(b.red)
        let green = Int(a.green) - Int(b.green)
        let blue = Int(a.blue) - Int(b.blue)
        return red * red + green * green + blue * blue
    }

    /// The step of the cube's side nearest to `value`, 0…5.
    private static func step(_ value: UInt8) -> Int {
        value < 48 ? 0 : value < 115 ? 1 : (Int(value) - 35) / 40
    }
}
