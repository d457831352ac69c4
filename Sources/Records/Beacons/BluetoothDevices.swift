import MessageBus

/// The beacons among the devices that BlueZ knows: turns its signals into sightings.
struct BluetoothDevices {
    /// Devices that are kept; others than beacons take no room.
    static let maximumDevices = 4096
    /// Beacons that one device can be; more are ignored.
    static let maximumBeacons = 8

    private struct Device {
        var byManufacturer: [Beacon] = []
        var byService: [Beacon] = []
        var rssi: Int?
        var beacons: [Beacon] { byManufacturer + byService }
    }

    private var devices: [String: Device] = [:]

    /// Takes properties of `org.bluez.Device1` that are new or have changed: RSSI (int16), ManufacturerData (dictionary of uint16 and
    /// bytes), ServiceData (dictionary of texts and bytes).
    ///
    /// - Parameters:
    ///   - properties: a dictionary of texts and variants.
    ///   - invalidated: names of properties that have no value any more.
    /// - Returns: a sighting for each beacon that was heard.
    mutating func update(_ path: String, _ properties: BusValue, invalidated: [String] = []) -> [BeaconSighting] {
        var device = devices[path] ?? Device()
        if invalidated.contains("RSSI") { device.rssi = nil }
        let rssi = properties["RSSI"]?.integer
        if let rssi { device.rssi = Self.isMeasured(rssi) ? rssi : nil }
        var heard: [Beacon]?
        if let data = properties["ManufacturerData"]?.pairs {
            device.byManufacturer = Self.beacons(data) { pair in
                guard let company = pair.key.integer, let bytes = pair.value.bytes else { return nil }
                return Beacon(manufacturer: UInt16(clamping: company), bytes)
            }
            heard = device.byManufacturer
        }
        if let data = properties["ServiceData"]?.pairs {
            device.byService = Self.beacons(data) { pair in
                guard let service = pair.key.string, let bytes = pair.value.bytes else { return nil }
                return Beacon(service: service.lowercased(), bytes)
            }
            heard = (heard ?? []) + device.byService
        }
        guard !device.beacons.isEmpty else {
            devices[path] = nil
            return []
        }
        // Those that are still there say what they are again with their next advertisement.
        if devices[path] == nil, devices.count >= Self.maximumDevices { devices.removeAll() }
        devices[path] = device
        // An advertisement that differs in its strength alone repeats what the device has said.
        return (heard ?? (rssi == nil ? [] : device.beacons)).map { BeaconSighting($0, rssi: device.rssi) }
    }

    /// Forgets a device that BlueZ has forgotten.
    mutating func remove(_ path: String) { devices[path] = nil }

    /// HCI has 127 for a strength that is not available, and a receiver never measures 0.
    private static func isMeasured(_ rssi: Int) -> Bool { -127 ... -1 ~= rssi }

    private static func beacons(_ pairs: [BusValue.Pair], _ read: (BusValue.Pair) -> Beacon?) -> [Beacon] {
        Array(pairs.lazy.compactMap(read).prefix(maximumBeacons))
    }
}
