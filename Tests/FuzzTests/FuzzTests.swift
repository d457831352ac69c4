import Foundation
import FuzzEntries
import Testing

/// What `make fuzz` does for long, here for a moment and always the same.
@Suite struct FuzzTests {
    @Test(arguments: FuzzEntry.allCases) func seedsAreThereAndRun(_ entry: FuzzEntry) {
        let seeds = entry.seeds
        #expect(seeds.count >= 8)
        #expect(!seeds.contains([]))
        for seed in seeds { entry.run(seed) }
    }

    /// Bytes with which an earlier version did not return.
    @Test(arguments: FuzzEntry.allCases) func findingsStayMended(_ entry: FuzzEntry) throws {
        let found = try findings(of: entry)
        #expect(found.allSatisfy { !$0.isEmpty }, "a finding that was kept empty shows nothing")
        // Each of them crashed or hung once.
        #expect(throws: Never.self) { for finding in found { entry.run(finding) } }
    }

    /// A run of `make fuzz` in small: some thousands of inputs, each made of a seed or an old finding.
    @Test(arguments: FuzzEntry.allCases) func survivesDamage(_ entry: FuzzEntry) throws {
        let inputs = entry.seeds + (try findings(of: entry))
        try #require(!inputs.isEmpty)
        var random = SplitMix(state: 0x5EED)
        var survived = 0
        for run in 0..<runs(of: entry) {
            let input = inputs[run % inputs.count]
            let other = inputs[random.below(inputs.count)]
            // Now and then the beginning of one and the end of another.
            let spliced =
                run % 5 == 0 ? input.prefix(random.below(input.count + 1)) + other.suffix(other.count / 2) : input[...]
            entry.run(damaged(Array(spliced), by: &random))
            survived += 1
        }
        #expect(survived == runs(of: entry))
    }

    /// Bounded by runs, so that every machine does the same; the decoder takes most of the time for each.
    private func runs(of entry: FuzzEntry) -> Int { entry == .decoder ? 300 : 6000 }

    private func findings(of entry: FuzzEntry) throws -> [[UInt8]] {
        let folder = try #require(Bundle.module.url(forResource: "Regressions", withExtension: nil))
            .appendingPathComponent(entry.rawValue)
        return try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
            .sorted { $0.path < $1.path }.map { Array(try Data(contentsOf: $0)) }
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
