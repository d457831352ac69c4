import SeededRandomness
import Symbols
import Testing

@testable import Decoding

@Suite struct DataBarLimitedTests {
    /// Symbols of thirteen digits by zint 2.11: 79 modules and a light one, as hexadecimal digits, `1` dark.
    static let drawn = [
        ("0950110153000", "5867B512AE948B64E740"), ("0000000000000", "55502075D49555020740"),
        ("1999999999999", "4F36B7D56B150B8D7940"), ("1234567890123", "4CF289D6AC94A941C740"),
        ("0003682221110", "551832155C94416F2540"), ("0368610347973", "40E05552AE9555020740"),
        ("1651257071912", "41E3D555D495557EFF40"), ("0987654321098", "506769D558B5F0EACD40"),
        ("0006851088910", "55C10494AB959EB6CF40"),
        // The linear component of a composite symbol.
        ("1311234567890", "5CFAB3152B350E996140"),
    ]

    static func modules(_ hex: String) -> String {
        hex.map { digit in
            let bits = String(digit.hexDigitValue ?? 0, radix: 2)
            return String(repeating: "0", count: 4 - bits.count) + bits
        }.joined()
    }

    /// The modules from `first` on, counted from the first bar, the second module in the data above.
    private static func bits(_ modules: String, _ first: Int, _ count: Int) -> Int {
        Int(modules.dropFirst(first + 1).prefix(count), radix: 2) ?? 0
    }

