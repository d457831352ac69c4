import Beacons
import SeededRandomness
import Testing

/// Which beacon is the nearest, by signals that waver. Time is what the tests say.
@Suite struct BeaconRangingTests {
    private static func beacon(_ number: UInt8, power: Int8 = -59) -> Beacon {
        Beacon(.altBeacon(Array(repeating: number, count: 20)), measuredPower: power)
    }

    private let first = Self.beacon(1)
    private let second = Self.beacon(2)

    /// Advertisements of two beacons ten times a second, with ±6 dB of noise.
    private func hear(
        _ ranging: inout BeaconRanging, _ strengths: (Int, Int), from start: Double, seconds: Double,
        _ random: inout SplitMix
    ) -> [(time: Double, event: BeaconRanging.Event)] {
        var events: [(time: Double, event: BeaconRanging.Event)] = []
        for tick in 0..<Int(seconds * 10) {
            let time = start + Double(tick) / 10
            for (beacon, strength) in [(first, strengths.0), (second, strengths.1)] {
                let heard = ranging.take(beacon, rssi: strength + random.below(13) - 6, at: time)
                events += heard.map { (time, $0) }
            }
        }
        return events
    }

    private func decisions(_ events: [(time: Double, event: BeaconRanging.Event)]) -> [(time: Double, id: BeaconID?)] {
        events.compactMap { time, event in
            guard case .decided(let id) = event else { return nil }
            return (time, id)
        }
    }

    @Test(arguments: 0..<20) func twoBeaconsThatAreAboutAsStrongDecideNothing(_ seed: UInt64) {
        var (ranging, random) = (BeaconRanging(), SplitMix(state: seed))
        let events = hear(&ranging, (-60, -63), from: 0, seconds: 600, &random)
        #expect(decisions(events).isEmpty && ranging.strongest == nil)
        #expect(ranging.ranged.map(\.beacon.id) == [first.id, second.id])
    }

    @Test(arguments: 0..<20) func aClearlyStrongerBeaconIsDecidedOnceAndAChangeIsNoticedSoon(_ seed: UInt64) throws {
        var (ranging, random) = (BeaconRanging(), SplitMix(state: seed))
        let before = decisions(hear(&ranging, (-55, -69), from: 0, seconds: 300, &random))
        #expect(before.map(\.id) == [first.id] && before[0].time < 3)
        let after = decisions(hear(&ranging, (-69, -55), from: 300, seconds: 300, &random))
        // There may be a moment in between at which no beacon is clearly the stronger one.
        #expect(after.last?.id == second.id && after.count <= 2)
        #expect(try #require(after.last).time < 306)
    }

    @Test func aBeaconAloneIsDecidedAndForgottenAfterSilence() {
        var ranging = BeaconRanging()
        #expect(ranging.take(first, rssi: -60, at: 0) == [.appeared(first.id)])
        var events: [BeaconRanging.Event] = []
        for tick in 1...40 { events += ranging.take(first, rssi: -60, at: Double(tick) / 10) }
        #expect(events == [.decided(first.id)] && ranging.strongest == first.id)
        #expect(ranging.advance(to: 11.9) == [])
        #expect(ranging.advance(to: 12.5) == [.forgotten(first.id), .decided(nil)])
        #expect(ranging.ranged.isEmpty && ranging.strongest == nil)
    }

    @Test func strengthsThatWereNotMeasuredAreIgnored() {
        var ranging = BeaconRanging()
        for tick in 0..<50 {
            _ = ranging.take(first, rssi: [127, 0, nil, 20, -128, .max, .min][tick % 7], at: Double(tick) / 10)
        }
        #expect(ranging.strongest == nil)
        #expect(ranging.ranged.map(\.rssi) == [nil] && ranging.ranged[0].distance == .unknown)
        for tick in 50..<100 {
            _ = ranging.take(first, rssi: tick % 2 == 0 ? 127 : -59, at: Double(tick) / 10)
        }
        #expect(ranging.ranged[0].rssi == -59 && ranging.ranged[0].distance == .near)
        #expect(ranging.strongest == first.id)
    }

    @Test func beaconsOfDifferentPowersCompareByDistance() {
        var ranging = BeaconRanging()
        let strong = Self.beacon(3, power: -40)
        for tick in 0..<50 {
            _ = ranging.take(strong, rssi: -60, at: Double(tick) / 10)
            _ = ranging.take(first, rssi: -62, at: Double(tick) / 10)
        }
        // It is heard better and is ten metres away.
        #expect(ranging.ranged[0].beacon.id == strong.id && ranging.ranged[0].distance == .far)
        #expect(ranging.strongest == first.id)
    }

    @Test func singleReflectionsDoNotMoveAStrength() {
        var ranging = BeaconRanging()
        for tick in 0..<100 {
            _ = ranging.take(first, rssi: tick % 5 == 4 ? -95 : -59, at: Double(tick) / 10)
        }
        #expect(ranging.ranged[0].rssi == -59)
    }

    @Test func onlyWantedBeaconsCount() {
        let wanted = first.id
        var ranging = BeaconRanging(wanted: { $0 == wanted })
        for tick in 0..<50 {
            _ = ranging.take(first, rssi: -80, at: Double(tick) / 10)
            #expect(ranging.take(second, rssi: -30, at: Double(tick) / 10).isEmpty)
        }
        #expect(ranging.strongest == first.id && ranging.ranged.count == 1)
    }

    @Test func aStormOfBeaconsIsBounded() {
        var ranging = BeaconRanging()
        var random = SplitMix(state: 7)
        for number in 0..<50_000 {
            let id = BeaconID.altBeacon((0..<20).map { _ in UInt8(random.below(256)) })
            _ = ranging.take(Beacon(id, measuredPower: -59), rssi: -60, at: Double(number) / 1000)
            #expect(number % 1000 != 0 || ranging.ranged.count <= 1000)
        }
        #expect(ranging.ranged.count <= 1000)
        _ = ranging.advance(to: 100)
        #expect(ranging.ranged.isEmpty)
    }

    @Test func anyTimesAndStrengthsAreTaken() {
        var ranging = BeaconRanging()
        var random = SplitMix(state: 11)
        let times = [0, -1, 1e300, -1e300, .nan, .infinity, 5, 4, 3, -.infinity, .leastNonzeroMagnitude]
        for _ in 0..<10_000 {
            let power = Int8(truncatingIfNeeded: random.below(256))
            let beacon = Self.beacon(UInt8(random.below(4)), power: power)
            _ = ranging.take(beacon, rssi: random.below(600) - 300, at: times[random.below(times.count)])
        }
        for ranged in ranging.ranged { #expect(ranged.rssi?.isFinite != false && ranged.metres?.isFinite != false) }
    }
}
