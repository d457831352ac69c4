import Files
import MessageBus

/// BlueZ, the Bluetooth service of Linux, on the system's message bus: its names, its adapters, and its errors in words.
enum BlueZ {
    static let service = "org.bluez"
    static let adapter = "org.bluez.Adapter1"
    static let device = "org.bluez.Device1"
    static let advertising = "org.bluez.LEAdvertisingManager1"

    /// An adapter that is switched on.
    struct Adapter {
        /// The path of its object, `/org/bluez/hci0`.
        let path: String
        /// Its interfaces.
        let interfaces: [String]

        /// `hci0`.
        var name: String { BlueZ.name(of: path) }
    }

    /// Connects to the bus.
    ///
    /// - Throws: `UserError` that says what to do.
    static func connect(_ address: BusAddress, timeout: Duration) throws(UserError) -> MessageBus {
        try asking { () throws(BusError) in try MessageBus(address, timeout: timeout) }
    }

    /// Does something on the bus, and says in words why it did not work.
    static func asking<Value>(_ body: () throws(BusError) -> Value) throws(UserError) -> Value {
        do throws(BusError) {
            return try body()
        } catch {
            throw problem(error)
        }
    }

    /// All objects of BlueZ: a dictionary of paths and, for each, a dictionary of interfaces and their properties.
    static func objects(_ bus: MessageBus, timeout: Duration) throws(BusError) -> BusValue {
        try bus.call(service, "/", BusName.objectManager, "GetManagedObjects", timeout: timeout).first
            ?? .options([:])
    }

    /// Chooses an adapter: the one with this name, or the first one that is switched on.
    ///
    /// - Throws: `UserError` where there is none, or it is switched off.
    static func chooseAdapter(_ wanted: String?, in objects: BusValue) throws(UserError) -> Adapter {
        let adapters = (objects.pairs ?? []).filter { $0.value[adapter] != nil }
            .sorted { $0.key.string ?? "" < $1.key.string ?? "" }
        guard !adapters.isEmpty else {
            throw UserError("this machine has no Bluetooth adapter: plug one in, or switch it on in the firmware")
        }
        let named = adapters.filter { wanted == nil || name(of: $0.key.string ?? "") == wanted }
        guard !named.isEmpty else {
            let names = adapters.prefix(8).map { UserError.shown(name(of: $0.key.string ?? "")) }
            throw UserError(
                "there is no Bluetooth adapter \(UserError.quoted(wanted ?? "")): use \(names.joined(separator: " or "))"
            )
        }
        guard let chosen = named.first(where: { $0.value[adapter]?["Powered"]?.bool == true }) else { throw isOff }
        return Adapter(
            path: chosen.key.string ?? "", interfaces: (chosen.value.pairs ?? []).compactMap { $0.key.string })
    }

    static let isOff = UserError(
        "Bluetooth is off: switch it on with `bluetoothctl power on` (before that `rfkill unblock bluetooth` where it is blocked)"
    )

    static let hasGone = UserError("the Bluetooth service has ended: start it with `systemctl start bluetooth`")

    /// An error of the bus or of BlueZ in words.
    static func problem(_ error: BusError) -> UserError {
        switch error.reason {
        case .noLibrary: return UserError("Bluetooth needs libsystemd: install the package libsystemd0")
        case .unreachable, .lost:
            return UserError("\(error), so Bluetooth cannot be used: start the system's D-Bus (package dbus)")
        case .silent: return UserError("\(error), so Bluetooth cannot be used: restart the system's D-Bus")
        case .timedOut:
            return UserError("the Bluetooth service does not answer: restart it with `systemctl restart bluetooth`")
        case .invalid, .tooLarge: return UserError("Bluetooth cannot be used: \(error)")
        case .refused(let name, _):
            if error.isServiceMissing {
                return UserError(
                    "the Bluetooth service is not running: install the package bluez, and start it with `systemctl start bluetooth`"
                )
            }
            if error.isAccessDenied {
                return UserError(
                    "this user may not use Bluetooth: add yourself to the group bluetooth, and log in again")
            }
            if name == "org.bluez.Error.NotReady" { return isOff }
            return UserError("Bluetooth refuses: \(UserError.shown(error.description))")
        }
    }

    /// The last part of a path.
    static func name(of path: String) -> String { path.split(separator: "/").last.map(String.init) ?? "" }
}
