import Files
import MessageBus

/// Makes this machine an iBeacon, where its Bluetooth adapter can advertise.
///
///     let advertiser = try BeaconAdvertiser(beacon)
///     try advertiser.advertise(until: .now + .seconds(60))
///     advertiser.stop()
///
/// It blocks its caller. BlueZ ends the advertisement when this object is released or the program dies.
package final class BeaconAdvertiser {
    private static let object = "/org/quietzone/beacon"
    private static let interface = "org.bluez.LEAdvertisement1"
    private static let stopping = Duration.seconds(1)
    private static let checking = Duration.milliseconds(500)

    /// The adapter's name, such as `hci0`.
    package let adapterName: String
    private let bus: MessageBus
    private let adapter: BlueZ.Adapter
    private let events: BluetoothEvents
    private let released: Released
    private var isAdvertising = false

    /// Set by BlueZ, inside a call of the bus.
    private final class Released {
        var isReleased = false
    }

    /// Starts to advertise.
    ///
    /// - Parameters:
    ///   - beacon: an iBeacon.
    ///   - adapter: the adapter, such as `hci0`. Default: the first one that is switched on.
    ///   - timeout: how long each of the few calls may take.
    /// - Throws: `UserError` that says what to do, also for a beacon of another kind.
    package init(
        _ beacon: Beacon, adapter wanted: String? = nil, bus address: BusAddress = .system,
        timeout: Duration = .seconds(5)
    ) throws(UserError) {
        guard let data = beacon.iBeaconData else {
            throw UserError("only an iBeacon can be advertised: UUID:MAJOR:MINOR")
        }
        let bus = try BlueZ.connect(address, timeout: timeout)
        let objects = try BlueZ.asking { () throws(BusError) in try BlueZ.objects(bus, timeout: timeout) }
        let adapter = try BlueZ.chooseAdapter(wanted, in: objects)
        guard adapter.interfaces.contains(BlueZ.advertising) else {
            throw UserError("the Bluetooth adapter \(UserError.shown(adapter.name)) cannot advertise: use another one")
        }
        events = try BlueZ.asking { () throws(BusError) in try BluetoothEvents(bus, timeout: timeout) }
        (self.bus, self.adapter, adapterName, released) = (bus, adapter, adapter.name, Released())
        export(data)
        do throws(BusError) {
            try bus.call(
                BlueZ.service, adapter.path, BlueZ.advertising, "RegisterAdvertisement",
                [.path(Self.object), .options([:])], timeout: timeout)
        } catch  where error.name == "org.bluez.Error.NotPermitted" {
            throw UserError("the Bluetooth adapter has no room for another advertisement: end another one first")
        } catch  where error.name == "org.bluez.Error.NotSupported" || error.name == "org.bluez.Error.InvalidLength" {
            throw UserError(
                "the Bluetooth adapter \(UserError.shown(adapter.name)) cannot advertise this: use another one")
        } catch {
            throw BlueZ.problem(error)
        }
        isAdvertising = true
    }

    private func export(_ data: [UInt8]) {
        let manufacturer = BusValue.dictionary(
            [.init(.uint16(Beacon.appleCompany), .variant(.bytes(data)))], key: "q", value: "v")
        let released = released
        // A broadcast takes no connections, and has no room for anything else.
        bus.export(
            BusObject(
                interface: Self.interface,
                properties: ["Type": .string("broadcast"), "ManufacturerData": manufacturer],
                methods: [
                    "Release": { _ throws(BusRefusal) in
                        released.isReleased = true
                        return []
                    }
                ]), at: Self.object)
    }

    /// Keeps advertising until then, and answers what BlueZ asks meanwhile.
    ///
    /// - Throws: `UserError` when the adapter was switched off or unplugged, or BlueZ has ended the advertisement.
    package func advertise(until end: ContinuousClock.Instant) throws(UserError) {
        while true {
            if released.isReleased {
                isAdvertising = false
                throw UserError("the Bluetooth service has ended the advertisement")
            }
            // BlueZ's call of Release is not a signal: it is noticed soon.
            let (bus, soon) = (bus, min(end, .now + Self.checking))
            let signal = try BlueZ.asking { () throws(BusError) in try bus.next(until: soon) }
            if let signal {
                _ = try events.events(of: signal, adapter: adapter.path)
            } else if ContinuousClock.now >= end {
                return
            }
        }
    }

    /// Ends the advertisement; waits for at most a second.
    package func stop() {
        guard isAdvertising else { return }
        isAdvertising = false
        _ = try? bus.call(
            BlueZ.service, adapter.path, BlueZ.advertising, "UnregisterAdvertisement", [.path(Self.object)],
            timeout: Self.stopping)
    }
}
