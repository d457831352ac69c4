import CLoaded
import Files
import Foundation
import History

/// Scans as messages to an MQTT 5 broker, quality of service 1 (libmosquitto): `mqtt://host:1883/topic`, `mqtts` encrypted. The
/// message is the scan's JSON with `delivery`, by which who listens knows a message that comes twice.
final class MQTTDestination: ItemDestination {
    private let host: String
    private let port: Int32
    private let topic: String
    private let settings: DestinationSettings
    private let origin: DeliveryOrigin
    private let password: [UInt8]?
    private let template: RecordTemplate?
    private var connection: OpaquePointer?

    init(_ settings: DestinationSettings, _ origin: DeliveryOrigin) throws(DeliveryError) {
        guard let url = URLComponents(string: settings.address), let host = url.host, !host.isEmpty else {
            throw DeliveryError("\(settings.shownAddress) is not a broker's address: use mqtt://host/topic")
        }
        let topic = url.path.drop { $0 == "/" }
        guard !topic.isEmpty, !topic.contains(where: { "+#".contains($0) }) else {
            throw DeliveryError("the address has no topic: use mqtt://host/topic")
        }
        let number = url.port ?? (settings.scheme == "mqtts" ? 8883 : 1883)
        guard 1...65_535 ~= number else { throw DeliveryError("there is no port \(number): use 1 to 65535") }
        guard qz_mqtt_is_there() != 0 else {
            throw DeliveryError("libmosquitto is not installed (package libmosquitto1)")
        }
        self.host = host
        port = Int32(number)
        self.topic = String(topic)
        (self.settings, self.origin) = (settings, origin)
        password = try DestinationSecret.bytes(settings)
        template = settings.template.map { RecordTemplate($0, encoding: .json) }
    }

    deinit { if let connection { qz_mqtt_close(connection) } }

    func deliver(_ item: OutboxItem) throws(DeliveryError) -> String? {
        let connection = try connected()
        let payload = Array(item.text(by: template).utf8)
        var problem = [CChar](repeating: 0, count: 256)
        // With a byte behind it: an empty array may have no address.
        let result = (payload + [0]).withUnsafeBytes {
            qz_mqtt_publish(
                connection, topic, $0.baseAddress!, Int32(clamping: payload.count), Int32(clamping: settings.seconds),
                &problem, problem.count)
        }
        if result == QZ_MQTT_PUBLISHED { return nil }
        if result != QZ_MQTT_REFUSED {
            qz_mqtt_close(connection)
            self.connection = nil
        }
        throw DeliveryError("\(host): \(Self.text(problem))", isPermanent: result != QZ_MQTT_FAILED)
    }

    private func connected() throws(DeliveryError) -> OpaquePointer {
        if let connection { return connection }
        var problem = [CChar](repeating: 0, count: 256)
        let secret = password.map { String(decoding: $0, as: UTF8.self) }
        let client = "quietzone-\(settings.name)-\(origin.identity)"
        let made = host.withCString { host in
            client.withCString { client in
                Self.withOptionalCString(settings.user) { user in
                    Self.withOptionalCString(secret) { secret in
                        var broker = qz_mqtt_broker(
                            host: host, port: port, client: client, user: user, password: secret,
                            is_encrypted: settings.scheme == "mqtts" ? 1 : 0, seconds: Int32(clamping: settings.seconds)
                        )
                        return qz_mqtt_connect(&broker, &problem, problem.count)
                    }
                }
            }
        }
        guard let made else { throw DeliveryError("\(host): \(Self.text(problem))") }
        connection = made
        return made
    }

    private static func withOptionalCString<T>(_ text: String?, _ body: (UnsafePointer<CChar>?) -> T) -> T {
        guard let text else { return body(nil) }
        return text.withCString { body($0) }
    }

    private static func text(_ characters: [CChar]) -> String {
        String(decoding: characters.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}
