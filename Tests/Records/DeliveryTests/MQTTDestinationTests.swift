import Foundation
import Testing

@testable import Delivery

/// Against a broker on 127.0.0.1.
@Suite(.enabled(if: Installed.libmosquitto, "libmosquitto is not installed")) struct MQTTDestinationTests {
    private func destination(
        _ broker: MQTTBroker, topic: String = "stock/scans", _ change: (inout DestinationSettings) -> Void = { _ in }
    ) throws -> MQTTDestination {
        try MQTTDestination(settings(broker.address(topic), change), DeliveryOrigin("o"))
    }

    @Test func aScanIsAMessageThatTellsARepeatedOne() throws {
        let broker = try MQTTBroker()
        let destination = try destination(broker)
        #expect(try destination.deliver([item(1), item(2)]) == nil)
        #expect(
            broker.messages
                == [1, 2].map { number in
                    MQTTBroker.Message(
                        topic: "stock/scans", payload: #"{"text":"\#(number)","delivery":"\#(key(Int64(number)))"}"#,
                        quality: 1)
                })
        // One connection for both, by a name that the broker knows again.
        #expect(broker.clients == [MQTTBroker.Client(version: 5, identifier: "quietzone-shop-o")])
    }

    @Test func whoLogsInIsOfTheSettingsAndThePasswordOfAFile() throws {
        let folder = try TemporaryFolder()
        let broker = try MQTTBroker()
        let destination = try destination(broker) {
            $0.user = "scanner"
            $0.secretFile = try? folder.file("password", "s3cr3t ü\n")
        }
        _ = try destination.deliver([item(1)])
        #expect(broker.clients.first?.user == "scanner")
        #expect(broker.clients.first?.password == "s3cr3t ü")
    }

    @Test func aTemplateSaysHowAMessageIs() throws {
        let broker = try MQTTBroker()
        _ = try destination(broker) { $0.template = #"{"code":{text},"id":{key}}"# }.deliver([item(4)])
        #expect(broker.messages.map(\.payload) == [#"{"code":"4","id":"\#(key(4))"}"#])
    }

    /// 0x86: bad user name or password; 0x88: server unavailable.
    @Test(arguments: [0x86, 0x88] as [UInt8]) func aBrokerThatRefusesTheConnectionIsTriedAgain(reason: UInt8) throws {
        let broker = try MQTTBroker(connecting: [.refuses(reason)])
        let destination = try destination(broker)
        let failure = try #require(problem(of: destination, [item(1)]))
        #expect(!failure.isPermanent && failure.description.hasPrefix("127.0.0.1: "))
        #expect(broker.messages.isEmpty)
        #expect(problem(of: destination, [item(1)]) == nil)
        #expect(broker.messages.count == 1)
    }

    /// 0x87: not authorized; 0x90: topic name invalid.
    @Test(arguments: [0x87, 0x90] as [UInt8]) func aMessageThatIsRefusedIsNotTriedAgain(reason: UInt8) throws {
        let broker = try MQTTBroker(publishing: [.refuses(reason)])
        let destination = try destination(broker)
        let failure = try #require(problem(of: destination, [item(1)]))
        #expect(failure.isPermanent && failure.description.hasPrefix("127.0.0.1: "))
        #expect(problem(of: destination, [item(2)]) == nil, "the others go")
        withExtendedLifetime(broker) {}
    }

    @Test func aMessageThatIsTooLargeIsNotTriedAgainAndTheOthersGo() throws {
        let broker = try MQTTBroker(largestPacket: 1000)
        let destination = try destination(broker)
        let large = item(1, record: #"{"text":"\#(String(repeating: "x", count: 2000))"}"#)
        #expect(
            problem(of: destination, [large])
                == DeliveryError("127.0.0.1: the message is larger than the broker takes", isPermanent: true))
        #expect(problem(of: destination, [item(2)]) == nil)
        #expect(broker.messages.count == 1 && broker.clients.count == 1)
    }

    @Test func aBrokerThatHangsUpBecauseAMessageIsTooLargeDoesNotGetItAgain() throws {
        let broker = try MQTTBroker(publishing: [.disconnects(0x95)])
        let destination = try destination(broker)
        #expect(
            problem(of: destination, [item(1)])
                == DeliveryError("127.0.0.1: the message is larger than the broker takes", isPermanent: true))
        #expect(problem(of: destination, [item(2)]) == nil)
        #expect(broker.messages.count == 2 && broker.clients.count == 2)
    }

    @Test func aMessageWithoutAnAnswerIsSentAgainOverANewConnection() throws {
        let broker = try MQTTBroker(publishing: [.hangsUp])
        let destination = try destination(broker)
        let failure = try #require(problem(of: destination, [item(1)]))
        #expect(!failure.isPermanent)
        #expect(problem(of: destination, [item(1)]) == nil)
        #expect(broker.messages.count == 2)
        #expect(Set(broker.messages.map(\.payload)).count == 1, "who listens knows it by its delivery")
        #expect(broker.clients.count == 2)
    }

    @Test func aConnectionThatIsClosedAtOnceMayPass() throws {
        let broker = try MQTTBroker(connecting: [.hangsUp])
        let destination = try destination(broker)
        #expect(problem(of: destination, [item(1)])?.isPermanent == false)
        #expect(problem(of: destination, [item(1)]) == nil)
        withExtendedLifetime(broker) {}
    }

    @Test func aSilentBrokerIsNotWaitedForForEver() throws {
        for broker in [try MQTTBroker(connecting: [.isSilent]), try MQTTBroker(publishing: [.isSilent])] {
            let destination = try destination(broker) { $0.seconds = 1 }
            #expect(
                problem(of: destination, [item(1)]) == DeliveryError("127.0.0.1: the broker does not answer"))
            withExtendedLifetime(broker) {}
        }
    }

    @Test func nobodyThereMayPass() throws {
        let destination = try MQTTDestination(settings("mqtt://127.0.0.1:1/t"), DeliveryOrigin("o"))
        let failure = try #require(problem(of: destination, [item(1)]))
        #expect(!failure.isPermanent && failure.description.hasPrefix("127.0.0.1: "))
    }

    @Test(arguments: [
        "mqtt:", "mqtt:///t", "mqtt://127.0.0.1", "mqtt://127.0.0.1/", "mqtt://127.0.0.1/a/+", "mqtt://h/%23",
    ])
    func whatIsNoTopicOrBrokerIsSaid(address: String) throws {
        #expect(throws: DeliveryError.self) { try MQTTDestination(settings(address), DeliveryOrigin("o")) }
    }
}
