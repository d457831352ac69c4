import SeededRandomness
import Testing

@testable import Decoding

struct PDF417CorrectionTests {
    @Test func correctsAsManyErrorsAsItSays() throws {
        var noise = SplitMix(state: 1)
        for (_, sample) in MicroPDF417Sample.ofAllSizes() {
            let right = sample.codewords.compactMap { $0 }
            let checks = sample.size.checks
            let most = PDF417Correction.maxErrors(count: right.count, checks: checks)
            #expect(most >= 1)
            for errors in 0...most {
                var codewords = right
                for place in Array(right.indices).shuffled(using: &noise).prefix(errors) {
                    codewords[place] = (codewords[place] + Int.random(in: 1...928, using: &noise)) % 929
                }
                #expect(PDF417Correction.correct(&codewords, checks: checks) == errors)
                #expect(codewords == right)
            }
        }
    }

    @Test func lostCodewordsCostHalfOfWrongOnes() throws {
        let sample = try MicroPDF417Sample(MicroPDF417Sample.bytes(40, seed: 3), columns: 4)
        let right = sample.codewords.compactMap { $0 }
        var noise = SplitMix(state: 2)
        let places = Array(right.indices).shuffled(using: &noise)
        let lost = Array(places.prefix(sample.size.checks / 2))
        var codewords = right
        for place in lost + places.dropFirst(lost.count).prefix(2) { codewords[place] = (codewords[place] + 77) % 929 }
        #expect(PDF417Correction.correct(&codewords, checks: sample.size.checks, lost: lost) == lost.count + 2)
        #expect(codewords == right)
    }

    @Test func neverBelievesRandomCodewords() {
        var noise = SplitMix(state: 3)
        for size in MicroPDF417Size.all {
            for _ in 0..<60 {
                var codewords = (0..<size.codewords).map { _ in Int.random(in: 0..<929, using: &noise) }
                let before = codewords
                let lost = Array(
                    codewords.indices.shuffled(using: &noise).prefix(Int.random(in: 0..<size.checks, using: &noise)))
                #expect(PDF417Correction.correct(&codewords, checks: size.checks, lost: lost) == nil)
                #expect(codewords == before)
            }
        }
    }

    @Test func refusesWhatMakesNoSense() {
        var codewords = [1, 2, 929, 4]
        #expect(PDF417Correction.correct(&codewords, checks: 2) == nil)
        codewords = [1, 2, 3, 4]
        #expect(PDF417Correction.correct(&codewords, checks: 0) == nil)
        #expect(PDF417Correction.correct(&codewords, checks: 4) == nil)
        #expect(PDF417Correction.correct(&codewords, checks: 2, lost: [4]) == nil)
        #expect(PDF417Correction.correct(&codewords, checks: 2, lost: [-1]) == nil)
    }
}
