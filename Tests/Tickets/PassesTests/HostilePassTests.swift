import Foundation
import SeededRandomness
import Testing

@testable import Passes

/// Archives of strangers with random bytes in them: nothing crashes, and nothing that was signed changes unseen.
struct HostilePassTests {
    let authority: TestAuthority
    let whole: [UInt8]

    init() throws {
        authority = try TestAuthority.shared.get()
        whole = try authority.signer.sign(PassSamples.whole, at: TestAuthority.now)
    }

    @Test func noChangedByteGoesUnseen() {
        let original = authority.check(whole)
        #expect(original.isAccepted)
        for place in stride(from: 0, to: whole.count, by: 11) {
            var changed = whole
            changed[place] ^= 0x21
            let check = authority.check(changed)
            // What may change is what an archive says besides its files: versions, times, attributes.
            guard check.isAccepted else { continue }
            #expect(check.package == original.package, "byte \(place)")
            #expect(check.signature?.signingTime == original.signature?.signingTime, "byte \(place)")
            #expect(check.signature?.signer == original.signature?.signer, "byte \(place)")
        }
    }

    @Test func randomBytesAreRefused() {
        var random = SplitMix(state: 42)
        for round in 0..<400 {
            var bytes = whole
            switch round % 4 {
            case 0: bytes = (0..<random.below(400)).map { _ in UInt8(random.below(256)) }
            case 1: bytes.removeLast(1 + random.below(bytes.count))
            case 2:
                for _ in 0..<1 + random.below(20) { bytes[random.below(bytes.count)] = UInt8(random.below(256)) }
            default:
                let (from, length) = (random.below(bytes.count), random.below(200))
                bytes.removeSubrange(from..<min(bytes.count, from + length + 1))
            }
            let check = authority.check(bytes)
            if check.isAccepted { #expect(check.package == PassSamples.whole, "round \(round)") }
            // What is drawn of it is drawn without a crash.
            let drawing = PassDrawing(check)
            #expect(!drawing.verdict.isEmpty && drawing.pass(isTerminal: false).count < 100_000)
        }
    }

    @Test func filesOfPassesWithRandomBytesAreRead() throws {
        var random = SplitMix(state: 7)
        let samples = PassSamples.all
        for round in 0..<400 {
            var files = samples[round % samples.count].package.files
            for name in files.keys.sorted() where random.below(2) == 0 {
                guard var bytes = files[name], !bytes.isEmpty else { continue }
                bytes[random.below(bytes.count)] = UInt8(random.below(256))
                files[name] = bytes
            }
            let package = PassPackage(files: files)
            #expect(package.problems.count < 1000)
            let bytes = try package.archive(signature: [UInt8](repeating: 0x30, count: 40))
            let check = authority.check(bytes)
            #expect(!check.isAccepted)
            _ = PassDrawing(check, language: package.languages.first).pass(isTerminal: true)
        }
    }
}
