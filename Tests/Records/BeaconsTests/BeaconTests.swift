import Beacons
import SeededRandomness
import Testing

/// Beacons of advertisements: the specifications' examples, and bytes of any kind.
@Suite struct BeaconTests {
    /// Apple's AirLocate UUID, major 1, minor 2, -59 dBm.
    private static let iBeacon: [UInt8] =
        [0x02, 0x15, 0xE2, 0xC5, 0x6D, 0xB5, 0xDF, 0xFB, 0x48, 0xD2, 0xB0, 0x60, 0xD0, 0xF5, 0xA7, 0x10, 0x96, 0xE0]
        + [0x00, 0x01, 0x00, 0x02, 0xC5]
    /// The example of github.com/google/eddystone, eddystone-uid: -18 dBm at 0 m.
    private static let eddystone: [UInt8] =
        [0x00, 0xEE] + [0xED, 0xD1, 0xEB, 0xEA, 0xC0, 0x4E, 0x5D, 0xEF, 0xA0, 0x17]
        + [0x0B, 0xDB, 0x87, 0x53, 0x9B, 0x67] + [0, 0]
    /// AltBeacon 1.0: code BE AC, 20 bytes, power, a byte of the manufacturer.
    private static let altBeacon: [UInt8] =
        [0xBE, 0xAC] + (1...20).map { UInt8($0) } + [0xC5, 0x00]

    @Test func readsAnIBeacon() throws {
        let beacon = try #require(Beacon(manufacturer: 0x004C, Self.iBeacon))
        #expect(beacon.id.text == "e2c56db5-dffb-48d2-b060-d0f5a71096e0:1:2")
        #expect(beacon.id.kind == "ibeacon" && beacon.measuredPower == -59)
        #expect(beacon.iBeaconData == Self.iBeacon)
        #expect(Beacon(manufacturer: 0x004D, Self.iBeacon) == nil)
        for count in 0..<Self.iBeacon.count {
            #expect(Beacon(manufacturer: 0x004C, Array(Self.iBeacon.prefix(count))) == nil)
        }
        #expect(Beacon(manufacturer: 0x004C, Self.iBeacon + [0]) == nil)
    }

    @Test func readsAnEddystoneUID() throws {
        let beacon = try #require(Beacon(service: Beacon.eddystoneService, Self.eddystone))
        #expect(beacon.id.text == "eddystone:edd1ebeac04e5defa017:0bdb87539b67")
        // 41 dB are lost on the first metre.
        #expect(beacon.measuredPower == -59)
        #expect(Beacon(service: Beacon.eddystoneService, Array(Self.eddystone.prefix(18)))?.id == beacon.id)
        #expect(Beacon(service: Beacon.eddystoneService, Array(Self.eddystone.prefix(17))) == nil)
        #expect(Beacon(service: "0000feab-0000-1000-8000-00805f9b34fb", Self.eddystone) == nil)
        // Eddystone-URL and -TLM have other types of frames.
        #expect(Beacon(service: Beacon.eddystoneService, [0x10] + Self.eddystone.dropFirst()) == nil)
        let lowest = try #require(Beacon(service: Beacon.eddystoneService, [0x00, 0x80] + Self.eddystone.dropFirst(2)))
        #expect(lowest.measuredPower == -128)
    }

    @Test(arguments: [UInt16(0x0118), 0x004C, 0xFFFF]) func readsAnAltBeaconOfAnyCompany(_ company: UInt16) throws {
        let beacon = try #require(Beacon(manufacturer: company, Self.altBeacon))
        #expect(beacon.id.text == "altbeacon:0102030405060708090a0b0c0d0e0f1011121314")
        #expect(beacon.measuredPower == -59 && beacon.iBeaconData == nil)
        for count in 0..<Self.altBeacon.count {
            #expect(Beacon(manufacturer: company, Array(Self.altBeacon.prefix(count))) == nil)
        }
    }

    @Test func namesAreReadBack() throws {
        for text in [
            "e2c56db5-dffb-48d2-b060-d0f5a71096e0:1:65535", "eddystone:edd1ebeac04e5defa017:0bdb87539b67",
            "altbeacon:0102030405060708090a0b0c0d0e0f1011121314",
        ] {
            #expect(BeaconID(text)?.text == text)
            #expect(BeaconID(text.uppercased())?.text == text)
        }
        #expect(
            BeaconID("ibeacon:E2C56DB5DFFB48D2B060D0F5A71096E0:1:2") == Beacon(manufacturer: 0x4C, Self.iBeacon)?.id)
        for wrong in [
            "", ":", "::", "1:2", "e2c56db5-dffb-48d2-b060-d0f5a71096e0", "e2c56db5-dffb-48d2-b060-d0f5a71096e0:1",
            "e2c56db5-dffb-48d2-b060-d0f5a71096e0:1:65536", "e2c56db5-dffb-48d2-b060-d0f5a71096e0:-1:2",
            "e2c56db5-dffb-48d2-b060-d0f5a71096e0:+1:2", "e2c56db5-dffb-48d2-b060d0f5-a71096e0:1:2",
            "eddystone:ed:0b", "altbeacon:é", "altbeacon:01:02", String(repeating: "a:", count: 10_000),
        ] { #expect(BeaconID(wrong) == nil, "\(wrong.prefix(60))") }
    }

    @Test func anyBytesGiveABeaconOrNothing() {
        var random = SplitMix(state: 20_261_128)
        let seeds = [Self.iBeacon, Self.eddystone, Self.altBeacon]
        var found = 0
        for round in 0..<100_000 {
            var bytes = (0..<random.below(40)).map { _ in UInt8(random.below(256)) }
            if round % 2 == 0 {
                bytes = seeds[random.below(3)]
                for _ in 0...random.below(3) { bytes[random.below(bytes.count)] = UInt8(random.below(256)) }
                if random.below(4) == 0 { bytes.removeLast(random.below(bytes.count)) }
            }
            let company = random.below(2) == 0 ? 0x004C : UInt16(random.below(65_536))
            for beacon in [
                Beacon(manufacturer: company, bytes), Beacon(service: Beacon.eddystoneService, bytes),
            ].compactMap({ $0 }) {
                found += 1
                #expect(BeaconID(beacon.id.text) == beacon.id)
            }
        }
        #expect(found > 1000)
    }

    @Test func distancesOfASignal() throws {
        #expect(BeaconDistance.metres(rssi: -59, measuredPower: -59) == 1)
        #expect(BeaconDistance.metres(rssi: -79, measuredPower: -59) == 10)
        #expect(BeaconDistance.metres(rssi: -59, measuredPower: 0) == nil)
        #expect(BeaconDistance.metres(rssi: -59, measuredPower: -127) == nil)
        #expect(BeaconDistance.metres(rssi: .nan, measuredPower: -59) == nil)
        let classes = [0.1, 0.5, 2.9, 3, 100].map { BeaconDistance(metres: $0) }
        #expect(classes == [.immediate, .near, .near, .far, .far])
        #expect(BeaconDistance(metres: nil) == .unknown)
    }
}
