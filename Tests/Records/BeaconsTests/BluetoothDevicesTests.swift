@testable import Beacons
import MessageBus
import Testing

/// Sightings of what BlueZ says about devices.
@Suite struct BluetoothDevicesTests {
    private static let path = "/org/bluez/hci0/dev_AA_BB_CC_DD_EE_FF"
    private static let iBeacon: [UInt8] = [0x02, 0x15] + Array(repeating: 1, count: 16) + [0, 1, 0, 2, 0xC5]

    private func manufacturer(_ data: [UInt8], company: UInt16 = 0x004C) -> BusValue {
        .dictionary([.init(.uint16(company), .variant(.bytes(data)))], key: "q", value: "v")
    }

    @Test func aDeviceThatIsABeaconIsSightedWithItsStrength() {
        var devices = BluetoothDevices()
        let first = devices.update(
            Self.path, .options(["RSSI": .int16(-70), "ManufacturerData": manufacturer(Self.iBeacon)]))
        #expect(first.map(\.rssi) == [-70])
        // Only what has changed comes: the strength, or the data.
        #expect(devices.update(Self.path, .options(["RSSI": .int16(-60)])).map(\.rssi) == [-60])
        let data = devices.update(Self.path, .options(["ManufacturerData": manufacturer(Self.iBeacon)]))
        #expect(data.map(\.rssi) == [-60])
        #expect(devices.update(Self.path, .options(["RSSI": .int16(127)])).map(\.rssi) == [nil])
        #expect(devices.update(Self.path, .options(["TxPower": .int16(4)])).isEmpty)
        #expect(devices.update(Self.path, .options([:]), invalidated: ["RSSI"]).isEmpty)
        devices.remove(Self.path)
        #expect(devices.update(Self.path, .options(["RSSI": .int16(-60)])).isEmpty)
    }

    @Test func otherDevicesAndOtherTypesAreIgnored() {
        var devices = BluetoothDevices()
        let values: [BusValue] = [
            .string("x"), .int32(5), .options([:]), manufacturer([1, 2, 3]), manufacturer(Self.iBeacon, company: 9),
            .dictionary([.init(.string("76"), .variant(.bytes(Self.iBeacon)))], key: "s", value: "v"),
            .dictionary([.init(.uint16(76), .variant(.string("x")))], key: "q", value: "v"),
        ]
        for value in values {
            #expect(devices.update(Self.path, .options(["ManufacturerData": value, "RSSI": .int16(-5)])).isEmpty)
            #expect(devices.update(Self.path, .options(["ServiceData": value, "RSSI": value])).isEmpty)
        }
        #expect(devices.update(Self.path, .string("x")).isEmpty)
    }

    @Test func manyDevicesAreBounded() {
        var devices = BluetoothDevices()
        for number in 0..<10_000 {
            let path = "/org/bluez/hci0/dev_\(number)"
            let sightings = devices.update(
                path, .options(["RSSI": .int16(-70), "ManufacturerData": manufacturer(Self.iBeacon)]))
            #expect(sightings.count == 1)
        }
    }
}
