import Foundation
import FuzzEntries
import Testing

/// What `make fuzz` does for long, here for a moment and always the same.
@Suite struct FuzzTests {
    @Test(arguments: FuzzEntry.allCases) func seedsAreThereAndRun(_ entry: FuzzEntry) {
        let seeds = entry.seeds
        #expect(seeds.count >= 8 && !seeds.contains([]))
        for seed in seeds { entry.run(seed) }
    }

    /// Bytes with which an earlier version did not return.
    @Test(arguments: FuzzEntry.allCases) func findingsStayMended(_ entry: FuzzEntry) throws {
        let folder = try #require(Bundle.module.url(forResource: "Regressions", withExtension: nil))
            .appendingPathComponent(entry.rawValue)
        for file in try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil) {
            entry.run(Array(try Data(contentsOf: file)))
        }
    }

    @Test(arguments: FuzzEntry.allCases) func survivesDamage(_ entry: FuzzEntry) {
        var random = SplitMix(state: 0x5EED)
        let rounds = entry == .decoder ? 4 : 60
        // That it gets to the end is the promise; without seeds there would be none.
        #expect(!entry.seeds.isEmpty)
        for seed in entry.seeds {
            for _ in 0..<rounds { entry.run(damaged(seed, by: &random)) }
        }
    }

    private func damaged(_ seed: [UInt8], by random: inout SplitMix) -> [UInt8] {
        var bytes = seed
        for _ in 0...random.below(4) where !bytes.isEmpty {
            let at = random.below(bytes.count)
            switch random.below(6) {
            case 0: bytes[at] = UInt8(truncatingIfNeeded: random.next())
            case 1: bytes[at] ^= 1 << UInt8(random.below(8))
            case 2: bytes.removeSubrange(at...)
            case 3: bytes.remove(at: at)
            case 4: bytes.insert(contentsOf: bytes[at...].prefix(random.below(16)), at: at)
            // Numbers that headers take badly.
            default: bytes.replaceSubrange(at..<min(bytes.count, at + 4), with: [0x7F, 0xFF, 0xFF, 0xFF])
            }
        }
        return bytes
    }
}

/// Always the same numbers (SplitMix64).
private struct SplitMix: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }

    mutating func below(_ bound: Int) -> Int { Int(next() % UInt64(bound)) }
}
