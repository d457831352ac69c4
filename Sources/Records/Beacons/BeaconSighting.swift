/// An advertisement of a beacon.
package struct BeaconSighting: Hashable, Sendable {
    package let beacon: Beacon
    /// The signal strength in dBm; nil where it was not measured.
    package let rssi: Int?
    /// The Bluetooth address of the sender, which many beacons change from time to time.
    package let address: String

    package init(_ beacon: Beacon, rssi: Int?, address: String) {
        (self.beacon, self.rssi, self.address) = (beacon, rssi, address)
    }
}
