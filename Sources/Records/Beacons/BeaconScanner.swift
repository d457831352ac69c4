import Files
import Glibc
import MessageBus

/// Hears beacons by this machine's Bluetooth adapter, through BlueZ.
///
///     let scanner = try BeaconScanner()
///     defer { scanner.stop() }
///     while let sighting = try scanner.next(until: .now + .seconds(5)) { … }
///
/// It blocks its caller: use it on a separate thread. Each advertisement is reported as it comes;
/// `BeaconRanging` makes distances of them. Where nobody calls `next` for some seconds, the oldest ones are dropped.
package final class BeaconScanner {
    private let bus: MessageBus
    private let adapter: BlueZ.Adapter
    private let events: BluetoothEvents
    private var devices = BluetoothDevices()
    /// Sightings of a signal that `next` has not returned yet, the next one last.
    private var waiting: [BeaconSighting] = []
    private var isScanning = false

    /// How long ending a scan may take.
    private static let stopping = Duration.seconds(1)
    /// How long advertisements wait for each other: waking up for one costs as much as reading it.
    private static let batching = Duration.milliseconds(50)

    /// Starts to scan.
    ///
    /// - Parameters:
    ///   - adapter: the adapter, such as `hci0`. Default: the first one that is switched on.
    ///   - timeout: how long each of the few calls may take.
    /// - Throws: `UserError` that says what to do: no libsystemd, no bus or a silent one, no BlueZ, no adapter, adapter off, no permission.
    package init(
        adapter wanted: String? = nil, bus address: BusAddress = .system, timeout: Duration = .seconds(5)
    ) throws(UserError) {
        let bus = try BlueZ.connect(address, timeout: timeout)
        self.bus = bus
        let objects = try BlueZ.asking { () throws(BusError) in try BlueZ.objects(bus, timeout: timeout) }
        adapter = try BlueZ.chooseAdapter(wanted, in: objects)
        events = try BlueZ.asking { () throws(BusError) in try BluetoothEvents(bus, timeout: timeout) }
        // What BlueZ remembers of earlier scans is not a sighting, but says what a device is that changes its strength alone.
        for object in objects.pairs ?? [] {
            guard let path = object.key.string, let properties = object.value[BlueZ.device] else { continue }
            update(path, properties)
        }
        waiting = []
        try start(timeout)
    }

    private func start(_ timeout: Duration) throws(UserError) {
        // Without repeated advertisements a device that stays is heard once.
        let filter = BusValue.options(["Transport": .string("le"), "DuplicateData": .bool(true)])
        let (bus, path) = (bus, adapter.path)
        do throws(BusError) {
            try bus.call(BlueZ.service, path, BlueZ.adapter, "SetDiscoveryFilter", [filter], timeout: timeout)
            try bus.call(BlueZ.service, path, BlueZ.adapter, "StartDiscovery", timeout: timeout)
        } catch  where error.name == "org.bluez.Error.InProgress" {
            // Another program's scan brings advertisements, too.
        } catch {
            throw BlueZ.problem(error)
        }
        isScanning = true
    }

    /// The next advertisement of a beacon; nil where none comes until then.
    ///
    /// - Throws: `UserError` when the adapter was switched off or unplugged, or the Bluetooth service or the bus has ended.
    package func next(until end: ContinuousClock.Instant) throws(UserError) -> BeaconSighting? {
        while true {
            if let sighting = waiting.popLast() { return sighting }
            let bus = bus
            let signal = try BlueZ.asking { () throws(BusError) -> BusSignal? in
                if let signal = try bus.next(until: .now) { return signal }
                usleep(UInt32(max(.zero, min(Self.batching, end - .now)) / .microseconds(1)))
                return try bus.next(until: end)
            }
            guard let signal else { return nil }
            for event in try events.events(of: signal, adapter: adapter.path) {
                switch event {
                case .changed(let path, BlueZ.device, let properties, let invalidated):
                    update(path, properties, invalidated)
                case .removed(let path, let interfaces) where interfaces.contains(BlueZ.device): devices.remove(path)
                default: break
                }
            }
        }
    }

    private func update(_ path: String, _ properties: BusValue, _ invalidated: [String] = []) {
        guard path.hasPrefix(adapter.path + "/") else { return }
        waiting = devices.update(path, properties, invalidated: invalidated).reversed() + waiting
    }

    /// Ends the scan; waits for at most a second. BlueZ also ends it when this object is released or the program dies.
    package func stop() {
        guard isScanning else { return }
        isScanning = false
        _ = try? bus.call(BlueZ.service, adapter.path, BlueZ.adapter, "StopDiscovery", timeout: Self.stopping)
    }
}
