import SeededRandomness
import Testing

@testable import Decoding

@Suite struct ReedSolomonTests {
    /// `data` and its check words, by polynomial division.
    private func encoded(_ data: [Int], parity: Int, _ field: GaloisField) -> [Int] {
        var generator = [1]
        for root in 1...parity {
            var next = [Int](repeating: 0, count: generator.count + 1)
            for (i, coefficient) in generator.enumerated() {
                next[i] ^= coefficient
                next[i + 1] ^= field.multiply(coefficient, field.power(root))
            }
            generator = next
        }
        var rest = data + Array(repeating: 0, count: parity)
        for i in data.indices where rest[i] != 0 {
            let factor = rest[i]
            for (j, coefficient) in generator.enumerated() { rest[i + j] ^= field.multiply(coefficient, factor) }
        }
        return data + rest.suffix(parity)
    }

    static let fields = [GaloisField.of16, .of64, .of256, .of1024, .of4096]

    @Test(arguments: 0..<5)
    func correctsAsManyErrorsAsThereArePairsOfCheckWords(_ number: Int) {
        let field = Self.fields[number]
        var noise = SplitMix(state: UInt64(number))
        let (count, parity) = (min(field.size - 1, 60), field.size == 16 ? 6 : 20)
        for errors in 0...parity / 2 {
            let data = (0..<count - parity).map { _ in Int.random(in: 0..<field.size, using: &noise) }
            let right = encoded(data, parity: parity, field)
            var damaged = right
            for place in (0..<count).shuffled(using: &noise).prefix(errors) {
                damaged[place] ^= Int.random(in: 1..<field.size, using: &noise)
            }
            #expect(ReedSolomon(field: field).correct(&damaged, parity: parity, maxErrors: parity) == errors)
            #expect(damaged == right)
        }
    }

    @Test func randomCodewordsAreNotCorrected() {
        var noise = SplitMix(state: 3)
        let code = ReedSolomon(field: .of64)
        for _ in 0..<3000 {
            let words = (0..<17).map { _ in Int.random(in: 0..<64, using: &noise) }
            var changed = words
            #expect(code.correct(&changed, parity: 8) == nil)
            #expect(changed == words)
        }
    }

    @Test func oneErrorMoreThanCanBeCorrectedIsNotCorrectedToTheSame() {
        var noise = SplitMix(state: 4)
        let code = ReedSolomon(field: .of256)
        for _ in 0..<300 {
            let right = encoded((0..<20).map { _ in Int.random(in: 0..<256, using: &noise) }, parity: 10, .of256)
            var damaged = right
            for place in (0..<30).shuffled(using: &noise).prefix(6) {
                damaged[place] ^= Int.random(in: 1..<256, using: &noise)
            }
            _ = code.correct(&damaged, parity: 10)
            #expect(damaged != right)
        }
    }

    @Test func refusesWhatIsNoBlock() {
        let code = ReedSolomon(field: .of16)
        for (count, parity) in [(0, 0), (3, 3), (3, 0), (16, 4), (2, 5)] {
            var words = [Int](repeating: 1, count: count)
            #expect(code.correct(&words, parity: parity) == nil)
        }
    }

    @Test func fewCheckWordsCorrectFewerErrorsThanTheyCould() {
        let code = ReedSolomon(field: .of64)
        #expect(code.maxErrors(count: 17, parity: 3) == 0)
        #expect(code.maxErrors(count: 17, parity: 5) == 1)
        #expect(ReedSolomon(field: .of256).maxErrors(count: 8, parity: 5) == 2)
        #expect(ReedSolomon(field: .of256).maxErrors(count: 150, parity: 60) == 30)
    }
}

@Suite struct LostCodewordTests {
    /// A valid block of QR Code's code, whose roots begin with 2^0: all words 0.
    @Test(arguments: 0..<200) func lostWordsCostHalfOfWhatWrongOnesDo(_ seed: UInt64) {
        var noise = SplitMix(state: seed)
        let code = ReedSolomon(field: .ofQRCode, firstRoot: 0)
        let (count, parity) = (40, 16)
        let lost = Int.random(in: 0...parity - 2, using: &noise)
        let wrong = Int.random(in: 0...(parity - lost) / 2, using: &noise)
        let places = (0..<count).shuffled(using: &noise)
        var words = [Int](repeating: 0, count: count)
        for place in places.prefix(lost + wrong) { words[place] = Int.random(in: 1...255, using: &noise) }
        let found = code.correct(&words, parity: parity, maxErrors: parity, lost: Array(places.prefix(lost)))
        #expect(found != nil)
        #expect(words.allSatisfy { $0 == 0 })
    }

    @Test func moreLostThanThereAreCheckWordsIsRefused() {
        var words = [Int](repeating: 1, count: 20)
        #expect(ReedSolomon(field: .ofQRCode, firstRoot: 0).correct(&words, parity: 5, lost: Array(0..<5)) == nil)
        #expect(words == [Int](repeating: 1, count: 20))
    }
}
