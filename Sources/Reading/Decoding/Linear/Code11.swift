/// Code 11 (USD-8): characters of three bars and two spaces, one or two of them wide; one check character or two.
enum Code11 {
    static let alphabet = Array("0123456789-".utf8)
    /// Which of the five elements are wide, the first one in the highest bit.
    private static let characters = [
        0b00001, 0b10001, 0b01001, 0b11000, 0b00101, 0b10100, 0b01100, 0b00011, 0b10010, 0b10000, 0b00100,
    ]
    private static let frame = 0b00110

    /// The fewest characters with both check characters, and with one of them. Not measured: fewer turn up in other codes.
    private static let fewest = (ofTwo: 4, ofOne: 6)
    private static let maximumCharacters = 60
    /// How wide elements are to narrow ones: 2.24 to 3.5, and what blur makes of it.
    private static let ratios: ClosedRange<Float> = 1.35...4.5
    /// The sum of squares that the five widths of a character may be off by, where a wide element is 1 wider than a narrow one.
    /// Not measured: two characters differ by 2 at least.
    private static let maxError: Float = 1
    /// The quiet zone in narrow elements. Ten in the specification; candidates have less beside them.
    private static let quietZone: Float = 3

    /// The characters with the check characters, and where they begin and end.
    static func read(_ elements: BarElements) -> (bytes: [UInt8], start: Float, end: Float)? {
        var first = 0
        while first + 17 <= elements.count {
            if let found = read(elements, from: first) { return found }
            first += 2
        }
        return nil
    }

    private typealias Sizes = (narrow: Float, wide: Float)

    private static func isWide(_ element: Int, in pattern: Int) -> Bool { pattern >> (4 - element) & 1 == 1 }

    /// The character, or the frame, whose widths are nearest; nil if none is near, or two are.
    private static func likeliest(_ widths: [Float], _ bars: Sizes, _ spaces: Sizes) -> Int? {
        let step = (bars.wide - bars.narrow + spaces.wide - spaces.narrow) / 2
        var (best, second) = ((error: Float.infinity, pattern: 0), Float.infinity)
        for pattern in characters + [frame] {
            let error = widths.enumerated().reduce(Float(0)) { sum, element in
                let sizes = element.offset % 2 == 0 ? bars : spaces
                let size = isWide(element.offset, in: pattern) ? sizes.wide : sizes.narrow
                return sum + (element.element - size) * (element.element - size)
            }
            if error < best.error {
                (best, second) = ((error, pattern), best.error)
            } else {
                second = min(second, error)
            }
        }
        return best.error < maxError * step * step && second > 1.25 * best.error ? best.pattern : nil
    }

    /// Whether a symbol with these characters is read: check characters are the last ones.
    static func isRead(_ bytes: [UInt8]) -> Bool {
        bytes.count <= maximumCharacters && isChecked(bytes.compactMap(alphabet.firstIndex))
    }

    /// Whether the last of `values` are check characters: C with weights 1 to 10 from the right, and K with 1 to 9 over C too.
    static func isChecked(_ values: [Int]) -> Bool {
        let isK = values.count >= fewest.ofTwo && weighted(values.dropLast(), upTo: 9) == values.last
        let data = values.dropLast()
        if isK, weighted(data.dropLast(), upTo: 10) == data.last { return true }
        return values.count >= fewest.ofOne && weighted(data, upTo: 10) == values.last
    }

    private static func weighted(_ values: ArraySlice<Int>, upTo most: Int) -> Int {
        values.reversed().enumerated().reduce(0) { $0 + $1.element * ($1.offset % most + 1) } % 11
    }

    private static func read(_ elements: BarElements, from first: Int) -> (bytes: [UInt8], start: Float, end: Float)? {
        // Start and stop are narrow, narrow, wide, wide, narrow: ink makes bars wider and spaces narrower.
        let widths = (0..<5).map { elements.width(first + $0) }
        var bars = (narrow: (widths[0] + widths[4]) / 2, wide: widths[2])
        var spaces = (narrow: widths[1], wide: widths[3])
        let narrow = (bars.narrow + spaces.narrow) / 2
        guard ratios.contains((bars.wide + spaces.wide) / 2 / narrow), bars.wide > bars.narrow * 1.2,
            spaces.wide > spaces.narrow * 1.2, elements.space(before: first) >= quietZone * narrow
        else { return nil }
        var values = [Int]()
        var place = first + 6
        while place + 5 <= elements.count, values.count <= maximumCharacters {
            // The space between characters is narrow, or somewhat wider.
            guard elements.width(place - 1) < (spaces.narrow + 3 * spaces.wide) / 4 else { return nil }
            let widths = (0..<5).map { elements.width(place + $0) }
            guard let pattern = likeliest(widths, bars, spaces) else { return nil }
            for (i, width) in widths.enumerated() {
                // The symbol may be nearer at one end.
                switch (i % 2, isWide(i, in: pattern)) {
                case (0, false): bars.narrow += (width - bars.narrow) / 8
                case (0, true): bars.wide += (width - bars.wide) / 8
                case (_, false): spaces.narrow += (width - spaces.narrow) / 8
                case (_, true): spaces.wide += (width - spaces.wide) / 8
                }
            }
            if pattern == frame {
                guard elements.space(after: place + 5) >= quietZone * bars.narrow, isChecked(values) else { return nil }
                return (values.map { alphabet[$0] }, elements.edges[first], elements.edges[place + 5])
            }
            guard let value = characters.firstIndex(of: pattern) else { return nil }
            values.append(value)
            place += 6
        }
        return nil
    }
}