    @Test(arguments: drawn)
    func readsWhatZintDraws(_ digits: String, _ hex: String) throws {
        let modules = Self.modules(hex)
        let left = try #require(
            DataBarLimited.Character(bits: Self.bits(modules, DataBarLimited.left, DataBarLimited.characterModules)))
        let right = try #require(
            DataBarLimited.Character(bits: Self.bits(modules, DataBarLimited.right, DataBarLimited.characterModules)))
        let check = Self.bits(modules, DataBarLimited.check, DataBarLimited.checkModules)
        #expect(DataBarLimited.checkCharacters[DataBarLimited.checkValue(left: left, right: right)] == check)
        let number = try #require(DataBarLimited.number(left: left, right: right))
        #expect(number.dropLast().map(String.init).joined() == digits)
        #expect(CheckDigit.isValid(number.map { $0 + 0x30 }))
    }

    @Test func groupsHoldAllValuesOfACharacter() {
        // ISO/IEC 24724, table 8: the values before each group, and the number of values of its bars.
        #expect(DataBarLimited.groups.map(\.first) == [0, 183064, 820064, 1_000_776, 1_491_021, 1_979_845, 1_996_939])
        #expect(DataBarLimited.groups.map(\.even.count) == [28, 728, 6454, 203, 2408, 1, 16632])
        let last = DataBarLimited.groups[6]
        #expect(last.first + last.odd.count * last.even.count == DataBarLimited.valuesOfCharacter)
    }

    @Test(arguments: [false, true])
    func widthsAreNumberedInOrder(_ hasNarrow: Bool) {
        let kind = ElementWidths(modules: 11, widest: 4, hasNarrow: hasNarrow, elements: 5)
        var next = 0
        func extend(_ widths: [Int]) {
            guard widths.count < 5 else {
                let isOne = widths.reduce(0, +) == 11 && widths[0] <= 4 && (!hasNarrow || widths.contains(1))
                #expect(kind.number(widths) == (isOne ? next : nil))
                if isOne { next += 1 }
                return
            }
            for width in 1...5 where width <= 4 || widths.isEmpty { extend(widths + [width]) }
        }
        extend([])
        #expect(next == kind.count)
        #expect(kind.number([1, 2]) == nil)
        #expect(kind.number([0, 3, 3, 3, 2]) == nil)
    }

    @Test func whatIsNoCharacterIsNone() {
        for bits in [0, 1, 0x3FF_FFFF, 0x155_5555, 0x2AA_AAAA, 0x000_FFFF] {
            #expect(DataBarLimited.Character(bits: bits) == nil)
        }
        var random = SplitMix(state: 31)
        for _ in 0..<20_000 {
            let bits = Int.random(in: 0..<1 << 26, using: &random)
            guard let character = DataBarLimited.Character(bits: bits) else { continue }
            #expect((0..<DataBarLimited.valuesOfCharacter).contains(character.value))
            #expect((0..<89).contains(character.checksum))
        }
    }

    @Test(arguments: LinearEngineTests.scenes, [drawn[0], drawn[3], drawn[6], drawn[7]])
    func readsWhatACameraSees(_ scene: LinearEngineTests.Scene, _ symbol: (digits: String, hex: String)) throws {
        var random = SplitMix(state: 32)
        let picture = scene.drawing.picture(Self.modules(symbol.hex), &random)
        for turned in [picture, picture.turned(2)] {
            let readings = try turned.readNatively()
            #expect(readings.map(\.symbology) == [.dataBarLimited])
            #expect(readings.map(\.symbol.content.identifier) == ["]e0"])
            let text = try #require(readings.first?.symbol.content.text)
            #expect(text.hasPrefix("01" + symbol.digits))
            #expect(text.count == 16)
            #expect(readings.allSatisfy { $0.engine == .native })
            #expect(readings.allSatisfy { $0.symbol.corners.isInside(turned) })
        }
    }

    @Test func aWrongCheckCharacterSaysNothing() throws {
        var random = SplitMix(state: 33)
        for (i, symbol) in Self.drawn.enumerated() {
            let modules = Array(Self.modules(symbol.1))
            let first = DataBarLimited.check + 1
            let own = Self.bits(String(modules), DataBarLimited.check, DataBarLimited.checkModules)
            for step in [1, 7, 40] {
                let value = try #require(DataBarLimited.checkCharacters.firstIndex(of: own))
                let other = DataBarLimited.checkCharacters[(value + step + i) % 89]
                guard other != own else { continue }
                let check = UInt8.bits(other, DataBarLimited.checkModules).map { Character(String($0)) }
                var spoiled = modules
                spoiled.replaceSubrange(first..<first + DataBarLimited.checkModules, with: check)
                let picture = BarDrawing(blur: 0.35, noise: 8, height: 12).picture(String(spoiled), &random)
                #expect(try picture.readNatively([.dataBarLimited]).isEmpty)
            }
        }
    }

    @Test func whatIsReadOfSpoiledSymbolsIsRight() throws {
        var random = SplitMix(state: 34)
        var read = 0
        for i in 0..<60 {
            let symbol = Self.drawn[i % Self.drawn.count]
            var modules = Array(Self.modules(symbol.1))
            let start = Int.random(in: 1..<74, using: &random)
            let isDark = Bool.random(using: &random)
            for k in start..<min(75, start + Int.random(in: 0...4, using: &random)) {
                modules[k] = isDark ? "1" : "0"
            }
            let picture = BarDrawing(blur: 0.45, noise: 10, height: 12).picture(String(modules), &random)
            for reading in try picture.readNatively([.dataBarLimited]) {
                #expect(reading.symbol.content.text?.hasPrefix("01" + symbol.0) == true)
                read += 1
            }
        }
        #expect(read > 5, "of 60")
    }

    @Test func barsOfRandomWidthsSayNothing() throws {
        var random = SplitMix(state: 35)
        for _ in 0..<80 {
            // The number of elements of a symbol, over roughly its number of modules.
            let elements = (0..<47).map { i in
                String(repeating: i % 2 == 0 ? "1" : "0", count: [1, 1, 1, 2, 2, 3].randomElement(using: &random) ?? 1)
            }
            let picture = BarDrawing(
                module: (2.4, 2.6), blur: Double.random(in: 0.3...0.7, using: &random), noise: 8, height: 10
            ).picture(elements.joined(), &random)
            #expect(try picture.readNatively([.dataBarLimited]).isEmpty)
        }
    }
}
