/// A beacon, as one of its advertisements describes it.
///
/// Advertisements are hostile: any bytes give a beacon or nil.
package struct Beacon: Hashable, Sendable {
    package let id: BeaconID
    /// The signal strength in dBm that a receiver measures one metre away, as the beacon says. It may say anything.
    package let measuredPower: Int8

    package init(_ id: BeaconID, measuredPower: Int8) { (self.id, self.measuredPower) = (id, measuredPower) }

    /// The company of iBeacons (Bluetooth Assigned Numbers, Apple).
    package static let appleCompany: UInt16 = 0x004C
    /// The service of Eddystone.
    package static let eddystoneService = "0000feaa-0000-1000-8000-00805f9b34fb"

    /// What a signal loses on the first metre: Eddystone's power is that at 0 m (Eddystone-UID, "Tx Power").
    private static let lossOfFirstMetre = 41

    /// Reads the manufacturer's data of an advertisement, without the company's number.
    ///
    /// iBeacon (Apple, Proximity Beacon Specification): 02 15, UUID, major, minor, power. AltBeacon 1.0: BE AC, 20 bytes, power, one byte
    /// of the manufacturer; the company may be any.
    package init?(manufacturer company: UInt16, _ data: [UInt8]) {
        switch data.first {
        case 0x02 where company == Self.appleCompany && data.count == 23 && data[1] == 0x15:
            guard let uuid = BeaconUUID(data[2..<18]) else { return nil }
            let (major, minor) = (Self.number(data[18], data[19]), Self.number(data[20], data[21]))
            self.init(.iBeacon(uuid: uuid, major: major, minor: minor), measuredPower: Int8(bitPattern: data[22]))
        case 0xBE where data.count == 24 && data[1] == 0xAC:
            self.init(.altBeacon(Array(data[2..<22])), measuredPower: Int8(bitPattern: data[22]))
        default: return nil
        }
    }

    /// Reads the data of a service of an advertisement.
    ///
    /// Eddystone-UID: 00, power at 0 m, 10 bytes of the namespace, 6 bytes of the instance; two reserved bytes, which may be left out.
    ///
    /// - Parameter service: its UUID with all its digits, in lower case.
    package init?(service: String, _ data: [UInt8]) {
        guard service == Self.eddystoneService, 18...20 ~= data.count, data[0] == 0x00 else { return nil }
        let power = Int(Int8(bitPattern: data[1])) - Self.lossOfFirstMetre
        self.init(
            .eddystone(namespace: Array(data[2..<12]), instance: Array(data[12..<18])),
            measuredPower: Int8(clamping: power))
    }

    /// The manufacturer's data that make a machine an iBeacon, without the company's number; nil for other kinds.
    package var iBeaconData: [UInt8]? {
        guard case .iBeacon(let uuid, let major, let minor) = id else { return nil }
        let numbers: [UInt8] = [major, minor].flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
        return [0x02, 0x15] + uuid.bytes + numbers + [UInt8(bitPattern: measuredPower)]
    }

    private static func number(_ high: UInt8, _ low: UInt8) -> UInt16 { UInt16(high) << 8 | UInt16(low) }
}
