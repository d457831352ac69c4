import Foundation
import LoopbackServers
import Synchronization

/// A broker of this machine alone that speaks as much of MQTT 5 (OASIS, 2019) as a client that publishes needs.
final class MQTTBroker: Sendable {
    /// What is done with a connection or a message.
    enum Behaviour: Sendable {
        /// A yes.
        case accepts
        /// A reason code of 128 or more.
        case refuses(UInt8)
        /// The connection is closed with a reason code.
        case disconnects(UInt8)
        /// The connection is closed without an answer.
        case hangsUp
        /// No answer, and the connection stays.
        case isSilent
    }

    /// Who connects.
    struct Client: Sendable, Equatable {
        let version: UInt8
        let identifier: String
        var user: String?
        var password: String?
    }

    struct Message: Sendable, Equatable {
        let topic: String
        let payload: String
        let quality: UInt8
    }

    private struct State {
        var clients: [Client] = []
        var messages: [Message] = []
        var connecting: [Behaviour]
        var publishing: [Behaviour]
        let largestPacket: UInt32?
    }

    /// What the thread of the server shares with this.
    private final class Record: Sendable {
        let state: Mutex<State>

        init(_ state: State) { self.state = Mutex(state) }
    }

    private let record: Record
    private let server: LoopbackServer

    /// A broker that behaves like this, to one connection or message after the other; when none is left it accepts.
    ///
    /// - Parameter largestPacket: the size that it announces as the largest it takes; nil for none.
    init(connecting: [Behaviour] = [], publishing: [Behaviour] = [], largestPacket: UInt32? = nil) throws {
        let record = Record(State(connecting: connecting, publishing: publishing, largestPacket: largestPacket))
        self.record = record
        server = try LoopbackServer { connection in
            while let packet = Packet(from: connection) {
                let goesOn =
                    switch packet.type {
                    case 1: MQTTBroker.connect(packet, record, connection)
                    case 3: MQTTBroker.publish(packet, record, connection)
                    // PINGREQ.
                    case 12: connection.send([0xD0, 0])
                    default: false
                    }
                guard goesOn else { return }
            }
        }
    }

    /// An address of it with this topic.
    func address(_ topic: String) -> String { "mqtt://127.0.0.1:\(server.port)/\(topic)" }
    /// Who connected, in order.
    var clients: [Client] { record.state.withLock { $0.clients } }
    /// What was published, in order, also where it was refused.
    var messages: [Message] { record.state.withLock { $0.messages } }

    private static func connect(
        _ packet: Packet, _ record: Record, _ connection: LoopbackServer.Connection
    ) -> Bool {
        var packet = packet
        // The protocol's name.
        _ = packet.text()
        let (version, flags) = (packet.byte(), packet.byte())
        _ = packet.number()
        packet.skipProperties()
        var client = Client(version: version, identifier: packet.text())
        if flags & 0x80 != 0 { client.user = packet.text() }
        if flags & 0x40 != 0 { client.password = packet.text() }
        let behaviour = record.state.withLock { state in
            state.clients.append(client)
            return state.connecting.isEmpty ? Behaviour.accepts : state.connecting.removeFirst()
        }
        // The maximum packet size (3.2.2.3.6).
        let properties = record.state.withLock(\.largestPacket).map { size in
            [0x27] + stride(from: 24, through: 0, by: -8).map { UInt8(truncatingIfNeeded: size >> UInt32($0)) }
        }
        let tail = properties ?? []
        // CONNACK: no session, the reason, the properties.
        return answer(behaviour, connection) { [0x20, UInt8(3 + tail.count), 0, $0, UInt8(tail.count)] + tail }
    }

    private static func publish(
        _ packet: Packet, _ record: Record, _ connection: LoopbackServer.Connection
    ) -> Bool {
        var packet = packet
        let (topic, number) = (packet.text(), packet.number())
        packet.skipProperties()
        let message = Message(
            topic: topic, payload: String(decoding: packet.rest, as: UTF8.self), quality: packet.flags >> 1 & 3)
        let behaviour = record.state.withLock { state in
            state.messages.append(message)
            return state.publishing.isEmpty ? Behaviour.accepts : state.publishing.removeFirst()
        }
        // PUBACK: the message, the reason, no properties.
        return answer(behaviour, connection) { [0x40, 4, UInt8(number >> 8), UInt8(number & 0xFF), $0, 0] }
    }

    /// Whether the connection goes on.
    private static func answer(
        _ behaviour: Behaviour, _ connection: LoopbackServer.Connection, _ packet: (_ reason: UInt8) -> [UInt8]
    ) -> Bool {
        switch behaviour {
        case .accepts: return connection.send(packet(0))
        case .refuses(let reason): return connection.send(packet(reason))
        case .disconnects(let reason):
            // DISCONNECT: the reason, no properties.
            connection.send([0xE0, 2, reason, 0])
            return false
        case .hangsUp: return false
        case .isSilent:
            connection.waitForEnd()
            return false
        }
    }

    /// A control packet (2.1): what is wrong in it reads as zeros.
    private struct Packet {
        let type: UInt8
        let flags: UInt8
        private var bytes: ArraySlice<UInt8>

        init?(from connection: LoopbackServer.Connection) {
            guard let first = connection.byte() else { return nil }
            (type, flags) = (first >> 4, first & 15)
            var (length, shift) = (0, 0)
            while true {
                guard shift < 28, let byte = connection.byte() else { return nil }
                length |= Int(byte & 0x7F) << shift
                shift += 7
                if byte & 0x80 == 0 { break }
            }
            guard let body = connection.bytes(length) else { return nil }
            bytes = body[...]
        }

        var rest: ArraySlice<UInt8> { bytes }

        mutating func byte() -> UInt8 { bytes.popFirst() ?? 0 }

        mutating func number() -> Int {
            let high = Int(byte())
            return high << 8 | Int(byte())
        }

        mutating func text() -> String {
            let length = number()
            defer { bytes = bytes.dropFirst(length) }
            return String(decoding: bytes.prefix(length), as: UTF8.self)
        }

        mutating func skipProperties() {
            var (length, shift) = (0, 0)
            while true {
                let byte = byte()
                length |= Int(byte & 0x7F) << shift
                shift += 7
                if byte & 0x80 == 0 || shift > 21 { break }
            }
            bytes = bytes.dropFirst(length)
        }
    }
}
