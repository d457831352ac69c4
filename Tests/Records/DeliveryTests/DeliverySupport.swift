import Foundation
@testable import History

@testable import Delivery

/// A scan in the outbox whose text and identity are its number.
func item(_ id: Int64, record: String? = nil, queued: Date = Date()) -> OutboxItem {
    OutboxItem(
        id: id, identity: Data(count: 15) + [UInt8(id)], destination: "shop", scan: id,
        record: record ?? #"{"text":"\#(id)"}"#, queued: queued, tries: 0, problem: nil, isDead: false)
}

/// The key of such a delivery.
func key(_ id: Int64) -> String { "00000000-0000-0000-0000-0000000000" + (id < 16 ? "0" : "") + String(id, radix: 16) }

/// Why `items` were not delivered; nil where they were.
func problem(of destination: some Destination, _ items: [OutboxItem]) -> DeliveryError? {
    do throws(DeliveryError) {
        _ = try destination.deliver(items)
        return nil
    } catch {
        return error
    }
}

/// Libraries that are looked for when they are needed.
enum Installed {
    static let libcurl = (try? WebhookDestination(settings("http://127.0.0.1:1/"), DeliveryOrigin("o"))) != nil
    static let libmosquitto = (try? MQTTDestination(settings("mqtt://127.0.0.1:1/t"), DeliveryOrigin("o"))) != nil
    static let libpq = (try? PostgreSQLDestination(settings("postgresql://127.0.0.1:1/x"), DeliveryOrigin("o"))) != nil
}

/// The settings of a destination with this address.
func settings(
    _ address: String, _ change: (inout DestinationSettings) -> Void = { _ in }
) -> DestinationSettings {
    var settings = DestinationSettings("shop")
    settings.address = address
    change(&settings)
    return settings
}

/// A folder that is removed with this.
final class TemporaryFolder: Sendable {
    let path: String

    init() throws {
        path = FileManager.default.temporaryDirectory.appending(path: "quietzone-\(UUID().uuidString)").path
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    /// Writes a file, and returns its path.
    func file(_ name: String, _ text: String) throws -> String {
        try text.write(toFile: path + "/" + name, atomically: true, encoding: .utf8)
        return path + "/" + name
    }
}
