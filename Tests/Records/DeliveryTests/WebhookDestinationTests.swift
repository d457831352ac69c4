import Foundation
import Testing

@testable import Delivery

/// Against a web server on 127.0.0.1.
@Suite(.enabled(if: Installed.libcurl, "libcurl is not installed")) struct WebhookDestinationTests {
    private func destination(
        _ server: HTTPServer, _ change: (inout DestinationSettings) -> Void = { _ in }
    ) throws -> WebhookDestination {
        try WebhookDestination(settings(server.address, change), DeliveryOrigin("o"))
    }

    @Test func aScanIsPostedWithWhatTellsARepeatedOne() throws {
        let server = try HTTPServer(.status(204))
        #expect(try destination(server).deliver([item(7)]) == nil)
        #expect(server.requests.count == 1)
        let request = try #require(server.requests.first)
        #expect(request.line == "POST /scans?shop=1 HTTP/1.1")
        #expect(request.body == #"{"text":"7"}"#)
        #expect(request.headers["content-type"] == "application/json")
        #expect(request.headers["idempotency-key"] == key(7))
        // Without this libcurl waits for a word before it sends a long body, which many servers never say.
        #expect(request.headers["expect"] == nil)
        #expect(request.headers["x-quietzone-signature"] == nil)
    }

    @Test func headersAndTemplatesAreThoseOfTheSettings() throws {
        let server = try HTTPServer(.status(200))
        let destination = try destination(server) {
            $0.headers = ["Authorization": "Bearer abc", "X-Shop": "1"]
            $0.template = #"{"code":{text},"id":{key}}"#
        }
        _ = try destination.deliver([item(3)])
        let request = try #require(server.requests.first)
        #expect(request.body == #"{"code":"3","id":"\#(key(3))"}"#)
        #expect(request.headers["authorization"] == "Bearer abc")
        #expect(request.headers["x-shop"] == "1")
    }

    /// RFC 4231, test case 2.
    @Test func aSecretSignsTheBody() throws {
        let folder = try TemporaryFolder()
        let server = try HTTPServer(.status(200))
        let destination = try destination(server) {
            $0.template = "what do ya want for nothing?"
            $0.secretFile = try? folder.file("key", "Jefe\r\n")
        }
        _ = try destination.deliver([item(1)])
        let expected = "sha256=5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"
        #expect(server.requests.first?.headers["x-quietzone-signature"] == expected)
    }

    @Test func aSecretThatIsNotThereIsSaidAtOnce() throws {
        let server = try HTTPServer(.status(200))
        #expect(throws: DeliveryError("its secret cannot be read from /nowhere/key")) {
            try destination(server) { $0.secretFile = "/nowhere/key" }
        }
        #expect(server.requests.isEmpty)
    }

    @Test(arguments: ["", "https:", "http:///scans", "shop.example"])
    func whatIsNoAddressIsSaid(address: String) {
        #expect(throws: DeliveryError("\(address) is not a web address")) {
            try WebhookDestination(settings(address), DeliveryOrigin("o"))
        }
    }

    @Test func theFirstLineOfAnAnswerIsShown() throws {
        let words = String(repeating: "ü", count: 300)
        let server = try HTTPServer(
            .status(200, body: "\r\n \t\n12 left\nand more"), .status(200, body: words),
            .status(200, body: String(repeating: "x", count: 1 << 20)), .status(200, body: " \n"))
        let destination = try destination(server)
        #expect(try destination.deliver([item(1)]) == "12 left")
        #expect(try destination.deliver([item(2)]) == String(words.prefix(200)))
        #expect(try destination.deliver([item(3)]) == String(repeating: "x", count: 200))
        #expect(try destination.deliver([item(4)]) == nil)
        withExtendedLifetime(server) {}
    }

    /// Among them a redirection, which is not followed: the body would go to somebody whom the settings do not name.
    @Test func aNoIsToldFromLater() throws {
        let other = try HTTPServer(.status(200))
        for (status, isPermanent) in [
            (301, true), (307, true), (400, true), (401, true), (404, true), (413, true), (408, false), (425, false),
            (429, false), (500, false), (502, false), (503, false),
        ] {
            let server = try HTTPServer(
                .status(status, headers: ["Location: \(other.address)", "Retry-After: 3600"], body: "why\n"))
            let failure = problem(of: try destination(server), [item(1)])
            #expect(failure == DeliveryError("answer \(status): why", isPermanent: isPermanent))
            #expect(server.requests.count == 1, "\(status)")
        }
        #expect(other.requests.isEmpty)
    }

    @Test func whatBreaksOffMayPass() throws {
        let long = "X-Long: " + String(repeating: "x", count: 4 << 20)
        for answer in [
            HTTPServer.Answer.nothing, .raw("SSH-2.0-OpenSSH_9.2p1\r\n\r\n"),
            .raw("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nonly this"),
            .raw("HTTP/1.1 200 OK\r\n\(long)\r\nContent-Length: 0\r\n\r\n"),
        ] {
            let server = try HTTPServer(answer)
            let failure = try #require(problem(of: try destination(server), [item(1)]))
            #expect(!failure.isPermanent)
            #expect(!failure.description.isEmpty && !failure.description.contains("\n"))
            withExtendedLifetime(server) {}
        }
    }

    @Test func nobodyThereMayPass() throws {
        let destination = try WebhookDestination(settings("http://127.0.0.1:1/"), DeliveryOrigin("o"))
        let failure = try #require(problem(of: destination, [item(1)]))
        #expect(!failure.isPermanent && !failure.description.isEmpty)
    }

    @Test func anAnswerThatNeverComesIsNotWaitedForForEver() throws {
        let server = try HTTPServer(.silence)
        let destination = try destination(server) { $0.seconds = 1 }
        let failure = try #require(problem(of: destination, [item(1)]))
        #expect(!failure.isPermanent && !failure.description.isEmpty)
        withExtendedLifetime(server) {}
    }

    @Test func anAnswerInPiecesIsOne() throws {
        let server = try HTTPServer(.piecemeal(202, body: "taken\n"))
        #expect(try destination(server).deliver([item(1)]) == "taken")
        withExtendedLifetime(server) {}
    }

    @Test func scansGoOneAfterTheOtherOverOneConnection() throws {
        let server = try HTTPServer(.status(200))
        let destination = try destination(server)
        for id in 1...3 { _ = try destination.deliver([item(Int64(id))]) }
        #expect(server.requests.map { $0.headers["idempotency-key"] } == [key(1), key(2), key(3)])
        #expect(server.connections == 1)
    }

    @Test func aServerThatHangsUpBetweenScansIsAskedAgain() throws {
        let server = try HTTPServer(.last(200), .last(200), .last(200))
        let destination = try destination(server)
        for id in 1...3 { #expect(problem(of: destination, [item(Int64(id))]) == nil) }
        #expect(server.requests.map { $0.headers["idempotency-key"] } == [key(1), key(2), key(3)])
    }
}
