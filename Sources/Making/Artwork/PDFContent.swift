import Encoding

/// What touches a dot of a printer darkens all of it (ISO 32000-1, 10.6.5, and PostScript's rectfill): an edge that arithmetic puts a trifle
/// beyond its dots would be a dot wider. So marks of PDF and EPS end a two-hundredth of a module before their edges.
enum VectorInset {
    static let modules = 0.005
}

/// The operators of a page of PDF, as bytes: pages of a thousand codes are made faster than through strings.
package struct PDFContent {
    package private(set) var bytes: [UInt8] = []

    package init() {}

    /// Draws a symbol with its ground.
    ///
    /// - Parameters:
    ///   - points: the width of a module.
    ///   - x: where its left edge is, in points.
    ///   - y: where its upper edge is, in points from the page's lower edge.
    package mutating func draw(_ outline: SymbolOutline, points: Double, x: Double, y: Double, dark: Ink, light: Ink) {
        // From here a unit is a module, and y runs downwards.
        add("q")
        // Many modules add up to what a module's width is off.
        add([points, 0, 0, -points, x, y].map { decimal($0, places: 8) }.joined(separator: " ") + " cm")
        add("\(ArtworkFormat.colour(light)) rg 0 0 \(decimal(outline.width)) \(decimal(outline.height)) re f")
        add("\(ArtworkFormat.colour(dark)) rg \(ArtworkFormat.colour(dark)) RG")
        var hasRectangles = false
        for case .rectangle(let x, let y, let width, let height) in outline.marks {
            append(x, Self.begin)
            append(y, Self.begin)
            append(width - 1, Self.end)
            append(height - 1, Self.end)
            bytes += Self.rectangle
            hasRectangles = true
        }
        if hasRectangles { add("f") }
        for mark in outline.marks { draw(shape: mark) }
        for text in outline.texts {
            let type = VectorText(text)
            write(
                Array(text.text.utf8), size: type.size, spacing: type.spacing, x: type.x, y: type.baseline,
                isUpsideDown: true)
        }
        add("Q")
    }

    /// Draws a rectangle's edge in black, in points from the page's lower left corner.
    package mutating func frame(x: Double, y: Double, width: Double, height: Double, line: Double) {
        add("0 G")
        add([line], "w")
        add([x, y, width, height], "re S")
    }

    /// Fills a rectangle, in points from the page's lower left corner.
    package mutating func fill(x: Double, y: Double, width: Double, height: Double, _ ink: Ink) {
        add("\(ArtworkFormat.colour(ink)) rg")
        add([x, y, width, height], "re f")
    }

    /// Draws a black line, in points from the page's lower left corner.
    package mutating func line(from start: (x: Double, y: Double), to end: (x: Double, y: Double), width: Double) {
        add("0 G")
        add([width], "w")
        add([start.x, start.y], "m")
        add([end.x, end.y], "l S")
    }

    /// Writes text in Courier, black on the page.
    ///
    /// - Parameters:
    ///   - text: bytes of WinAnsiEncoding.
    ///   - size: in points; a character is 0.6 of that wide.
    ///   - isBold: whether in Courier-Bold, which the writer of the page must have.
    ///   - x: where the first character begins.
    ///   - y: where it stands.
    package mutating func write(_ text: [UInt8], size: Double, isBold: Bool = false, x: Double, y: Double) {
        add("0 g")
        write(text, size: size, spacing: 0, isBold: isBold, x: x, y: y, isUpsideDown: false)
    }

    /// Draws a picture of the page's writer in black.
    ///
    /// - Parameters:
    ///   - index: its number among those of the writer.
    ///   - x: its left edge in points.
    ///   - y: its lower edge in points from the page's lower edge.
    package mutating func draw(picture index: Int, x: Double, y: Double, width: Double, height: Double) {
        add("q 0 g")
        add([width, 0, 0, height, x, y].map { decimal($0, places: 8) }.joined(separator: " ") + " cm")
        add("/P\(index) Do Q")
    }

    /// Fills the outline of a line of text in black. The text itself is there unseen, for searching and copying (ISO 32000-1, 14.9.4).
    ///
    /// - Parameters:
    ///   - size: in points.
    ///   - x: where it begins.
    ///   - y: its baseline.
    package mutating func fill(_ outline: TextOutline, size: Double, x: Double, y: Double) {
        guard !outline.path.isEmpty else { return }
        let characters = outline.text.unicodeScalars.map {
            0x20..<0x7F ~= $0.value ? UInt8($0.value) : UInt8(ascii: "?")
        }
        add("q 0 g")
        add([size / 1000, 0, 0, -size / 1000, x, y].map { decimal($0, places: 8) }.joined(separator: " ") + " cm")
        bytes += outline.path
        let units = outline.text.utf16.map { unit in
            let digits = String(unit, radix: 16)
            return String(repeating: "0", count: 4 - digits.utf8.count) + digits
        }
        add("f Q /Span << /ActualText <feff\(units.joined())> >> BDC q 3 Tr")
        // As wide as the outline, whose letters have widths of their own.
        add([100 * outline.width / (600 * Double(max(1, characters.count)))], "Tz")
        write(characters, size: size, spacing: 0, x: x, y: y, isUpsideDown: false)
        add("Q EMC")
    }

    private mutating func write(
        _ text: [UInt8], size: Double, spacing: Double, isBold: Bool = false, x: Double, y: Double,
        isUpsideDown: Bool
    ) {
        add(isBold ? "BT /F2" : "BT /F1")
        add([size], "Tf")
        add([spacing], "Tc")
        numbers([1, 0, 0, isUpsideDown ? -1 : 1, x, y])
        bytes += "Tm (".utf8
        for byte in text {
            if [UInt8(ascii: "("), UInt8(ascii: ")"), UInt8(ascii: "\\")].contains(byte) {
                bytes.append(UInt8(ascii: "\\"))
            }
            bytes.append(byte)
        }
        add(") Tj ET")
    }

    private mutating func draw(shape mark: SymbolOutline.Mark) {
        switch mark {
        case .rectangle: return
        case .disc(let x, let y, let diameter):
            circle(x, y, diameter / 2)
            add("f")
        case .ring(let x, let y, let radius, let line):
            add([line], "w")
            circle(x, y, radius)
            add("S")
        case .hexagon:
            for (index, corner) in mark.corners.enumerated() {
                add([corner.x, corner.y], index == 0 ? "m" : "l")
            }
            add("h f")
        }
    }

    /// Four curves, which are off a circle by less than 0.03 % of its radius.
    private mutating func circle(_ x: Double, _ y: Double, _ radius: Double) {
        let pull = radius * 0.552_284_75
        add([x + radius, y], "m")
        let quarters = [
            (radius, pull, pull, radius, 0, radius), (-pull, radius, -radius, pull, -radius, 0),
            (-radius, -pull, -pull, -radius, 0, -radius), (pull, -radius, radius, -pull, radius, 0),
        ]
        for quarter in quarters {
            add([x + quarter.0, y + quarter.1, x + quarter.2, y + quarter.3, x + quarter.4, y + quarter.5], "c")
        }
        add("h")
    }

    private mutating func add(_ operators: String) {
        bytes += operators.utf8
        bytes.append(0x0A)
    }

    private mutating func add(_ values: [Double], _ operators: String) {
        numbers(values)
        add(operators)
    }

    private mutating func numbers(_ values: [Double]) {
        for value in values {
            bytes += decimal(value).utf8
            bytes.append(0x20)
        }
    }

    // `VectorInset` from both edges.
    private static let begin = Array(".005 ".utf8)
    private static let end = Array(".99 ".utf8)
    private static let rectangle = Array("re\n".utf8)

    /// A whole number from 0, and what stands behind it.
    private mutating func append(_ number: Int, _ rest: [UInt8]) {
        if number < 10 {
            bytes.append(0x30 + UInt8(number))
        } else if number < 100 {
            bytes.append(0x30 + UInt8(number / 10))
            bytes.append(0x30 + UInt8(number % 10))
        } else {
            bytes += String(number).utf8
        }
        bytes += rest
    }
}
