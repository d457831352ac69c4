import Encoding
import SeededRandomness
import Symbols

/// Small frames for `Soak`: symbols of every symbology that can be encoded, intact and damaged, and patterns that are
/// expensive to read. The same number gives the same frame.
struct SoakScene {
    static let width = 160
    static let height = 120

    private let symbols: [(width: Int, height: Int, luma: [UInt8])]

    init() throws {
        symbols = try SymbolEncoder.symbologies.flatMap { symbology in
            let image = try SymbolEncoder.encode(
                SymbolEncoder.exampleText(for: symbology), as: symbology, barHeight: 30)
            return [1, 2, 3].map { image.pixels(scale: $0) }
                .filter { $0.width <= Self.width && $0.height <= Self.height }
        }
        guard !symbols.isEmpty else { throw BenchError("no symbol fits a frame of \(Self.width)×\(Self.height)") }
    }

    /// Renders frame `number` into `width * height` bytes.
    func render(_ number: Int, into plane: UnsafeMutableBufferPointer<UInt8>) {
        var random = SplitMix(state: UInt64(truncatingIfNeeded: number))
        switch number % 8 {
        case 0...3: drawSymbol(number, damaged: number % 8 == 3, into: plane, &random)
        case 4: drawStripes(into: plane, &random)
        case 5: drawFinders(into: plane, &random)
        case 6: for i in plane.indices { plane[i] = UInt8(truncatingIfNeeded: random.next()) }
        default: drawModules(into: plane, &random)
        }
        if number % 8 != 6 { random.addNoise(Int(random.next() % 12), to: plane) }
    }

    private func drawSymbol(
        _ number: Int, damaged: Bool, into plane: UnsafeMutableBufferPointer<UInt8>, _ random: inout SplitMix
    ) {
        let symbol = symbols[number / 8 % symbols.count]
        let (dark, light) = (Int.random(in: 0...90, using: &random), Int.random(in: 150...255, using: &random))
        let left = Int.random(in: 0...Self.width - symbol.width, using: &random)
        let top = Int.random(in: 0...Self.height - symbol.height, using: &random)
        plane.update(repeating: UInt8(light))
        for y in 0..<symbol.height {
            for x in 0..<symbol.width where symbol.luma[y * symbol.width + x] == 0 {
                plane[(top + y) * Self.width + left + x] = UInt8(dark)
            }
        }
        guard damaged else { return }
        for _ in 0..<Int.random(in: 1...20, using: &random) {
            let (x, y) = (
                Int.random(in: 0..<symbol.width, using: &random), Int.random(in: 0..<symbol.height, using: &random)
            )
            fill(left + x, top + y, 4, 4, UInt8(truncatingIfNeeded: random.next()), plane)
        }
    }

    /// Bars of random widths over the whole frame.
    private func drawStripes(into plane: UnsafeMutableBufferPointer<UInt8>, _ random: inout SplitMix) {
        var row = [UInt8](repeating: 230, count: Self.width)
        var x = 0
        while x < Self.width {
            let bar = Int.random(in: 1...4, using: &random)
            for i in x..<min(x + bar, Self.width) { row[i] = 20 }
            x += bar + .random(in: 1...4, using: &random)
        }
        for i in plane.indices { plane[i] = row[i % Self.width] }
    }

    /// Overlapping finder patterns of QR Code.
    private func drawFinders(into plane: UnsafeMutableBufferPointer<UInt8>, _ random: inout SplitMix) {
        plane.update(repeating: 230)
        for _ in 0..<12 {
            let module = Int.random(in: 1...4, using: &random)
            let (x, y) = (
                Int.random(in: 0..<Self.width, using: &random), Int.random(in: 0..<Self.height, using: &random)
            )
            for (ring, value) in [(0, 20), (1, 230), (2, 20)] {
                let side = (7 - 2 * ring) * module
                fill(x + ring * module, y + ring * module, side, side, UInt8(value), plane)
            }
        }
    }

    /// Random modules over the whole frame, the worst case for error correction.
    private func drawModules(into plane: UnsafeMutableBufferPointer<UInt8>, _ random: inout SplitMix) {
        let module = Int.random(in: 2...5, using: &random)
        for y in stride(from: 0, to: Self.height, by: module) {
            for x in stride(from: 0, to: Self.width, by: module) {
                fill(x, y, module, module, random.next() & 1 == 0 ? 20 : 230, plane)
            }
        }
    }

    private func fill(
        _ left: Int, _ top: Int, _ width: Int, _ height: Int, _ value: UInt8, _ plane: UnsafeMutableBufferPointer<UInt8>
    ) {
        for y in (top..<top + height).clamped(to: 0..<Self.height) {
            for x in (left..<left + width).clamped(to: 0..<Self.width) { plane[y * Self.width + x] = value }
        }
    }
}
