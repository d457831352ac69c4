/// An advertisement of a beacon.
package struct BeaconSighting: Hashable, Sendable {
    package let beacon: Beacon
    /// The signal strength in dBm; nil where it was not measured.
    package let rssi: Int?

    package init(_ beacon: Beacon, rssi: Int?) { (self.beacon, self.rssi) = (beacon, rssi) }
}
