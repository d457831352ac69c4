import ArgumentParser
import Decoding
import Encoding
import Frames
import Grading
import Symbols

/// `make bench ARGS=grading`: what grading a symbol's print quality takes, beside reading it.
struct GradingBench: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "grading",
        abstract: "Milliseconds for grading symbols in pictures of a megapixel, beside reading them.")

    @Argument(help: "Rounds for each symbol.")
    var rounds = 20

    private static let side = 1000
    private static let goal = 50

    mutating func validate() { rounds = max(1, rounds) }

    func run() throws {
        print("Milliseconds of processor time at \(Self.side)×\(Self.side): median (95th percentile) of \(rounds).\n")
        let pool = try FramePool(slots: 2)
        let long = String(repeating: "ISO/IEC 15415 ", count: 20)
        let samples: [(Symbology, String)] = [
            (.ean13, "4012345678901"), (.code128, "Quietzone 15416"), (.qrCode, "https://example.org/quietzone"),
            (.qrCode, long), (.dataMatrix, long), (.aztec, long), (.qrCode, String(repeating: long, count: 4)),
        ]
        for (number, (symbology, text)) in samples.enumerated() {
            let image = try SymbolEncoder.encode(text, as: symbology, quietZone: 12)
            let scale = Self.side / max(image.width, image.height)
            let frame = try pool.frame(Self.side, Self.side, number: number) { luma in
                for y in 0..<Self.side {
                    for x in 0..<Self.side {
                        let (column, row) = (x / scale, y / scale)
                        let isInside = column < image.width && row < image.height
                        luma[y * Self.side + x] = isInside && image.isDark(column, row) ? 30 : 220
                    }
                }
            }
            let reader = SymbolReader()
            var reading = Series("\(symbology.shortTitle), \(image.width)×\(image.height), read")
            var grading = Series("  graded")
            for _ in 0..<rounds {
                var symbols: [Symbol] = []
                reading.time { symbols = reader.read(frame).symbols }
                guard let symbol = symbols.first else { throw BenchError("\(symbology) was not read") }
                var grade: PrintGrade?
                grading.time {
                    grade = frame.withLuma { PrintGrade.of(symbol, in: $0, width: Self.side, height: Self.side) }
                }
                guard grade?.grade == .best else { throw BenchError("\(symbology): \(grade.map(\.grade.value) ?? -1)") }
            }
            print("  \(reading.line)")
            print("  \(grading.line)   goal: \(Self.goal)")
        }
    }
}
